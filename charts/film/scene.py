"""What a scene of a film is, and how far its axes reach."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Scene:
    """One picture of a film; ``title`` stands above it, ``width`` is its share of the row."""

    title: str

    def told(self) -> dict:
        """What film.js draws."""
        raise NotImplementedError

    def columns(self) -> dict[str, np.ndarray]:
        """What it shows, frame by frame, by name."""
        raise NotImplementedError


def span(values: np.ndarray, padding: float) -> list[float]:
    values = np.asarray(values, np.float64)
    values = values[np.isfinite(values)]
    low, high = (values.min(), values.max()) if len(values) else (0.0, 1.0)
    if high - low < 1e-12 * max(abs(low), abs(high), 1e-300):
        low, high = low - 1.0, high + 1.0
    room = padding * (high - low)
    return [float(low - room), float(high + room)]
