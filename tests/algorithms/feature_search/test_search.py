"""The search: few features, an honest score, and rows kept back that choose nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from algorithms import evaluate, record
from algorithms.checks import RunOptions
from algorithms.evaluation.folds import fold
from algorithms.feature_search import Question, find_best, finding_best
from algorithms.feature_search.search import _Search
from datasets import Dataset, load
from tests.support.many.turns import in_turn

METHODS = ("cumulative_penalty", "rounding", "coordinate_descent", "l0_sgd")
DATA = {
    "classes": lambda: load("breast_cancer", scaling="unit variance", test_fraction=0.25),
    "amounts": lambda: load("diabetes", scaling="unit variance", test_fraction=0.25),
    "several": lambda: load("wine", scaling="unit variance", test_fraction=0.25),
}


@in_turn(
    ("task", "loss", "at_most"), [("classes", None, 4), ("amounts", None, 3), ("several", None, 6)]
)
def test_an_answer_has_so_few_features_and_its_scores_are_those_of_its_runs(task, loss, at_most):
    data = DATA[task]()
    intercept = task == "amounts"
    answer = find_best(data, at_most, loss, methods=METHODS, passes=2, intercept=intercept)
    assert answer.methods and all(1 <= each.features <= at_most for each in answer.methods)
    for each in answer.methods:
        options = dict(passes=2, intercept=intercept)
        trace = record(each.algorithm, data, answer.question.code, **options)
        assert trace.used[-1] == each.features
        errors = evaluate(trace.final.weights, data, answer.question.code, trace.final.intercept)
        assert errors[answer.question.measure] == pytest.approx(each.held_out)
    means = [answer.question.cost(each.interval.mean) for each in answer.methods]
    assert means == sorted(means)
    better = answer.question.cost(answer.interval.mean) < answer.question.cost(
        answer.trivial.mean()
    )
    assert better, "some features predict more than none"


def test_rows_kept_back_choose_nothing():
    data = DATA["classes"]()
    turned = replace(data, test=replace(data.test, y=-data.test.y))
    one, other = (find_best(each, 5, methods=METHODS[:2]) for each in (data, turned))
    assert [m.algorithm for m in one.methods] == [m.algorithm for m in other.methods]
    assert np.array_equal(one.scores, other.scores)
    assert one.best.held_out == pytest.approx(1.0 - other.best.held_out)


def test_without_rows_kept_back_the_folds_judge_all_the_same():
    data = load("breast_cancer", scaling="unit variance")
    answer = find_best(data, 5, methods=METHODS[:1])
    assert np.isnan(answer.best.held_out) and answer.interval.mean > 0.9


def test_scores_are_nested():
    """On each fold: of all candidates and targets the one that the other folds find best."""
    data = DATA["classes"]()
    question = Question(data, 5)
    search = _Search(question, METHODS[:2], None)
    *_, last = search.results()
    full = {
        (candidate, target): search.scores(candidate, target)
        for candidate, curves in search.curves.items()
        if len(curves) == question.folds
        for target in question.targets
    }
    full = {pair: scores for pair, scores in full.items() if np.isfinite(scores).all()}
    for i in range(question.folds):
        without = {pair: np.delete(scores, i).mean() for pair, scores in full.items()}
        best = max(without.values())
        chosen = [pair for pair, mean in without.items() if mean == pytest.approx(best)]
        assert last.scores[i] in [full[pair][i] for pair in chosen]


def test_a_score_on_a_fold_is_that_of_a_run_that_did_not_see_it():
    data = DATA["classes"]()
    question = Question(data, 5)
    search = _Search(question, METHODS[:1], None)
    next(search.results())
    (candidate,) = search.curves
    fit = search.curves[candidate][0].at(5)
    part = fold(data, 0, question.folds)
    trace = record(fit.algorithm, part, seed=0)
    errors = evaluate(trace.final.weights, part, "logistic", trace.final.intercept)
    assert errors["test AUC"] == pytest.approx(fit.score) and trace.used[-1] == fit.features


def test_the_same_question_has_the_same_answer():
    data = DATA["classes"]()
    one, other = (find_best(data, 5, methods=METHODS[1:2]) for _ in range(2))
    assert one.best.algorithm == other.best.algorithm and np.array_equal(one.scores, other.scores)


def test_answers_come_early_and_know_how_far_they_are():
    shares, seen = [], []
    question = Question(DATA["classes"](), 5, options=RunOptions(passes=1))
    for answer in finding_best(question, METHODS[:2], shares.append):
        seen.append((answer.share, int(np.isfinite(answer.scores).sum())))
        assert answer.best is not None
    assert [share for share, _ in seen] == sorted({share for share, _ in seen})
    assert seen[0][1] == 1 and seen[0][0] <= 0.2 and seen[-1] == (1.0, question.folds)
    assert max(shares) <= 1.0


def test_a_search_goes_beyond_the_step_sizes_that_it_began_with(monkeypatch):
    search = _Search(Question(DATA["classes"](), 5), ("cumulative_penalty",), None)
    search.learn((*search.space.bases, *search.space.others()), [0], (0.0, 1.0))
    etas = sorted(candidate.eta for candidate in search.curves)

    def best_at(eta: float) -> list[float]:
        monkeypatch.setattr(search, "least_cost", lambda candidate: abs(candidate.eta - eta))
        return [candidate.eta for candidate in search.beyond()]

    assert best_at(etas[2]) == []
    assert all(eta > etas[-1] for eta in best_at(etas[-1])) and len(best_at(etas[-1])) == 2
    assert all(eta < etas[0] for eta in best_at(etas[0])) and len(best_at(etas[0])) == 2


@in_turn(
    ("data", "at_most", "options", "named"),
    [
        (load("breast_cancer"), 0, {}, "at_most"),
        (load("breast_cancer"), 3, {"passes": 0}, "passes"),
        (load("breast_cancer"), 3, {"loss": "softmax"}, "softmax"),
        (Dataset.of(([[1.0], [2.0], [3.0]], [0, 1, 1])), 1, {}, "folds"),
    ],
)
def test_what_cannot_be_searched_is_refused(data, at_most, options, named):
    loss = options.pop("loss", None)
    with pytest.raises(ValueError, match=named):
        find_best(data, at_most, loss, **options)
