"""Σ_b λ_b ‖w_b‖₂ over consecutive blocks of weights: with blocks of one, the L1 penalty.

The lasso is the group lasso of groups of one, and a block with λ_b = 0 is free: one solver does
for all of them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class BlockPenalty:
    """``starts`` (B + 1,): block b is w[starts[b]:starts[b + 1]]; ``weights`` (B,): λ_b ≥ 0."""

    starts: np.ndarray
    weights: np.ndarray

    @property
    def sizes(self) -> np.ndarray:
        """The number of weights in each block, (B,)."""
        return np.diff(self.starts)

    @property
    def units(self) -> np.ndarray:
        """In what the slope of each block is measured, (B,): its λ_b; for free ones the largest."""
        largest = self.weights.max(initial=0.0)
        return np.where(self.weights > 0.0, self.weights, largest if largest > 0.0 else 1.0)

    def norms(self, v: np.ndarray) -> np.ndarray:
        """‖v_b‖₂ of each block, (B,), safe from overflow."""
        if len(v) == len(self.weights):
            return np.abs(v)
        largest = np.abs(v).max()
        if largest == 0.0:
            return np.zeros(len(self.weights))
        return largest * np.sqrt(self.sums((v / largest) ** 2))

    def sums(self, v: np.ndarray) -> np.ndarray:
        """Σ v over each block, (B,)."""
        return v if len(v) == len(self.weights) else np.add.reduceat(v, self.starts[:-1])

    def value(self, w: np.ndarray) -> float:
        """The penalty of ``w``."""
        return float(self.weights @ self.norms(w))

    def columns(self, blocks: np.ndarray) -> np.ndarray:
        """The weights that ``blocks`` hold, block after block."""
        sizes = self.sizes[blocks]
        ends = np.cumsum(sizes)
        inside = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - sizes, sizes)
        return np.repeat(self.starts[blocks], sizes) + inside

    def subset(self, blocks: np.ndarray) -> BlockPenalty:
        """The penalty on ``blocks`` alone, in that order."""
        return BlockPenalty(np.r_[0, np.cumsum(self.sizes[blocks])], self.weights[blocks])
