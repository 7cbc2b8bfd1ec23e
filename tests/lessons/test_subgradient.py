"""A fixed push steps over zero; what a cut at the end costs is what the words say."""

from __future__ import annotations

import re

import numpy as np
import pytest

import datasets
from algorithms import record
from charts import Film
from charts.film import spread_of
from charts.film.histogram import BINS
from knobs import knobs_of
from pages.lessons.subgradient import LESSON
from pages.lessons.subgradient.evidence import CUTS, T
from pages.lessons.subgradient.pictures import (
    NAMES,
    STRETCH,
    memory,
    moved_by_votes,
    noise_weight,
    trade,
)
from pages.lessons.subgradient.twin import obvious_push, truncated_step
from tests.support.many.turns import in_turn
from tests.support.runs import record_runs
from tests.support.views import make, toy

NAME, OPTIONS = LESSON.example
DATA = datasets.load(NAME, **OPTIONS)
ENDS = [
    {name: stop}
    for name, knob in knobs_of(LESSON.knobs).items()
    for stop in (knob.stops()[0], knob.stops()[-1])
]


def evidence_with(data=DATA, **knobs):
    """The evidence with some knobs turned."""
    return LESSON.evidence(LESSON.knobs(**knobs), data)


@in_turn("knobs", [{}, *ENDS])
def test_the_obvious_push_never_rests_at_zero(knobs):
    evidence = evidence_with(**knobs)
    pushed, pulled = evidence.runs.values()
    assert (pushed.used == pushed.sparsity.seen).all()
    assert pulled.used[-1] < 0.5 * pulled.sparsity.seen[-1]
    assert "**none** of their weights are exactly 0" in LESSON.lead(evidence)
    assert f"**{DATA.n_features - pulled.used[-1]}** are" in LESSON.lead(evidence)
    assert "Here no weight did" in LESSON.words(evidence)


def test_a_whole_multiple_of_the_push_does_and_the_words_say_so():
    """The first step moves a 0/1 feature by η/2: with g = 0.1 that is five pushes."""
    evidence = evidence_with(eta=0.01, gravity=0.1)
    run = evidence.runs["subgradient"]
    most = int((run.sparsity.seen - run.used).max())
    assert most > 0 and f"up to {most} weights stood at 0" in LESSON.words(evidence)


@in_turn("knobs", [{}, *ENDS])
def test_the_words_count_what_is_there(knobs):
    evidence, text = evidence_with(**knobs), LESSON.words(evidence_with(**knobs)).replace("\n", " ")
    pushed, pulled = evidence.runs.values()
    push = evidence.knobs.eta * evidence.knobs.gravity
    w = np.abs(pushed.final.weights)
    assert f"**At the end** {np.count_nonzero((w > 0) & (w <= push))} nonzero weights" in text
    assert f"never more than {pulled.used.max()}." in text
    left = f"there remain {evidence.now.real} useful"
    assert f"With θ = {evidence.knobs.threshold:.3g} {left}" in text
    assert evidence.now.features == np.count_nonzero(w > evidence.knobs.threshold)
    assert evidence.same.features == evidence.truncated.features == pulled.used[-1]
    assert ("as good." in text) == (evidence.same.loss <= 1.02 * evidence.truncated.loss)
    match = re.search(r"up to θ = ([\d.]+), where (\d+) are left", text)
    assert bool(match) == (evidence.cuts[0].loss <= 1.05 * evidence.whole.loss)
    if match:
        inside = [
            cut for cut, at in zip(evidence.cuts, CUTS, strict=True) if at <= 1.03 * float(match[1])
        ]
        assert all(cut.loss <= 1.05 * evidence.whole.loss for cut in inside)
        assert inside[-1].features == int(match[2])


@pytest.mark.parametrize(
    ("rule", "run"),
    [
        (obvious_push, make("subgradient", eta=0.3, l1=0.05)),
        (truncated_step, make("truncated_gradient", eta=0.3, gravity=0.05)),
    ],
    ids=["push", "stop"],
)
def test_the_twin_is_the_rule(rule, run):
    data, order = toy(n=25), np.arange(25)
    trace, w = record(run, data, order=order, checkpoints=25), np.zeros(data.n_features)
    for x, y, after in zip(data.X.toarray(), data.y, trace.weights, strict=True):
        w = rule(w, -y * x / (1.0 + np.exp(y * (w @ x))), 0.3, 0.05)
        np.testing.assert_allclose(w, after, atol=1e-12)


