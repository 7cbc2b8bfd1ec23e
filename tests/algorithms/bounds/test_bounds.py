"""No run is above its bound, on random problems and many comparators; and the bounds are no more
than they need to be: each with its constants halved is crossed somewhere.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf

import numpy as np
import pytest

from algorithms import CATALOGUE, record
from algorithms.bounds import (
    Constants,
    along,
    distance_bound,
    dual_averaging_bound,
    exponentiated_gradient_bound,
    gradient_constants,
    projected_gradient_bound,
    smidas_bound,
)
from algorithms.bounds.mirror_descent import effective_p
from tests import naive
from tests.support.many.turns import in_turn
from tests.support.problems.bounds import problem

SEEDS, CHUNK = 80, 40


def pick(draw, *values) -> float:
    return float(draw.choice(values))


def rda(data, loss, draw):
    known = gradient_constants(loss, data.X)
    gamma = max(pick(draw, 0.3, 3.0), 0.51 * known.A)
    return CATALOGUE["rda"](gamma=gamma, l1=pick(draw, 0.0, 0.05, 0.5)), known, inf


def group_rda(data, loss, draw):
    algorithm, known, _ = rda(data, loss, draw)
    grouped = CATALOGUE["group_rda"](
        gamma=algorithm.gamma, l1=algorithm.l1, group_l1=pick(draw, 0.0, 1.0),
        rho=pick(draw, 0.0, 0.2), group_size=int(draw.integers(1, 5)),
        by_size=draw.random() < 0.5, norm=str(draw.choice(["length", "largest weight"])),
    )  # fmt: skip
    return grouped, known, inf


def projected_gradient(data, loss, draw):
    known = gradient_constants(loss, data.X)
    eta = pick(draw, 0.03, 0.3, 0.99) * (2.0 / known.A if known.A else 1.0)
    schedule, z = str(draw.choice(["constant", "inv_sqrt", "inv"])), pick(draw, 0.3, 3.0)
    return CATALOGUE["projected_gradient"](eta=eta, schedule=schedule, radius=z), known, z


def exponentiated_gradient(data, loss, draw):
    known, z = gradient_constants(loss, data.X, inf), pick(draw, 0.3, 3.0)
    eta = pick(draw, 0.03, 0.3, 0.99) * (2.0 / (known.A * z) if known.A else 1.0)
    return CATALOGUE["exponentiated_gradient"](eta=eta, radius=z), known, z


def smidas(data, loss, draw):
    algorithm = CATALOGUE["smidas"](p=pick(draw, 0.0, 2.0, 4.0), l1=pick(draw, 0.0, 0.02, 0.3))
    p = effective_p(algorithm, data.n_features)
    known = gradient_constants(loss, data.X, p)
    eta = pick(draw, 0.03, 0.3, 0.99) * (2.0 / (known.A * (p - 1.0)) if known.A else 1.0)
    return replace(algorithm, eta=eta), known, inf


THEOREMS = {
    "rda": (rda, dual_averaging_bound),
    "group_rda": (group_rda, dual_averaging_bound),
    "projected_gradient": (projected_gradient, projected_gradient_bound),
    "exponentiated_gradient": (exponentiated_gradient, exponentiated_gradient_bound),
    "smidas": (smidas, smidas_bound),
}


def comparators(data, loss, order, radius, draw):
    """0, the optimum over the examples seen, random ones: inside the ball, on it and at corners."""
    d = data.n_features
    seen = np.bincount(order, minlength=data.n_rows).astype(float)
    solver = CATALOGUE["proximal_gradient"](l1=0.02, max_iterations=200)
    found = solver.solve(data, loss, row_weights=seen).weights
    for u in (found, *draw.standard_normal((2, d)), *np.eye(d)[:2]):
        size = float(np.abs(u).sum())
        yield u if size <= radius else u * (radius / size)
    yield np.zeros(d)


def excess(both) -> float:
    """The distance of the measured side above the bound, relative; ≤ 0 when the theorem holds."""
    return float(((both.measured - both.bound) / np.maximum(1.0, np.abs(both.bound))).max())


def runs(name: str, seeds):
    """For each seed the algorithm, its constants, and what the bound asks for, per comparator."""
    chosen, _ = THEOREMS[name]
    for seed in seeds:
        data, loss, order, draw = problem(seed)
        algorithm, known, radius = chosen(data, loss, draw)
        trace = record(algorithm, data, loss, order=order, checkpoints=len(order))
        assert trace.final.diverged_at is None
        for u in comparators(data, loss, order, radius, draw):
            yield algorithm, known, along(trace, data, order, u)


@pytest.mark.parametrize("first", range(0, SEEDS, CHUNK))
@pytest.mark.parametrize("name", THEOREMS)
def test_no_run_is_above_its_bound(name, first):
    for algorithm, known, asked in runs(name, range(first, first + CHUNK)):
        assert excess(THEOREMS[name][1](algorithm, known, *asked)) <= 1e-9, (algorithm, first)


@pytest.mark.parametrize("first", range(0, SEEDS, CHUNK))
@pytest.mark.parametrize("name", ["rda", "group_rda"])
def test_no_weights_are_further_away_than_theorem_2_b_says(name, first):
    for algorithm, known, asked in runs(name, range(first, first + CHUNK)):
        assert excess(distance_bound(algorithm, known, *asked)) <= 1e-9, (algorithm, first)


def test_the_printed_16_is_above_the_distance_that_is_computed():
    """With D² = h(u) and L² = B, on the hinge loss; and the distance comes near to it."""
    algorithm, T = CATALOGUE["rda"](gamma=100.0, l1=0.0), np.arange(1, 41)
    data, order = game(1.0, [1, 1, 1, 1] * 10)
    trace = record(algorithm, data, "hinge", order=order, checkpoints=40)
    u = np.array([0.1])
    asked, known = along(trace, data, order, u), gradient_constants("hinge", data.X)
    both = distance_bound(algorithm, known, *asked)
    mean_regret = np.cumsum(asked[0] - asked[3]) / T
    printed = 0.5 * u @ u + known.B / 100.0**2 - np.sqrt(T) / 100.0 * mean_regret
    assert (both.measured <= both.bound + 1e-12).all()
    assert (both.bound <= printed + 1e-12).all()
    assert (both.measured / both.bound).max() > 0.5


def game(x, signs) -> tuple:
    """One feature, the hinge loss, labels as given: linear losses while the margins are small."""
    return naive.dataset(np.full((len(signs), 1), x), np.array(signs, float)), np.arange(len(signs))


HARD = {
    "rda": (CATALOGUE["rda"](gamma=100.0, l1=0.0), 2.0),
    "group_rda": (CATALOGUE["group_rda"](gamma=100.0, l1=0.0), 2.0),
    "projected_gradient": (CATALOGUE["projected_gradient"](eta=0.01, radius=50.0), 2.0),
    "exponentiated_gradient": (CATALOGUE["exponentiated_gradient"](eta=1e-4, radius=1.0), inf),
    "smidas": (CATALOGUE["smidas"](eta=0.01, l1=0.0, p=2.0), 2.0),
}


@in_turn("name", HARD)
def test_with_b_made_small_some_run_is_above_it(name):
    """Labels that alternate cost each a gradient's length: the ½ B Σ a is needed."""
    algorithm, norm = HARD[name]
    data, order = game(1.0, [1, -1] * 20)
    trace = record(algorithm, data, "hinge", order=order, checkpoints=40)
    known = gradient_constants("hinge", data.X, norm)
    asked, bound = along(trace, data, order, np.zeros(1)), THEOREMS[name][1]
    price = bound(algorithm, Constants(0.0, 0.0), *asked)
    assert excess(price) > 0 or name == "exponentiated_gradient"
    assert excess(bound(algorithm, known, *asked)) <= 1e-12
    # What is left of the bound once the price of u is taken off, halved, is not enough.
    half = price.bound + 0.25 * (bound(algorithm, known, *asked).bound - price.bound)
    if name != "exponentiated_gradient":
        assert (price.measured > half).any()


