"""Sparsity trajectories: how many weights are not zero, as the run goes on."""

from __future__ import annotations

from typing import Literal

import numpy as np

from charts.labels import end_labels
from charts.layout import curve, frame, reference, widen
from charts.picture import Picture
from charts.run import Run
from charts.x_axis import abscissa, label, shown

Unit = Literal["count", "share of d", "share of seen"]
TITLES = {
    "count": "nonzero weights",
    "share of d": "nonzero, share of all d",
    "share of seen": "nonzero, share of features seen",
}


def sparsity(
    runs: list[Run],
    unit: Unit = "count",
    true_nonzeros: int | None = None,
    against: str = "steps",
) -> Picture:
    """Nonzero weights of each run at its checkpoints, as a number or a share.

    ``true_nonzeros``, where the truth is known, is drawn as a line to compare with; ``against``
    says what the runs are plotted against, see ``charts.x_axis``.
    """
    w = runs[0].trace.final_weights
    d, classes = w.size, w.size // w.shape[-1]
    curves, ends = [], []
    for run in runs:
        seen = np.maximum(run.trace.seen, 1) * classes
        base = {"count": 1, "share of d": d, "share of seen": seen}[unit]
        values = run.trace.nonzeros / base
        x = abscissa(run, against)
        curves.append(curve(run, x, values))
        ends.append((x[-1], values[-1]))
    last = float(max(x for x, _ in ends))
    layout = frame(
        label(against, runs),
        TITLES[unit],
        xaxis={"range": shown(runs, against)},
        yaxis={"rangemode": "tozero"},
    )
    layout["annotations"] = end_labels(runs, ends, layout, curves)
    widen(layout, max(float(c["y"].max()) for c in curves))
    if true_nonzeros is not None and unit != "share of seen":
        level = true_nonzeros / (d if unit == "share of d" else 1)
        curves.insert(0, reference("true features", [0, last], [level, level]))
    told = "; ".join(
        f"{run.letter} {run.name}: {run.trace.nonzeros[-1]:,} of {d:,} at the end" for run in runs
    )
    return Picture(
        "sparsity",
        curves,
        layout,
        alt=f"Nonzero weights against {label(against, runs).removesuffix(', t')}. {told}.",
        caption=_caption(runs),
    )


def _caption(runs: list[Run]) -> str:
    """What is counted, and when: between two truncations the count would be another."""
    caption = "A weight counts as nonzero unless it is exactly 0."
    periodic = [run.letter for run in runs if run.algorithm.stride > 1]
    if periodic:
        caption += f" {', '.join(periodic)}: counted every K steps, when zeros have just been made."
    return caption
