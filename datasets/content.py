"""The content of a source once it is read, whatever its format: a table, or sparse rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from datasets.report import Step

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Table:
    """Named columns of numbers, words or dates, with gaps (NaN, None, NaT) where cells are empty.

    A column that is declared to hold categories is a Categorical, its categories in their order.
    ``report`` says how it was read, ``decimal`` is the mark before decimals as far as is known.
    The rows are counted from 0 in ``frame.index``.
    """

    frame: pd.DataFrame
    report: tuple[Step, ...] = ()
    decimal: str = "."


@dataclass(frozen=True, eq=False)
class Rows:
    """Sparse rows: X [n_rows, n_features], y [n_rows] of numbers or words, a name a column.

    Where the source declares the target's ``classes``, y holds their numbers, from 0.
    """

    X: sp.csr_array
    y: np.ndarray = field(repr=False)
    names: tuple[str, ...] = field(repr=False)
    report: tuple[Step, ...] = ()
    classes: tuple[str, ...] = ()

    @property
    def labels(self) -> np.ndarray:
        """The target [n_rows] of numbers, or of the names of its classes."""
        return np.array(self.classes)[self.y.astype(np.int64)] if self.classes else self.y
