"""Methods that read a feature or an example a step, raced by the entries of the data they read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from charts.film import Curves, Film, Track
from charts.picture import Picture
from charts.playground.sparsity import sparsity
from charts.run import Run

FLOOR = 1e-4
"""Closer to the optimum than this all are drawn alike."""
FRAMES = 250
READ = "entries of the data read"


@dataclass(frozen=True, eq=False)
class Race:
    """Runs on the same examples, each looked at with its fit.

    l1, objective : λ, and the least mean loss + λ‖w‖₁. start : the objective of w = 0.
    entries : how many make a pass.
    """

    runs: Sequence[Run]
    l1: float
    objective: float
    start: float
    entries: int

    def gaps(self, run: Run) -> np.ndarray:
        """F(w) − F* at the checkpoints."""
        return run.trace.fit + self.l1 * run.trace.l1_norm - self.objective

    def gap_when(self, run: Run, read: np.ndarray) -> np.ndarray:
        """The same where so many entries are ``read``, increasing; a last step may pass them."""
        known = np.append(self.start - self.objective, self.gaps(run))
        return np.interp(read, np.minimum(np.append(0, run.trace.accesses), read[-1]), known)


def race(races: Mapping[str, Race], passes: int) -> Film:
    """The film of ``races`` by title over the entries of ``passes`` passes."""
    at = np.linspace(0.0, passes, FRAMES + 1)
    scenes, told = [], []
    for title, one in races.items():
        tracks = [
            Track(
                run.name,
                np.maximum(one.gap_when(run, at * one.entries), FLOOR),
                run.colour,
                run.dash,
                run.letter,
            )
            for run in one.runs
        ]
        label = "objective gap F(w) − F*"
        scenes.append(Curves(title, at * one.entries, tracks, READ, label, log=True))
        ends = "; ".join(f"{run.letter} {run.name} {one.gaps(run)[-1]:.2g}" for run in one.runs)
        told.append(f"{title}: {ends}")
    caption = ", ".join(f"{run.letter}: {run.name}" for run in one.runs)
    return Film(
        "race",
        at,
        scenes,
        alt=f"The objective gap against the {READ}. At the end, {'. '.join(told)}.",
        caption=f"{caption}. Gaps below {FLOOR:g} are drawn there.",
        unit="pass",
    )


def race_kept(title: str, one: Race) -> Picture:
    """The nonzero weights of a race's runs against the entries read."""
    drawn = sparsity(list(one.runs), against="data accesses")
    axis = drawn.layout["yaxis"] | {"title": {"text": f"nonzero weights, {title}", "standoff": 6}}
    return replace(drawn, name=f"kept {title}", layout=drawn.layout | {"yaxis": axis})
