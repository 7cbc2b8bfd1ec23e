"""Labels that are flips of a coin: there is nothing to learn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from datasets.dataset import Dataset
from datasets.recipes import Recipe
from datasets.synthetic.common import dense_csr, draw_knob, features_knob, generators, rows_knob
from knobs import log


@dataclass(frozen=True)
class CoinFlips(Recipe):
    """Features that are ±1 and labels that are ±1, all by a fair coin."""

    key: ClassVar[str] = "coin_flips"
    title: ClassVar[str] = "Flips of a coin (made up)"
    about: ClassVar[str] = "Labels that no feature has anything to do with."
    columns_are: ClassVar[str] = "flips of a coin"
    row_is: ClassVar[str] = "example"
    goal: ClassVar[str] = "predict another flip"
    source: ClassVar[str] = "drawn at random by this app"
    licence: ClassVar[str] = "none needed"

    n_rows: int = rows_knob(100, low=10, high=1000)
    n_features: int = features_knob(5, log(1, 100, integer=True, least=1, most=1000))
    draw: int = draw_knob()

    def memory(self) -> float:
        """Return some bytes for each number, measured at the peak."""
        return 25.0 * self.n_rows * self.n_features

    def build(self) -> Dataset:
        """``n_rows`` rows of ``n_features`` features."""
        features, labels = generators(self.draw, 2)
        n, d = int(self.n_rows), int(self.n_features)
        X = dense_csr(features.choice((-1.0, 1.0), (n, d)))
        y = labels.choice((-1.0, 1.0), n)
        return Dataset.from_arrays(X, y, **self.metadata())
