"""The lesson on counting: its claim, its numbers, its exercises."""

from __future__ import annotations

import re

import numpy as np
import pytest

import datasets
from algorithms import CATALOGUE, order_of, record
from algorithms.losses import loss_values
from pages.lessons.counting import LESSON
from pages.lessons.counting.evidence import (
    COUNTING,
    ENTRIES,
    ONLINE,
    Knobs,
    affordable_rows,
    evaluate,
    method,
    train,
)
from pages.lessons.counting.exercises import least_loss, newcomer
from pages.lessons.counting.penalty import OPENING, kept_now, penalty_picture
from pages.lessons.counting.seats import contest, in_orders
from pages.lessons.counting.story_pictures import (
    FIRST,
    PictureOptions,
    contest_film,
    mistakes_picture,
    noise_by_count,
    orders_picture,
    seats_film,
)
from pages.lessons.counting.twin import keep_k_step
from pages.lessons.counting.words import comparison_with, steady_from
from tests.support.many.turns import in_turn
from tests.support.runs import record_runs
from tests.support.views import toy
from ui.lessons.exercise import refusal


@pytest.fixture(scope="module")
def data():
    name, options = LESSON.example
    return datasets.load(name, **options)


@pytest.fixture(scope="module")
def evidence(data):
    return LESSON.evidence(Knobs(), data)


def test_k_is_what_is_kept_and_costs_less_than_shrinking_online(evidence):
    k = Knobs().n_nonzeros
    run, now = evidence.runs[COUNTING], evidence.nearest[COUNTING]
    assert now.nonzeros == k and (run.used <= k).all() and (run.used[1:] == k).all()
    for key in ONLINE:
        assert evidence.nearest[key].loss > 2 * now.loss
        assert len(set(evidence.runs[key].used.tolist())) > 5
    assert all(point.nonzeros == point.strength for point in evidence.sweeps[COUNTING])


def test_no_lambda_of_those_tried_gives_fobos_k_features(evidence):
    counts = [point.nonzeros for point in evidence.sweeps["fobos"]]
    assert 12 not in counts and min(c for c in counts if c) == evidence.nearest["fobos"].nonzeros
    # As in the paper: accurate or sparse.
    fobos = [p for p in evidence.sweeps["fobos"] if p.nonzeros]
    assert fobos[0].wrong < 0.05 < 0.4 < evidence.nearest["fobos"].wrong
    assert fobos[0].nonzeros > 8 * Knobs().n_nonzeros


def test_the_nearest_are_the_nearest(evidence):
    for key, points in evidence.sweeps.items():
        if key != COUNTING:
            apart = [abs(np.log(p.nonzeros / 12)) for p in points if p.nonzeros]
            assert abs(np.log(evidence.nearest[key].nonzeros / 12)) == min(apart)


def test_a_movement_of_k_runs_keep_k_and_what_comes_nearest_to_it(monkeypatch):
    runs, data = record_runs(monkeypatch), toy()
    before = LESSON.evidence(Knobs(2), data)
    runs.clear()
    after = LESSON.evidence(Knobs(3), data)
    moved = [key for key in ONLINE if before.nearest[key] != after.nearest[key]]
    assert sorted(run.key for run in runs) == sorted([COUNTING, *moved])
    runs.clear()
    LESSON.evidence(Knobs(2), data)
    assert not runs


def test_the_twin_is_the_engine():
    data, draw = toy(), np.random.default_rng(0)
    order, X, w = draw.permutation(data.n_rows), data.X.toarray(), np.zeros(data.n_features)
    for row in order:
        w = keep_k_step(w, X[row], data.y[row], 0.4, 2)
    algorithm = CATALOGUE[COUNTING](eta=0.4, schedule="constant", n_nonzeros=2)
    run = record(algorithm, data, "logistic", order=order, checkpoints=1)
    np.testing.assert_allclose(w, run.final.weights, atol=1e-12)


