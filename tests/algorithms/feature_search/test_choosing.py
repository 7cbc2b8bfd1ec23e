"""Who goes on, what the other folds choose, and how sure a mean is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from algorithms import CATALOGUE
from algorithms.feature_search.halving import choices_without_each, survivors
from algorithms.feature_search.question import Question
from algorithms.feature_search.result import MethodResult, SearchResult, corrected_interval
from tests.support.views import toy

tables = st.tuples(st.integers(1, 6), st.integers(2, 5)).flatmap(
    lambda shape: arrays(np.float64, shape, elements=st.floats(0, 1, width=16))
)


@given(tables)
def test_no_fold_judges_what_it_chose(costs):
    for fold, place in enumerate(choices_without_each(costs)):
        others = [[row[i] for i in range(costs.shape[1]) if i != fold] for row in costs]
        assert sum(others[place]) == pytest.approx(min(map(sum, others)))


def test_a_candidate_without_a_model_is_chosen_last():
    assert choices_without_each(np.array([[np.nan, 0.1, 0.1], [5.0, 5.0, 5.0]])).tolist() == [
        0,
        1,
        1,
    ]


@given(
    st.dictionaries(st.tuples(st.sampled_from("abc"), st.integers(0, 9)), st.floats(0, 1)),
    st.sampled_from([0.0, 1 / 3, 1.0]),
    st.integers(1, 3),
)
def test_the_better_share_goes_on_and_of_each_method_some(costs, share, least):
    if not costs:
        return
    kept = survivors(costs, {name: name[0] for name in costs}, share, least)
    assert kept == sorted(kept, key=costs.get) and len(kept) >= share * len(costs) - 1
    for method in {name[0] for name in costs}:
        own = sorted((name for name in costs if name[0] == method), key=costs.get)
        assert set(own[:least]) <= set(kept) or len({costs[n] for n in own}) < len(own)
    worst_kept = max(costs[name] for name in kept)
    assert share < 1.0 or worst_kept == max(costs.values())


def test_a_mean_has_the_interval_of_nadeau_and_bengio():
    scores = np.array([0.7, 0.9, 0.8, 0.75, 0.85])
    mean, low, high = corrected_interval(scores)
    spread = scores.std(ddof=1) * np.sqrt(1 / 5 + (1 / 5) / (4 / 5))
    assert (low, high) == pytest.approx(stats.t.interval(0.95, 4, mean, spread))
    assert corrected_interval(np.r_[scores, np.nan]) == corrected_interval(scores)
    assert np.isnan(corrected_interval(np.array([0.5, np.nan])).low), "one fold says nothing"


def test_an_interval_covers_the_mean_of_new_samples():
    """Of independent scores the corrected interval is wide enough, and at most twice too wide."""
    rng, held, plain = np.random.default_rng(0), 0, 0
    for _ in range(400):
        scores = rng.normal(0.8, 0.05, 5)
        low, high = corrected_interval(scores)[1:]
        held += low <= 0.8 <= high
        plain += high - low <= 2 * np.ptp(stats.t.interval(0.95, 4, 0, scores.std(ddof=1) / 5**0.5))
    assert held >= 0.95 * 400 and plain == 400


def answer(*scores: list[float], task: str = "classification") -> SearchResult:
    """An answer whose methods have these scores, best first."""
    question = Question(toy(), 3, folds=len(scores[0]))
    methods = tuple(
        MethodResult(CATALOGUE[key](), 3, np.array(own), np.nan)
        for key, own in zip(("rda", "rounding"), scores, strict=False)
    )
    trivial = np.full(len(scores[0]), 0.5)
    return SearchResult(question, methods, methods[0].scores, trivial, 1.0, 10)


def test_a_lead_is_clear_where_it_outlasts_its_interval():
    ahead = answer([0.9, 0.91, 0.92, 0.9, 0.91], [0.8, 0.81, 0.82, 0.81, 0.81])
    assert ahead.is_clearly_ahead(ahead.methods[1]) and ahead.lead(ahead.methods[1]).mean > 0.0
    level = answer([0.9, 0.7, 0.9, 0.7, 0.9], [0.8, 0.8, 0.8, 0.8, 0.7])
    assert not level.is_clearly_ahead(level.methods[1])
    assert not ahead.is_clearly_ahead(ahead.methods[0]), "nobody is ahead of itself"
