"""The scenes of the picture of the weights: a plane of two, pixels, and words by size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from charts.film.scene import Scene
from charts.layout import frame

FOLDER = "ui/live/browser/world"
FARTHEST = 1e38
QUANTA = 32767
"""Weights of pixels are sent as shares of the largest one, in so many parts."""


@dataclass(frozen=True, eq=False)
class WeightScene(Scene):
    """One panel of the picture, that of one run, over F frames.

    Parameters
    ----------
    letter, colour, dash : those of the run.
    kept : the number of features kept, int64 [F].
    """

    letter: str
    colour: str
    dash: str
    kept: np.ndarray

    def payload(self) -> dict:
        return {
            "title": self.title,
            "letter": self.letter,
            "colour": self.colour,
            "dash": self.dash,
            "kept": np.asarray(self.kept, np.float32),
        }

    def columns(self) -> dict[str, np.ndarray]:
        return {f"{self.letter}: features kept": self.kept}


@dataclass(frozen=True, eq=False)
class WeightPlane(WeightScene):
    """The path of two weights in their plane, over the mean loss when these two change alone.

    Parameters
    ----------
    names : of the weight across and of the one up.
    path : their values [F, 2].
    window : the ends of both axes, ((low, high), (low, high)).
    losses : the mean loss on an even grid over the window, float64 (n, n), from below upward.
    best : where both stand in the best fixed weights; None while these are sought.
    """

    names: tuple[str, str]
    path: np.ndarray
    window: tuple[tuple[float, float], tuple[float, float]]
    losses: np.ndarray
    best: tuple[float, float] | None = None

    def payload(self) -> dict:
        across, up = self.window
        layout = frame(self.names[0], self.names[1], xaxis={"range": across}, yaxis={"range": up})
        layout["margin"] = {"l": 52, "r": 12, "t": 8, "b": 46}
        return super().payload() | {
            "kind": "plane",
            "module": f"{FOLDER}/plane.js",
            "layout": layout,
            "x": _single(self.path[:, 0]),
            "y": _single(self.path[:, 1]),
            "losses": _single(self.losses).ravel(),
            "levels": levels_of(self.losses),
            "best": self.best,
        }

    def columns(self) -> dict[str, np.ndarray]:
        own = {f"{self.letter}: {name}": self.path[:, i] for i, name in enumerate(self.names)}
        return own | super().columns()


def _single(values: np.ndarray) -> np.ndarray:
    """Numbers as float32; those of a run that diverged may be larger than these can be."""
    return np.clip(values, -FARTHEST, FARTHEST).astype(np.float32)


def levels_of(losses: np.ndarray, number: int = 8) -> list[float]:
    """Return the heights of contours: nearer to each other where the loss is low.

    Examples
    --------
    >>> levels_of(np.array([[0.0, 1.0]]), number=3)
    [0.0625, 0.25, 0.5625]
    """
    low, high = float(losses.min()), float(losses.max())
    shares = (np.arange(1, number + 1) / (number + 1)) ** 2
    return [low + (high - low) * float(share) for share in shares]


@dataclass(frozen=True, eq=False)
class WeightPixels(WeightScene):
    """The weights of pixels, each where its pixel is: red for one sign, blue for the other.

    Parameters
    ----------
    classes : the class of each picture, or one empty name.
    cells : of each weight its picture, row and column, int64 [m, 3].
    side : the pixels of a picture, (rows, columns).
    names : the m names.
    values : the weights [F, m].
    largest : the size of the weight that has the full colour.
    """

    classes: Sequence[str]
    cells: np.ndarray
    side: tuple[int, int]
    names: Sequence[str]
    values: np.ndarray
    largest: float

    def payload(self) -> dict:
        return super().payload() | {
            "kind": "pixels",
            "module": f"{FOLDER}/pixels.js",
            "classes": list(self.classes),
            "cells": self.cells.astype(np.uint16).ravel(),
            "side": list(self.side),
            "names": list(self.names),
            "values": quantise(self.values, self.largest).ravel(),
            "largest": self.largest,
        }

    def columns(self) -> dict[str, np.ndarray]:
        own = {f"{self.letter}: {name}": self.values[:, j] for j, name in enumerate(self.names)}
        return own | super().columns()


def quantise(values: np.ndarray, largest: float) -> np.ndarray:
    """Return numbers as int16 shares of ``largest``; what is not 0 stays so.

    Examples
    --------
    >>> quantise(np.array([0.0, 1e-9, -2.0, 5.0]), 2.0)
    array([     0,      1, -32767,  32767], dtype=int16)
    """
    shares = np.clip(values / largest, -1.0, 1.0) * QUANTA
    return np.where(np.abs(shares) < 1.0, np.sign(shares), shares.round()).astype(np.int16)


@dataclass(frozen=True, eq=False)
class WeightWords(WeightScene):
    """The features with the largest weights, and those that were just dropped.

    Parameters
    ----------
    names : of all that occur in any frame.
    rows : the places of the largest in ``names``, int64 [F, R]; -1 for none.
    values : their weights [F, R].
    cut : the places of those that were dropped since the frame before, int64 [F, C]; -1 for none.
    dropped : how many were dropped since the frame before, int64 [F].
    """

    names: Sequence[str]
    rows: np.ndarray
    values: np.ndarray
    cut: np.ndarray
    dropped: np.ndarray

    def payload(self) -> dict:
        # Places are counted from 1 here, and 0 is none.
        return super().payload() | {
            "kind": "words",
            "module": f"{FOLDER}/words.js",
            "names": list(self.names),
            "rows": (self.rows + 1).astype(np.uint16).ravel(),
            "values": _single(self.values).ravel(),
            "cut": (self.cut + 1).astype(np.uint16).ravel(),
            "dropped": self.dropped.astype(np.float32),
            "largest": float(np.abs(self.values).max(initial=0.0)) or 1.0,
        }

    def columns(self) -> dict[str, np.ndarray]:
        names = np.array([*self.names, ""])
        own = {}
        for r in range(self.rows.shape[1]):
            own[f"{self.letter}: name {r + 1}"] = names[self.rows[:, r]]
            own[f"{self.letter}: weight {r + 1}"] = self.values[:, r]
        return own | super().columns()
