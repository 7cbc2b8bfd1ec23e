"""Yang et al.'s groups, overlapping: windows of ten features that share five with the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from datasets.dataset import Dataset
from datasets.recipes import Recipe
from datasets.synthetic.common import draw_knob, generators, noise_knob, rows_knob
from datasets.synthetic.yang_groups import CORRELATION
from knobs import knob, linear

N_FEATURES = 100
SIZE = 10  # features in a window
STEP = SIZE // 2  # from the start of one to the start of the next
N_WINDOWS = (N_FEATURES - SIZE) // STEP + 1


@dataclass(frozen=True)
class YangOverlapping(Recipe):
    """y = sign(w·x + ε), where w is ±1 on a union of overlapping windows of ten features.

    Yang et al. (2010) say in Remark 5 how to learn with groups that overlap, and show no data for
    it. Here the size, the ±1, the correlation 0.2^|i−j|, the noise and the sign are those of their
    §6.1; the correlation runs over all 100 features, since groups no longer part them. That the
    support is a union of groups is the premise of Jacob, Obozinski and Vert (2009). The windows
    are those a group method has with ``structure="overlapping"`` and ``group_size=10``;
    ``groups`` is None, for they are no partition.

    Creating one raises ValueError for a knob out of its range.
    """

    key: ClassVar[str] = "yang_overlapping"
    title: ClassVar[str] = "Overlapping groups (made up)"
    about: ClassVar[str] = (
        "A hundred features in windows of ten that share five with the next, and a few windows "
        "matter."
    )
    columns_are: ClassVar[str] = "made-up features"
    row_is: ClassVar[str] = "example"
    goal: ClassVar[str] = "predict a label, +1 or −1, and find the windows that make it"
    source: ClassVar[str] = (
        "drawn at random by this app, as Yang, Xu, King and Lyu (2010), Online Learning for Group "
        "Lasso, do in §6.1, with the overlapping groups of their Remark 5"
    )
    licence: ClassVar[str] = "none needed"

    n_rows: int = rows_knob(1000, low=25, high=100_000)
    n_windows: int = knob(
        3,
        "k",
        "true windows",
        linear(1, N_WINDOWS, zero=True, integer=True),
        f"How many of the {N_WINDOWS} windows matter.",
    )
    noise: float = noise_knob(4.0, high=10.0)
    draw: int = draw_knob()

    def memory(self) -> float:
        """Return some bytes for each of the 100 numbers of a row, measured at the peak."""
        return 42.0 * self.n_rows * N_FEATURES

    def build(self) -> Dataset:
        """``n_rows`` rows of 100 features, with ``true_weights``."""
        values, windows, signs, noise = generators(self.draw, 4)
        matters = np.zeros(N_FEATURES, dtype=bool)
        for window in windows.permutation(N_WINDOWS)[: int(self.n_windows)]:
            matters[window * STEP : window * STEP + SIZE] = True
        true_weights = np.where(matters, signs.choice((-1.0, 1.0), size=N_FEATURES), 0.0)

        X = values.standard_normal((int(self.n_rows), N_FEATURES))
        # Written out, x = Lv is an AR(1) process over the features.
        for j in range(1, N_FEATURES):
            X[:, j] = CORRELATION * X[:, j - 1] + np.sqrt(1.0 - CORRELATION**2) * X[:, j]
        score = X @ true_weights + self.noise * noise.standard_normal(int(self.n_rows))
        return Dataset.from_arrays(
            X, np.where(score > 0.0, 1.0, -1.0), true_weights=true_weights, **self.metadata()
        )