def test_the_contest_is_that_of_the_run(data, evidence):
    """The set of seats of a run looked at after each example, and where it changes."""
    fight, n = contest(data, 12, 0.3), 60
    order = order_of(data, 3)
    run = record(method(COUNTING, 12, 0.3), data, order=order[:n], checkpoints=n)
    seats = np.vstack([np.zeros(run.weights.shape[1], bool), run.weights != 0.0])
    changed = (seats[1:] != seats[:-1]).any(axis=1)
    np.testing.assert_array_equal(fight.changed[:n], changed)
    sizes = np.where(run.weights != 0.0, np.abs(run.weights), np.inf).min(axis=1)
    np.testing.assert_allclose(fight.smallest[:n], sizes, atol=1e-12)
    later = fight.examples[fight.examples > n] - 1
    assert len(later) and (fight.challenge[later] >= fight.smallest[later]).all()
    whole, near = contest_film(evidence).scenes
    assert [track.y[-1] for track in whole.tracks] == [fight.smallest[-1], fight.challenge[-1]]
    assert whole.uprights.tolist() == [t for t in fight.examples if t > FIRST]
    assert near.uprights.tolist() == [t for t in whole.uprights if near.x[0] <= t <= near.x[-1]]
    assert near.uprights[-1] == fight.examples[-1]


def test_orders_differ_in_who_has_a_seat(data, evidence):
    seated = in_orders(data, 12, 0.3)
    own = np.flatnonzero(evidence.runs[COUNTING].final.weights)
    assert seated[0].features == frozenset(own.tolist())
    assert not frozenset.intersection(*(one.features for one in seated))
    bars = orders_picture(evidence).data[0]["y"]
    assert bars.sum() == 12 * len(seated) and (np.diff(bars) <= 0).all()


def test_pictures_say_what_the_text_says(data, evidence):
    seated = in_orders(data, 12, 0.3)
    *counts, everything = mistakes_picture(evidence).data[0]["text"]
    assert counts == [f"{one.mistakes}" for one in seated]
    (run,) = train([method(COUNTING, data.n_features, 0.3)], data)
    assert float(everything) == evaluate(data, 528, run.final.weights).wrong * data.test.n_rows
    few = noise_by_count(evidence, PictureOptions(upto=12, alone=True))
    assert all(max(curve["x"]) <= 12 for curve in few.data)
    pale, *_ = noise_by_count(LESSON.evidence(Knobs(30, 0.1), data), PictureOptions(ghost=0.3)).data
    assert pale["y"].tolist() == [p.useless for p in evidence.sweeps[COUNTING]]


def test_the_penalty_under_the_hand_keeps_what_it_says(data, evidence):
    far, near = (LESSON.evidence(Knobs(penalty=penalty), data) for penalty in (0.06, 0.12))
    for now in (far, near):
        (run,) = train([method("rda", now.knobs.penalty, 0.3)], data)
        assert kept_now(now) == run.used[-1]
        assert penalty_picture(now).data[-1]["text"] == [f"{kept_now(now)} features"]
    # The stops on the way show, and all once the number is near; none is on the line.
    assert len(penalty_picture(LESSON.evidence(Knobs(penalty=OPENING), data)).data) == 1
    passed, every = (penalty_picture(now).data[0] for now in (far, near))
    assert 1 < len(passed["x"]) < len(every["x"]) and 12 not in every["y"]


@pytest.mark.parametrize("k", [12, 300])
def test_the_dot_of_now_is_on_its_curve(data, k):
    evidence = LESSON.evidence(Knobs(k), data)
    curve, dot, *_ = noise_by_count(evidence).data
    assert (dot["x"][0], dot["y"][0]) in list(zip(curve["x"], curve["y"], strict=True))
    low, high = noise_by_count(evidence).layout["xaxis"]["range"]
    assert low < np.log10(k) < high


@pytest.mark.parametrize("first", [FIRST, None])
def test_rows_of_seats_have_names_and_each_change_its_column(data, evidence, first):
    film = seats_film(evidence, first)
    (scene,) = film.scenes
    assert {"pixel 1,2", "5,3 × 7,3", "noise 1"} <= set(scene.names)
    changes = [t for t in contest(data, 12, 0.3).examples if 1 < t <= (first or 759)]
    assert [film.at[column] for column in scene.uprights] == changes
    axis = scene.payload()["layout"]["xaxis"]
    for text, place in zip(axis["ticktext"], axis["tickvals"], strict=True):
        assert (
            film.at[int(place - 0.5)]
            <= int(text)
            <= film.at[min(int(place + 0.5), len(film.at) - 1)]
        )


