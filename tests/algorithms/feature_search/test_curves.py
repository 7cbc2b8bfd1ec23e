"""Curves: the run with as many features as are allowed, and where to look for more values."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from algorithms import CATALOGUE
from algorithms.feature_search.curves import CLOSE, Curve, Fit, bisect, settings_within
from algorithms.feature_search.question import Question
from tests.support.views import toy

PENALTY = CATALOGUE["cumulative_penalty"]()
BALL = CATALOGUE["projected_gradient"]()


def curve_of(*pairs: tuple[float, int]) -> Curve:
    """The curve of runs with penalties and numbers of features."""
    return Curve.of([Fit(replace(PENALTY, l1=l1), features, 0.5) for l1, features in pairs])


numbers = st.lists(
    st.tuples(st.floats(0.001, 10.0), st.integers(0, 30)), max_size=12, unique_by=lambda p: p[0]
)


@given(numbers, st.integers(1, 30))
def test_the_run_is_the_one_with_the_most_features_that_are_allowed(pairs, most):
    found = curve_of(*pairs).at(most)
    allowed = [(features, -l1) for l1, features in pairs if 1 <= features <= most]
    if not allowed:
        assert found is None
        return
    features, penalty = max(allowed)
    assert (found.features, found.value) == (features, -penalty), "the mildest of those as large"


def test_a_ball_that_is_small_leaves_few_features():
    fits = [Fit(replace(BALL, radius=radius), n, 0.5) for radius, n in ((1.0, 2), (9.0, 8))]
    assert [fit.features for fit in Curve.of(fits).fits] == [8, 2]
    assert [fit.features for fit in curve_of((1.0, 2), (0.1, 8)).fits] == [8, 2]


@given(numbers, st.lists(st.integers(1, 30), min_size=1, max_size=3))
def test_a_span_holds_every_step_over_a_target(pairs, targets):
    """Where numbers fall all the way, no target lies outside."""
    penalties = sorted(penalty for penalty, _ in pairs)
    counts = sorted((count for _, count in pairs), reverse=True)
    curve = curve_of(*zip(penalties, counts, strict=True))
    span = curve.span(targets)
    if span is None:
        return
    low, high = span
    for target in targets:
        own = curve.at(target)
        if own is not None and own.features > 0 and counts[0] > target:
            assert low <= own.value <= high


def test_a_gap_is_where_the_number_steps_over_what_is_allowed():
    curve = curve_of((0.1, 40), (0.2, 14), (0.4, 3), (0.8, 0))
    assert curve.gap(10) == (0.2, 0.4)
    assert curve.gap(14) is None and curve.gap(15) is None, "14 of 15 are about as many"
    assert CLOSE * 15 <= 14 and CLOSE * 16 > 14
    assert curve.gap(16) == (0.1, 0.2)
    assert (curve.gap(50) is None and curve.gap(2) == (0.2, 0.4)) or curve.gap(2) == (0.4, 0.8)


def test_bisection_comes_close_to_what_is_allowed():
    data = toy(d=40, n=120)
    question = Question(data, 7, folds=3)
    solver = CATALOGUE["coordinate_descent"]()
    curve = bisect(question, {solver: (1e-4, 0.5)}, question.split(0), 0)[solver]
    assert 6 <= curve.at(7).features <= 7
    coarse = [fit.features for fit in curve.fits if fit.value in (1e-4, 0.5)]
    assert max(coarse) > 7, "the ends alone would not do"


def test_numbers_of_features_are_the_targets_themselves():
    question = Question(toy(d=10), 5, folds=3)
    settings = settings_within(CATALOGUE["l0_sgd"](), 1.0, 100.0, question)
    assert tuple(each.n_nonzeros for each in settings) == question.targets == (5, 3, 2)


def test_values_are_those_that_a_knob_allows():
    question = Question(toy(), 3, folds=3)
    settings = settings_within(PENALTY, 1e-9, 1e-2, question)
    assert all(type(PENALTY)(l1=each.l1) for each in settings) and len(settings) == 16
