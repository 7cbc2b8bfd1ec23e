"""The race of the searches for θ on this machine, at the push of a button, once a server."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from time import perf_counter

import numpy as np
import streamlit as st
from scipy import sparse

import charts
from algorithms import CATALOGUE, Loss
from charts.against import Line
from charts.palette import HUES
from datasets import Dataset
from ui.live.stage import live_stage

SIZES = (100, 300, 1000, 3000, 10**4, 3 * 10**4, 10**5, 3 * 10**5, 10**6)
STRETCHES = 5
"""The best of so many counts."""
CHANGED = 10
"""Weights that an example touches."""
WAYS = {"sort": HUES[3][0], "pivot": HUES[4][0], "tree": HUES[2][0]}


@cache
def microseconds(way: str, n: int) -> float:
    """The time of a step of projected gradient that changes ``CHANGED`` of n nonzero weights."""
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
        runner.advance(state, data.X, data.y, some, Loss.logistic)
        spent.append((perf_counter() - began) / len(some))
    # The first is the dense one; the machine has other things to do in some of the others.
    return 1e6 * min(spent[1:])


def picture() -> charts.Picture:
    """Microseconds a step against n, as measured here."""
    lines = [
        Line(way, colour, "solid", [microseconds(way, n) for n in SIZES])
        for way, colour in WAYS.items()
    ]
    last = ", ".join(f"{line.name} {line.y[-1]:,.0f} µs" for line in lines)
    return charts.against(
        "race",
        ("weights n", "µs a step"),
        SIZES,
        lines,
        log=True,
        caption=f"Measured on this machine: a step of projected gradient that changes {CHANGED} of "
        f"n weights, the radius half the norm of the first ones. At n = {SIZES[-1]:,}: {last}.",
    )


@dataclass(frozen=True)
class Race:
    """A button that starts the race, and then its picture; all visitors share what it measured."""

    def show(self, height: str) -> None:
        """Put it on the page; ``height`` is a CSS length."""
        run = microseconds.cache_info().currsize >= len(SIZES) * len(WAYS)
        label = f"Race the three up to n = {SIZES[-1]:,} on this machine"
        if run or st.button(label, icon=":material/timer:", key="race"):
            with st.spinner("Racing …", show_time=True):
                drawn = picture()
            live_stage("race", [[drawn]], height)