def test_a_late_cut_far_out_loses_what_matters():
    evidence = evidence_with()
    assert (
        evidence.now.loss > 1.05 * evidence.truncated.loss
        and evidence.now.real < evidence.truncated.real
    )
    assert evidence.cuts[-1].loss == pytest.approx(np.log(2.0))
    assert evidence.quarter.features > 2 * evidence.truncated.features


def test_a_movement_of_the_last_cut_runs_nothing(monkeypatch):
    runs, data = record_runs(monkeypatch), toy()
    evidence_with(data)
    assert [run.key for run in runs] == [*NAMES, *NAMES]  # and at a weak gravity
    one, other = evidence_with(data, threshold=0.01), evidence_with(data, threshold=0.5)
    assert len(runs) == 4 and one.cuts is other.cuts and one.now.features > other.now.features
    evidence_with(data, gravity=0.2)
    assert len(runs) == 6


def test_the_film_is_the_runs():
    evidence = evidence_with()
    film, pictures = LESSON.stage(evidence)
    assert isinstance(film, Film) and len(film.at) == T + 1
    table = film.table()
    for key, run in evidence.runs.items():
        label = NAMES[key]
        zeros = DATA.n_features - np.append(0, run.used)
        assert (table[f"{label}: exactly 0"] == zeros).all()
    assert all(picture.figure for picture in pictures)


def test_the_stretch_that_is_drawn_is_the_run_and_holds_a_vote():
    evidence = evidence_with()
    film = noise_weight(evidence)
    pushed = film.scenes[0].tracks[0].y
    whole = [path for path in evidence.runs["subgradient"].weights.T]
    first = int(film.at[0])
    assert any((path[first - 1 : first + STRETCH] == pushed).all() for path in whole)
    assert moved_by_votes(pushed, evidence.knobs.push).any()


def test_the_goals_of_the_pictures_are_those_of_the_steps():
    evidence = evidence_with(gravity=0.5, threshold=1.0)
    (scene,) = memory(evidence, 10).scenes
    assert scene.digits == 0 and [height for _, height in scene.levels] == [10.0]
    cut = trade(evidence, goal=True)
    corner = next(curve for curve in cut.data if curve["name"] == "goal")
    assert corner["x"][0] == evidence.truncated.features
    dot = next(curve for curve in cut.data if curve["name"] == "obvious push, cut at the end, now")
    low, _ = cut.layout["xaxis"]["range"]
    assert not evidence.now.features and np.log10(dot["x"][0]) > low, "nothing is left, and seen"


def test_a_histogram_counts_every_weight_once():
    draw = np.random.default_rng(0)
    weights = draw.normal(size=(7, 200)) * (draw.random((7, 200)) < 0.7)
    weights[0, :4] = -1.0, 1.0, np.nextafter(1.0, 0.0), np.nextafter(-1.0, 0.0)
    counts, zeros, outside = spread_of(weights, 1.0)
    assert (counts.sum(axis=1) + zeros + outside == 200).all()
    for row, count in zip(weights, counts, strict=True):
        inside = row[(row != 0.0) & (np.abs(row) < 1.0)]
        assert (np.histogram(inside, BINS, (-1.0, 1.0))[0] == count).all()


@pytest.mark.parametrize("data", [toy(d=1, n=3), toy(d=2500, n=30)], ids=["one", "wide"])
def test_it_learns_from_other_data(data):
    evidence = evidence_with(data)
    assert evidence.whole.random == evidence.truncated.random == 0
    film, pictures = LESSON.stage(evidence)
    assert len(film.table()) == len(film.at) and all(picture.figure for picture in pictures)
    assert LESSON.lead(evidence) and LESSON.words(evidence)


@pytest.mark.parametrize("seed", range(6))
def test_the_exercises_take_what_they_reveal(seed):
    zigzag, cut = (make(seed) for make in LESSON.exercises)
    answer = re.search(r"\*\*(.+)\*\*", zigzag.reveal)[1]
    assert [zigzag.check(choice).right for choice in zigzag.choices].count(True) == 1
    whys = [zigzag.check(choice).why for choice in zigzag.choices if choice != answer]
    assert not any(answer in why for why in whys) and len(set(whys)) == 3
    assert zigzag.check(answer).right and len(set(zigzag.choices)) == 4
    g, theta = re.search(r"g = ([\d.]+),", cut.ask)[1], re.search(r"θ = ([\d.]+) ", cut.reveal)[1]
    asked = {"gravity": float(g), "eta": 0.1}
    assert cut.check(evidence_with(threshold=float(theta), **asked)).right
    assert not cut.check(evidence_with(threshold=0.1, **asked)).right
    assert not cut.check(evidence_with(threshold=0.001, **asked)).right
    assert not cut.check(evidence_with(threshold=float(theta), gravity=0.5)).right
