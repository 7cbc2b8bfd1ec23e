"""What comes out against a knob or a size: one curve a method."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from charts.picture import Picture, frame, log_axis, reference

THERE = "The dotted line stands where the knob does."


class Line(NamedTuple):
    """One curve: ``y`` [n], NaN where it is not."""

    name: str
    colour: str
    dash: str
    y: Sequence[float]


def against(
    name: str,
    labels: tuple[str, str],
    x: Sequence[float],
    lines: Sequence[Line],
    here: float | None = None,
    log: bool = False,
    caption: str = "",
) -> Picture:
    """``lines`` over ``x`` on a logarithmic axis; ``labels`` of both axes, x first.

    ``here`` is where the knob stands; ``log``: heights on a logarithmic axis, too.
    """
    x = np.asarray(x, np.float64)
    heights = [np.asarray(line.y, np.float64) for line in lines]
    curves = [
        {
            "type": "scatter",
            "mode": "lines+markers",
            "name": line.name,
            "x": x,
            "y": y,
            "line": {"color": line.colour, "dash": line.dash, "width": 2.5},
            "marker": {"color": line.colour, "size": 5},
        }
        for line, y in zip(lines, heights, strict=True)
    ]
    finite = np.concatenate(heights)
    finite = finite[np.isfinite(finite)]
    low, high = float(finite.min()), float(finite.max())
    if here is not None:
        curves.append(reference("now", [here, here], [low if log else 0.0, high]))
    y_axis = log_axis(low, high) if log else {"rangemode": "tozero"}
    layout = frame(*labels, xaxis=log_axis(float(x.min()), float(x.max())), yaxis=y_axis)
    legend = {"orientation": "h", "y": 1.02, "yanchor": "bottom"}
    told = "; ".join(
        f"{line.name} from {y[np.isfinite(y)][0]:.3g} to {y[np.isfinite(y)][-1]:.3g}"
        for line, y in zip(lines, heights, strict=True)
    )
    return Picture(
        name,
        curves,
        layout | {"showlegend": True, "legend": legend},
        alt=f"{labels[1]} against {labels[0]}: {told}.",
        caption=f"{caption} {THERE * (here is not None)}".strip(),
    )
