"""Where lazy and eager may part for no fault: at ties that rounding decides.

The comparisons with the twins stop at ``first_doubt`` instead of being loosened.
"""

from __future__ import annotations

import math

import numpy as np

from algorithms import CATALOGUE, record
from tests import naive

EPS = 2.0**-52
TruncatedGradient = CATALOGUE["truncated_gradient"]


def first_doubt(algorithm, walk: naive.Run) -> int:
    """The first step after which lazy and eager weights may differ by more than 1e-12 for no fault.

    A lazy kernel pays shrinkage in one sum, the twin bit by bit: their weights differ by rounding.
    That matters where the update jumps (the kink of the hinge; |v| = θ), or where steps so
    long that they overshoot (η ℓ″‖x‖² > 2) have blown it up. ``noise`` follows its growth.
    """
    noise, due, big, bend, updates, before = 0.0, 0.0, 1.0, 0.0, 0, [0.0] * walk.X.shape[1]
    period = getattr(algorithm, "period", 1)
    batch, theta = getattr(algorithm, "batch_size", 1), getattr(algorithm, "threshold", math.inf)
    one = float(walk.intercept)
    pull = getattr(algorithm, "gravity", getattr(algorithm, "l1", 0.0)) * period
    for t, (i, p, after, b) in enumerate(
        zip(walk.order, walk.predictions, walk.weights, walk.biases, strict=False), 1
    ):
        x, y = walk.X[i], walk.y[i]
        edge = max(1e-13, 2.0 * noise / big)
        reach = big * (np.abs(x).sum() + one)
        if walk.loss == "hinge" and abs(1.0 - y * p) <= edge * max(1.0, reach):
            return t
        s = naive.slope(walk.loss, p, y)
        curvature = {"hinge": 0.0, "logistic": abs(s) * (1.0 - abs(s))}.get(walk.loss, 1.0)
        bend += curvature * (x @ x + one) / batch
        if t % batch == 0:
            updates += 1
            eta_t = walk.rate(updates, batch)
            noise, bend = noise * max(1.0, eta_t * bend - 1.0), 0.0
            if t % period == 0:
                due += eta_t * pull
                v = np.abs(np.array(before) - eta_t * s * x) if math.isfinite(theta) else []
                for size in v:
                    if abs(size - theta) <= edge * big < min(size, eta_t * pull):
                        return t
        big, before = max(big, np.abs(after).max(), abs(b)), after
        noise += EPS * (4.0 * big + due)
        if noise > 1e-12 * big:
            return t
    return len(walk.predictions) + 1


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
    assert trace.nonzeros.tolist() == eager.tolist()
