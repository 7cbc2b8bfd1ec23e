"""The trade-off: how well a run predicts rows kept back, against the features that it uses."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from charts.layout import curve, frame
from charts.picture import Picture
from charts.playground.story import features
from charts.run import Run


def tradeoff(runs: Sequence[Run], measure: str, values: Sequence[float]) -> Picture:
    """Return the picture of the present setting of each run.

    Parameters
    ----------
    runs : with their traces.
    measure : one of ``MEASURES``.
    values : the measure of each run, nan where it diverged.
    """
    points = [(features(run), value) for run, value in zip(runs, values, strict=True)]
    curves = [
        curve(run, np.array([float(x)]), np.array([y]))
        for run, (x, y) in zip(runs, points, strict=True)
    ]
    layout = frame("features used", measure, xaxis={"rangemode": "tozero"})
    words = "; ".join(
        f"{run.letter} {run.name}: {y:.4g} with {x:,} features"
        for run, (x, y) in zip(runs, points, strict=True)
    )
    return Picture("tradeoff", curves, layout, f"{measure} against features used. {words}.")
