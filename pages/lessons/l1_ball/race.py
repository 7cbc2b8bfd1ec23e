"""The race of the searches for θ on this machine, at the push of a button, once per server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from time import perf_counter

import numpy as np
import streamlit as st
from scipy import sparse

from algorithms import CATALOGUE, Loss
from charts import Line, Picture, SweepAxes, sweep
from datasets import Dataset
from ui.live.stage import show_stage

SIZES = (100, 300, 1000, 3000, 10**4, 3 * 10**4, 10**5, 3 * 10**5, 10**6)
STRETCHES = 5
"""A step's time is the least of so many stretches of steps."""
CHANGED = 10
"""Weights that an example touches."""
TIMES: dict[str, list[float]] = {}
"""Microseconds per step at each of ``SIZES``, by search; empty until somebody starts the race."""
_RUNNING = Lock()


@dataclass(frozen=True)
class Race:
    """A button that starts the race, and then its picture; all visitors share what it measured.

    Parameters
    ----------
    hues : a colour for each search by its name, in the order of the legend.
    """

    hues: Mapping[str, str]

    def show(self, height: str) -> None:
        """Put it on the page; ``height`` is a CSS length."""
        label = f"Race the three up to n = {SIZES[-1]:,} on this machine"
        if TIMES or st.button(label, icon=":material/timer:", key="race"):
            with st.spinner("Racing …", show_time=True):
                measure(tuple(self.hues))
            show_stage("race", [[picture(self.hues)]], height)


def measure(ways: tuple[str, ...]) -> None:
    """Fill ``TIMES``, once; a second visitor waits for the first."""
    with _RUNNING:
        if not TIMES:
            TIMES.update({way: [microseconds(way, n) for n in SIZES] for way in ways})


def microseconds(way: str, n: int) -> float:
    """Return the time of a step of projected gradient that changes ``CHANGED`` of n weights."""
    draw = np.random.default_rng(n)
    steps = int(np.clip(10**6 // n, 5, 400))
    # The first example touches all weights, and half of their norm stays in the ball.
    dense = sparse.csr_array(draw.standard_normal((1, n)))
    columns = draw.integers(0, n, (steps, CHANGED))
    rows = np.repeat(np.arange(steps), CHANGED)
    rest = sparse.csr_array(
        (draw.standard_normal(rows.size), (rows, columns.ravel())), shape=(steps, n)
    )
    y = np.where(draw.random(steps + 1) < 0.5, 1.0, -1.0)
    data = Dataset.from_arrays(sparse.csr_array(sparse.vstack([dense, rest])), y)
    runner = CATALOGUE["projected_gradient"](
        way=way, eta=2.0, schedule="constant", radius=0.5 * float(np.abs(dense).sum())
    )
    state = runner.start(n, steps + 1, steps + 1, None, False, 0)
    spent = []
    for some in np.split(np.arange(steps + 1), np.arange(1, steps + 1, steps // STRETCHES)):
        began = perf_counter()
        runner.advance(state, data.X, data.y, some, Loss.logistic, check_input=False)
        spent.append((perf_counter() - began) / len(some))
    # The first is the dense one; the machine has other things to do in some of the others.
    return 1e6 * min(spent[1:])


def picture(hues: Mapping[str, str]) -> Picture:
    """Return microseconds per step against n, as measured."""
    lines = [Line(way, hue, "solid", TIMES[way]) for way, hue in hues.items()]
    last = ", ".join(f"{line.name} {line.y[-1]:,.0f} µs" for line in lines)
    return sweep(
        "race",
        SweepAxes("weights n", "µs a step", log=True),
        SIZES,
        lines,
        caption=f"Measured on this machine: a step of projected gradient that changes {CHANGED} of "
        f"n weights, the radius half the norm of the first ones. At n = {SIZES[-1]:,}: {last}.",
    )
