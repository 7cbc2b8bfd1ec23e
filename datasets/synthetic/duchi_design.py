"""The X and w that Duchi et al.'s least squares and logistic regression have in common."""

from __future__ import annotations

from typing import Any

import numpy as np

from datasets.synthetic.common import features_knob, generators, rows_knob
from knobs import log

SOURCE = (
    "drawn at random by this app, as Duchi, Shalev-Shwartz, Singer and Chandra (2008), Efficient "
    "Projections onto the ℓ1-Ball for Learning in High Dimensions, do in §7"
)
LARGEST = 4000  # the larger of the paper's two sizes, for examples and features alike


def examples_knob() -> Any:
    """The field ``n_rows``, the paper's m."""
    return rows_knob(800, low=100, high=LARGEST, symbol="m")


def half_features_knob() -> Any:
    """The field ``n_features``, the paper's n."""
    values = log(10, LARGEST, integer=True, least=2, most=LARGEST)
    return features_knob(800, values, symbol="n", which=", half of which matter")


def normal_design(
    n_rows: int, n_features: int, draw: int
) -> tuple[np.ndarray, np.ndarray, np.random.Generator]:
    """``X`` [m, n] and ``true_weights`` [n], half of them zero, and a generator for the targets."""
    values, weights, targets = generators(draw, 3)
    true_weights = weights.standard_normal(n_features)
    true_weights[weights.permutation(n_features)[: n_features // 2]] = 0.0
    return values.standard_normal((n_rows, n_features)), true_weights, targets
