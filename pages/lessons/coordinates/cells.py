"""The cells of a small table, lit as a method reads them. ``cells.js`` draws it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from charts.film.scene import Scene
from charts.layout import frame


@dataclass(frozen=True, eq=False)
class CellGrid(Scene):
    """A table that is read row by row or column by column, cell by cell.

    Parameters
    ----------
    n_rows, n_columns : its shape.
    by : what one step reads, a row or a column.
    read : (F,), how many cells are read.
    colour : of the cells that are.
    counted : whether the steps made are written above the table, too.
    """

    n_rows: int
    n_columns: int
    by: Literal["row", "column"]
    read: np.ndarray
    colour: str
    counted: bool = False

    def payload(self) -> dict:
        """Return what the browser draws."""
        axes = {"xaxis": {"range": [0, self.n_columns]}, "yaxis": {"range": [self.n_rows, 0]}}
        return {
            "kind": "cells",
            "module": "pages/lessons/coordinates/cells.js",
            "title": self.title,
            "layout": frame("columns: features", "rows: examples", **axes),
            "shape": [self.n_rows, self.n_columns],
            "by": self.by,
            "read": np.asarray(self.read, np.float32),
            "colour": self.colour,
            "counted": self.counted,
            "tracks": [{"name": f"one {self.by}", "y": np.asarray(self.steps, np.float64)}],
        }

    @property
    def steps(self) -> np.ndarray:
        """The whole steps made at each frame, (F,)."""
        return self.read // (self.n_rows if self.by == "column" else self.n_columns)

    def columns(self) -> dict[str, np.ndarray]:
        """Return the cells read and the steps made, frame by frame, by name."""
        return {f"{self.title}: cells": self.read, f"{self.title}: steps": self.steps}
