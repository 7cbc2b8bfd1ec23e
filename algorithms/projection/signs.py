"""Signs that weights may have: any, or in each place only one, as in Duchi et al. 2008, (12).

With signs σ_ji of ±1 the weights v_ji = σ_ji w_ji have w ⪰ 0. The nearest point of the L1 ball that
has them is found in two steps: weights of the wrong sign become 0, then all are projected. For such
a weight is 0 in the nearest point, as any of the right sign is farther away and adds to the norm,
and the projection keeps 0 at 0 and changes the sign of no other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from algorithms.groups import Groups
from knobs import knob, one_of

ANY, POSITIVE, BY_CLASS = "any", "none negative", "by class"


def signs_knob() -> Any:
    """The signs that the weights may have."""
    return knob(
        ANY,
        "σ",
        "signs",
        one_of(ANY, POSITIVE, BY_CLASS),
        "Signs that weights may have: any, w ⪰ 0, or for each class ≥ 0 on its group of features "
        "and ≤ 0 on others. The fixed weights u of the regret may have any.",
        rare=True,
        kw_only=True,
    )


def signs_of(signs: str, n_outputs: int, n_features: int, groups: Groups | None) -> np.ndarray:
    """Return σ, float64 (n_outputs, n_features), 1 or −1; (n_outputs, 0) where any sign will do.

    By class σ_ji is 1 where feature i is in the group of class j, else −1; of two classes with one
    output between them the second is positive. It is 1 everywhere where the data have no groups.

    Examples
    --------
    >>> signs_of("by class", 2, 3, Groups.from_vector(np.array([0, 1, 1]), 3))
    array([[ 1., -1., -1.],
           [-1.,  1.,  1.]])
    """
    if signs == ANY:
        return np.empty((n_outputs, 0))
    if signs == POSITIVE or groups is None:
        return np.ones((n_outputs, n_features))
    sigma = np.full((n_outputs, n_features), -1.0)
    output = groups.group - 1 if n_outputs == 1 else groups.group
    known = (output >= 0) & (output < n_outputs)
    sigma[output[known], groups.features[known]] = 1.0
    return sigma
