"""The verdict of a sweep: the winner, a tie, a draw by luck, nobody at all."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from algorithms import ALL_MEASURES, CATALOGUE, ON_DEMAND, Frontier, Outcomes, grid
from charts import Contest, name_runs
from charts.frontier.settings import equal_decimals
from charts.frontier.titles import TITLES
from datasets import Dataset, load
from ui.sweep import query, sentences
from ui.sweep.measure_words import ABOUT, AMOUNT, about

KEYS = ("rounding", "truncated_gradient", "fobos")
PENALISED = [CATALOGUE["fobos"](), CATALOGUE["rda"]()]


def contests(
    measure: str, features: int, *values: tuple[float, ...], methods=()
) -> tuple[Contest, ...]:
    """Methods of one setting each, with the values of its runs."""
    methods = methods or [CATALOGUE[key]() for key in KEYS[: len(values)]]
    made = []
    for run, method, row in zip(name_runs(methods), methods, values, strict=True):
        counts = np.full((1, len(row)), float(features))
        outcomes = Outcomes(
            (method,),
            {"features": counts, measure: np.array([row], float)},
            np.zeros(counts.shape, bool),
        )
        made.append(Contest(run, Frontier(outcomes, measure), ("eta",)))
    return tuple(made)


def verdict(
    *values, measure="test AUC", features=8, folds=0, finished=True, at_most=10, methods=()
) -> str:
    current = SimpleNamespace(
        measure=measure,
        contests=contests(measure, features, *values, methods=methods),
        request=SimpleNamespace(repeats=len(values[0]), folds=folds),
        view=SimpleNamespace(
            sweep=SimpleNamespace(look=SimpleNamespace(at_most=at_most)),
        ),
    )
    return sentences.verdict(current, finished)


def test_the_winner_is_named_with_its_number():
    assert verdict((0.9, 0.91), (0.96, 0.97)) == (
        "With at most 10 features, **Truncated gradient** is best: AUC 0.965 with 8 features. Up "
        "and to the left is better: more is predicted right with fewer features."
    )


def test_of_losses_the_smallest_wins():
    text = verdict((0.2, 0.3), (0.4, 0.5), measure="test loss")
    assert "**Rounding** is best: a loss of 0.250 with 8 features." in text
    assert "Down and to the left is better" in text


@pytest.mark.parametrize(
    ("folds", "chance"), [(0, "the order of the rows"), (3, "the choice of the rows")]
)
def test_halves_that_overlap_are_said(folds, chance):
    text = verdict((0.9, 0.98), (0.93, 0.97), (0.1, 0.2), folds=folds)
    assert (
        "**Truncated gradient** is best: AUC 0.950 with 8 features, but the middle halves of "
        f"Truncated gradient and Rounding overlap, so {chance} may decide."
    ) in text


def test_level_is_level():
    text = verdict((0.9,), (0.9,))
    assert "**Rounding and Truncated gradient** are equally good: AUC 0.900." in text


def test_a_winner_whose_knob_is_off_is_not_credited_with_few_features():
    """Of columns that no row has, few are left for every method."""
    off = [CATALOGUE["truncated_gradient"](gravity=0.0), CATALOGUE["fobos"]()]
    text = verdict((0.9, 0.9), (0.8, 0.8), methods=off)
    assert "AUC 0.900 with 8 features (none was removed)." in text
    assert "removed" not in verdict((0.8, 0.8), (0.9, 0.9), methods=off)


def test_features_that_no_row_has_are_told():
    X = np.zeros((20, 5))
    X[:, :2] = np.random.default_rng(0).random((20, 2))
    data = Dataset.from_arrays(X, np.arange(20) % 2)
    assert sentences.unseen_note(data).startswith(
        "3 of the 5 features occur in none of the examples"
    )
    assert sentences.unseen_note(Dataset.from_arrays(X[:, :2], np.arange(20) % 2)) == ""


def test_one_run_says_little():
    assert "is best: AUC 0.900 with 8 features. Each setting ran only once" in verdict(
        (0.9,), (0.8,)
    )


def test_one_method_has_no_rival():
    text = verdict((0.9, 0.9))
    assert text.startswith("With at most 10 features, **Rounding** reaches AUC 0.900 with 8")


def test_before_the_end_it_is_so_far():
    assert "is best so far: AUC" in verdict((0.9, 0.9), (0.8, 0.8), finished=False)


def test_nobody_may_be_there():
    assert verdict((0.9,), at_most=1).startswith("No setting gets by with at most 1 feature.")


def test_a_low_objective_is_not_called_best():
    text = verdict((0.2, 0.3), (0.4, 0.5), measure="objective", methods=PENALISED)
    assert text == (
        "With at most 10 features, **FOBOS** comes out lowest: an objective of 0.250 with 8 "
        "features. Down and to the left is better: a smaller objective with fewer features."
    )


def test_signs_are_right_or_not():
    text = verdict((0.8, 0.8), (0.5, 0.6), measure="sign F1")
    assert "**Rounding** is best: a sign F1 of 0.800 with 8 features. Up and to the left" in text
    assert text.endswith("more signs are right with fewer features.")


def test_few_features_that_are_no_better_than_none_are_not_denied():
    settings = tuple(grid(CATALOGUE["fobos"](), l1=(0.1, 1.0)))
    values = {"features": np.array([[8.0], [0.0]]), "test loss": np.array([[0.9], [0.7]])}
    outcomes = Outcomes(settings, values, np.zeros((2, 1), bool))
    contest = Contest(name_runs(settings[:1])[0], Frontier(outcomes, "test loss"), ("l1",))
    current = SimpleNamespace(
        measure="test loss",
        contests=(contest,),
        view=SimpleNamespace(sweep=SimpleNamespace(look=SimpleNamespace(at_most=10))),
    )
    text = sentences.verdict(current, True)
    assert text.startswith("With at most 10 features, no setting comes out better than all weights")
    current.view.sweep.look.at_most = 5
    assert sentences.verdict(current, True).startswith("No setting gets by with at most 5 features")


@pytest.mark.parametrize(
    ("key", "knobs", "why"),
    [
        ("rounding", {}, "it adds no penalty to the loss"),
        ("truncated_gradient", {"threshold": 0.1}, "beyond the threshold θ"),
        ("group_rda", {"structure": "chain"}, "its groups overlap"),
        ("fobos", {}, ""),
    ],
)
def test_a_method_without_an_objective_says_why(key, knobs, why):
    (contest,) = contests("objective", 8, (0.5,), methods=[CATALOGUE[key](**knobs)])
    words = sentences.lacking(SimpleNamespace(measure="objective"), contest)
    assert words.startswith("has no objective") == bool(why) and why in words
    assert sentences.lacking(SimpleNamespace(measure="test AUC"), contest) == ""


def test_every_measure_has_its_words():
    names = set(ALL_MEASURES)
    assert set(TITLES) == set(AMOUNT) == set(query.MEASURES.values()) == names
    assert set(ON_DEMAND) <= set(ABOUT)
    assert about(["test AUC", "loss"]) == "" and "runs once more" in about(["objective"])


@pytest.mark.parametrize(
    ("data", "options", "tested", "keys", "words"),
    [
        ("sparse_linear", {"test_fraction": 0.2}, 0, ("fobos",), "objective sign_F1 correlation"),
        ("sparse_linear", {}, 0, ("fobos",), "objective sign_F1"),
        ("breast_cancer", {}, 3, ("rounding",), "correlation"),
        ("breast_cancer", {}, 0, ("rounding", "rda"), "objective"),
        ("diabetes", {"test_fraction": 0.2}, 0, ("fobos",), "objective"),
        ("wine", {"test_fraction": 0.2}, 0, ("projected_gradient",), ""),
    ],
)
def test_a_measure_is_there_where_it_can_be_taken(data, options, tested, keys, words):
    methods = tuple(query.SweptMethod.of(CATALOGUE[key]()) for key in keys)
    sweep = query.Sweep(methods, query.Plan(tested=list(query.FOLDS)[bool(tested)]))
    there = query.measures_on_demand(sweep, load(data, **options))
    assert " ".join(word.replace(" ", "_") for word in there) == words


@pytest.mark.parametrize(
    ("values", "share", "texts"),
    [
        ((0.96, 0.9755), True, ["0.960", "0.976"]),
        ((0.0961, 0.1), False, ["0.0961", "0.1000"]),
        ((2873.4, 10.0), False, ["2,873", "10"]),
        ((0.0, 1.0), False, ["0.000", "1.000"]),
    ],
)
def test_numbers_that_are_compared_have_the_same_digits(values, share, texts):
    assert equal_decimals(values, share) == texts


def test_a_method_without_a_run_has_no_result_yet_and_one_that_diverged_has():
    waiting, there = contests("test AUC", 8, (np.nan,), (0.9,))
    nothing = dict.fromkeys(("features", "test AUC"), np.array([[np.nan]]))
    waiting = waiting._replace(frontier=frontier_of(waiting, values=nothing))
    diverged = frontier_of(waiting, diverged=np.array([[True]]))
    assert not sentences.has_begun(waiting)
    assert sentences.has_begun(there)
    assert sentences.has_begun(waiting._replace(frontier=diverged))


def frontier_of(contest: Contest, **changed) -> Frontier:
    """The frontier of a method, its outcomes changed."""
    return Frontier(replace(contest.frontier.outcomes, **changed), "test AUC")
