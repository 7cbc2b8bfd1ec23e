"""One handwritten digit against another: pictures whose weights can be looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from datasets.builtin.from_sklearn import shipped_table
from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.recipes import Family, Recipe
from datasets.report import Step
from knobs import knob, one_of

SIDE = 8  # pixels
FEATURE_NAMES = tuple(f"pixel_{row}_{column}" for row in range(SIDE) for column in range(SIDE))
DIGITS = tuple("0123456789")

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
class DigitPair(Recipe):
    """Two of scikit-learn's ten digits."""

    key: ClassVar[str] = "digits_4_9"
    family: ClassVar[Family] = "builtin"
    title: ClassVar[str] = "Digits, one against another"
    about: ClassVar[str] = (
        "Tell two handwritten digits apart by 8 × 8 pixels of brightness 0 to 16."
    )
    columns_are: ClassVar[str] = "pixels of a handwritten digit"
    row_is: ClassVar[str] = "picture"
    source: ClassVar[str] = SOURCE
    licence: ClassVar[str] = LICENCE

    plus: str = knob("4", "", "digit", one_of(*DIGITS), "The digit that is +1.")
    minus: str = knob("9", "", "against", one_of(*DIGITS), "The digit that is −1.")

    @property
    def goal(self) -> str:
        """The task, named by the two digits."""
        return f"tell the digit {self.plus} from the digit {self.minus}"

    def metadata(self) -> dict[str, str]:
        return super().metadata() | {"name": f"Digits, {self.plus} against {self.minus}"}

    def build(self) -> Dataset:
        """Some 360 rows, 64 features (pixels row by row); +1 is ``plus``.

        Raises DatasetError when both are the same digit.
        """
        if self.plus == self.minus:
            raise DatasetError(f"both digits are {self.plus}: choose two that differ.")
        table = digits_table()
        digit = table[:, -1]
        rows = table[np.isin(digit, (int(self.plus), int(self.minus)))]
        plus = rows[:, -1] == int(self.plus)
        target = (
            f"Target: {self.plus} is +1 ({plus.sum()} rows), "
            f"{self.minus} is −1 ({(~plus).sum()} rows)."
        )
        report = (
            Step("read", f"The {len(table) - len(rows):,} rows of the other digits are left out."),
            Step("target", target),
        )
        return Dataset.from_arrays(
            rows[:, :-1],
            np.where(plus, 1.0, -1.0),
            feature_names=FEATURE_NAMES,
            report=report,
            labels=(self.minus, self.plus),
            **self.metadata(),
        )
