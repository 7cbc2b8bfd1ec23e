"""Weights by size, where there is no truncation function to show."""

from __future__ import annotations

import numpy as np

from charts.labels import end_names
from charts.layout import curve, frame
from charts.picture import Picture
from charts.run import Run

SHOWN = 200


def profile(runs: list[Run]) -> Picture:
    """Return the sizes of the final weights of each run, largest first, without zeros.

    The picture takes the place of the truncation functions when no run has one: what these
    algorithms make of a weight depends on more than the weight, on others or on its past.
    """
    drawn = [run for run in runs if not run.diverged]
    kept = {run.letter: _sizes(run) for run in drawn}
    last = min(max([1, *(len(sizes) for sizes in kept.values())]), SHOWN)
    curves, ends = [], []
    for run in drawn:
        sizes = kept[run.letter][:SHOWN]
        rank = np.arange(1, len(sizes) + 1)
        curves.append(curve(run, rank, sizes))
        ends.append((float(len(sizes)), float(sizes[-1])) if len(sizes) else (1.0, np.nan))
    layout = frame(
        "rank of the weight",
        "size of the weight",
        xaxis={"range": [0.0, 1.05 * last + 1.0]},
        yaxis={"rangemode": "tozero"},
    )
    layout["annotations"] = end_names(drawn, ends, layout, curves)
    sentence = "; ".join(
        f"{run.letter} {run.name}: {len(kept[run.letter]):,} nonzero, "
        f"the largest {kept[run.letter].max(initial=0.0):.3g}"
        for run in drawn
    )
    alt = f"Weights by size. {sentence}."
    heading = "The size of each weight at the end"
    words = _curves(kept)
    return Picture("profile", curves, layout, alt, _caption(runs, kept), heading, key=words)


def _curves(kept: dict[str, np.ndarray]) -> str:
    """A sentence on what is drawn."""
    most = f"{SHOWN} at most, " if any(len(sizes) > SHOWN for sizes in kept.values()) else ""
    return f"Each curve shows the nonzero weights of a run by size, {most}the largest first."


def _caption(runs: list[Run], kept: dict[str, np.ndarray]) -> str:
    caption = (
        f"{_curves(kept)} No run here has a rule to draw: what becomes of a weight depends on more "
        "than its size."
    )
    empty = [letter for letter, sizes in kept.items() if not len(sizes)]
    if empty:
        caption += f" All weights are 0: {', '.join(empty)}."
    broken = [run.letter for run in runs if run.diverged]
    if broken:
        caption += f" Left out, diverged: {', '.join(broken)}."
    return caption


def _sizes(run: Run) -> np.ndarray:
    """The sizes of the nonzero weights, largest first."""
    w = np.abs(run.trace.final_weights.ravel())
    return -np.sort(-w[w > 0.0])
