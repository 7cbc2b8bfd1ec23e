"""The sentences of an answer, each on both sides of what it says."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import CATALOGUE
from algorithms.feature_search import MethodResult, Question, SearchResult
from datasets import Dataset, load
from tests.support.views import toy
from ui.best.words import comparison, headline, lines, notes, numbers

FAR = [0.80, 0.81, 0.82, 0.81, 0.81]
BEST = [0.90, 0.91, 0.92, 0.90, 0.91]
LEVEL = [0.93, 0.88, 0.95, 0.87, 0.90]


def answer(*methods: tuple[str, list[float]], data: Dataset | None = None, **more) -> SearchResult:
    question = Question(data or toy(n=60), 3)
    found = tuple(
        MethodResult(CATALOGUE[key](), 3, np.array(scores), more.get("held_out", np.nan))
        for key, scores in methods
    )
    scores = found[0].scores if found else np.full(5, np.nan)
    return SearchResult(question, found, scores, np.full(5, more.get("trivial", 0.5)), 1.0, 1234)


def test_a_method_that_is_clearly_ahead_is_named_alone_and_in_bold():
    both = answer(("rda", BEST), ("rounding", FAR))
    assert headline(both, ended=True).startswith("With at most 3 features: AUC 0.908 (")
    assert comparison(both).startswith("**RDA predicts best**") and "oundin" not in comparison(both)


def test_a_lead_that_is_not_sure_is_said_to_be_none():
    said = comparison(answer(("rda", BEST), ("rounding", LEVEL), ("l0_sgd", FAR)))
    assert said.startswith("RDA comes out best. The lead over Rounding differs too much")
    assert said.endswith("L0-constrained SGD clearly predicts worse.") and "**" not in said
    unsure = comparison(answer(("rda", BEST), ("rounding", LEVEL)))
    assert "differs too much" in unsure and "worse" not in unsure


def test_methods_with_the_same_scores_come_out_equal():
    said = comparison(answer(("rda", BEST), ("rounding", BEST), ("l0_sgd", FAR)))
    assert said.startswith("RDA and Rounding come out equal.") and "lead" not in said


def test_what_is_not_done_is_so_far():
    both = answer(("rda", BEST), ("rounding", FAR))
    assert "so far" in headline(both, ended=False) and "so far" not in headline(both, ended=True)


def test_one_fold_has_no_interval_and_tells_no_methods_apart():
    one = [0.9, np.nan, np.nan, np.nan, np.nan]
    early = answer(("rda", one), ("rounding", [0.5, *one[1:]]))
    assert headline(early, ended=False).endswith("AUC 0.900")
    assert "One part of the rows has judged" in comparison(early) and "**" not in comparison(early)


def test_a_single_method_and_none():
    assert comparison(answer(("rda", BEST))) == "It is that of RDA."
    assert headline(answer(), ended=True) == "No model gets by with at most 3 features."
    assert comparison(answer()) == "" and "0.5 is guessing" in notes(answer())[0]


def test_shares_stay_within_0_and_1():
    said = headline(answer(("rda", [1.0, 1.0, 0.96, 1.0, 1.0])), ended=True)
    assert "to 1.000)" in said
    assert numbers(answer(("rda", BEST)), [1.2, -0.1]) == ["1.000", "0.000"]


def test_a_line_says_the_setting_and_what_the_held_out_rows_say():
    with_rows, without = (
        lines(answer(("rounding", BEST), held_out=value))[0] for value in (0.85, np.nan)
    )
    assert "on the held-out rows 0.850" in with_rows.text and "held-out" not in without.text
    assert "with 3 features at θ = " in with_rows.text and "K = " in with_rows.text
    assert with_rows.algorithm == CATALOGUE["rounding"]()


def test_amounts_are_typical_errors_beside_the_mean_and_r2():
    data = load("diabetes", test_fraction=0.25)
    half = 0.5 * float(np.var(data.test.y))
    several = answer(
        ("rda", [2500.0, 2600.0, 2400.0, 2500.0, 2500.0]), data=data, trivial=5000.0, held_out=half
    )
    assert "typical error (RMSE) 50.0 (" in headline(several, ended=True), "the root of the mean"
    sentences = notes(several)
    assert "predicting the mean of all rows has a typical error (RMSE) of 70.7" in sentences[0]
    assert (
        sentences[1].startswith("R² = 0.50:") and "on the held-out rows R² = 0.50" in sentences[1]
    )
    assert not any("R²" in note for note in notes(answer(("rda", BEST))))


@pytest.mark.parametrize("fraction", [0.0, 0.25])
def test_held_out_rows_are_spoken_of_where_there_are_some(fraction):
    data = load("breast_cancer", test_fraction=fraction)
    said = " ".join(notes(answer(("rda", BEST), data=data)))
    assert ("held-out rows had no part" in said) == (fraction > 0.0)
    assert "1,234 runs" in said and "are cut into 5 parts. Each part judges" in said
