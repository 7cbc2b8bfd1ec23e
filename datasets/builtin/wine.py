"""Wines of three cultivars: the smallest dataset of more than two classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from datasets.builtin.from_sklearn import shipped_table
from datasets.dataset import Dataset
from datasets.recipes import Family, Recipe

FEATURE_NAMES = (
    "alcohol",
    "malic_acid",
    "ash",
    "alcalinity_of_ash",
    "magnesium",
    "total_phenols",
    "flavanoids",
    "nonflavanoid_phenols",
    "proanthocyanins",
    "color_intensity",
    "hue",
    "od280/od315_of_diluted_wines",
    "proline",
)


@dataclass(frozen=True)
class Wine(Recipe):
    """178 Italian wines from three cultivars."""

    key: ClassVar[str] = "wine"
    family: ClassVar[Family] = "builtin"
    title: ClassVar[str] = "Wine, three classes"
    about: ClassVar[str] = "Tell from which of three cultivars a wine is by 13 chemical measures."
    columns_are: ClassVar[str] = "chemical measurements of a wine"
    row_is: ClassVar[str] = "wine"
    goal: ClassVar[str] = "tell which of three grape varieties a wine is made of"
    source: ClassVar[str] = (
        "Aeberhard and Forina (1992), Wine, UCI Machine Learning Repository; "
        "as shipped with scikit-learn"
    )
    licence: ClassVar[str] = "CC BY 4.0"

    def build(self) -> Dataset:
        """178 rows, 13 features, three classes; class c is scikit-learn's class c."""
        table = shipped_table("wine_data.csv", skip_rows=1)
        if table is None:
            from sklearn.datasets import load_wine

            table = np.column_stack(load_wine(return_X_y=True))
        return Dataset.from_arrays(
            table[:, :-1],
            table[:, -1],
            feature_names=FEATURE_NAMES,
            task="multiclass",
            **self.metadata(),
        )
