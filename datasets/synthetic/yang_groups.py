"""Yang et al.'s made-up groups, sparse in groups and within them, in which the answer is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from datasets.dataset import Dataset
from datasets.recipes import Recipe
from datasets.synthetic.common import draw_knob, generators, noise_knob, rows_knob

SIZE = 10  # features in a group
NONZEROS = (10, 8, 6, 4, 2, 1, 0, 0, 0, 0)  # true weights in each group
CORRELATION = 0.2
FEATURE_NAMES = tuple(
    f"group_{g}_{j}" for g in range(1, len(NONZEROS) + 1) for j in range(1, SIZE + 1)
)


@dataclass(frozen=True)
class YangGroups(Recipe):
    """y = sign(w·x + ε) with 31 true weights of ±1 in six of ten groups (Yang et al. 2010, §6.1).

    x = Lv with v standard normal and LLᵀ the correlation matrix, 0.2^|i−j| within a group and 0
    between groups; ε is normal. Signs and places within a group are drawn; the paper leaves the
    places open.

    Creating one raises ValueError for a knob out of its range.
    """

    key: ClassVar[str] = "yang_groups"
    title: ClassVar[str] = "Groups of features (made up)"
    about: ClassVar[str] = "Ten groups of ten features: 31 of them matter, and six groups."
    columns_are: ClassVar[str] = "made-up features"
    row_is: ClassVar[str] = "example"
    goal: ClassVar[str] = "predict a label, +1 or −1, and find the groups that make it"
    source: ClassVar[str] = (
        "drawn at random by this app, as Yang, Xu, King and Lyu (2010), Online Learning for Group "
        "Lasso, do in §6.1"
    )
    licence: ClassVar[str] = "none needed"

    n_rows: int = rows_knob(1000, low=25, high=100_000, most=300_000)
    noise: float = noise_knob(4.0, high=10.0)
    draw: int = draw_knob()

    def memory(self) -> float:
        """Return some bytes for each of the 100 numbers of a row, measured at the peak."""
        return 42.0 * self.n_rows * len(FEATURE_NAMES)

    def build(self) -> Dataset:
        """``n_rows`` rows of 100 features, with ``groups`` and ``true_weights``."""
        n_rows, n_groups = int(self.n_rows), len(NONZEROS)
        values, weights, noise = generators(self.draw, 3)
        true_weights = np.zeros((n_groups, SIZE))
        for group, count in zip(true_weights, NONZEROS, strict=True):
            group[weights.permutation(SIZE)[:count]] = weights.choice((-1.0, 1.0), size=count)
        true_weights = true_weights.ravel()

        apart = np.abs(np.subtract.outer(np.arange(SIZE), np.arange(SIZE)))
        L = np.linalg.cholesky(CORRELATION**apart)
        X = values.standard_normal((n_rows, n_groups, SIZE)) @ L.T
        X = X.reshape(n_rows, n_groups * SIZE)
        score = X @ true_weights + self.noise * noise.standard_normal(n_rows)
        return Dataset.from_arrays(
            X,
            np.where(score > 0.0, 1.0, -1.0),
            feature_names=FEATURE_NAMES,
            groups=np.repeat(np.arange(n_groups), SIZE),
            true_weights=true_weights,
            **self.metadata(),
        )
