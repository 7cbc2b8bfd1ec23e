"""A made-up sparse linear world, in which the right answer is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import scipy.sparse as sp

from datasets.dataset import Dataset
from datasets.recipes import Recipe
from datasets.synthetic.common import draw_knob, features_knob, generators, noise_knob, rows_knob
from datasets.synthetic.random_cells import random_cells
from knobs import knob, linear, log, one_of

MOST_NONZEROS = 20_000_000  # about 0.25 GB, and a few seconds to draw


@dataclass(frozen=True)
class SparseLinear(Recipe):
    """y = Xw + noise, or its sign, with a ``w`` that is zero almost everywhere.

    A cell of X is filled with probability ``density``; what it holds is the cell of a row drawn
    from N(0, 1) with correlation ``correlation ** h`` between columns ``h`` apart (a stationary
    AR(1) process). At density 1 that is the textbook design; below it, two filled cells of a row
    are correlated as they would be there. The true weights are ± a number from [0.5, 1.5], at
    random columns. A row that meets none of them has a coin for its class, unless noise decides.

    Creating one raises ValueError for a knob out of its range, for more true nonzeros than
    features, and for more than 20 million nonzeros in X.
    """

    key: ClassVar[str] = "sparse_linear"
    title: ClassVar[str] = "Sparse linear model (made up)"
    about: ClassVar[str] = "Random features of which only a few matter, and it is known which."
    columns_are: ClassVar[str] = "made-up features"
    row_is: ClassVar[str] = "example"
    goal: ClassVar[str] = "predict the target and find the features that make it"
    source: ClassVar[str] = "drawn at random by this app"
    licence: ClassVar[str] = "none needed"

    n_rows: int = rows_knob(1000, low=100, high=100_000, least=2)
    n_features: int = features_knob(1000, log(10, 100_000, integer=True, least=1, most=100_000))
    n_nonzeros: int = knob(
        20,
        "k",
        "true ones",
        log(1, 1000, zero=True, integer=True, most=100_000),
        "How many of the true weights are not zero.",
    )
    noise: float = noise_knob(0.5, high=5.0)
    correlation: float = knob(
        0.0,
        "ϱ",
        "correlation",
        linear(0.0, 0.99),
        "The correlation of two features side by side; h columns apart it is ϱ to the h.",
    )
    density: float = knob(
        0.1,
        "δ",
        "density",
        log(0.01, 1.0, most=1.0),
        "The fraction of the features that are not zero in an example.",
    )
    task: str = knob(
        "classification",
        "y",
        "target",
        one_of("classification", "regression"),
        "Whether to predict the noisy score itself or its sign.",
    )
    draw: int = draw_knob()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.n_nonzeros > self.n_features:
            raise ValueError(
                f"n_nonzeros = {self.n_nonzeros}: it must be <= n_features = {self.n_features}"
            )
        nonzeros = self.n_rows * self.n_features * self.density
        if nonzeros > MOST_NONZEROS:
            raise ValueError(
                f"n_rows × n_features × density = {nonzeros:,.0f} nonzeros: "
                f"it must be <= {MOST_NONZEROS:,}, so lower one of the three"
            )

    def memory(self) -> float:
        """Return some bytes for each nonzero and each feature, measured at the peak."""
        return 55.0 * self.n_rows * self.n_features * self.density + 200.0 * self.n_features

    def build(self) -> Dataset:
        """``n_rows`` rows of ``n_features`` features, with ``true_weights``."""
        n_rows, n_features = int(self.n_rows), int(self.n_features)
        cells, values, weights, noise, coins = generators(self.draw, 5)
        filled = random_cells(cells, n_rows * n_features, self.density)
        rows, columns = np.divmod(filled, n_features)
        starts = np.searchsorted(rows, np.arange(n_rows + 1))
        data = values.standard_normal(len(filled))
        if self.correlation > 0:
            correlate(data, columns, starts, self.correlation)
        X = sp.csr_array((data, columns, starts), shape=(n_rows, n_features))

        true_weights = np.zeros(n_features)
        chosen = weights.permutation(n_features)[: int(self.n_nonzeros)]
        signs = weights.choice((-1.0, 1.0), size=len(chosen))
        true_weights[chosen] = signs * weights.uniform(0.5, 1.5, size=len(chosen))

        score = X @ true_weights + self.noise * noise.standard_normal(n_rows)
        if self.task == "classification":
            coin = coins.choice((-1.0, 1.0), size=n_rows)
            score = np.where(score == 0, coin, np.sign(score))
        return Dataset.from_arrays(
            X, score, true_weights=true_weights, task=self.task, **self.metadata()
        )


def correlate(data: np.ndarray, columns: np.ndarray, starts: np.ndarray, rho: float) -> None:
    """Turn independent N(0, 1) values, in place, into each row's AR(1) process over the columns."""
    lengths = np.diff(starts)
    # All rows advance together, one filled cell a step; the longest rows come first.
    by_length = np.argsort(-lengths, kind="stable")
    firsts, lengths = starts[:-1][by_length], lengths[by_length]
    for step in range(1, int(lengths.max(initial=0))):
        here = firsts[: np.searchsorted(-lengths, -step, side="left")] + step
        decay = rho ** (columns[here] - columns[here - 1])
        data[here] = decay * data[here - 1] + np.sqrt(1 - decay * decay) * data[here]
