"""Duchi et al.'s least squares: as many examples as features, and half the weights zero."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from datasets.dataset import Dataset
from datasets.recipes import Recipe
from datasets.synthetic.common import dense_csr, draw_knob
from datasets.synthetic.duchi_design import SOURCE, examples_knob, half_features_knob, normal_design
from knobs import knob, linear


@dataclass(frozen=True)
class DuchiLeastSquares(Recipe):
    """y = Xw + ν with X, w and ν normal and half of w zero (Duchi et al. 2008, §7, Fig. 4).

    The paper takes as many examples as features, 800 or 4000 of each. It leaves the size of ν
    open, and whether the half is exact: here ν has the variance of X and w, 1, and n // 2 weights
    are zero.

    Creating one raises ValueError for a knob out of its range.
    """

    key: ClassVar[str] = "duchi_least_squares"
    title: ClassVar[str] = "Dense least squares (made up)"
    about: ClassVar[str] = (
        "Normal features without a zero, of which half matter; 4000 × 4000 are 16 million numbers "
        "and take seconds."
    )
    columns_are: ClassVar[str] = "made-up features"
    row_is: ClassVar[str] = "example"
    goal: ClassVar[str] = "predict a number and find the features that make it"
    source: ClassVar[str] = SOURCE
    licence: ClassVar[str] = "none needed"

    n_rows: int = examples_knob()
    n_features: int = half_features_knob()
    noise: float = knob(
        1.0,
        "σ",
        "noise",
        linear(0.0, 10.0, most=1e6),
        "The standard deviation of the noise ν added to each target.",
    )
    draw: int = draw_knob()

    def memory(self) -> float:
        """Return some bytes for each number, measured at the peak."""
        return 25.0 * self.n_rows * self.n_features

    def build(self) -> Dataset:
        """``n_rows`` rows of ``n_features`` features, with ``true_weights``; a regression."""
        X, true_weights, targets = normal_design(int(self.n_rows), int(self.n_features), self.draw)
        y = X @ true_weights + self.noise * targets.standard_normal(len(X))
        return Dataset.from_arrays(
            dense_csr(X), y, true_weights=true_weights, task="regression", **self.metadata()
        )