def test_the_sum_printed_in_the_paper_is_crossed():
    """Yang et al. (15) with Σ_{t≤T} 1/√t: two examples, u = 0, the bound of the proof is tight."""
    algorithm = CATALOGUE["rda"](gamma=10.0, l1=0.0)
    data, order = game(1.0, [1, -1])
    trace = record(algorithm, data, "hinge", order=order, checkpoints=2)
    asked = along(trace, data, order, np.zeros(1))
    both = dual_averaging_bound(algorithm, Constants(0.0, 1.0), *asked)
    printed = (1.0 / (2.0 * 10.0)) * (1.0 + 1.0 / np.sqrt(2.0)) / 2.0
    regret = both.measured[1] - 1.0
    assert regret == pytest.approx(both.bound[1] - 1.0, rel=1e-12)
    assert regret > printed * 1.1


def test_exponentiated_gradient_needs_its_logarithm():
    """Many features, one of them right: what it takes to find it is ln(2d)."""
    d, z = 64, 1.0
    data = naive.dataset(np.eye(d)[np.zeros(400, int)], np.ones(400))
    algorithm, order = CATALOGUE["exponentiated_gradient"](eta=0.01, radius=z), np.arange(400)
    trace = record(algorithm, data, "hinge", order=order, checkpoints=400)
    asked = along(trace, data, order, np.eye(d)[0])
    both = exponentiated_gradient_bound(algorithm, Constants(0.0, 1.0), *asked)
    assert excess(both) <= 1e-12
    regret = (both.measured - np.cumsum(asked[3]) / both.steps) * both.steps
    assert regret.max() > 0.5 * z * np.log(2 * d) / 0.01 * 0.5


