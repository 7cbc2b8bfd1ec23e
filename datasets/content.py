"""Parsed content of a file of any format: a table, or sparse rows."""

from __future__ import annotations

from collections.abc import Mapping
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
    ``gaps`` are the cells of columns of numbers that were taken for missing as it was read, by
    column and by what they hold; they are not counted in a long table.
    ``target`` and ``left_out`` are the columns that the file itself says are predicted, and are no
    features. The rows are counted from 0 in ``frame.index``.
    """

    frame: pd.DataFrame
    report: tuple[Step, ...] = ()
    decimal: str = "."
    gaps: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    target: str = ""
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Rows:
    """Sparse rows.

    Parameters
    ----------
    X : [n_rows, n_features].
    y : numbers or words [n_rows].
    names : one for each column.
    report : steps that say how they were read.
    classes : the names of the target's classes where the file declares them; ``y`` then holds their
        numbers, from 0.
    target_name : the name of the target, where it has one.
    target_reason : why it is that one, or the place of the target in a row.
    """

    X: sp.csr_array
    y: np.ndarray = field(repr=False)
    names: tuple[str, ...] = field(repr=False)
    report: tuple[Step, ...] = ()
    classes: tuple[str, ...] = ()
    target_name: str = ""
    target_reason: str = "the first number of each line"

    @property
    def labels(self) -> np.ndarray:
        """The target [n_rows] of numbers, or of the names of its classes."""
        return np.array(self.classes)[self.y.astype(np.int64)] if self.classes else self.y
