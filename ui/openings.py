"""Openings: each dataset with a scaling, a loss and knobs that fit it."""

from __future__ import annotations

from collections.abc import Mapping

from ui.view import View


def ranges(view: View) -> Mapping[str, tuple[float, float]]:
    """Return the ends of the sliders by knob, around the values that fit the dataset."""
    return {}
