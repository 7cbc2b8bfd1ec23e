"""Like for like: rows are halved, settings are chosen within k, and scored where nothing chose."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from algorithms.online.cumulative_penalty import CumulativePenalty
from algorithms.online.rda import RDA
from algorithms.online.rounding import Rounding
from algorithms.online.subgradient import Subgradient
from algorithms.online.truncated_gradient import TruncatedGradient
from algorithms.record import record
from datasets import DatasetError
from papers.claim import Case, Reading, Trial
from papers.fairness import competitive, every_step, fewer_weights, memory, periods, rounding
from papers.fairness.cases import CASES, SETS
from papers.fairness.grids import (
    FARTHER,
    PERIODS,
    SCHEDULES,
    STEPS,
    VALUES,
    cumulative_penalties,
    dual_averagings,
    roundings,
    subgradients,
    thresholds,
    truncations,
)
from papers.fairness.knob_path import PER_DECADE, KnobPath, path_of
from papers.fairness.reruns import features_of, mean_held, other_orders, overlap
from papers.fairness.runs import Repetition, Scores, halves
from papers.fairness.tally import Tally, tally
from papers.rules import Order

CASE = CASES[0]
SETTINGS = (
    TruncatedGradient(gravity=0.05, period=10, eta=0.05),
    Rounding(threshold=0.1, period=100, eta=0.05),
    RDA(l1=0.05),
    CumulativePenalty(l1=0.02, eta=0.05),
)


@pytest.fixture(scope="module")
def trial() -> Trial:
    return Trial(CASE, CASE.data(0), Reading("ours", "-"), 0)


@pytest.fixture(scope="module")
def repetition(trial) -> Repetition:
    return Repetition.of(trial)


def naive_auc(y, scores) -> float:
    """The share of pairs in the right order, pair by pair."""
    up, down = scores[y > 0.0], scores[y <= 0.0]
    pairs = (up[:, None] > down) + 0.5 * (up[:, None] == down)
    return float(pairs.mean())


def test_rows_are_halved_class_by_class(trial):
    one, other = halves(trial.dataset.test)
    for label in (-1.0, 1.0):
        assert abs(np.sum(one.y == label) - np.sum(other.y == label)) <= 1
    both = {tuple(row) for half in (one, other) for row in half.X.toarray().tolist()}
    assert len(both) == one.n_rows + other.n_rows == trial.dataset.test.n_rows


def test_a_repetition_draws_its_own_rows_and_order(trial, repetition):
    again, other = (Trial(CASE, CASE.data(seed), trial.reading, seed) for seed in (0, 1))
    np.testing.assert_array_equal(Repetition.of(again).order, repetition.order)
    assert not np.array_equal(Repetition.of(other).dataset.y, repetition.dataset.y)


def test_settings_are_scored_as_single_runs(repetition):
    scores = repetition.sweep(SETTINGS)
    assert scores.algorithms == SETTINGS
    for i, algorithm in enumerate(SETTINGS):
        trace = record(algorithm, repetition.dataset, order=repetition.order, intercept=True)
        assert scores.features[i] == np.count_nonzero(trace.final.weights)
        assert scores.loss[i] == pytest.approx(trace.loss[-1] / len(repetition.order))
        halves = (repetition.dataset.test, repetition.judging.test)
        for column, rows in zip((scores.choosing, scores.judging), halves, strict=True):
            predictions = rows.X @ trace.final.weights + trace.final.intercept[0]
            assert column[i] == pytest.approx(naive_auc(rows.y, predictions), abs=1e-9)


def test_a_run_cut_afterwards_is_the_run_with_a_last_cut(repetition):
    plain, cuts = Subgradient(l1=0.01, eta=0.05), (0.02, 0.1)
    scores = repetition.sweep([plain], cuts)
    alone = repetition.sweep([dataclasses.replace(plain, threshold=cut) for cut in cuts])
    np.testing.assert_array_equal(scores.features, alone.features)
    np.testing.assert_allclose(scores.judging, alone.judging, rtol=1e-12)


def made_scores(n: int = 60) -> Scores:
    """Scores at random, some settings diverged."""
    rng = np.random.default_rng(0)
    columns = rng.uniform(0.5, 1.0, (3, n)).round(2)
    columns[:, ::7] = np.nan
    features = np.where(np.isnan(columns[0]), np.nan, rng.integers(0, 100, n))
    settings = tuple(Rounding(threshold=0.01 * (i + 1)) for i in range(n))
    return Scores(settings, features, *columns)


@pytest.mark.parametrize("k", [5, 20, 100])
def test_the_best_of_a_grid_is_chosen_within_k(k):
    scores = made_scores()
    able = [i for i in range(60) if scores.features[i] <= k and np.isfinite(scores.choosing[i])]
    best = max(scores.choosing[i] for i in able)
    fewest = min(scores.features[i] for i in able if scores.choosing[i] == best)
    place = scores.best(k)
    assert (scores.choosing[place], scores.features[place]) == (best, fewest)
    assert scores.auc(k) == scores.judging[place]
    assert scores.loss[scores.least_loss(k)] == min(scores.loss[i] for i in able)


def test_a_method_without_so_few_features_guesses():
    scores = made_scores().take(np.zeros(60, bool))
    assert scores.best(40) is None and scores.auc(40) == 0.5


def test_the_rows_that_judge_choose_nothing():
    scores = made_scores()
    turned = dataclasses.replace(scores, judging=1.0 - scores.judging)
    assert scores.best(20) == turned.best(20)


def test_the_settings_of_some_knobs():
    settings = tuple(Rounding(period=period, eta=eta) for period in (1, 10) for eta in (0.1, 0.2))
    scores = Scores(settings, *np.arange(16.0).reshape(4, 4))
    assert scores.at(period=10).algorithms == settings[2:]
    assert list(scores.at(period=1, eta=0.2).loss) == [13.0]


def test_all_methods_have_as_many_step_sizes_and_knob_values(repetition):
    scales = repetition.scales
    per_period = len(SCHEDULES) * len(STEPS) * VALUES
    assert len(truncations(scales)) == len(roundings(scales)) == len(PERIODS) * per_period
    assert len(cumulative_penalties(scales)) == per_period
    assert len(dual_averagings(scales)) == len(FARTHER) * VALUES == per_period
    assert {each.eta for each in subgradients(scales)} < {each.eta for each in truncations(scales)}
    assert len(thresholds(scales)) == VALUES


def test_the_grids_reach_from_many_features_to_none(repetition):
    """At the one end a method keeps nearly all, at the other nothing: no optimum lies beyond."""
    for settings in (truncations, roundings, dual_averagings, cumulative_penalties):
        features = repetition.sweep(settings(repetition.scales)).features
        assert np.nanmin(features) <= 5 and np.nanmax(features) > 160


def test_the_overlap_of_two_sets():
    one, other, none = (np.array(each, int) for each in ([1, 2, 3], [2, 3, 4], []))
    assert overlap(one, other) == 0.5 and overlap(one, none) == 0.0
    assert np.isnan(overlap(none, none))


def test_other_orders_are_others_of_the_same_examples(trial, repetition):
    orders = other_orders(trial, 3)
    assert all(len(order) == len(repetition.order) for order in orders)
    assert len({tuple(order[:50]) for order in (*orders, repetition.order)}) == 4
    kept = features_of(SETTINGS[0], repetition, repetition.order)
    assert len(kept) == repetition.sweep(SETTINGS[:1]).features[0]


def test_features_held_are_counted_on_the_way(repetition):
    """Of a rule without a period every prefix ends as it stands then."""
    order, n_rows = repetition.order, repetition.dataset.n_rows
    moments = np.linspace(len(order) - n_rows, len(order), 37, endpoint=False).astype(int)
    counts = [len(features_of(SETTINGS[2], repetition, order[:moment])) for moment in moments]
    assert mean_held(SETTINGS[2], repetition) == pytest.approx(np.mean(counts))
    between = mean_held(SETTINGS[1], repetition)
    assert between > 2 * repetition.sweep(SETTINGS[1:2]).features[0], "it fills between two cuts"


def test_a_cliff_is_seen():
    values = 10.0 ** (np.arange(5) / PER_DECADE)
    even = KnobPath(values, np.array([0.1, 0.2, 0.3, 0.4, 0.5]), np.zeros(5))
    cliff = KnobPath(values, np.array([0.1, 0.1, 0.1, 0.1, 0.5]), np.zeros(5))
    assert (even.steepest(), cliff.steepest()) == pytest.approx((0.5, 1.0))
    assert np.isnan(KnobPath(values, np.full(5, 0.1), np.zeros(5)).steepest())


def test_the_room_of_a_knob_ends_where_the_loss_or_the_features_grow():
    values = 10.0 ** (np.arange(-3, 4) / PER_DECADE)

    def room(loss, features=(0,) * 7) -> float:
        return KnobPath(values, np.array(loss), np.array(features)).room(40) * PER_DECADE

    assert room([0.3] * 7) == pytest.approx(6)
    assert room([0.9, np.nan, 0.3, 0.3, 0.31, np.nan, 0.3]) == pytest.approx(2)
    # 5 % of 0.30 is half of the way to 0.33, and 40 features are half of the way from 30 to 50.
    assert room([0.9, np.nan, 0.33, 0.3, 0.33, 0.9, 0.3]) == pytest.approx(1)
    assert room([0.3] * 7, (90, 70, 50, 30, 20, 10, 10)) == pytest.approx(3.5)
    assert room([0.3] * 7, (90, 70, 50, 41, 20, 10, 10)) == 0.0


def test_a_path_goes_through_the_setting_of_least_loss(repetition):
    scores = repetition.sweep(
        [TruncatedGradient(gravity=g, eta=0.05, period=10) for g in (0.01, 0.05, 0.1)]
    )
    path = path_of(repetition, scores, "gravity", 400)
    place, middle = scores.least_loss(400), len(path.values) // 2
    assert path.values[middle] == pytest.approx(scores.algorithms[place].gravity)
    assert path.loss[middle] == pytest.approx(scores.loss[place])
    assert path_of(repetition, scores, "gravity", -1) is None


def test_a_period_alone_is_part_of_all(trial):
    """With every K to choose from, rounding is scored by one of the choices at a single K."""
    single = np.reshape(every_step.aucs(trial), (len(PERIODS), -1))
    free = rounding.aucs(trial._replace(reading=Reading(rounding.FREE, "-")))[single.shape[1] :]
    assert all(any(a == b for b in column) for a, column in zip(free, single.T, strict=True))
    gains = np.array(periods.gains(trial))[: single.shape[1]]
    np.testing.assert_allclose(gains, single[-1] - single[0], atol=1e-12)


def test_at_one_step_size_is_a_part_of_the_settings():
    settings = tuple(Rounding(eta=eta, threshold=t) for eta in (0.1, 0.2) for t in (0.1, 0.3))
    auc = np.array([0.7, 0.8, 0.9, 0.6])
    scores = Scores(settings, np.array([9.0, 5.0, 30.0, 1.0]), auc, auc, auc)
    assert competitive.at_one_step(scores).algorithms == settings[2:]


def test_the_cumulative_penalty_is_compared_at_equal_settings(repetition):
    scales = repetition.scales
    pairs = zip(truncations(scales, (1,)), cumulative_penalties(scales), strict=True)
    for pulled, owing in pairs:
        assert (pulled.eta, pulled.schedule, pulled.gravity) == (
            owing.eta,
            owing.schedule,
            owing.l1,
        )
    assert fewer_weights.CLAIM.quantities and memory.CLAIM.quantities


def test_a_file_that_is_not_there_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    case = next(case for case in CASES if case.name.startswith("spambase"))
    with pytest.raises(DatasetError, match="spambase: there is no file of that name"):
        case.data(0)


def test_comparisons_are_counted_as_they_are_judged():
    for reading in (rounding.FREE, rounding.BOUNDED):
        won = tally("rounding", rounding.ROUNDING, rounding.GRADIENT, reading)
        lost = tally("rounding", rounding.GRADIENT, rounding.ROUNDING, reading)
        assert won == Tally(lost.behind, lost.level, lost.ahead)
        assert sum(won) == len(SETS) * 5
    assert isinstance(rounding.CLAIM.rule, Order)
    with pytest.raises(ValueError, match="smooth: its rule"):
        tally("smooth", "", "")


def test_every_case_has_its_name():
    assert [case.name for case in CASES] == list(SETS) and all(isinstance(c, Case) for c in CASES)
