"""The numbers of a run over several orders are those of its single runs."""

from __future__ import annotations

import numpy as np
import pytest

import datasets
from algorithms import CATALOGUE, evaluate, over_orders, record
from algorithms.budget import chunks
from algorithms.budget.scheduler import SCHEDULER, Task
from algorithms.evaluation import spread
from algorithms.evaluation.frontier import usual_measure
from algorithms.orders import order_of
from datasets import Dataset

SCALED = {"scaling": "unit variance", "test_fraction": 0.25}
DATA = {
    "dense rows": ("breast_cancer", "logistic", SCALED),
    "sparse rows": ("zipf_text", "hinge", {"n_rows": 120}),
    "amounts": ("diabetes", "squared", SCALED),
    "classes": ("wine", "softmax", SCALED),
}
ONLINE = [kind for kind in CATALOGUE.values() if kind.kind == "online"]


def orders_of(data: Dataset, passes: int = 1, several: int = 3) -> list[np.ndarray]:
    return [order_of(data, passes, seed) for seed in range(several)]


@pytest.mark.parametrize("name", DATA)
def test_each_algorithm_comes_to_what_its_single_runs_come_to(name):
    source, loss, options = DATA[name]
    data = datasets.load(source, **options)
    orders, measure = orders_of(data), usual_measure(data)
    algorithms = [kind() for kind in ONLINE if loss in {code.name for code in kind.losses}]
    found = over_orders(algorithms, data, loss, orders, 7, intercept=True)
    assert algorithms and len(found) == len(algorithms)
    for algorithm, several in zip(algorithms, found, strict=True):
        for k, order in enumerate(orders):
            run = record(algorithm, data, loss, order, checkpoints=7, intercept=True)
            assert np.array_equal(several.steps, run.steps)
            assert np.array_equal(several.cumulative_loss[k], run.loss), algorithm
            assert several.features[k] == run.used[-1], algorithm
            assert several.losses[k] == run.loss[-1] / len(order)
            held = evaluate(run.final.weights, data, loss, run.final.intercept)
            expected = held.get(measure, several.losses[k])
            assert several.values[k] == pytest.approx(expected, rel=1e-12), algorithm


def test_stretches_and_helpers_change_nothing(monkeypatch):
    data = datasets.load("breast_cancer", **SCALED)
    asked = [CATALOGUE["truncated_gradient"](period=7), CATALOGUE["sgd"]()], data, "logistic"
    expected = over_orders(*asked, orders_of(data))
    for name in ("FIRST", "MOST"):
        monkeypatch.setattr(chunks, name, 1_000)
    monkeypatch.setattr(spread, "ALONE", 0.0)
    monkeypatch.setattr(spread, "cores", lambda: 3)
    data = datasets.load("breast_cancer", **SCALED)  # nothing is known of its pace
    found = over_orders(asked[0], data, "logistic", orders_of(data))
    for one, other in zip(found, expected, strict=True):
        for name in ("cumulative_loss", "features", "losses", "values"):
            assert np.array_equal(getattr(one, name), getattr(other, name)), name


@pytest.fixture
def lengths(monkeypatch) -> list[int]:
    """The steps of each stretch that SGD learns from."""
    noted, advance = [], CATALOGUE["sgd"].advance

    def count_steps(self, state, rows, y, order, loss, **options):
        noted.append(len(order))
        return advance(self, state, rows, y, order, loss, **options)

    monkeypatch.setattr(CATALOGUE["sgd"], "advance", count_steps)
    return noted


def test_a_run_that_is_there_already_is_not_made_again(lengths):
    data, sgd = datasets.load("breast_cancer", **SCALED), CATALOGUE["sgd"]()
    orders = orders_of(data)
    asked = [sgd], data, "logistic", orders, 5
    (expected,) = over_orders(*asked)
    assert sum(lengths) == 3 * len(orders[0])
    lengths.clear()
    first = record(sgd, data, "logistic", orders[0], checkpoints=200)
    (found,) = over_orders(*asked, firsts=[first])
    assert sum(lengths) == 2 * len(orders[0])
    for name in ("steps", "cumulative_loss", "features", "losses", "values"):
        assert np.array_equal(getattr(found, name), getattr(expected, name)), name


def test_a_run_that_was_looked_at_elsewhere_is_made_again(lengths):
    data, sgd = datasets.load("breast_cancer", **SCALED), CATALOGUE["sgd"]()
    first = record(sgd, data, "logistic", order_of(data), checkpoints=4)
    over_orders([sgd], data, "logistic", [order_of(data)], 5, firsts=[first])
    assert sum(lengths) == data.n_rows


def test_it_ends_when_nobody_waits_any_more(monkeypatch, lengths):
    class GoneError(Exception):
        pass

    def leave() -> None:
        raise GoneError

    data = datasets.load("breast_cancer", **SCALED)
    monkeypatch.setattr("algorithms.budget.scheduler.MOMENT", 0.0)
    monkeypatch.setattr("algorithms.budget.scheduler.SELDOM", 0.0)
    with pytest.raises(GoneError), SCHEDULER.assign(Task("who left", leave)):
        over_orders([CATALOGUE["sgd"]()], data, "logistic", orders_of(data))
    assert len(lengths) == 1


def test_each_order_may_have_a_training_set_of_its_own():
    preparation, raw = datasets.Preparation(**SCALED), datasets.load("breast_cancer")
    several = datasets.prepare_splits(raw, preparation, [4, 0, 4])
    orders = orders_of(several[0])
    algorithms = [CATALOGUE["truncated_gradient"](gravity=0.05), CATALOGUE["sgd"]()]
    found = over_orders(algorithms, several, "logistic", orders)
    assert not np.array_equal(several[0].y, several[1].y)
    for k, (data, order) in enumerate(zip(several, orders, strict=True)):
        alone = over_orders(algorithms, data, "logistic", [order])
        for one, many in zip(alone, found, strict=True):
            assert np.array_equal(one.cumulative_loss[0], many.cumulative_loss[k])
            for name in ("features", "losses", "values"):
                expected = getattr(one, name)[0]
                assert getattr(many, name)[k] == pytest.approx(expected, rel=1e-12), name
    with pytest.raises(ValueError, match="one for each order"):
        over_orders(algorithms, several[:2], "logistic", orders)


def test_a_split_of_another_seed_is_what_the_dataset_prepared_with_it_is():
    raw = datasets.load("breast_cancer")
    first, other = datasets.prepare_splits(raw, datasets.Preparation(**SCALED), [0, 7])
    for found, seed in ((first, 0), (other, 7)):
        expected = datasets.prepare(raw, datasets.Preparation(**SCALED, seed=seed))
        for one, two in ((found, expected), (found.test, expected.test)):
            assert (one.X != two.X).nnz == 0 and np.array_equal(one.y, two.y)
