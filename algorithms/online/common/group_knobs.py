"""The knobs that group methods share: which groups there are, and how hard they are shrunk.

The penalty is λ Σ_g (√d_g ‖w_g‖₂ + r ‖w_g‖₁), d_g features in group g (Yang et al. 2010, (3)).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from algorithms.groups import Groups, as_groups
from algorithms.presets import penalty_knob
from knobs import knob, log, one_of


@dataclass(frozen=True)
class GroupStructure:
    """The knobs that choose the groups; a base beside that of the algorithm."""

    structure: str = knob(
        "data",
        "G",
        "groups",
        one_of("data", "blocks", "overlapping", "chain"),
        "The data's groups (blocks, where it names none), consecutive blocks, blocks that share "
        "half their features with the next, or each feature with the next (graph lasso).",
        kw_only=True,
    )
    group_size: int = knob(
        10, "d_g", "block size", log(1, 100, integer=True), "Features in a block.", kw_only=True
    )

    def effective_groups(
        self, n_features: int, groups: Groups | np.ndarray | Sequence | None = None
    ) -> Groups:
        """The groups of a run over ``n_features`` features whose data names ``groups``, or None.

        Raises ValueError for ``groups`` that are none.
        """
        size = int(self.group_size)
        if self.structure == "chain":
            return Groups.chain(n_features)
        if self.structure == "overlapping":
            return Groups.blocks(n_features, size, shared=size // 2)
        if self.structure == "blocks" or groups is None:
            return Groups.blocks(n_features, size)
        return as_groups(groups, n_features)


def group_penalty_knob() -> Any:
    """The field ``l1``."""
    return penalty_knob(
        "Weight of the group penalty: it holds a group of d_g features to 0 by λ√d_g."
    )


def within_knob() -> Any:
    """The field ``group_l1``."""
    return knob(
        0.0,
        "r",
        "within groups",
        log(0.01, 10.0, zero=True),
        "Makes zeros within groups, too: it holds each single weight to 0 by λr.",
    )
