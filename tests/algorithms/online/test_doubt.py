"""Lazy and eager may part for no fault at ties that rounding decides.

The comparisons with the twins stop at ``first_doubt`` instead of being loosened.
"""

from __future__ import annotations

import numpy as np

from algorithms import CATALOGUE, record
from tests import naive
from tests.support.problems.doubt import first_doubt

TruncatedGradient = CATALOGUE["truncated_gradient"]


def doubt_and_gap(algorithm, data, order, loss="squared"):
    """The first step in doubt, and after which step lazy and eager first differ by 1e-12."""
    twin = naive.run(algorithm, data, order, loss)
    lazy = record(algorithm, data, loss, order=order, checkpoints=len(order)).weights
    parted = np.flatnonzero(np.abs(lazy - twin.weights).max(axis=1) > 1e-12)
    return first_doubt(algorithm, twin), parted[0] + 1 if len(parted) else None


def test_what_a_subtraction_should_leave_is_zero():
    """Each step brings w to 0.3 = θ and each pull back to 0. A running total alone would leave
    5e-17, the next step 0.3 + 5e-17, beyond θ: lazy and eager would part for good."""
    data = naive.dataset([[1.0]], [1.0])
    algorithm = TruncatedGradient(eta=0.3, gravity=1.0, threshold=0.3)
    assert doubt_and_gap(algorithm, data, [0] * 9, "hinge") == (1, None)


def test_a_margin_at_the_kink_is_in_doubt():
    data = naive.dataset([[1.0]], [1.0])
    algorithm = CATALOGUE["fobos"](eta=0.5, l1=0.0)
    assert doubt_and_gap(algorithm, data, [0] * 5, "hinge") == (3, None)


def test_steps_that_overshoot_blow_rounding_up():
    """Logistic loss and η ℓ″‖x‖² ≫ 2: a run without a future that anybody could compute."""
    draw = np.random.default_rng(0)
    data = naive.dataset(draw.standard_normal((50, 5)), draw.choice([-1.0, 1.0], 50))
    order = draw.integers(0, 50, 2000)
    doubt, gap = doubt_and_gap(CATALOGUE["fobos"](eta=30.0, l1=0.01), data, order, "logistic")
    assert doubt < 2000
    assert gap is None or gap >= doubt


def test_an_ordinary_run_is_not_in_doubt():
    draw = np.random.default_rng(0)
    data = naive.dataset(draw.standard_normal((50, 5)), draw.choice([-1.0, 1.0], 50))
    algorithm = TruncatedGradient(eta=0.1, gravity=0.05, threshold=0.3, period=4)
    for loss in ("squared", "logistic", "hinge"):
        assert doubt_and_gap(algorithm, data, draw.integers(0, 50, 500), loss) == (501, None)


def test_zeros_of_whole_steps_are_counted_as_zeros():
    """0/1 features, hinge and λ = 1: every step is exactly undone by the next pull."""
    draw = np.random.default_rng(0)
    X = (draw.random((400, 30)) < 0.1).astype(float)
    data = naive.dataset(X, draw.choice([-1.0, 1.0], 400))
    algorithm, order = CATALOGUE["fobos"](eta=0.1, l1=1.0), list(range(400))
    eager = np.count_nonzero(naive.run(algorithm, data, order, "hinge").weights, axis=1)
    trace = record(algorithm, data, "hinge", order=np.array(order), checkpoints=400)
    assert trace.sparsity.nonzeros.tolist() == eager.tolist()
