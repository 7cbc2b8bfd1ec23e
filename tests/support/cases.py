"""Data on which kernels are held to their twins: by name, and as nobody would think of it."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from tests import naive


def cases() -> dict:
    """Data by name: X dense, with empty rows and columns where the name says so."""
    draw = np.random.default_rng(5)
    normal = draw.standard_normal
    sparse = normal((30, 12)) * (draw.random((30, 12)) < 0.2)
    sparse[3], sparse[:, 5] = 0.0, 0.0
    half = normal((12, 3))
    return {
        "dense": normal((20, 5)),
        "sparse": sparse,
        "almost empty": np.diag(normal(9)) * (np.arange(9) > 6),
        "empty": np.zeros((6, 3)),
        "one feature": normal((15, 1)),
        "one example": normal((1, 4)),
        "one example repeated": np.tile(normal((1, 4)), (12, 1)),
        "constant columns": np.c_[np.ones(10), normal((10, 2)), np.full(10, -3.0)],
        "duplicated columns": np.c_[half, half],
        "tiny values": 1e-8 * normal((10, 4)),
        "huge values": 1e6 * normal((10, 4)),
        "plus and minus one": draw.choice([-1.0, 1.0], (14, 4)),
    }


CASES = cases()

# Runs in which rounding never decides: of online descents, and of batch runs.
NO_TIES = ("dense", "sparse", "one feature", "duplicated columns", "constant columns")
PLAIN_CASES = ("dense", "sparse", "one feature")


# Halves and ones make ties, tenths make ties that rounding breaks, zeros make it sparse.
CELLS = st.sampled_from([0.0, 0.0, 0.0, 0.5, 1.0, -1.0, 0.1, -0.3, 2.0, 1e-8, -1e6, 1e3, 1.7])


@st.composite
def runs(draw):
    """A dataset, an order of its examples and a loss."""
    n, d = draw(st.integers(1, 12)), draw(st.integers(1, 6))
    loss = draw(st.sampled_from(["squared", "logistic", "hinge", "clipped"]))
    targets = {"squared": [-2.5, 0.0, 0.1, 1.0, 1e4], "clipped": [-1.0, 0.0, 0.1, 1.0]}
    real = loss in targets and draw(st.booleans())
    labels = st.sampled_from(targets[loss] if real else [-1.0, 1.0])
    X = draw(hnp.arrays(np.float64, (n, d), elements=CELLS))
    y = draw(hnp.arrays(np.float64, n, elements=labels))
    order = draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=60))
    task = "regression" if real else "classification"
    return naive.dataset(X, y, task), np.array(order), loss
