"""The few columns that may have weights: which ones, their weights, and the best of those."""

from __future__ import annotations

import numpy as np

from algorithms.optimum import gram_descent, residual_descent
from algorithms.optimum.block import Bases, bases, join_blocks, take_blocks
from algorithms.optimum.matrix import Columns, GrowingGram, GrowingRows, scale_columns
from algorithms.optimum.penalty import BlockPenalty

LEAST, ADDED = 100, 50
"""How many columns are tried at first, and how many later even where few have weights."""
SMALL, LARGEST = 1000, 4096
"""A Gram matrix is made at once of so few columns, or where there are more examples; where descent
on the residual does not arrive, of as many as ``LARGEST``: it then takes 134 MB."""


class WorkingSet:
    """Some blocks of a penalty, and a quadratic model of the objective over them.

    Attributes
    ----------
    blocks, columns : int64, the blocks, and the columns (m,) that they hold.
    w : float64 (m,), the weights of those columns; all others are 0.
    penalty : what they cost.
    """

    def __init__(self, source: Columns, penalty: BlockPenalty, units: np.ndarray) -> None:
        self._source, self._whole, self._units = source, penalty, units
        self._rows, self._gram = GrowingRows(penalty.starts[-1]), GrowingGram()
        self._basis = Bases(np.zeros(0), np.zeros(0), np.zeros(1, np.int64))
        self.blocks = self.columns = np.zeros(0, np.int64)
        self.w, self.penalty = np.zeros(0), penalty.subset(self.blocks)

    def candidates(self, gradient: np.ndarray) -> np.ndarray:
        """The blocks outside whose slopes ask for weights, those that ask most first.

        Up to twice as many columns as have weights will be inside.
        """
        whole, m = self._whole, len(self.w)
        asks = (whole.norms(gradient) - whole.weights) / self._units
        asks[(whole.weights == 0.0) & (asks > 0.0)] = np.inf
        asks[self.blocks] = 0.0
        asking = np.flatnonzero(asks > 1e-12)
        asking = asking[np.argsort(-asks[asking], kind="stable")]
        room = max(2 * np.count_nonzero(self.w) - m, ADDED if m else LEAST)
        sizes = whole.sizes[asking]
        return asking[np.cumsum(sizes) <= max(room, sizes[:1].sum())]

    def improve(
        self,
        slopes: np.ndarray,
        gradient: np.ndarray,
        bend: np.ndarray | None,
        target: float,
        last: float,
    ) -> np.ndarray:
        """Let candidates in and minimise the model to ``target``; the weights before, (m,).

        ``slopes`` (n,) and ``gradient`` (C,) of the smooth part as of now, ``bend`` (n,) the
        root of its second derivatives, None where they are 1. The model is ½‖e‖² + the penalty,
        e = slopes/bend as of now and moving with the columns times ``bend``. Where it is exact
        and has every column it needs, it is minimised to ``last``.
        """
        m, e = len(self.w), slopes.copy()
        if bend is not None:
            np.divide(slopes, bend, out=e, where=bend > 0.0)
        blocks = self.candidates(gradient)
        if len(blocks):
            self._admit(blocks, bend, e)
        elif bend is None:
            target = last
        before = np.r_[self.w[:m], np.zeros(len(self.w) - m)]
        if not len(before):
            return before
        rows = scale_columns(self._rows.all, bend)
        if bend is not None:
            self._gram.clear()
            self._basis = bases(rows, self.penalty)
        settings = self.penalty, self._units[self.blocks], self._basis, self.w
        few, many = len(self.w) <= max(SMALL, len(e)), len(self.w) > LARGEST
        if not few and (residual_descent.minimise(rows, *settings, e, target) or many):
            return before
        self._gram.grow(rows)
        gram_descent.minimise(self._gram.H, *settings, rows @ e, target)
        return before

    def _admit(self, blocks: np.ndarray, bend: np.ndarray | None, e: np.ndarray) -> None:
        """Let in those of ``blocks`` that a pass of descent makes nonzero; ``e`` in place."""
        columns, trial = self._whole.columns(blocks), self._whole.subset(blocks)
        rows = self._source.take(columns)
        seen = scale_columns(rows, bend)
        basis, w = bases(seen, trial), np.zeros(len(columns))
        residual_descent.one_pass(seen, trial, basis, w, e)
        kept = np.flatnonzero(trial.norms(w))
        inside = trial.columns(kept)
        self._rows.add(rows if len(kept) == len(blocks) else rows[inside])
        self._basis = join_blocks(self._basis, take_blocks(basis, trial, kept))
        self.blocks = np.r_[self.blocks, blocks[kept]]
        self.columns = np.r_[self.columns, columns[inside]]
        self.w = np.r_[self.w, w[inside]]
        self.penalty = self._whole.subset(self.blocks)

    def predict(self) -> np.ndarray:
        """X w, (n,), the rows of X scaled as the source does."""
        return self._rows.all.T @ self.w

    def spread(self) -> np.ndarray:
        """The weights of all columns, (d,)."""
        w = np.zeros(self._whole.starts[-1])
        w[self.columns] = self.w
        return w