SILENT = {
    "u outside the ball": ("projected_gradient", {}, {"radius": 0.5}, "u: its L1 norm is 2"),
    "decay": ("projected_gradient", {}, {"decay": 0.5, "radius": 9.0}, "decay = 0.5"),
    "signs": ("projected_gradient", {}, {"signs": "by class", "radius": 9.0}, "signs = 'by class'"),
    "schedule": ("exponentiated_gradient", {}, {"schedule": "inv", "radius": 9.0}, "schedule"),
    "smidas": ("smidas", {}, {"schedule": "inv_sqrt"}, "schedule"),
    "too large": ("rda", {"A": 5.0}, {"gamma": 1.0}, "smaller steps"),
}


@in_turn("case", SILENT)
def test_where_a_theorem_is_silent_it_says_so(case):
    name, constants, knobs, message = SILENT[case]
    known = Constants(**({"A": 0.0, "B": 1.0} | constants))
    asked = np.zeros(3), np.zeros((3, 2)), np.array([1.0, -1.0]), np.zeros(3)
    with pytest.raises(ValueError, match=message):
        THEOREMS[name][1](CATALOGUE[name](**knobs), known, *asked)


def test_what_a_bound_cannot_be_drawn_along():
    data, loss, order, _ = problem(0)
    algorithm = CATALOGUE["sgd"]()
    with pytest.raises(ValueError, match="every weight after every step"):
        along(record(algorithm, data, loss, order=np.tile(order, 3), checkpoints=2), data, order, 0)
    trace = record(algorithm, data, loss, order=order, checkpoints=999, intercept=True)
    with pytest.raises(ValueError, match="intercept"):
        along(trace, data, order, np.zeros(data.n_features))
    with pytest.raises(ValueError, match="one prediction"):
        gradient_constants("softmax", data.X)
