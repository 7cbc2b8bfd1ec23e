"""What is kept against a knob: real features drawn solid, random ones dotted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from charts.against import Line, against
from charts.picture import Picture


def counts_against(
    name: str,
    x_label: str,
    x: Sequence[float],
    tracks: Mapping[str, tuple[str, Sequence[int], Sequence[int]]],
    here: float,
) -> Picture:
    """Curves of (colour, real, random) counts by name; ``here`` is where the knob stands."""
    lines = [
        Line(f"{label}, {what}", colour, dash, counts)
        for label, (colour, real, random) in tracks.items()
        for what, dash, counts in (("real", "solid", real), ("random", "dot", random))
    ]
    caption = "Solid: real features; dotted: random ones."
    return against(name, (x_label, "features kept"), x, lines, here, caption=caption)
