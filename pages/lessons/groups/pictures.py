"""Which groups live when: a map of groups × time for each run, side by side as a film."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from algorithms import Trace
from charts.film import Film, Tiles

ROWS = 20
"""Rows of a map; of more groups those with the largest weights are shown."""


class Grouped(NamedTuple):
    """A run looked at ``c`` times, and the features of each group of its map."""

    trace: Trace
    groups: Sequence[np.ndarray]
    colour: str


def group_maps(runs: Mapping[str, Grouped], truth: np.ndarray | None) -> Film:
    """The film of ``runs`` by name, all looked at after the same steps.

    ``truth`` : the true weights (d,), of which a row's name counts those of its group; or None.
    """
    told = ", ".join(
        f"{name} {sum(run.trace.final_weights[group].any() for group in run.groups)} of "
        f"{len(run.groups)}"
        for name, run in runs.items()
    )
    more = any(len(run.groups) > ROWS for run in runs.values())
    steps = next(iter(runs.values())).trace.steps
    looks = _evenly(steps)
    return Film(
        "groups",
        np.append(0, steps[looks]),
        [
            Tiles(name, *_rows(run, looks, truth), run.colour, "examples")
            for name, run in runs.items()
        ],
        alt=f"Maps of groups by time. Groups with a weight at the end: {told}.",
        caption="A row is a group"
        + (" · how many of its true weights are not 0" if truth is not None else "")
        + "; the more of its weights live, the stronger its colour."
        + f" Shown are the {ROWS} groups with most weight." * more,
        unit="example",
    )


def _evenly(steps: np.ndarray) -> np.ndarray:
    """Which looks make a film of even pace: they themselves lie denser at the start."""
    frames = max(len(steps) // 2, 1)
    return np.unique(np.searchsorted(steps, steps[-1] * np.arange(1, frames + 1) / frames))


def _rows(
    run: Grouped, looks: np.ndarray, truth: np.ndarray | None
) -> tuple[list[str], np.ndarray]:
    """The names of the groups shown, and [F, G] which share of each lives."""
    trace, groups = run.trace, run.groups
    size = [np.abs(trace.final_weights[group]).sum() for group in groups]
    shown = np.sort(np.argsort(size, kind="stable")[::-1][:ROWS])
    place = np.full(len(trace.final_weights), -1)
    place[trace.tracked] = np.arange(len(trace.tracked))
    lives = np.vstack([np.zeros(len(trace.tracked), bool), trace.weights[looks] != 0.0])
    names, shares = [], []
    for g in shown:
        kept = place[groups[g]]
        kept = kept[kept >= 0]
        shares.append(lives[:, kept].mean(axis=1) if len(kept) else np.zeros(len(lives)))
        names.append(
            f"{g + 1}" + (f" · {np.count_nonzero(truth[groups[g]])}" if truth is not None else "")
        )
    return names, np.column_stack(shares)
