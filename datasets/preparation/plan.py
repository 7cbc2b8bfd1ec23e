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
from datasets.preparation.pipeline import apply_groups, refuse_split
from datasets.preparation.scaling import ColumnScaling, fit_scaling
from datasets.preparation.split import append_test_rows, train_test_rows
from datasets.provenance import Column
from datasets.tables.new_rows import CATEGORIES
from datasets.tables.transform import spelled_number
from datasets.wording import pluralize

POWERS = {"²": 2, "³": 3}
SPARSE = 0.2
"""Of a dataset that came of no table and has a smaller share of nonzeros, what is absent is 0."""
ROWS, NEAR = 1000, 1e-9
"""So many rows of a plan and its dataset are compared; they may differ by so much of the largest
number of a row, or of 1."""
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
    preparation : what was done; a constant feature stands between own features and noise.
    train : the rows of ``whole`` to learn from, rising.
    """

    raw: Dataset
    whole: Dataset
    scaling: ColumnScaling
    preparation: Preparation
    train: np.ndarray

    @classmethod
    def of(cls, raw: Dataset, preparation: Preparation) -> FeaturePlan:
        """Return the plan of ``prepare(raw, preparation)``.

        Raises DatasetError for a dataset that was prepared already, and for what no row of its own
        can be put through: ``refuse_plan`` says.
        """
        refuse_plan(preparation)
        refuse_split(raw)
        if before := raw.provenance.preparation:
            raise DatasetError(
                f"{raw.name or 'the dataset'} was prepared already ({_options(before)}): "
                "FeaturePlan.of takes the dataset as it was before, and the preparation that made "
                "this one. Of a dataset of load or load_file, its own plan() finds both."
            )
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
        return cls(raw, whole, scaling, preparation, train)

    @classmethod
    def behind(cls, data: Dataset) -> FeaturePlan:
        """Return the plan of a prepared dataset; the one before is built anew from its source.

        Raises DatasetError as ``of`` does, for a source that is gone, and for a dataset that
        ``prepare`` made of one that ``load`` or ``load_file`` did not build.

        Examples
        --------
        >>> from datasets import load
        >>> data = load("breast_cancer", scaling="unit variance", expansion="squares")
        >>> plan = FeaturePlan.behind(data)
        >>> plan.raw.n_features, plan.whole.n_features
        (30, 60)
        """
        made = data.provenance
        if made.preparation is None:
            return cls.of(data, Preparation())
        if made.recipe is None:
            raise DatasetError(
                f"{data.name or 'the dataset'} does not hold what it was before prepare: give "
                "plan=FeaturePlan.of(raw, preparation), with that dataset and the same preparation."
            )
        return cls.of(made.recipe.build(), made.preparation)

    def check(self, data: Dataset) -> None:
        """Raise DatasetError unless the plan leads from its raw rows to those of ``data``.

        A thousand rows are compared, spread evenly; of features those that are not drawn.
        """
        if self._leads_to(data):
            return
        made = data.provenance.preparation
        of = f"was prepared with {_options(made)}" if made else "was not prepared"
        own = _options(self.preparation)
        raise DatasetError(
            f"the plan does not lead to data: it is of {own}, and data {of}. "
            "Give FeaturePlan.of(raw, preparation), with the dataset before prepare, and as data "
            "prepare(raw, preparation), which the run learned from."
        )

    def _leads_to(self, data: Dataset) -> bool:
        """Whether the raw rows, prepared, are those of ``data``."""
        n_own, drawn = self.whole.n_features, int(self.preparation.noise_features)
        names = self.raw.feature_names[: self.raw.n_features - self.raw.n_noise]
        shape = len(self.train), n_own + self.has_constant + drawn
        if data.X.shape != shape or data.feature_names[: len(names)] != names:
            return False
        if not np.array_equal(self.whole.y[self.train], data.y):
            return False
        columns = np.arange(n_own)
        columns[n_own - self.whole.n_noise :] += self.has_constant
        rows = np.unique(np.linspace(0, shape[0] - 1, ROWS).astype(np.int64))
        found = data.X[rows][:, columns]
        away = abs(self.scaling.apply(self.whole.X[self.train[rows]]) - found).max(axis=1)
        size = abs(found).max(axis=1).toarray()
        return bool((away.toarray() <= NEAR * np.maximum(size, 1.0)).all())

    @property
    def has_constant(self) -> bool:
        """Whether a constant feature stands between own features and noise."""
        return bool(self.preparation.constant)

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


def plan_of(data: Dataset) -> FeaturePlan:
    """Return the plan of a prepared dataset, as ``FeaturePlan.behind`` does."""
    return FeaturePlan.behind(data)


Dataset.plan = plan_of


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


def _options(preparation: Preparation) -> str:
    """The options of a preparation that change anything, as Python has them."""
    changes = preparation.changes().items()
    return ", ".join(f"{name}={value!r}" for name, value in changes) or "no preparation"


def _refuse_twins(names: list[str]) -> None:
    twins = [name for name, count in Counter(names).items() if count > 1]
    if twins:
        raise DatasetError(
            f"two of its features are called {twins[0]!r}, so a file could not tell them apart: "
            "give the columns different names."
        )
