"""A world that changes half way: other features matter from then on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from datasets.dataset import Dataset
from datasets.recipes import Recipe
from datasets.synthetic.common import (
    dense_csr,
    draw_knob,
    features_knob,
    generators,
    noise_knob,
    rows_knob,
)
from knobs import knob, linear, log


@dataclass(frozen=True)
class Drift(Recipe):
    """y = sign(w·x + ε) with x normal, where the last half of the rows has another w.

    The rows stand in time (``in_time``); from row n // 2, counted from 0, ``n_nonzeros`` features
    matter that did not before, and those that did no longer do. ``true_weights`` are those of the
    second half. Weights are ± a number from [0.5, 1.5].

    No paper has this experiment. It shows what their online setting allows and their regret does
    not forgive: examples may come from anywhere, and the one comparator of Langford, Li and Zhang
    (2009, §3.4) and Yang et al. (2010, §5) must do for both halves.

    Creating one raises ValueError for a knob out of its range, and unless there are twice as many
    features as matter at a time.
    """

    key: ClassVar[str] = "drift"
    title: ClassVar[str] = "A world that changes (made up)"
    about: ClassVar[str] = "Half way through the stream the features that matter are replaced."
    columns_are: ClassVar[str] = "made-up features"
    row_is: ClassVar[str] = "example"
    goal: ClassVar[str] = (
        "predict a label, +1 or −1, though other features make it from half way on"
    )
    source: ClassVar[str] = "drawn at random by this app"
    licence: ClassVar[str] = "none needed"

    n_rows: int = rows_knob(4000, low=100, high=20_000)
    n_features: int = features_knob(100, log(20, 1000, integer=True, least=2, most=1000))
    n_nonzeros: int = knob(
        5,
        "k",
        "true ones",
        linear(1, 10, integer=True, most=500),
        "How many features matter at a time.",
    )
    noise: float = noise_knob(0.5, high=5.0)
    draw: int = draw_knob()

    def __post_init__(self) -> None:
        super().__post_init__()
        if 2 * self.n_nonzeros > self.n_features:
            raise ValueError(
                f"n_nonzeros = {self.n_nonzeros}: twice as many must be <= n_features = "
                f"{self.n_features}"
            )

    def memory(self) -> float:
        """Return some bytes for each number, measured at the peak."""
        return 25.0 * self.n_rows * self.n_features

    def build(self) -> Dataset:
        """``n_rows`` rows of ``n_features`` features in time, with the later ``true_weights``."""
        n_rows, count = int(self.n_rows), int(self.n_nonzeros)
        values, places, weights, noise = generators(self.draw, 4)
        X = values.standard_normal((n_rows, int(self.n_features)))
        chosen = places.permutation(X.shape[1])
        score = self.noise * noise.standard_normal(n_rows)
        half = n_rows // 2
        for rows, support in (
            (slice(None, half), chosen[:count]),
            (slice(half, None), chosen[count : 2 * count]),
        ):
            true_weights = np.zeros(X.shape[1])
            signs = weights.choice((-1.0, 1.0), size=count)
            true_weights[support] = signs * weights.uniform(0.5, 1.5, size=count)
            score[rows] += X[rows] @ true_weights
        return Dataset.from_arrays(
            dense_csr(X),
            np.where(score > 0.0, 1.0, -1.0),
            true_weights=true_weights,
            in_time=True,
            **self.metadata(),
        )
