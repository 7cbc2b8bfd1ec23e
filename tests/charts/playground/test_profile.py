"""Weights by size: each curve is a run's sorted nonzeros, and ends where they end."""

from __future__ import annotations

import numpy as np
import pytest

from charts import profile
from charts.playground.profile import DRAWN
from tests.support.problems.classes import many_classes
from tests.support.views import curves, make, named_runs, toy

DATA = toy(d=30, n=80)
SOME = [make("l0_sgd", n_nonzeros=7), make("projected_gradient", radius=1.0), make("rda", l1=0.05)]


def line(picture, run):
    return curves(picture)[f"{run.letter} · {run.name}"]


@pytest.mark.parametrize("algorithm", SOME, ids=lambda a: a.key)
def test_a_curve_is_the_nonzeros_from_large_to_small(algorithm):
    (run,) = named_runs(DATA, algorithm)
    w = np.abs(run.trace.final.weights)
    rank, sizes = line(profile([run]), run)
    assert rank.tolist() == list(range(1, np.count_nonzero(w) + 1))
    assert np.array_equal(sizes, np.float32(sorted(w[w > 0], reverse=True)))
    assert 0 < len(rank) < 30, "this test is of curves that end before the last feature"


def test_the_name_stands_at_the_last_nonzero():
    runs = named_runs(DATA, *SOME)
    picture = profile(runs)
    letters = {note["text"][3]: note for note in picture.layout["annotations"]}
    assert len(letters) == len(runs)
    for run in runs:
        letter, (rank, _) = letters[run.letter], line(picture, run)
        assert rank[-1] - 3.5 <= letter["x"] <= rank[-1] * (1 + 1e-6)
    low, high = picture.layout["xaxis"]["range"]
    assert low == 0 and high > max(letter["x"] for letter in picture.layout["annotations"])


def test_of_many_weights_the_curve_goes_on_to_the_last_on_a_stretched_axis():
    runs = named_runs(toy(d=3 * DRAWN, n=60), make("exponentiated_gradient"), SOME[0])
    picture = profile(runs)
    n = np.count_nonzero(runs[0].trace.final.weights)
    assert n > 2 * DRAWN
    (ranks, sizes), (few, _) = (line(picture, run) for run in runs)
    assert ranks[0] == 1 and ranks[-1] == n and len(ranks) <= DRAWN and len(few) == 7
    w = np.sort(np.abs(runs[0].trace.final.weights))[::-1]
    assert np.array_equal(sizes, np.float32(w[ranks.astype(int) - 1]))
    axis = picture.layout["xaxis"]
    assert axis["type"] == "log" and axis["range"][1] > np.log10(n)
    assert "stretched near 1" in axis["title"]["text"]
    assert f"A has {n}, the largest " in picture.caption and "B has 7, " in picture.caption
    assert f"A {n} and B 7" in picture.key
    assert f"{n} nonzero" in picture.alt


def test_of_few_weights_the_axis_is_even():
    axis = profile(named_runs(DATA, *SOME)).layout["xaxis"]
    assert axis.get("type") != "log" and axis["title"]["text"] == "rank of the weight"


def test_words_hold_the_numbers():
    runs = named_runs(DATA, *SOME)
    sentence = profile(runs).alt
    for run in runs:
        w = np.abs(run.trace.final.weights)
        part = f"{run.letter} {run.name}: {np.count_nonzero(w)} nonzero, the largest {w.max():.3g}"
        assert part in sentence
    assert "depends on more than its size" in profile(runs).caption


def test_a_run_without_a_weight_is_said():
    runs = named_runs(DATA, make("rda", l1=1.0), SOME[0])
    assert not runs[0].trace.final.weights.any()
    picture = profile(runs)
    assert line(picture, runs[0])[0].size == 0 and "All weights are 0: A." in picture.caption
    assert [letter["text"] for letter in picture.layout["annotations"]] == [
        "<b>B</b> L0-constrained SGD"
    ]
    assert "A RDA: 0 nonzero, the largest 0" in picture.alt
    nothing = profile(runs[:1])
    assert nothing.figure is not None and nothing.layout["xaxis"]["range"][1] > 1
    assert "All weights are 0" not in profile(runs[1:]).caption


def test_a_run_that_diverged_is_left_out_by_name():
    wild = named_runs(DATA, make("smidas", eta=10.0), SOME[0], loss="squared", passes=40)
    assert wild[0].has_diverged and not wild[1].has_diverged
    picture = profile(wild)
    assert list(curves(picture)) == [f"B · {wild[1].name}"]
    assert "Left out, diverged: A." in picture.caption
    alone = profile(wild[:1])
    assert alone.data == [] and "Left out, diverged: A." in alone.caption and alone.figure


def test_many_classes_are_counted_together():

    (run,) = named_runs(many_classes(), make("projected_gradient", radius=1.0), loss="softmax")
    w = run.trace.final.weights
    assert w.shape == (3, 4)
    assert len(line(profile([run]), run)[0]) == np.count_nonzero(w)
