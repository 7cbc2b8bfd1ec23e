"""The end of the first pass in a picture: a thin line, with a label where no curve is drawn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from charts.labels import note_at, range_of
from charts.layout import reference
from charts.placing import HEIGHT, LETTER
from charts.run import Run

LABEL = "first pass ends"
CAPTION = "After the first pass, every example has been seen before."

WHERE = {"steps": "rows", "data accesses": "entries", "gradient evaluations": "rows"}
"""By what curves are plotted against, the number of ``Examples`` at which the first pass of every
run ends. Operations and seconds differ from run to run."""

SHARES = (0.95, 0.05, *np.linspace(0.9, 0.1, 17))
"""The heights that are tried for the label, as shares of the picture: the first that is free."""


def has_later_passes(runs: Sequence[Run]) -> bool:
    """Return whether some run goes through its examples more than once, one example per step."""
    return any(run.trace.later_loss is not None for run in runs)


def end_of_first_pass(runs: Sequence[Run], against: str) -> float | None:
    """Return the place on the x axis at which the first pass of all runs ends.

    None where there is one pass only, where a run reads all examples at every step, and on axes
    on which runs end their first pass at different places.

    Parameters
    ----------
    against : the x axis, one of ``charts.x_axis.LABELS``.
    """
    if against not in WHERE or any(run.trace.loss is None for run in runs):
        return None
    if not has_later_passes(runs):
        return None
    return float(getattr(runs[0].trace.costs.examples, WHERE[against]))


def mark(
    place: float,
    layout: dict,
    curves: Sequence[dict],
    notes: Sequence[dict] = (),
    axis: str = "yaxis",
    top: float | None = None,
) -> tuple[dict, dict]:
    """Return an upright line and its label; the axis of heights gets a range if it has none.

    Parameters
    ----------
    place : on the x axis.
    curves : all that is drawn in the pane, which the label keeps off where it can.
    notes : other annotations of the pane; the label stands beside none of them, for pictures may
        be narrow.
    axis : the axis of heights of the pane.
    top : the height at which the line ends; None for the upper edge.
    """
    across, upward = layout["xaxis"], layout[axis]
    upward.setdefault("range", range_of(upward, curves))
    low, high = upward["range"]
    end = high if top is None else float(_on(upward, np.array([top]))[0])
    heights = [10.0**each if upward.get("type") == "log" else each for each in (low, end)]
    at = float(_on(across, np.array([place]))[0])
    taken = [(other["y"] - low) / (high - low) for other in notes]
    tried = [
        share
        for share in SHARES
        if share <= (end - low) / (high - low) - 0.5 * HEIGHT
        and all(abs(share - other) >= HEIGHT for other in taken)
    ]
    share = _freest(tried or [0.5], at, layout, axis, curves)
    note = note_at(at, low + share * (high - low), LABEL, on_its_right=True)
    return reference(LABEL, [place, place], heights), note


def _freest(
    shares: Sequence[float], at: float, layout: dict, axis: str, curves: Sequence[dict]
) -> float:
    """The height, of those that are tried, beside which fewest points of curves are."""
    (left, right), (low, high) = layout["xaxis"]["range"], layout[axis]["range"]
    end = at + (len(LABEL) + 1) * LETTER * (right - left)
    ys = []
    for curve in curves:
        x = _on(layout["xaxis"], np.asarray(curve["x"], np.float64))
        y = _on(layout[axis], np.asarray(curve["y"], np.float64))
        beside = np.interp(np.linspace(at, end, 9), x, y) if (np.diff(x) >= 0.0).all() else y
        ys.append(np.concatenate([beside, y[(x >= at) & (x <= end)]]))
    places = (np.concatenate([[], *ys]) - low) / (high - low)
    return min(shares, key=lambda share: int((np.abs(places - share) < 0.6 * HEIGHT).sum()))


def _on(axis: dict, places: np.ndarray) -> np.ndarray:
    """Places as an axis counts them: a logarithmic one in powers of ten."""
    if axis.get("type") != "log":
        return places
    return np.log10(np.where(places > 0.0, places, np.nan))
