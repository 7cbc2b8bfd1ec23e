"""A histogram of weights around zero, with those that are exactly zero counted apart."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from charts.film.scene import Scene
from charts.layout import frame

BINS = 40
"""An even number, so that no bin is around zero: there stands the bar of weights exactly zero."""


@dataclass(frozen=True, eq=False)
class Histogram(Scene):
    """The nonzero weights in bins, frame by frame.

    Parameters
    ----------
    counts : [F, BINS], of nonzero weights within ±``reach``.
    zeros, outside : [F], counts of weights that are exactly 0, and of those beyond ``reach``.
    reach : the largest size of a weight that has a bin.
    top : where the axis of counts ends; a taller bar is cut and says its number.
    colour : of all bins.
    band : a weight; what lies within ± it is shaded.
    near : [F], counts of nonzero weights within ``band``, if they are written.
    """

    counts: np.ndarray
    zeros: np.ndarray
    outside: np.ndarray
    reach: float
    top: float
    colour: str
    band: float
    near: np.ndarray | None = None

    def payload(self) -> dict:
        return {
            "kind": "histogram",
            "title": self.title,
            "layout": frame(
                "weight",
                "how many weights",
                xaxis={"range": [-self.reach, self.reach]},
                yaxis={"range": [0.0, self.top]},
            ),
            "names": self._names(),
            "colour": self.colour,
            "band": self.band,
            "heights": self.counts.astype(_smallest(self.counts)).ravel(),
            "near": None if self.near is None else np.asarray(self.near, np.float32),
            "tracks": [
                {"name": f"{self.title}: exactly 0", "y": np.asarray(self.zeros, np.float32)},
                {"name": f"{self.title}: outside", "y": np.asarray(self.outside, np.float32)},
            ],
        }

    def columns(self) -> dict[str, np.ndarray]:
        bins = {name: self.counts[:, b] for b, name in enumerate(self._names())}
        apart = {"exactly 0": self.zeros, "outside": self.outside}
        return {f"{self.title}: {name}": values for name, values in (bins | apart).items()}

    def _names(self) -> list[str]:
        edges = np.linspace(-self.reach, self.reach, BINS + 1)
        return [f"{low:.3g} to {high:.3g}" for low, high in pairwise(edges)]


def _smallest(counts: np.ndarray) -> type:
    """Half the bytes of floats, where the counts are no larger than that."""
    return np.uint16 if counts.max(initial=0) <= np.iinfo(np.uint16).max else np.float32


def spread_of(weights: np.ndarray, reach: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (counts, zeros, outside) of ``weights`` [F, d], as ``Histogram`` takes them."""
    frames = len(weights)
    nonzero = weights != 0.0
    inside = nonzero & (np.abs(weights) < reach)
    place = np.clip((weights + reach) * (BINS / (2.0 * reach)), 0, BINS - 1).astype(np.int64)
    # What is not counted has a bin of its own at the end of its frame.
    place = np.where(inside, place, BINS) + (BINS + 1) * np.arange(frames)[:, None]
    counts = np.bincount(place.ravel(), minlength=frames * (BINS + 1))
    counts = counts.reshape(frames, BINS + 1)[:, :BINS]
    nonzeros = nonzero.sum(axis=1)
    return counts, weights.shape[1] - nonzeros, nonzeros - counts.sum(axis=1)
