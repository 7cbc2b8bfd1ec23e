"""Handwritten 4 against 9: pictures whose weights can be looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from datasets.dataset import Dataset
from datasets.recipes import Family, Recipe
from datasets.report import Step
from datasets.shipped.from_sklearn import shipped_table

SIDE = 8  # pixels
FEATURE_NAMES = tuple(f"pixel_{row}_{column}" for row in range(SIDE) for column in range(SIDE))


SOURCE = (
    "Alpaydin and Kaynak (1998), Optical Recognition of Handwritten Digits, "
    "UCI Machine Learning Repository; as shipped with scikit-learn"
)
LICENCE = "CC BY 4.0"


def digits_table() -> np.ndarray:
    """1,797 rows of 64 pixels, row by row, and the digit they show."""
    table = shipped_table("digits.csv.gz")
    if table is None:
        from sklearn.datasets import load_digits

        table = np.column_stack(load_digits(return_X_y=True))
    return table


@dataclass(frozen=True)
class Digits4Against9(Recipe):
    """The fours and nines of scikit-learn's digits."""

    key: ClassVar[str] = "digits_4_9"
    family: ClassVar[Family] = "shipped"
    title: ClassVar[str] = "Digits, 4 against 9"
    about: ClassVar[str] = "Tell a handwritten 4 from a 9 by 8 × 8 pixels of brightness 0 to 16."
    source: ClassVar[str] = SOURCE
    licence: ClassVar[str] = LICENCE

    def build(self) -> Dataset:
        """361 rows, 64 features (pixels row by row); +1 is 4."""
        table = digits_table()
        digit = table[:, -1]
        rows = table[np.isin(digit, (4, 9))]
        four = rows[:, -1] == 4
        report = (
            Step("read", f"The {len(table) - len(rows):,} rows of the other digits are left out."),
            Step("target", f"Target: 4 is +1 ({four.sum()} rows), 9 is −1 ({(~four).sum()} rows)."),
        )
        return Dataset.from_arrays(
            rows[:, :-1],
            np.where(four, 1.0, -1.0),
            feature_names=FEATURE_NAMES,
            report=report,
            **self.described(),
        )
