"""Each feature of a prepared dataset, in terms of the columns that it came from.

With it a new row, of raw columns, can be prepared as the training rows were.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.preparation.expansion import expand
from datasets.preparation.options import Preparation
from datasets.preparation.pipeline import apply_groups
from datasets.preparation.scaling import ColumnScaling, fit_scaling
from datasets.preparation.split import append_test_rows, train_test_rows
from datasets.provenance import Column
from datasets.tables.new_rows import CATEGORIES
from datasets.tables.transform import spelled_number
from datasets.wording import pluralize

POWERS = {"²": 2, "³": 3}
SPARSE = 0.2
"""Of a dataset that came of no table and has a smaller share of nonzeros, what is absent is 0."""
MOST_OTHERS = 1000
"""Categories without a weight that a model's file lists by column, so that it stays small."""


@dataclasses.dataclass(frozen=True, eq=False)
class FeaturePlan:
    """The features of a prepared dataset.

    Parameters
    ----------
    raw : the dataset before it was prepared.
    whole : the same with the names that ``factors`` are read from, its own features and products.
    scaling : that of the columns of ``whole``.
    has_constant : whether a constant feature stands between own features and noise.
    """

    raw: Dataset
    whole: Dataset
    scaling: ColumnScaling
    has_constant: bool

    @classmethod
    def of(cls, raw: Dataset, preparation: Preparation) -> FeaturePlan:
        """Return the plan of ``prepare(raw, preparation)``.

        Raises DatasetError for what no row of its own can be put through: ``refuse_plan`` says.
        """
        refuse_plan(preparation)
        together = apply_groups(append_test_rows(raw), preparation.groups)
        # Numbers in place of names: a name may hold the sign of a product, a number does not.
        numbered = tuple(map(str, range(together.n_features)))
        whole = expand(
            dataclasses.replace(together, feature_names=numbered),
            preparation.expansion,
            int(preparation.random_pairs),
            int(preparation.seed),
        )
        train, test = train_test_rows(whole, raw, preparation.test_fraction, int(preparation.seed))
        scaling = fit_scaling(whole.X[train] if len(test) else whole.X, preparation.scaling)
        return cls(raw, whole, scaling, bool(preparation.constant))

    def describe(self, kept: Iterable[int], names: tuple[str, ...]) -> dict[str, Any]:
        """Return ``features``, ``columns`` and ``absent`` as a model's file has them.

        Parameters
        ----------
        kept : the features, of the prepared dataset, that are needed.
        names : the names of all of its features.

        Raises DatasetError for a noise feature among those kept, and for two of one name.
        """
        kept = list(kept)
        _refuse_twins([names[j] for j in kept])
        features, used = {}, set()
        for j in kept:
            factors, offset, scale = self._feature(j)
            used.update(factors)
            of = [self.raw.feature_names[k] for k in factors]
            features[names[j]] = {"of": of, "offset": offset, "scale": scale}
        _refuse_twins([self.raw.feature_names[k] for k in sorted(used)])
        is_table = any(column.kind != "left out" for column in self.raw.columns)
        columns = self._table_columns(used) if is_table else self._own_columns(used)
        sparse = not is_table and self.raw.density < SPARSE
        return {
            "features": features,
            "columns": columns,
            "absent": "zero" if sparse else "error",
        }

    def _feature(self, j: int) -> tuple[list[int], float, float]:
        """The raw features that one is a product of, its offset and its scale."""
        n_own = self.whole.n_features - self.whole.n_noise
        if self.has_constant and j == n_own:
            return [], 0.0, 1.0
        j -= self.has_constant and j > n_own
        if j >= self.whole.n_features:
            raise DatasetError(
                "this run keeps noise features, which were drawn for the rows of this dataset: no "
                "other row has them. Take noise features away (0), or shrink more until none of "
                "them is kept, and save it then."
            )
        text = self.whole.feature_names[j]
        if text[-1] in POWERS:
            factors = [int(text[:-1])] * POWERS[text[-1]]
        else:
            factors = [int(part) for part in text.split("×")]
        return factors, float(self.scaling.offset[j]), float(self.scaling.factor[j])

    def _table_columns(self, used: set[int]) -> dict[str, dict[str, Any]]:
        """The columns of the table that are needed, and of categories those that are."""
        columns = {}
        for column in self.raw.columns:
            own = used.intersection(range(column.first, column.last))
            if not own:
                continue
            if column.kind == CATEGORIES:
                columns[column.name] = {"kind": CATEGORIES} | self._categories(column, own)
            else:
                columns[column.name] = {"kind": column.kind, "median": self._median(column.first)}
        return columns

    def _categories(self, column: Column, own: set[int]) -> dict[str, list[str]]:
        """The categories that are needed, with all that spell the same number, and the others."""
        begins = len(column.name) + 1
        words = [self.raw.feature_names[j][begins:] for j in range(column.first, column.last)]
        needed = {spelled_number(self.raw.feature_names[j][begins:]) for j in own}
        found = {"values": [word for word in words if spelled_number(word) in needed]}
        others = [word for word in words if spelled_number(word) not in needed]
        return found | {"others": others} if len(others) <= MOST_OTHERS else found

    def _own_columns(self, used: set[int]) -> dict[str, dict[str, Any]]:
        """The features themselves, where there was no table; what is missing has no median."""
        return {self.raw.feature_names[j]: {"kind": "numbers"} for j in sorted(used)}

    def _median(self, j: int) -> float:
        return float(np.median(self.raw.X[:, [j]].toarray()))


def refuse_plan(preparation: Preparation) -> None:
    """Raise DatasetError for a preparation that a single new row cannot be put through."""
    if preparation.support_examples:
        raise DatasetError(
            "its features compare each row with support examples: a file would have to hold "
            f"{pluralize(int(preparation.support_examples), 'training row')}. Set support examples "
            "to 0 and save it then."
        )
    if preparation.scaling == "unit rows":
        raise DatasetError(
            "unit rows divides each row by its length, for which every column is needed, and a "
            "model's file holds only those that it keeps. Choose another scaling, and save it then."
        )


def _refuse_twins(names: list[str]) -> None:
    twins = [name for name, count in Counter(names).items() if count > 1]
    if twins:
        raise DatasetError(
            f"two of its features are called {twins[0]!r}, so a file could not tell them apart: "
            "give the columns different names."
        )