@pytest.mark.parametrize("eta", [0.03, 0.1, 1.0])
def test_no_step_size_frees_thirty_seats_from_noise(data, eta):
    evidence = LESSON.evidence(Knobs(30, eta), data)
    counted, rda = evidence.nearest[COUNTING], evidence.nearest["rda"]
    assert counted.nonzeros == 30 and counted.useless > rda.useless == 0


def test_points_are_judged_on_the_rows_held_out(data):
    (run,) = train([method(COUNTING, 5, 0.3)], data)
    point = evaluate(data, 5, run.final.weights)
    p = data.test.X @ run.final.weights
    assert point.loss == pytest.approx(loss_values("logistic", p, data.test.y).mean())
    assert point.wrong == pytest.approx(np.mean(p * data.test.y <= 0))
    assert point.nonzeros == 5 and point.share == point.useless / 5


def test_what_it_says(evidence):
    text, lead = LESSON.words(evidence), LESSON.lead(evidence)
    for key, point in evidence.nearest.items():
        assert f"{point.loss:.3f}" in text
        assert key not in ONLINE or f"{point.nonzeros:,}" in lead
    assert "More loss than keep-k: FOBOS, truncated gradient, RDA. Not more: Lasso" in text
    assert "A smaller share of what is kept is random" in comparison_with(evidence)
    last = steady_from(evidence.runs[COUNTING])
    places = evidence.runs[COUNTING].weights != 0
    after = evidence.runs[COUNTING].steps >= last
    assert (places[after] == places[-1]).all() and f"after example {last:,}" in text
    assert after.all() or (places[~after][-1] != places[-1]).any()


@pytest.mark.parametrize("knobs", [Knobs(1), Knobs(300), Knobs(12, 0.03), Knobs(12, 1.0)])
def test_its_comparisons_hold_at_the_ends(knobs, data):
    evidence = LESSON.evidence(knobs, data)
    now = evidence.nearest[COUNTING]
    more = (
        comparison_with(evidence).split(".")[0].removeprefix("More loss than keep-k: ").split(", ")
    )
    losses = {"FOBOS": "fobos", "RDA": "rda", "truncated gradient": "truncated_gradient"}
    for name, key in losses.items():
        assert (name in more) == (evidence.nearest[key].loss > now.loss)
    assert now.nonzeros == knobs.n_nonzeros


def test_any_dataset_will_do():
    plain = LESSON.evidence(Knobs(300), toy(d=2, n=12))
    assert plain.nearest[COUNTING].nonzeros <= 2 and "random" not in LESSON.words(plain)
    film, pictures = LESSON.stage(plain)
    assert "learned from" in pictures[0].layout["yaxis"]["title"]["text"]
    assert len(film.table()) == len(film.at)
    empty = datasets.Dataset.from_arrays(np.zeros((5, 2)), [1, -1, 1, -1, 1])
    for picture in LESSON.stage(LESSON.evidence(Knobs(), empty))[1]:
        assert picture.figure.layout.xaxis.title.text


def test_a_large_dataset_is_cut_down():
    large = datasets.load("sparse_linear", n_rows=3000, n_features=100, density=0.5)
    seen = affordable_rows(large)
    assert 0.5 * ENTRIES < seen.X.nnz < 1.5 * ENTRIES < large.X.nnz
    assert seen.n_features == 100 and len(seen.y) == seen.n_rows
    small = toy()
    assert affordable_rows(small) is small


@pytest.mark.parametrize("seed", range(4))
def test_least_loss(seed, data, evidence):
    task = least_loss(seed)
    k = int(task.reveal.split("k = ")[1].split()[0])
    assert task.check(LESSON.evidence(Knobs(k, 1.0), data)).right
    assert not task.check(evidence).right
    assert not task.check(LESSON.evidence(Knobs(300, 1.0), data)).right
    assert "this lesson's example" in task.check(LESSON.evidence(Knobs(2, 1.0), toy())).why


@in_turn("seed", range(8))
def test_newcomer(seed):
    task = newcomer(seed)
    last = int(task.reveal.split("t = ")[1].split("*")[0])
    weakest, eta = map(float, re.search(r"\| ([\d.]+) \| ([\d.]+)/√t", task.ask).groups())
    assert eta / 2 / last**0.5 > weakest >= eta / 2 / (last + 1) ** 0.5 - 1e-12
    assert task.check(last).right
    assert not task.check(last + 1).right and not task.check(last - 1).right
    assert all(refusal(task, nonsense) for nonsense in (0, -1, 1.5))
