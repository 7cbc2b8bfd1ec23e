"""The sentence above the pictures compares like with like, or says that it does not."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from algorithms import CATALOGUE, MEASURES
from charts import HeldOut, name_runs, score, verdict

KEYS = ("rounding", "truncated_gradient", "fobos", "rda")


def runs_of(counts, losses, diverged=(), batch=()):
    """Runs that use so many of 100 features at such a mean loss; those in ``batch`` at the end."""
    traces = [
        SimpleNamespace(
            final_weights=np.where(np.arange(100) < count, 1.0, 0.0),
            loss=None if i in batch else np.array([10.0 * loss]),
            steps=np.array([10]),
            fit=np.array([loss]),
            diverged_at=3 if i in diverged else None,
        )
        for i, (count, loss) in enumerate(zip(counts, losses, strict=True))
    ]
    return name_runs([CATALOGUE[key]() for key in KEYS[: len(traces)]], traces)


def test_runs_with_as_many_features_are_compared():
    sentence = verdict(runs_of((20, 17, 22), (0.3, 0.1, 0.2)))
    assert sentence == (
        "All three runs keep 17 to 22 features. While learning, **B, truncated gradient,** has the "
        "lowest loss, 0.1 per example."
    )


@pytest.mark.parametrize("counts", [(3, 9, 17), (0, 10, 10), (15, 20, 25)])
def test_others_are_not(counts):
    sentence = verdict(runs_of(counts, (0.3, 0.1, 0.2)))
    assert "not compare like for like" in sentence and "lowest" not in sentence
    for letter, count in zip("ABC", counts, strict=True):
        assert f"{letter} {count}" in sentence


def test_runs_without_a_feature_are_not_said_to_differ():
    alone = verdict(runs_of((0, 0, 0), (0.7, 0.7, 0.7)))
    assert alone == "No run keeps a feature, so there is nothing to compare."


def test_the_orders_in_which_it_is_lowest_are_counted():
    runs = runs_of((20, 20), (0.3, 0.1))
    losses = np.array([[0.3] * 7 + [0.05] * 3, [0.1] * 10])
    assert verdict(runs, losses).endswith("; B is first in 7 of 10 orders of the examples.")
    assert "orders" not in verdict(runs, np.where(losses < 0.06, np.nan, losses))


def test_losses_that_hardly_differ_have_no_winner():
    assert verdict(runs_of((20, 20), (0.1, 0.1005))).endswith(
        "Their losses are level, 0.1 per example."
    )
    near = verdict(runs_of((20, 20, 20), (0.1, 0.1005, 0.2)))
    assert near.endswith("the lowest loss, 0.1 per example, with B hardly above it.")
    assert "A and B have the lowest loss" in verdict(runs_of((20, 20, 20), (0.1, 0.1, 0.2)))


def test_runs_that_did_better_without_learning_are_told_so():
    sentence = verdict(runs_of((20, 20), (0.1, 0.9)), idle=0.693)
    assert "Weights that stay 0 lose less than B, 0.693 per example" in sentence
    assert "Weights that stay 0" not in verdict(runs_of((20, 20), (0.1, 0.6)), idle=0.693)


def test_a_run_alone_is_told_by_its_features():
    alone = verdict(runs_of((20,), (0.1,)))
    assert alone == "A, rounding, keeps 20 of 100 features, at a loss of 0.1 per example."


def test_the_table_keeps_the_order_of_the_runs():
    useful = np.arange(100) < 10
    table = score(runs_of((20, 5), (0.1, 0.3)), "test error", [0.05, 0.25], useful)
    assert [row["letter"] for row in table["rows"]] == ["A", "B"]
    assert table["rows"][0]["cells"] == ["Rounding", "20", "10 of 10", "0.1", "5.0%"]
    assert [column["text"] for column in table["columns"]] == [
        "run",
        "features used",
        "of which useful",
        "loss while learning",
        "errors, held-out rows",
    ]


@pytest.mark.parametrize(
    ("batch", "head"), [((), "loss while learning"), ((0, 1), "loss at the end"), ((1,), "loss")]
)
def test_the_head_over_the_losses_says_of_which_kind_they_are(batch, head):
    table = score(runs_of((20, 20), (0.1, 0.3), batch=batch), "mean loss", [0.1, 0.3])
    assert [column["text"] for column in table["columns"]] == ["run", "features used", head]
    assert [row["cells"][-1] for row in table["rows"]] == ["0.1", "0.3"]
    about = table["columns"][-1]["about"]
    assert ("before the run learned" in about) == (len(batch) < 2)
    assert ("final weights" in about) == (len(batch) > 0)


def test_batch_runs_are_compared_at_the_end():
    sentence = verdict(runs_of((20, 20), (0.1, 0.3), batch=(0, 1)))
    assert "At the end, **A, rounding,** has the lowest loss" in sentence
    mixed = verdict(runs_of((20, 20), (0.1, 0.3), batch=(1,)))
    assert "Their losses do not compare" in mixed and "lowest" not in mixed


@pytest.mark.parametrize("measure", [name for name in MEASURES if name.startswith("test ")])
def test_each_head_is_short_and_explained_in_a_sentence(measure):
    useful = np.ones(100, bool)
    for column in score(runs_of((20, 5), (0.1, 0.3)), measure, [0.5, 0.5], useful)["columns"]:
        assert len(column["text"]) <= 30
        assert column["about"][0].isupper() and column["about"].endswith(".")


def test_held_out_rows_may_have_another_winner_or_none():
    runs = runs_of((20, 20), (0.3, 0.1))
    sentence = verdict(runs, held_out=HeldOut(142, "test AUC", [0.979, 0.974]))
    assert "**B, truncated gradient,** has the lowest loss" in sentence
    assert sentence.endswith("On 142 held-out rows **A** does best: AUC 0.979.")
    level = HeldOut(142, "test mean squared error", [2930.0, 2931.0])
    assert level.in_words(runs) == "On 142 held-out rows they are level: squared error 2,930."
    errors = HeldOut(50, "test error", [0.1, 0.04])
    assert errors.in_words(runs) == "On 50 held-out rows **B** does best: errors 4.0%."
