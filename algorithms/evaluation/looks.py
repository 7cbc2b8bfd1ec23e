"""Measures of a run at each of its looks: objective, density, signs, correlation.

``measures`` has them for one vector of weights; here they are along a trace, float64 (c,).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from algorithms.bounds.dual_averaging import penalty
from algorithms.evaluation.measures import max_correlation, sign_f1
from algorithms.groups import as_groups
from algorithms.online.adaptive.ftrl_proximal import FTRLProximal
from algorithms.online.group_rda import GroupRDA
from algorithms.trace import Trace
from datasets import Dataset
from knobs import knobs_of

GROUPED = frozenset({"structure", "group_size", "l1", "group_l1"})
"""The knobs that make the penalty of a group method."""


def objectives(trace: Trace, dataset: Dataset) -> np.ndarray:
    """Return mean loss + penalty at each look: what a run with the penalty λ minimises.

    The penalty is the algorithm's own: λ‖w‖₁, of truncated gradient g‖w‖₁, with a ridge ½λ₂‖w‖²
    more, of group methods that of their groups, and none where an algorithm has no such knob.

    Raises ValueError for a run that did not note its fit; for a group method and one with a ridge
    as ``weights_of``, and for groups that overlap.
    """
    if trace.fit is None:
        raise ValueError("trace: it has no fit; record it with fit=True")
    algorithm = trace.algorithm
    if hasattr(algorithm, "effective_groups"):
        return trace.fit + group_penalties(algorithm, weights_of(trace), dataset)
    ridged = getattr(algorithm, "l2", 0.0) > 0.0
    squares = (weights_of(trace) ** 2).sum(axis=1) if ridged else 0.0
    return trace.fit + penalties(algorithm, trace.sparsity.l1_norm, squares, trace.steps)


def penalties(
    algorithm: Any, l1_norms: np.ndarray, squares: np.ndarray | float, steps: np.ndarray
) -> np.ndarray:
    """Return the penalty per example of a method without groups on weights of these norms.

    Parameters
    ----------
    l1_norms, squares : ‖w‖₁ and ‖w‖₂².
    steps : examples read so far: FTRL-Proximal's penalties count once for all of them.
    """
    weight = getattr(algorithm, "l1", getattr(algorithm, "gravity", 0.0))
    sizes = weight * l1_norms + 0.5 * getattr(algorithm, "l2", 0.0) * squares
    return sizes / np.maximum(steps, 1) if isinstance(algorithm, FTRLProximal) else sizes


def group_penalties(algorithm: Any, weights: np.ndarray, dataset: Dataset) -> np.ndarray:
    """Return the penalty of a group method on each row of ``weights``, (c, d).

    Raises ValueError for groups that overlap.
    """
    if not hasattr(algorithm, "norm"):  # the others penalise a group by its length, as GroupRDA may
        shared = {name: getattr(algorithm, name) for name in knobs_of(algorithm) if name in GROUPED}
        algorithm = GroupRDA(**shared)
    groups = None if dataset.groups is None else as_groups(dataset.groups, dataset.n_features)
    return penalty(algorithm, weights, groups)


def densities(trace: Trace) -> np.ndarray:
    """Return the share of weights that are not 0 at each look."""
    return trace.sparsity.nonzeros / trace.final.weights.size


def sign_f1s(trace: Trace, true_weights: np.ndarray) -> np.ndarray:
    """Return ``sign_f1`` at each look. Raises ValueError as ``weights_of``."""
    return np.array([sign_f1(w, true_weights) for w in weights_of(trace)])


def max_correlations(trace: Trace, dataset: Dataset) -> np.ndarray:
    """Return ``max_correlation`` over the rows of ``dataset`` at each look.

    Raises ValueError as ``weights_of``.
    """
    scores = (dataset.X @ weights_of(trace).T).T
    return np.array([max_correlation(dataset.y, each) for each in scores])


def weights_of(trace: Trace) -> np.ndarray:
    """Return all weights at each look, (c, d).

    Raises ValueError for a run with several outputs or so many features that not all were kept.
    """
    if trace.final.weights.ndim > 1 or len(trace.tracked) < len(trace.final.weights):
        raise ValueError("trace: not every weight was kept at every checkpoint")
    return trace.weights
