"""Numbers written into formulas."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from charts.film.scene import Scene

HYPHEN_BEFORE_NUMBER = re.compile(r"-(?=[\d.∞])")


@dataclass(frozen=True, eq=False)
class Formulas(Scene):
    """Numbers written into formulas.

    Parameters
    ----------
    rows : the label and the F texts of each row, of which the frame's own is shown; a text that
        begins with "!" is lit up, without the mark. A hyphen before a number is a minus sign.
    """

    rows: Sequence[tuple[str, Sequence[str]]]

    def payload(self) -> dict:
        rows = [{"label": label, "texts": texts} for label, texts in self._as_written()]
        return {"kind": "formulas", "title": self.title, "rows": rows}

    def columns(self) -> dict[str, np.ndarray]:
        return {f"{self.title}: {label}": np.array(texts) for label, texts in self._as_written()}

    def _as_written(self) -> list[tuple[str, list[str]]]:
        """The rows as they are written."""
        return [
            (label, [HYPHEN_BEFORE_NUMBER.sub("−", text) for text in texts])
            for label, texts in self.rows
        ]
