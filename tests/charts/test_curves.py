"""Regret and sparsity curves are the traces: same points, same ends, same numbers in words."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import comparator_loss, random_order
from charts import regret, sparsity
from tests.naive import dataset
from tests.support.runs import Late
from tests.support.views import NOTHING, curves, learned, make, toy

DATA = toy()
RUNS = Late(
    lambda: learned(DATA, make("sgd"), make("truncated_gradient", gravity=0.3), make("rounding"))
)
U = np.linspace(-1, 1, DATA.n_features)
FIXED = Late(
    lambda: [
        comparator_loss(U, DATA, "logistic", random_order(DATA.n_rows, 2, 0), run.trace.steps)
        for run in RUNS
    ]
)


def label(run):
    return f"{run.letter} · {run.name}"


@pytest.mark.parametrize("average", [False, True])
def test_regret_is_loss_less_what_u_suffers(average):
    drawn = curves(regret(RUNS, FIXED, NOTHING, average=average))
    for run, fixed in zip(RUNS, FIXED, strict=True):
        t, y = drawn[label(run)]
        expected = (run.trace.loss - fixed) / (run.trace.steps if average else 1)
        assert np.array_equal(t, run.trace.steps)
        assert np.array_equal(y, expected.astype(np.float32))


def test_regret_zero_is_a_line_as_long_as_the_longest_run():
    x, y = curves(regret(RUNS, FIXED, NOTHING))["regret 0"]
    assert (x.tolist(), y.tolist()) == ([0, RUNS[0].trace.steps[-1]], [0, 0])


def test_what_u_suffers_is_summed_along_the_order():
    each = np.log1p(np.exp(-DATA.y * (DATA.X @ U)))[random_order(DATA.n_rows, 2, 0)]
    for run, fixed in zip(RUNS, FIXED, strict=True):
        by_hand = [each[:t].sum() for t in run.trace.steps]
        assert np.allclose(fixed, by_hand, rtol=1e-12)


@pytest.mark.parametrize("average", [False, True])
def test_log_axes_leave_out_regret_below_zero_and_say_so(average):
    better = [run.trace.loss + np.where(run.trace.steps > 40, 1.0, -1.0) for run in RUNS]
    picture = regret(RUNS, better, NOTHING, average=average, log=True)
    for run in RUNS:
        t, y = curves(picture)[label(run)]
        gone = run.trace.steps > 40
        assert np.array_equal(np.isnan(y), gone) and np.all(y[~gone] > 0)
        assert np.array_equal(t, run.trace.steps)
    assert picture.layout["xaxis"]["type"] == picture.layout["yaxis"]["type"] == "log"
    assert "Regret ≤ 0 has no logarithm and is not drawn." in picture.caption
    assert picture.layout["annotations"] == []
    assert "regret 0" not in curves(picture)


def test_log_letters_stand_at_logarithms():
    worse = [run.trace.loss - 10.0 for run in RUNS[:1]]
    letter = regret(RUNS[:1], worse, NOTHING, log=True).layout["annotations"][0]
    assert letter["x"] == pytest.approx(np.log10(RUNS[0].trace.steps[-1]))
    assert letter["y"] == pytest.approx(1.0, abs=0.1) and "<b>A</b>" in letter["text"]


@pytest.mark.parametrize("unit", ["count", "share of d", "share of seen"])
def test_nonzeros_in_every_unit(unit):
    drawn = curves(sparsity(RUNS, unit))
    for run in RUNS:
        base = {"count": 1, "share of d": DATA.n_features, "share of seen": run.trace.seen}[unit]
        t, y = drawn[label(run)]
        assert np.array_equal(t, run.trace.steps)
        assert np.array_equal(y, (run.trace.nonzeros / base).astype(np.float32))


def test_a_share_of_nothing_seen_is_zero():
    empty = dataset(np.zeros((5, 3)), [1, -1, 1, 1, -1])
    ((_, y),) = curves(sparsity(learned(empty, make("sgd")), "share of seen")).values()
    assert np.all(y == 0)


@pytest.mark.parametrize(("unit", "level"), [("count", 2), ("share of d", 2 / 6)])
def test_the_truth_is_a_line(unit, level):
    x, y = curves(sparsity(RUNS, unit, true_nonzeros=2))["true features"]
    assert (x.tolist(), y.tolist()) == ([0, RUNS[0].trace.steps[-1]], [level, level])
    assert "true features" not in curves(sparsity(RUNS, "share of seen", true_nonzeros=2))


def test_the_words_hold_the_final_numbers():
    sentence = regret(RUNS, FIXED, NOTHING).alt
    kept = sparsity(RUNS).alt
    for run, fixed in zip(RUNS, FIXED, strict=True):
        last = run.trace.loss[-1] - fixed[-1]
        assert f"{run.letter} {run.name}: {last:.4g} after {run.trace.steps[-1]:,}" in sentence
        assert f"{run.letter} {run.name}: {run.trace.nonzeros[-1]:,} of 6 at the end" in kept


def test_the_caption_names_the_comparator_and_its_gap():
    caption = regret(RUNS, FIXED, NOTHING).caption
    for part in ("mean logistic loss", "λ = 0.1", "0 nonzeros", "gap 1e-06", "loss alone (Ω = 0)"):
        assert part in caption


def test_the_caption_says_when_a_periodic_run_is_counted():
    runs = learned(toy(), make("rounding", period=3), make("sgd"))
    assert "A: counted every K steps" in sparsity(runs).caption
    assert "every K steps" not in sparsity(learned(toy(), make("sgd"))).caption
