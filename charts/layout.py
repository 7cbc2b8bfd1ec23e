"""The frame that all pictures share, and the curves in it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from charts.palette import REFERENCE
from charts.run import Run


def frame(x: str, y: str, **axes: dict) -> dict:
    """Return the layout all pictures share; the page's theme sets colours of text and grid."""
    axis = {
        "zeroline": False,
        "showline": True,
        "ticks": "outside",
        "ticklen": 4,
        "nticks": 6,
        "exponentformat": "power",
        "minexponent": 6,
        "separatethousands": True,
    }
    return {
        "template": {},
        "margin": {"l": 56, "r": 22, "t": 8, "b": 42},
        "showlegend": False,
        "hovermode": "closest",
        # A zoom is kept while the axes mean the same.
        "uirevision": f"{x} {y} {axes.get('yaxis', {}).get('type', '')}",
        "xaxis": {**axis, "title": {"text": x, "standoff": 6}, **axes.get("xaxis", {})},
        "yaxis": {**axis, "title": {"text": y, "standoff": 6}, **axes.get("yaxis", {})},
    }


def name_places(layout: dict, first: int = 0, **axes: Sequence) -> None:
    """Note in ``layout`` what stands at the places first, first + 1, … of axes, for tables.

    A tick may have no room for all of a name, and an axis none for a tick at each place.
    """
    names = layout.setdefault("meta", {}).setdefault("names", {})
    for axis, those in axes.items():
        names[axis] = [None] * first + [_in_a_table(name) for name in those]


def _in_a_table(name: float | str) -> float | str:
    """JSON has no infinity; a table's readers know the word."""
    return str(name) if isinstance(name, float) and not np.isfinite(name) else name


def log_axis(low: float, high: float) -> dict:
    """Return a logarithmic axis over ``low`` to ``high``, with as many ticks as have room."""
    decades = np.log10(high / low) if 0.0 < low < high else 1.0
    ticks = "D2" if decades < 1.5 else int(np.ceil(decades / 6))
    # Powers are written out ("0.01", "100") where they are short.
    powers = "none" if low >= 1e-4 and high < 1e6 else "power"
    return {"type": "log", "dtick": ticks, "nticks": None, "exponentformat": powers}


def widen(layout: dict, top: float, bottom: float = 0.0) -> None:
    """Make room in ``layout`` for the ticks' labels where they have more than five letters.

    A tick may stand a little above ``top``.
    """
    if top >= 8.9e3 or bottom <= -1e3:
        layout["margin"]["l"] = 72 if top < 8.9e5 and bottom > -1e5 else 86


def curve(run: Run, x: np.ndarray, y: np.ndarray) -> dict:
    """Return one run's line; a single point is no line and is drawn as a dot."""
    return {
        "type": "scatter",
        "mode": "lines" if len(x) > 1 else "markers",
        "name": f"{run.letter} · {run.name}",
        "x": _short(x),
        "y": _short(y),
        "line": {"color": run.colour, "dash": run.dash, "width": 2.5},
        "marker": {"color": run.colour, "size": 7},
    }


def reference(name: str, x: list[float], y: list[float]) -> dict:
    """Return a thin grey line to compare with."""
    return {
        "type": "scatter",
        "mode": "lines",
        "name": name,
        "x": x,
        "y": y,
        "hoverinfo": "skip",
        "meta": "ornament",
        "line": {"color": REFERENCE, "width": 1.2, "dash": "dot"},
    }


def _short(values: np.ndarray) -> np.ndarray:
    """float32 is more than a screen can show and half the bytes, but it ends at 3e38."""
    # Whole numbers end before. Gaps are left out; np.nanmax takes three times as long for so few.
    huge = values.dtype.kind == "f" and np.fmax.reduce(np.abs(values), initial=0.0) > 1e38
    return values.astype(np.float64 if huge else np.float32)
