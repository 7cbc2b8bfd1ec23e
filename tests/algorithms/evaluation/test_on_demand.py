"""Measures on demand are those of the last look of a trace, and computed from their definitions."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import f1_score

from algorithms import (
    CATALOGUE,
    MEASURES,
    Outcomes,
    frontier,
    grid,
    has_objective,
    measurable,
    record,
    sweep,
)
from algorithms.evaluation import max_correlations, objectives, sign_f1s
from algorithms.evaluation.on_demand import ALL_MEASURES, BOUNDED, ON_DEMAND
from datasets import load
from tests.naive import dataset

DATA = load("yang_groups", n_rows=120, test_fraction=0.25)
EVERY = tuple(ON_DEMAND)


def trace_of(key: str, data=DATA, loss="logistic", **knobs):
    algorithm = CATALOGUE[key](**knobs)
    fit = {} if algorithm.kind == "batch" else {"fit": True, "passes": 2}
    return record(algorithm, data, loss, checkpoints=3, **fit)


def values_of(trace, data=DATA, names=EVERY) -> dict[str, float]:
    values = Outcomes.of([trace], data, names).values
    return {name: float(array[0, 0]) for name, array in values.items()}


@pytest.mark.parametrize("key", CATALOGUE)
def test_the_end_of_a_run_is_its_last_look(key):
    trace = trace_of(key)
    values = values_of(trace)
    assert values["sign F1"] == sign_f1s(trace, DATA.true_weights)[-1]
    assert values["test correlation"] == max_correlations(trace, DATA.test)[-1]
    if has_objective(trace.algorithm):
        assert values["objective"] == pytest.approx(objectives(trace, DATA)[-1], rel=1e-12)
    else:
        assert np.isnan(values["objective"])


@pytest.mark.parametrize(
    ("key", "knobs", "size"),
    [
        ("truncated_gradient", {"gravity": 0.2}, lambda w: 0.2 * np.abs(w).sum()),
        ("ftrl_proximal", {"l1": 3.0, "l2": 1.0},
         lambda w: (3.0 * np.abs(w).sum() + 0.5 * w @ w) / (2 * DATA.n_rows)),
        ("elastic_net_truncated_gradient", {"gravity": 0.2, "l2": 0.3},
         lambda w: 0.2 * np.abs(w).sum() + 0.15 * w @ w),
        ("group_fobos", {"l1": 0.1, "group_l1": 0.5},
         lambda w: sum(0.1 * (np.sqrt(10.0) * np.linalg.norm(part) + 0.5 * np.abs(part).sum())
                       for part in w.reshape(10, 10))),
    ],
)  # fmt: skip
def test_the_objective_is_loss_and_penalty(key, knobs, size):
    trace = trace_of(key, **knobs)
    w = trace.final.weights
    losses = np.log1p(np.exp(-DATA.y * (DATA.X @ w)))
    assert values_of(trace)["objective"] == pytest.approx(losses.mean() + size(w))
    assert objectives(trace, DATA)[-1] == pytest.approx(losses.mean() + size(w))


def test_the_signs_are_classes_of_which_each_counts_as_much():
    trace = trace_of("fobos", l1=0.05)
    signs, truth = np.sign(trace.final.weights), np.sign(DATA.true_weights)
    assert set(signs) == set(truth) == {-1.0, 0.0, 1.0}
    assert values_of(trace)["sign F1"] == pytest.approx(f1_score(truth, signs, average="macro"))


def test_an_objective_counts_the_constant_term_and_any_loss():
    data = load("diabetes", scaling="unit variance")
    trace = record(CATALOGUE["fobos"](l1=0.3), data, "squared", intercept=True, passes=3)
    w, b = trace.final.weights, trace.final.intercept
    fit = 0.5 * ((data.X @ w + b - data.y) ** 2).mean()
    assert b != 0.0
    expected = pytest.approx(fit + 0.3 * np.abs(w).sum())
    assert values_of(trace, data, ("objective",))["objective"] == expected


@pytest.mark.parametrize(
    ("key", "knobs", "there"),
    [
        ("truncated_gradient", {}, True),
        ("truncated_gradient", {"threshold": 0.1}, False),
        ("group_rda", {"structure": "blocks"}, True),
        ("group_rda", {"structure": "overlapping"}, False),
        ("group_fobos", {"structure": "chain"}, False),
        ("rounding", {}, False),
        ("projected_gradient", {}, False),
    ],
)
def test_only_a_known_penalty_makes_an_objective(key, knobs, there):
    assert has_objective(CATALOGUE[key](**knobs)) is there
    assert np.isfinite(values_of(trace_of(key, **knobs))["objective"]) == there


def test_what_can_be_measured_depends_on_the_data():
    assert measurable(DATA) == EVERY
    assert measurable(DATA, held_out=False) == ("objective", "sign F1")
    assert measurable(load("breast_cancer")) == ("objective",)
    assert measurable(load("breast_cancer"), held_out=True) == ("objective", "test correlation")
    assert measurable(load("wine", test_fraction=0.25)) == ("objective",)


def test_the_usual_values_are_the_same_bit_for_bit():
    settings = [*grid(CATALOGUE["fobos"](), l1=(0.0, 0.1)), CATALOGUE["rounding"]()]
    traces = sweep(settings, DATA, "logistic")
    plain, more = Outcomes.of(traces, DATA), Outcomes.of(traces, DATA, EVERY)
    assert set(more.values) == {*plain.values, *EVERY}
    for name, values in plain.values.items():
        assert values.tobytes() == more.values[name].tobytes()


def test_a_run_that_diverged_has_none():
    data = dataset([[1.0, 2.0]] * 40, [1.0, 3.0] * 20, "regression")
    settings = grid(CATALOGUE["fobos"](), eta=(10.0, 0.01))
    both = Outcomes.of(sweep(settings, data, "squared", passes=5), data, ("objective",))
    assert np.isnan(both.values["objective"][0, 0]) and np.isfinite(both.values["objective"][1, 0])


def test_a_frontier_may_be_in_any_of_them():
    methods = {"a": grid(CATALOGUE["fobos"](), l1=(0.01, 0.1, 0.5)), "b": [CATALOGUE["sgd"]()]}
    for measure, more in ON_DEMAND.items():
        found = frontier(methods, DATA, measure=measure, seeds=(0,))
        assert set(EVERY) & set(found["a"].outcomes.values) == {measure}
        edge = [point.value for point in found["a"].edge]
        assert edge == sorted(edge, reverse=not more) and edge
    assert not frontier(methods, DATA, measure="objective", seeds=(0,))["b"].edge
    with pytest.raises(ValueError, match="'sign F1' was not measured"):
        frontier(methods, load("breast_cancer"), measure="sign F1", seeds=(0,))


def test_every_measure_is_listed_once():
    assert list(ALL_MEASURES) == [*MEASURES, *ON_DEMAND] and set(ALL_MEASURES) >= BOUNDED
