"""Groups of features as lists."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from algorithms.groups import Groups


def lists(groups: Groups) -> list[list[int]]:
    """The features of each group."""
    return [part.tolist() for part in np.split(groups.features, groups.starts[1:-1])]


@st.composite
def coverings(draw):
    """A number of features, and lists that hold each of them at least once."""
    d = draw(st.integers(1, 9))
    some = st.lists(st.integers(0, d - 1), min_size=1, unique=True)
    made = draw(st.lists(some, max_size=5))
    rest = sorted(set(range(d)) - {j for members in made for j in members})
    return d, [*made, *([rest] if rest else [])]
