"""The lines above the pictures compare like with like, or say that they do not; and the table."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms import CATALOGUE, MEASURES, Spread
from algorithms.trace import FirstPass, Trace, median_used
from charts import HeldOut, name_runs, rows_in_orders, score, verdict
from charts.playground.score import amounts

KEYS = ("rounding", "truncated_gradient", "fobos", "rda")


class PartialTrace(SimpleNamespace):
    """The part of a trace that is asked for."""

    median_used = property(lambda self: median_used(self.used, self.steps))
    later_loss = Trace.later_loss


def runs_of(counts, losses, diverged=(), batch=(), loss_name="logistic", later=None):
    """Runs that use so many of 100 features at such a mean loss; those in ``batch`` at the end.

    ``later``: the mean losses in three more passes.
    """
    later, passes = (losses, 1) if later is None else (later, 4)
    traces = [
        PartialTrace(
            final=SimpleNamespace(
                weights=np.where(np.arange(100) < count, 1.0, 0.0),
                diverged_at=3 if i in diverged else None,
            ),
            used=np.array([count]),
            sparsity=SimpleNamespace(seen=np.array([100])),
            loss=None if i in batch else np.array([10.0 * (loss + (passes - 1) * later[i])]),
            steps=np.array([10 * passes]),
            costs=SimpleNamespace(first_pass=None if i in batch else FirstPass(10, 10 * loss, 0)),
            fit=np.array([loss]),
            loss_name=loss_name,
        )
        for i, (count, loss) in enumerate(zip(counts, losses, strict=True))
    ]
    return name_runs([CATALOGUE[key]() for key in KEYS[: len(traces)]], traces)


def test_runs_with_as_many_features_are_compared():
    sentence = verdict(runs_of((20, 17, 22), (0.3, 0.1, 0.2)))
    assert sentence == (
        "All three runs keep about as many features, 17 to 22, so their losses compare like for "
        "like.\n"
        "**While learning, B (truncated gradient) has the lowest loss**."
    )


@pytest.mark.parametrize("counts", [(3, 9, 17), (0, 10, 10), (15, 20, 25)])
def test_others_are_said_to_keep_different_numbers(counts):
    first, second = verdict(runs_of(counts, (0.3, 0.1, 0.2))).split("\n")
    assert first.endswith("so their losses do not compare like for like.")
    for letter, count in zip("ABC", counts, strict=True):
        assert f"{letter} {count}" in first
    assert second.startswith("**While learning, ")


@pytest.mark.parametrize(
    ("counts", "losses", "line"),
    [
        (
            (14, 13, 90),
            (0.12, 0.09, 0.04),
            "C (FOBOS) has the lowest loss, with 90 features; B, with 13, is best of those with "
            "far fewer.**",
        ),
        (
            (14, 13, 90),
            (0.0402, 0.09, 0.04),
            "C (FOBOS) has the lowest loss, with 90 features; A, with 14, is hardly worse.**",
        ),
        (
            (7, 5, 5),
            (0.16, 0.15, 0.13),
            "C (FOBOS) has the lowest loss**, and no run keeps far fewer features.",
        ),
        (
            (0, 50, 9),
            (0.0, 0.5, 0.5),
            "B (truncated gradient) has the lowest loss, with 50 features; C, with 9, is hardly "
            "worse.**",
        ),
        ((0, 9, 9), (0.0, 0.5, 0.5), "B and C lose about equally much**: 0.5 per example."),
        (
            (0, 0, 9),
            (0.0, 0.5, 0.5),
            "C (FOBOS) has the lowest loss**.",
        ),
    ],
)
def test_the_best_is_compared_with_those_that_keep_fewer_features(counts, losses, line):
    """A run that keeps nothing is no rival, however little it loses."""
    assert verdict(runs_of(counts, losses)).split("\n")[1] == f"**While learning, {line}"


def test_runs_without_a_feature_are_not_said_to_differ():
    alone = verdict(runs_of((0, 0, 0), (0.7, 0.7, 0.7)))
    assert alone == "No run keeps a feature, so there is nothing to compare."


def test_the_orders_in_which_it_is_lowest_are_counted():
    runs = runs_of((20, 20), (0.3, 0.1))
    losses = np.array([[0.3] * 7 + [0.05] * 3, [0.1] * 10])
    assert verdict(runs, losses).endswith("lower loss**. B is better in 7 of 10 orders.")
    assert verdict(runs, losses[::-1]).endswith(
        "**While learning, A (rounding) has the lower loss in 7 of 10 orders**, but not in this "
        "one: here B has the lower loss."
    )
    assert verdict(runs, np.array([[0.3] * 5 + [0.05] * 5, [0.1] * 10])).endswith(
        "**While learning, no run clearly has the lower loss**: B has the lower loss in 5 of 10 "
        "orders, this one among them."
    )
    assert verdict(runs, np.sort(losses, axis=0)[::-1]).endswith(" B is better in all 10 orders.")
    assert "orders" not in verdict(runs, np.where(losses < 0.06, np.nan, losses))


def test_orders_are_counted_among_runs_that_keep_features():
    """Else a run would be best in none of them that is best in this one."""
    runs = runs_of((0, 20, 20), (0.1, 0.2, 0.3))
    losses = np.array([[0.1] * 5, [0.2] * 2 + [0.4] * 3, [0.3] * 5])
    assert "C (FOBOS) has the lowest loss in 3 of 5 orders**" in verdict(runs, losses)


def test_it_is_said_where_no_other_order_was_tried():
    text = verdict(runs_of((20, 20), (0.3, 0.1)), one_order=True)
    assert text.endswith("lower loss**. Other orders of the examples were not tried.")
    assert "orders" not in verdict(runs_of((0, 0), (0.3, 0.1)), one_order=True)


def test_one_of_level_runs_that_leads_in_most_orders_is_named():
    runs, losses = runs_of((20, 20), (0.1, 0.1005)), np.array([[0.1] * 8, [0.2] * 6 + [0.05] * 2])
    assert verdict(runs, losses).endswith("per example; A leads in 6 of 8 orders, by little.")
    assert verdict(runs, losses[::-1]).endswith("0.101 per example.")
    assert verdict(runs, np.ones((2, 8))).endswith("0.101 per example."), "even in all orders"


def test_losses_that_hardly_differ_have_no_winner():
    level = verdict(runs_of((20, 20), (0.1, 0.1005)))
    assert level.endswith("the runs lose about equally much**: 0.100 to 0.101 per example.")
    near = verdict(runs_of((20, 20, 20), (0.1, 0.1005, 0.2)))
    assert near.endswith("A (rounding) has the lowest loss**; B is hardly worse.")
    nearer = verdict(runs_of((20, 20, 20), (0.1, 0.1, 0.2)))
    assert nearer.endswith("A and B have the lowest loss**.")


def test_runs_that_did_better_without_learning_are_told_so():
    sentence = verdict(runs_of((20, 20), (0.1, 0.9)), idle=0.693)
    assert "Weights that stay 0 lose less than B, 0.693 per example" in sentence
    assert "Weights that stay 0" not in verdict(runs_of((20, 20), (0.1, 0.6)), idle=0.693)
    unseen = verdict(runs_of((20, 20), (0.1, 0.69319)), idle=0.69315)
    assert "Weights that stay 0" not in unseen, "the table says 0.693 of both"


def test_the_first_pass_is_judged_and_the_repeats_are_said_apart():
    runs = runs_of((20, 20), (0.3, 0.1), later=(0.01, 0.1))
    lines = verdict(runs).split("\n")
    assert lines[1] == (
        "**In the first pass, B (truncated gradient) has the lower loss**. In later passes, which "
        "repeat the same examples, A (rounding) has the lower loss."
    )
    same = verdict(runs_of((20, 20), (0.3, 0.1), later=(0.2, 0.1)))
    level = verdict(runs_of((20, 20), (0.3, 0.1), later=(0.1, 0.1005)))
    unfair = verdict(runs_of((20, 60), (0.3, 0.1), later=(0.01, 0.1)))
    assert not any("later" in text for text in (same, level, unfair))


def test_a_first_pass_that_is_made_up_for_is_no_reason_to_turn_a_knob():
    made_up = verdict(runs_of((20, 20), (0.8, 0.1), later=(0.2, 0.1)), idle=0.693)
    assert "Weights that stay 0" not in made_up
    lost = verdict(runs_of((20, 20), (0.8, 0.1), later=(0.7, 0.1)), idle=0.693)
    assert "Weights that stay 0 lose less than A" in lost


def test_the_loss_of_later_passes_has_a_column_and_never_a_best():
    runs = runs_of((20, 20), (0.3, 0.1), later=(0.01, 0.1))
    table = score(runs, "test AUC", [0.9, 0.95])
    heads = [column["text"] for column in table["columns"]]
    assert heads[2:] == ["loss, first pass", "later passes", "AUC, held-out rows"]
    assert [row["cells"][2:4] for row in table["rows"]] == [["0.3", "0.01"], ["0.1", "0.10"]]
    assert [row["best"] for row in table["rows"]] == [[], [2, 4]]
    half = score(runs_of((20,), (0.1,), loss_name="squared", later=(0.1,)), "loss", [0.1])
    assert half["columns"][2]["text"] == "half squared error, first pass"


def test_a_run_alone_is_told_by_its_features():
    alone = verdict(runs_of((20,), (0.1,)))
    assert alone == "A, rounding, keeps 20 of 100 features, at a loss of 0.1 per example."


@pytest.mark.parametrize(
    ("counts", "losses", "aucs", "best"),
    [
        ((20, 20), (0.1, 0.3), [0.9, 0.95], [[2], [3]]),
        ((20, 20), (0.1, 0.1004), [0.95, 0.95], [[], []]),
        ((20, 20, 20), (0.1, 0.1008, 0.3), [0.9, 0.95, 0.95], [[2], [3], [3]]),
        ((20, 90), (0.1, 0.3), [0.9, 0.95], [[], []]),
    ],
)
def test_the_best_number_of_a_column_is_marked_where_there_is_one(counts, losses, aucs, best):
    """None where all hardly differ, or where runs keep different numbers of features."""
    rows = score(runs_of(counts, losses), "test AUC", aucs)["rows"]
    assert [row["best"] for row in rows] == best


def test_the_best_number_is_not_marked_where_most_orders_have_another():
    runs, aucs = runs_of((20, 20), (0.1, 0.3)), [0.9, 0.95]
    seldom = np.array([[0.1, 0.5, 0.5, 0.5], [0.3] * 4])
    often = np.array([[0.9] * 4, [0.95, 0.95, 0.95, 0.8]])
    rows = score(runs, "test AUC", aucs, in_orders=(seldom, often))["rows"]
    assert [row["best"] for row in rows] == [[], [3]]
    rows = score(runs, "test AUC", aucs, in_orders=(seldom[::-1], often[::-1]))["rows"]
    assert [row["best"] for row in rows] == [[2], []]


def test_the_loss_that_is_half_of_a_squared_error_says_so():
    runs = runs_of((20, 20), (0.1, 0.3))
    columns = score(runs, "test mean squared error", [0.2, 0.6])["columns"]
    half = runs_of((20, 20), (0.1, 0.3), loss_name="squared")
    squared = score(half, "test mean squared error", [0.2, 0.6])["columns"]
    assert [columns[2]["text"], squared[2]["text"]] == [
        "loss while learning",
        "half squared error while learning",
    ]


def test_the_table_keeps_the_order_of_the_runs():
    useful = np.arange(100) < 10
    table = score(runs_of((20, 5), (0.1, 0.3)), "test error", [0.05, 0.25], useful)
    assert [row["letter"] for row in table["rows"]] == ["A", "B"]
    assert table["rows"][0]["cells"] == ["Rounding", "20", "10 of 10", "0.1", "5.0%"]
    assert [column["text"] for column in table["columns"]] == [
        "run",
        "features kept at the end",
        "of which useful",
        "loss while learning",
        "errors, held-out rows",
    ]


@pytest.mark.parametrize(
    ("batch", "head"), [((), "loss while learning"), ((0, 1), "loss at the end"), ((1,), "loss")]
)
def test_the_head_over_the_losses_says_of_which_kind_they_are(batch, head):
    table = score(runs_of((20, 20), (0.1, 0.3), batch=batch), "mean loss", [0.1, 0.3])
    assert [column["text"] for column in table["columns"]] == [
        "run",
        "features kept at the end",
        head,
    ]
    assert [row["cells"][-1] for row in table["rows"]] == ["0.1", "0.3"]
    about = table["columns"][-1]["about"]
    assert ("before the run learned" in about) == (len(batch) < 2)
    assert ("final weights" in about) == (len(batch) > 0)


def test_batch_runs_are_compared_at_the_end():
    sentence = verdict(runs_of((20, 20), (0.1, 0.3), batch=(0, 1)))
    assert sentence.endswith("**At the end, A (rounding) has the lower loss**.")
    mixed = verdict(runs_of((20, 20), (0.1, 0.3), batch=(1,)))
    assert "Their losses do not compare" in mixed and "lower" not in mixed


@pytest.mark.parametrize("measure", [name for name in MEASURES if name.startswith("test ")])
def test_each_head_is_short_and_explained_in_a_sentence(measure):
    useful = np.ones(100, bool)
    for column in score(runs_of((20, 5), (0.1, 0.3)), measure, [0.5, 0.5], useful)["columns"]:
        assert len(column["text"]) <= 30
        assert column["about"][0].isupper() and column["about"].endswith(".")


def test_held_out_rows_may_have_another_winner_or_the_same():
    runs = runs_of((20, 20), (0.3, 0.1))
    line = verdict(runs, held_out=HeldOut(142, "test AUC", [0.979, 0.954])).split("\n")[2]
    assert line == "**On 142 held-out rows, A (rounding) predicts better**."
    line = verdict(runs, held_out=HeldOut(50, "test error", [0.1, 0.04])).split("\n")[2]
    assert line == "**On 50 held-out rows, B predicts better**."
    nobody = verdict(runs, held_out=HeldOut(50, "test AUC", [np.nan, 0.9]))
    assert "held-out" not in nobody


def test_how_often_the_winner_on_held_out_rows_is_first_is_said():
    runs = runs_of((20, 20), (0.3, 0.1))
    orders = np.array([[0.98, 0.95, 0.97], [0.96, 0.96, 0.97]])
    text = verdict(runs, held_out=HeldOut(142, "test AUC", [0.979, 0.9], orders))
    assert text.endswith("A (rounding) predicts better**. A is better in 2 of 3 orders.")
    broken = HeldOut(142, "test AUC", [0.979, 0.9], np.full((2, 3), np.nan))
    assert "orders" not in verdict(runs, held_out=broken)


@pytest.mark.parametrize(
    ("measure", "values", "words"),
    [
        (
            "test AUC",
            [0.979, 0.974, 0.974],
            "the runs predict about equally well**: AUC 0.974 to 0.979.",
        ),
        ("test AUC", [0.9741, 0.974, 0.9], "A and B predict best**."),
        (
            "test mean squared error",
            [3010.0, 2975.0, 3003.0],
            "B (truncated gradient) predicts best**; C is hardly worse.",
        ),
        (
            "test error",
            [0.071, 0.05, 0.051],
            "B (truncated gradient) predicts best**; C is hardly ",
        ),
    ],
)
def test_held_out_rows_have_one_winner_only_where_the_others_differ(measure, values, words):
    runs = runs_of((20,) * 3, (0.1, 0.1, 0.1))
    text = verdict(runs, held_out=HeldOut(50, measure, values)).split("\n")[2]
    assert text.startswith(f"**On 50 held-out rows, {words}")


def test_a_run_that_ends_far_from_where_it_mostly_was_is_named():
    runs = runs_of((8, 8, 8), (0.1, 0.2, 0.3))
    for run in runs:
        run.trace.steps, run.trace.used = np.arange(1, 201), np.full(200, 8)
    runs[1].trace.used = np.where(np.arange(200) % 3 == 1, 8, 5)
    assert verdict(runs).startswith(
        "All three runs keep 8 features at the end; shortly before, B mostly kept 5.\n"
    )
    one = runs_of((1, 1), (0.1, 0.2))
    one[0].trace.steps, one[0].trace.used = np.arange(1, 201), np.full(200, 2)
    assert verdict(one).startswith("Both runs keep 1 feature at the end; shortly before, A mostly")


def _read(text: str) -> float:
    digits, _, power = text.replace(",", "").rpartition("10")
    if power and set(power) <= set(RAISED.values()):
        plain = str.maketrans({raised: digit for digit, raised in RAISED.items()})
        return float(f"{digits.removesuffix('·') or 1}e{power.translate(plain)}")
    return float(text.replace(",", ""))


RAISED = dict(zip("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹", strict=True))


@given(st.lists(st.floats(1e-9, 1e9), min_size=1, max_size=4))
def test_the_numbers_of_a_column_have_as_many_places_and_stay_what_they_are(numbers):
    texts = amounts(numbers)
    if max(numbers) < 1e7 and max(numbers) <= 1e4 * min(numbers):
        assert len({len(text.partition(".")[2]) for text in texts}) == 1
    # Three digits of each, or six of the largest, which a small one may have fewer than three in.
    for number, text in zip(numbers, texts, strict=True):
        assert _read(text) == pytest.approx(number, rel=6e-3, abs=5.1e-6 * max(numbers))
    assert amounts([0.1199, 0.0857, np.nan]) == ["0.1199", "0.0857", "–"]


@pytest.mark.parametrize(
    ("splits", "test_name", "words"),
    [
        (True, "", " orders, each with other held-out rows."),
        (False, "x.t", " orders, always on the rows of the test file."),
        (False, "", " orders."),
    ],
)
def test_it_is_said_which_rows_are_held_out_in_the_orders(splits, test_name, words):
    runs, orders = runs_of((20, 20), (0.3, 0.1)), np.array([[0.98, 0.97], [0.96, 0.96]])
    spread = Spread(orders, orders, orders, [], "test AUC", splits)
    rows = rows_in_orders(SimpleNamespace(test_name=test_name), spread)
    lines = verdict(runs, 1.0 - orders, held_out=HeldOut(9, "test AUC", [0.98, 0.9], orders, rows))
    assert lines.split("\n")[2].endswith(f"A is better in all 2{words}")
    assert "held-out" not in lines.split("\n")[1], "no row is held out from what is learned first"
    assert rows_in_orders(SimpleNamespace(test_name=test_name), None) == rows * (not splits)
