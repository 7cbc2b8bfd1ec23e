"""Numbers written into formulas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from charts.film.scene import Scene


@dataclass(frozen=True, eq=False)
class Formulas(Scene):
    """Numbers written into formulas.

    Parameters
    ----------
    rows : the label and the F texts of each row, of which the frame's own is shown; a text that
        begins with "!" is lit up, without the mark.
    """

    rows: Sequence[tuple[str, Sequence[str]]]

    def payload(self) -> dict:
        rows = [{"label": label, "texts": list(texts)} for label, texts in self.rows]
        return {"kind": "formulas", "title": self.title, "rows": rows}

    def columns(self) -> dict[str, np.ndarray]:
        return {f"{self.title}: {label}": np.array(texts) for label, texts in self.rows}
