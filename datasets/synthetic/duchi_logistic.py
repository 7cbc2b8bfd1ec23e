"""Duchi et al.'s logistic regression: the same X and w, and one label in ten wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from datasets.dataset import Dataset
from datasets.recipes import Recipe
from datasets.synthetic.common import dense_csr, draw_knob, flips_knob
from datasets.synthetic.duchi_design import SOURCE, examples_knob, half_features_knob, normal_design


@dataclass(frozen=True)
class DuchiLogistic(Recipe):
    """y = sign(w·x) with probability 0.9, else the other (Duchi et al. 2008, §7, Fig. 5).

    X and w are those of the least squares.

    Creating one raises ValueError for a knob out of its range.
    """

    key: ClassVar[str] = "duchi_logistic"
    title: ClassVar[str] = "Dense classification (made up)"
    about: ClassVar[str] = (
        "Normal features without a zero, of which half matter, and one label in ten is wrong; "
        "4000 × 4000 are 16 million numbers and take seconds."
    )
    columns_are: ClassVar[str] = "made-up features"
    row_is: ClassVar[str] = "example"
    goal: ClassVar[str] = "predict a label, +1 or −1, and find the features that make it"
    source: ClassVar[str] = SOURCE
    licence: ClassVar[str] = "none needed"

    n_rows: int = examples_knob()
    n_features: int = half_features_knob()
    flips: float = flips_knob(0.1)
    draw: int = draw_knob()

    def memory(self) -> float:
        """Return some bytes for each number, measured at the peak."""
        return 25.0 * self.n_rows * self.n_features

    def build(self) -> Dataset:
        """``n_rows`` rows of ``n_features`` features, with ``true_weights``."""
        X, true_weights, targets = normal_design(int(self.n_rows), int(self.n_features), self.draw)
        right = np.where(X @ true_weights > 0.0, 1.0, -1.0)
        y = np.where(targets.random(len(right)) < self.flips, -right, right)
        return Dataset.from_arrays(
            dense_csr(X), y, true_weights=true_weights, task="classification", **self.metadata()
        )
