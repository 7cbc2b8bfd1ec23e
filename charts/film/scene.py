"""The form of a scene of a film, and the reach of its axes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Scene:
    """One picture of a film; ``title`` stands above it."""

    title: str

    def payload(self) -> dict:
        """The plain data that film.js draws."""
        raise NotImplementedError

    def columns(self) -> dict[str, np.ndarray]:
        """The numbers it shows, by name, each with one entry per frame."""
        raise NotImplementedError


def span(values: np.ndarray, padding: float) -> list[float]:
    """Return the ends of an axis over the finite ``values``, with a share of room at both."""
    values = np.asarray(values, np.float64)
    values = values[np.isfinite(values)]
    low, high = (values.min(), values.max()) if len(values) else (0.0, 1.0)
    if high - low < 1e-12 * max(abs(low), abs(high), 1e-300):
        low, high = low - 1.0, high + 1.0
    room = padding * (high - low)
    return [float(low - room), float(high + room)]
