"""The marks of a curve, counted one by one."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import chain
from typing import Any


def marks_of(curve: Mapping[str, Any]) -> int:
    """Return how many points, bars or cells a curve draws, none where it is an ornament."""
    if curve.get("meta") == "ornament":
        return 0
    if curve["type"] == "heatmap":
        return sum(_is_there(value) for value in chain.from_iterable(curve["z"]))
    return sum(_is_there(x) and _is_there(y) for x, y in zip(curve["x"], curve["y"], strict=True))


def _is_there(place: float | str | None) -> bool:
    return place is not None and (isinstance(place, str) or math.isfinite(place))
