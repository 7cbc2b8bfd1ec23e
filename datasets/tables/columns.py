"""One column of a table → numbers, or a 0/1 column for each category."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from datasets.errors import DatasetError
from datasets.wording import counted

if TYPE_CHECKING:
    import pandas as pd


def numbers_in(series: pd.Series) -> np.ndarray | None:
    """The column's numbers [n_rows] with NaN where cells are missing, or None if it holds words.

    True and False are 1 and 0. Raises DatasetError for infinities, and for a column more than
    half of whose cells are numbers while others are words: a slip of the pen, rather than
    hundreds of categories.
    """
    import pandas as pd

    if series.dtype.kind in "biuf":
        values = series.to_numpy(dtype=np.float64)
    else:
        text = words_in(series)
        filled = text.notna()
        lower = text[filled].str.lower()
        if lower.isin(["true", "false"]).all():
            values = text.str.lower().map({"true": 1.0, "false": 0.0}).to_numpy(np.float64)
        else:
            read = pd.to_numeric(text, errors="coerce").astype(np.float64)
            stray = text.index[filled & read.isna()]
            if len(stray) * 2 >= filled.sum():
                return None
            if len(stray):
                cells = counted(len(stray), "cell")
                raise DatasetError(
                    f"column {series.name!r} holds numbers except in {cells}, first "
                    f"{text[stray[0]]!r} in row {stray[0] + 1}: write a number there or leave "
                    "the cell empty."
                )
            values = read.to_numpy()
    infinite = np.flatnonzero(np.isinf(values))
    if infinite.size:
        raise DatasetError(
            f"column {series.name!r} holds {values[infinite[0]]:g} in row "
            f"{series.index[infinite[0]] + 1} ({counted(infinite.size, 'such cell')}): write a "
            "finite number there or leave the cell empty."
        )
    return values


def words_in(series: pd.Series) -> pd.Series:
    """The column as stripped text, with gaps where cells are missing."""
    filled = series.notna()
    text = series.astype(object).where(filled, None)
    return text.map(lambda value: None if value is None else str(value).strip())


def is_identifier(series: pd.Series) -> bool:
    """Whether a text column is an id or a name: different in more than half of the rows."""
    return series.nunique() > len(series) / 2


def one_hot(series: pd.Series) -> tuple[sp.csc_array, list[str], int]:
    """``(columns, names, missing)``: a 0/1 column a category, all 0 where the cell is missing."""
    text = words_in(series)
    filled = text.notna().to_numpy()
    categories, codes = np.unique(text[filled].to_numpy(dtype=np.str_), return_inverse=True)
    ones, rows = np.ones(len(codes)), np.flatnonzero(filled)
    block = sp.csc_array((ones, (rows, codes)), shape=(len(series), len(categories)))
    names = [f"{series.name}={category}" for category in categories]
    return block, names, int(np.sum(~filled))
