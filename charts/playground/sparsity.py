"""Sparsity trajectories: the number of weights that are not zero, as the run goes on."""

from __future__ import annotations

from typing import Literal

import numpy as np

from charts.labels import end_names
from charts.layout import curve, frame, reference, widen
from charts.picture import Picture
from charts.run import Run
from charts.x_axis import abscissa, extent, label

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
    """Return the picture of the nonzero weights of each run at its checkpoints.

    Parameters
    ----------
    runs : the runs.
    unit : a number, or a share of which whole.
    true_nonzeros : a line to compare with, where the truth is known.
    against : the x axis, one of ``charts.x_axis.LABELS``.
    """
    d = runs[0].trace.final_weights.size
    points = [(abscissa(run, against), _counted(run, unit)) for run in runs]
    curves = [curve(run, *point) for run, point in zip(runs, points, strict=True)]
    ends = [(x[-1], y[-1]) for x, y in points]
    layout = frame(
        label(against, runs),
        TITLES[unit],
        xaxis={"range": extent(runs, against)},
        yaxis={"rangemode": "tozero"},
    )
    layout["annotations"] = end_names(runs, ends, layout, curves)
    widen(layout, max(float(c["y"].max()) for c in curves))
    if true_nonzeros is not None and unit != "share of seen":
        level = true_nonzeros / (d if unit == "share of d" else 1)
        last = float(max(x for x, _ in ends))
        curves.insert(0, reference("true features", [0, last], [level, level]))
    sentence = "; ".join(
        f"{run.letter} {run.name}: {run.trace.nonzeros[-1]:,} of {d:,} at the end" for run in runs
    )
    alt = f"Nonzero weights against {label(against, runs).removesuffix(', t')}. {sentence}."
    return Picture("sparsity", curves, layout, alt, _caption(runs))


def _counted(run: Run, unit: Unit) -> np.ndarray:
    """The nonzero weights at each checkpoint, in ``unit``."""
    w = run.trace.final_weights
    classes = w.size // w.shape[-1]
    if unit == "share of seen":
        return run.trace.nonzeros / (np.maximum(run.trace.seen, 1) * classes)
    return run.trace.nonzeros / (w.size if unit == "share of d" else 1)


def _caption(runs: list[Run]) -> str:
    """Words on when it is counted: between two truncations the count would be another."""
    caption = "A weight counts as nonzero unless it is exactly 0."
    periodic = [run.letter for run in runs if run.algorithm.stride > 1]
    if periodic:
        caption += f" {', '.join(periodic)}: counted every K steps, when zeros have just been made."
    return caption
