"""No sentence on a run counts features that no example has among those removed."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace

import numpy as np

from algorithms.truth import truth_of
from charts import numbers, score, sparsity, verdict
from datasets import Dataset
from pages import playground
from tests.support.views import make, named_runs

STAYS = (
    "4 of the 10 features occur in none of the examples: their weights are 0 whatever the method."
)


def text(unseen: int = 4) -> Dataset:
    """Ten words, the last so many of which are in no example; half of all have a true weight."""
    rng = np.random.default_rng(2)
    X = rng.random((80, 10)) * (rng.random((80, 10)) < 0.5)
    X[:, 10 - unseen :] = 0.0
    true = np.where(np.arange(10) % 2, 1.0, 0.0)
    data = Dataset.from_arrays(X, np.where(rng.random(80) < 0.5, 1.0, -1.0))
    return dataclasses.replace(data, true_weights=true)


OFF = make("truncated_gradient", gravity=0.0), make("sgd"), make("rounding", threshold=0.2)


def test_the_verdict_credits_no_run_whose_knob_is_off():
    lines = verdict(named_runs(text(), *OFF))
    assert lines.endswith(
        f"{STAYS} A removes no feature at g = 0: weights that no example moved are 0 anyway. "
        "B removes no feature: weights that no example moved are 0 anyway."
    )
    two = named_runs(text(), make("truncated_gradient", gravity=0.0), make("fobos", l1=0.0), OFF[2])
    assert "A removes no feature at g = 0" in verdict(two)
    assert "B removes no feature at λ = 0" in verdict(two)
    same = named_runs(text(), *[make("truncated_gradient", gravity=0.0, period=k) for k in (1, 2)])
    assert "A and B remove no feature at g = 0" in verdict(same)


def test_a_run_alone_is_measured_against_the_features_that_occur():
    words = verdict(named_runs(text(), OFF[0]))
    assert "keeps 6 of 6 features that occur in the examples, at" in words and STAYS in words
    assert "keeps 10 of 10 features, at" in verdict(named_runs(text(0), OFF[0]))


def test_nothing_is_added_where_all_features_occur_and_all_runs_remove_some():
    runs = named_runs(
        text(0), make("rounding", threshold=0.1), make("truncated_gradient", gravity=0.1)
    )
    assert "occur" not in verdict(runs) and "removes" not in verdict(runs)
    assert "occur" not in sparsity(runs).caption


def test_one_feature_is_no_plural():
    assert "1 of the 10 features occurs in none of the examples: its weight is 0" in verdict(
        named_runs(text(1), *OFF)
    )


def test_the_picture_says_how_many_never_occur():
    assert sparsity(named_runs(text(), *OFF)).caption.endswith(STAYS)


def test_a_useful_feature_that_never_occurs_is_not_missed():
    """Of the five useful ones two never occur."""
    data = text()
    table = numbers(named_runs(data, *OFF), data)
    assert table["missed features"].tolist()[:2] == [0, 0]
    assert table["useful features that never occur"].tolist() == [2, 2, 2]
    assert "useful features that never occur" not in numbers(named_runs(text(0), *OFF), text(0))


def test_the_table_counts_the_useful_ones_that_occur():
    data = text()
    runs = named_runs(data, *OFF)
    evidence = SimpleNamespace(
        material=SimpleNamespace(data=data),
        runs=runs,
        spread=None,
        measure="loss",
        values=[0.5, 0.5, 0.5],
    )
    rows = playground.score(evidence)["rows"]
    assert rows[0]["cells"][2] == "3 of 3" and truth_of(data).useful.sum() == 5
    assert score(runs, "loss", [0.5] * 3)["columns"][1]["text"] == "features kept at the end"
