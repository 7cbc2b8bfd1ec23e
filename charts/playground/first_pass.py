"""The end of the first pass in a picture: a thin line, with a label where no curve is drawn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from charts.labels import FEW, line_of, note_at, range_of
from charts.layout import reference
from charts.placing import LETTER
from charts.run import Run

LABEL = "first pass ends"
CAPTION = "After the first pass, every example was seen before."

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


def mark(place: float, layout: dict, curves: Sequence[dict], axis: str = "yaxis") -> dict:
    """Return an upright line; the axis of heights gets a range if it has none.

    Parameters
    ----------
    place : on the x axis.
    curves : all that is drawn in the pane.
    axis : the axis of heights of the pane.
    """
    upward = layout[axis]
    upward.setdefault("range", range_of(upward, curves))
    heights = upward["range"]
    if upward.get("type") == "log":
        heights = [10.0**height for height in heights]
    return reference(LABEL, [place, place], heights)


def label(
    line: dict,
    layout: dict,
    curves: Sequence[dict],
    notes: Sequence[dict] = (),
    axis: str = "yaxis",
) -> dict:
    """Return the label of ``line``, where fewest points of curves are.

    Parameters
    ----------
    line : as ``mark`` returned it, perhaps shorter.
    curves : all else that is drawn in the pane.
    notes : other annotations of the pane; the label stands beside none of them, for pictures may
        be narrow.
    axis : the axis of heights of the pane.
    """
    (left, right), (low, high) = layout["xaxis"]["range"], layout[axis]["range"]
    at, most = _on(layout["xaxis"], line["x"][0]), _on(layout[axis], line["y"][1])
    ends = line["x"][0], _off(layout["xaxis"], at + (len(LABEL) + 1) * LETTER * (right - left))
    shares = (_on(layout[axis], _heights_between(curves, *ends)) - low) / (high - low)
    taken = [(note["y"] - low) / (high - low) for note in notes]
    height = line_of(layout[axis])
    top = (most - low) / (high - low) - 0.6 * height
    tried = [x for x in SHARES if x <= top and all(abs(x - y) >= height for y in taken)] or [0.5]
    crossed = (np.abs(shares[:, None] - tried) < 0.6 * height).sum(axis=0)
    share = tried[int(crossed.argmin())]
    return note_at(at, low + share * (high - low), LABEL, on_its_right=True)


def _heights_between(curves: Sequence[dict], start: float, end: float) -> np.ndarray:
    """The heights of curves between two places; all of those that have few corners."""
    parts = [np.zeros(0)]
    for curve in curves:
        x, y = np.asarray(curve["x"]), np.asarray(curve["y"])
        parts.append(y if len(x) <= FEW else y[(x >= start) & (x <= end)])
    return np.concatenate(parts)


def _on(axis: dict, places: np.ndarray | float) -> np.ndarray | float:
    """Places as an axis counts them: a logarithmic one in powers of ten."""
    if axis.get("type") != "log":
        return places
    return np.log10(np.where(np.asarray(places) > 0.0, places, np.nan))


def _off(axis: dict, place: float) -> float:
    """The number at a place of an axis."""
    return 10.0**place if axis.get("type") == "log" else place
