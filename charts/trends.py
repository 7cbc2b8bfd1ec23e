"""The old form of ``charts.sweep``, until all lessons use the new one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from charts.picture import Picture
from charts.sweep import Line, sweep


@dataclass(frozen=True, eq=False)
class Trend:
    """One curve ``y`` over ``x``; ``here`` is its point at which the knobs stand."""

    name: str
    x: np.ndarray
    y: np.ndarray
    colour: str
    dash: str = "solid"
    here: tuple[float, float] | None = None
    label: str = ""


def trends(name, labels, curves, *, levels=None, here=None, log_x=True, log_y=False, caption=""):
    """Return the picture of ``curves``."""
    lines = [Line(c.name, c.colour, c.dash, c.y, c.x, c.here, c.label) for c in curves]
    picture = sweep(name, labels, None, lines, here, log_y, levels=levels, tight=True)
    return Picture(name, picture.data, picture.layout, picture.alt, caption)
