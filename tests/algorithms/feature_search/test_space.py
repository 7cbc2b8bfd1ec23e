"""The candidates: which methods, how many of each, and where their knobs are looked for."""

from __future__ import annotations

import math

import pytest

from algorithms import CATALOGUE, Loss, record
from algorithms.checks import RunOptions
from algorithms.feature_search import space
from algorithms.feature_search.question import Question
from algorithms.feature_search.space import SearchSpace, shift_steps, sparse_methods
from datasets import load
from tests.support.views import toy


def all_of(searched: SearchSpace) -> list:
    return [*searched.bases, *searched.others()]


def test_each_method_has_several_step_sizes_and_periods():
    found = all_of(SearchSpace(Question(toy(n=300), 3)))
    assert len(found) == len(set(found))
    for key in space.METHODS:
        own = [candidate for candidate in found if candidate.key == key]
        steps = {getattr(c, space.step_knob(c)) for c in own if space.step_knob(c)}
        assert len(steps) >= 4 or key == "coordinate_descent"
        periods = {c.period for c in own if hasattr(c, "period")}
        assert not periods or periods == {1, 10, 100}


def test_a_period_is_at_most_half_of_the_steps():
    found = all_of(SearchSpace(Question(toy(n=40), 3)))
    assert {c.period for c in found if hasattr(c, "period")} == {1, 10}


def test_truncated_gradient_pulls_all_weights_or_those_within_several_thresholds():
    found = all_of(SearchSpace(Question(toy(n=300), 3), ("truncated_gradient",)))
    thresholds = sorted({candidate.threshold for candidate in found})
    assert thresholds[-1] == math.inf and len(thresholds) == 4
    assert thresholds[2] == pytest.approx(10 * thresholds[0], rel=0.1)


def test_large_data_have_fewer_candidates(monkeypatch):
    many = len(all_of(SearchSpace(Question(toy(n=300), 3))))
    monkeypatch.setattr(space, "MUCH_WORK", 0.0)
    fewer = len(all_of(SearchSpace(Question(toy(n=300), 3))))
    monkeypatch.setattr(space, "MOST_WORK", 0.0)
    least = SearchSpace(Question(toy(n=300), 3))
    thresholds = len(space.BEYOND)
    assert many > fewer > len(all_of(least)) == len(least.bases) + thresholds


def test_between_the_ends_of_a_knob_lie_many_features_and_few():
    data = load("breast_cancer", scaling="unit variance")
    searched = SearchSpace(Question(data, 5, options=RunOptions(passes=2)))
    for candidate in searched.bases:
        name = space.sparsity_knob(type(candidate))
        if name == "n_nonzeros" or math.isfinite(getattr(candidate, "threshold", math.inf)):
            continue
        low, high = searched.ends(candidate)
        many, few = (
            record(type(candidate)(**(vars_of(candidate) | {name: value})), data, passes=2)
            for value in (low, high)
        )
        assert many.used[-1] >= 25 and few.used[-1] <= 2, candidate


def vars_of(candidate) -> dict:
    return {name: getattr(candidate, name) for name in space.knobs_of(candidate)}


def test_several_classes_have_the_methods_that_learn_them():
    keys = sparse_methods(Loss.softmax)
    assert keys and all(Loss.softmax in CATALOGUE[key].losses for key in keys)
    searched = SearchSpace(Question(load("wine", scaling="unit variance"), 5))
    assert {candidate.key for candidate in searched.bases} == set(keys)


def test_a_step_size_stays_within_its_knob():
    base = CATALOGUE["rounding"](eta=0.1)
    assert shift_steps(base, 2).eta == pytest.approx(1.0)
    assert shift_steps(base, -1).eta == pytest.approx(0.032)
    assert 0.0 < shift_steps(base, 200).eta < math.inf
