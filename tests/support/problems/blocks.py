"""Blocks of weights: their penalty, and their minimum by bisection."""

from __future__ import annotations

import numpy as np

from algorithms.optimum.penalty import BlockPenalty


def penalty_of(sizes, weights) -> BlockPenalty:
    return BlockPenalty(np.r_[0, np.cumsum(sizes)], np.asarray(weights, float))
