"""The group lasso in plain NumPy, as slow and as short as possible."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def group_lasso(
    X: np.ndarray,
    y: np.ndarray,
    groups: Sequence[np.ndarray],
    penalty: float,
    gamma: float = 1.0,
    within: float = 0.0,
) -> tuple[np.ndarray, np.ndarray]:
    """Return the weights and the average votes after each example, both (n, d).

    Yang et al. 2010, (10)–(14) with ρ = 0, for the logistic loss.

    Parameters
    ----------
    X : (n, d), the examples in the order in which they come.
    y : (n,), their labels, +1 or −1.
    groups : the features of each group.
    penalty : λ.
    gamma : γ, how strongly weights are held near 0.
    within : r; each vote is first pulled toward 0 by λr.
    """
    w, votes = np.zeros((len(X) + 1, X.shape[1])), np.zeros((len(X) + 1, X.shape[1]))
    for t, (x, label) in enumerate(zip(X, y, strict=True), 1):
        slope = -label / (1.0 + np.exp(label * (w[t - 1] @ x)))
        votes[t] = votes[t - 1] + (slope * x - votes[t - 1]) / t  # the average of t votes
        rest = np.sign(votes[t]) * np.maximum(np.abs(votes[t]) - penalty * within, 0.0)
        for group in groups:
            length, limit = np.linalg.norm(rest[group]), penalty * np.sqrt(len(group))
            if length > limit:
                w[t][group] = -np.sqrt(t) / gamma * (1.0 - limit / length) * rest[group]
    return w[1:], votes[1:]
