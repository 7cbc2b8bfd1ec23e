"""The diabetes data of least angle regression: small, dense, and a number to predict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from datasets.builtin.from_sklearn import shipped_table
from datasets.dataset import Dataset
from datasets.recipes import Family, Recipe

FEATURE_NAMES = ("age", "sex", "bmi", "bp", "s1", "s2", "s3", "s4", "s5", "s6")


@dataclass(frozen=True)
class Diabetes(Recipe):
    """442 patients and how their diabetes went on within a year."""

    key: ClassVar[str] = "diabetes"
    family: ClassVar[Family] = "builtin"
    title: ClassVar[str] = "Diabetes"
    about: ClassVar[str] = "Predict how diabetes progresses in a year by ten measures of a patient."
    columns_are: ClassVar[str] = "facts about a patient"
    row_is: ClassVar[str] = "patient"
    goal: ClassVar[str] = "predict how far the diabetes has come in a year"
    source: ClassVar[str] = (
        "Efron, Hastie, Johnstone and Tibshirani (2004), Least Angle Regression, Annals of "
        "Statistics 32; as shipped with scikit-learn"
    )
    licence: ClassVar[str] = "none stated by its authors"

    def build(self) -> Dataset:
        """442 rows, 10 features in their own units (neither centred nor scaled); regression."""
        X = shipped_table("diabetes_data_raw.csv.gz", delimiter=None)
        y = shipped_table("diabetes_target.csv.gz", delimiter=None)
        if X is None or y is None:
            from sklearn.datasets import load_diabetes

            X, y = load_diabetes(return_X_y=True, scaled=False)
        return Dataset.from_arrays(
            X, np.ravel(y), feature_names=FEATURE_NAMES, task="regression", **self.metadata()
        )
