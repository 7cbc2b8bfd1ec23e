"""Columns added after scaling: a constant feature and noise features."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from datasets.dataset import Dataset
from datasets.preparation.noise import (
    SHUFFLED,
    noise_names,
    noise_note,
    random_features,
    shuffled_columns,
)
from datasets.preparation.options import Preparation
from datasets.preparation.scaling import ColumnScaling
from datasets.report import Step, steps

CONSTANT = "constant"


@dataclass(frozen=True)
class ExtraColumns:
    """Columns that are added to a dataset whose own features are the first ``n_own``.

    Parameters
    ----------
    constant : [n_rows, 1] or [n_rows, 0], put in front of the noise that is there already.
    noise : [n_rows, m], put behind everything.
    kind : what the noise is.
    """

    n_own: int
    constant: sp.csr_array
    noise: sp.csr_array
    kind: str

    @classmethod
    def of(cls, dataset: Dataset, preparation: Preparation, scaling: ColumnScaling) -> ExtraColumns:
        """The columns that a preparation asks for; shuffled ones are scaled as their originals."""
        seed, n_noise = int(preparation.seed), int(preparation.noise_features)
        kind, n_own = preparation.noise_kind, dataset.n_features - dataset.n_noise
        if kind == SHUFFLED and n_noise:
            noise = shuffled_columns(seed, scaling.apply(dataset.X)[:, :n_own], n_noise)
        else:
            noise = random_features(seed, dataset.n_rows, n_noise, kind)
        constant = sp.csr_array(np.ones((dataset.n_rows, int(preparation.constant))))
        return cls(n_own, constant, noise, kind)

    @property
    def width(self) -> int:
        """The number of columns that are added."""
        return self.constant.shape[1] + self.noise.shape[1]

    def append_to(self, X: sp.csr_array, rows: np.ndarray) -> sp.csr_array:
        """``X``, which is those ``rows`` of the dataset, with the columns."""
        if not self.width:
            return X
        own, old_noise = X[:, : self.n_own], X[:, self.n_own :]
        parts = [own, self.constant[rows], old_noise, self.noise[rows]]
        return sp.hstack(parts, format="csr")

    def extend(self, dataset: Dataset, scaling: ColumnScaling) -> Dataset:
        """The dataset with all that is known about its scaled columns and those that are added."""
        new = noise_names(dataset.n_noise, self.noise.shape[1])
        names, groups, weights = dataset.feature_names, dataset.groups, dataset.true_weights
        n_constant = self.constant.shape[1]
        if groups is not None:
            own = groups.max() + 1 + np.arange(self.width)  # a group each
            groups = np.insert(groups, [self.n_own] * n_constant, own[:n_constant])
            groups = np.append(groups, own[n_constant:])
        if weights is not None:
            weights = np.insert(weights * scaling.factor, [self.n_own] * n_constant, 0.0)
            weights = np.append(weights, np.zeros(len(new)))
        return dataclasses.replace(
            dataset,
            feature_names=(
                names[: self.n_own] + (CONSTANT,) * n_constant + names[self.n_own :] + new
            ),
            groups=groups,
            true_weights=weights,
            n_noise=dataset.n_noise + len(new),
        )

    def report(self, dataset: Dataset) -> tuple[Step, ...]:
        """Steps that say what was added."""
        constant = ("A feature that is 1 in every row was added.",) * self.constant.shape[1]
        noise = noise_note(dataset.n_noise, self.noise.shape[1], self.kind)
        return steps("constant", constant) + steps("noise", noise)
