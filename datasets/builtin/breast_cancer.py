"""Breast Cancer Wisconsin (Diagnostic): small, dense, and the app's opening example."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from datasets.builtin.from_sklearn import shipped_table
from datasets.dataset import Dataset
from datasets.recipes import Family, Recipe
from datasets.report import Step

# Ten measures of the cells' nuclei, each as a mean, a standard error and a worst case.
MEASURES = (
    "radius",
    "texture",
    "perimeter",
    "area",
    "smoothness",
    "compactness",
    "concavity",
    "concave points",
    "symmetry",
    "fractal dimension",
)
FEATURE_NAMES = tuple(
    pattern.format(measure)
    for pattern in ("mean {}", "{} error", "worst {}")
    for measure in MEASURES
)


@dataclass(frozen=True)
class BreastCancer(Recipe):
    """569 tumours, malignant or benign."""

    key: ClassVar[str] = "breast_cancer"
    family: ClassVar[Family] = "builtin"
    title: ClassVar[str] = "Breast cancer"
    about: ClassVar[str] = "Tell malignant from benign tumours by 30 measures of their cell nuclei."
    columns_are: ClassVar[str] = "measurements of a tumour"
    row_is: ClassVar[str] = "patient"
    goal: ClassVar[str] = "tell malignant from benign tumours"
    source: ClassVar[str] = (
        "Wolberg, Mangasarian, Street and Street (1995), Breast Cancer Wisconsin (Diagnostic), "
        "UCI Machine Learning Repository; as shipped with scikit-learn"
    )
    licence: ClassVar[str] = "CC BY 4.0"

    def build(self) -> Dataset:
        """569 rows, 30 features; +1 is malignant."""
        table = shipped_table("breast_cancer.csv", skip_rows=1)
        if table is None:
            from sklearn.datasets import load_breast_cancer

            table = np.column_stack(load_breast_cancer(return_X_y=True))
        malignant = table[:, -1] == 0
        note = (
            f"Target: malignant is +1 ({malignant.sum()} rows), "
            f"benign is −1 ({(~malignant).sum()} rows)."
        )
        return Dataset.from_arrays(
            table[:, :-1],
            np.where(malignant, 1.0, -1.0),
            feature_names=FEATURE_NAMES,
            report=(Step("target", note),),
            labels=("benign", "malignant"),
            **self.metadata(),
        )
