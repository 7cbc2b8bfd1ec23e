"""All ten handwritten digits: a weight vector each, and a picture of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from datasets.builtin.digits import FEATURE_NAMES, LICENCE, SOURCE, digits_table
from datasets.dataset import Dataset
from datasets.recipes import Family, Recipe


@dataclass(frozen=True)
class DigitsTen(Recipe):
    """All ten of scikit-learn's digits, a class each."""

    key: ClassVar[str] = "digits_ten"
    family: ClassVar[Family] = "builtin"
    title: ClassVar[str] = "Digits 0–9, ten classes"
    about: ClassVar[str] = "Read a handwritten digit by 8 × 8 pixels of brightness 0 to 16."
    columns_are: ClassVar[str] = "pixels of a handwritten digit"
    row_is: ClassVar[str] = "picture"
    goal: ClassVar[str] = "tell which of the ten digits a picture shows"
    source: ClassVar[str] = SOURCE
    licence: ClassVar[str] = LICENCE

    def build(self) -> Dataset:
        """1,797 rows, 64 features (pixels row by row), ten classes; class c is the digit c."""
        table = digits_table()
        return Dataset.from_arrays(
            table[:, :-1],
            table[:, -1],
            feature_names=FEATURE_NAMES,
            task="multiclass",
            **self.metadata(),
        )
