"""The obvious update never reaches zero; what a cut at the end costs is what the words say."""

from __future__ import annotations

import re

import numpy as np
import pytest

import datasets
from charts import Film
from charts.film import spread_of
from charts.film.histogram import BINS
from knobs import knobs_of
from pages.lessons.subgradient import LESSON
from pages.lessons.subgradient.evidence import CUTS, T
from pages.lessons.subgradient.pictures import NAMES
from tests.support.runs import recorded
from tests.support.views import toy

NAME, OPTIONS = LESSON.example
DATA = datasets.load(NAME, **OPTIONS)
ENDS = [
    {name: stop}
    for name, knob in knobs_of(LESSON.knobs).items()
    for stop in (knob.stops()[0], knob.stops()[-1])
]


def found(data=DATA, **knobs):
    """The evidence with some knobs turned."""
    return LESSON.evidence(LESSON.knobs(**knobs), data)


@pytest.mark.parametrize("knobs", [{}, *ENDS])
def test_the_obvious_update_never_reaches_zero(knobs):
    here = found(**knobs)
    pushed, pulled = here.runs.values()
    assert (pushed.nonzeros == pushed.seen).all()
    assert pulled.nonzeros[-1] < 0.5 * pulled.seen[-1]
    assert "**none** under (5)" in LESSON.lead(here)
    assert f"**{DATA.n_features - pulled.nonzeros[-1]}** under (6)" in LESSON.lead(here)
    assert "Here none did" in LESSON.words(here)


def test_a_whole_multiple_of_the_push_does_and_the_words_say_so():
    """The first step moves a 0/1 feature by η/2: with g = 0.1 that is five pushes."""
    here = found(eta=0.01, gravity=0.1)
    run = here.runs["subgradient"]
    most = int((run.seen - run.nonzeros).max())
    assert most > 0 and f"up to {most} stood at 0" in LESSON.words(here)


@pytest.mark.parametrize("knobs", [{}, *ENDS])
def test_the_words_count_what_is_there(knobs):
    here, text = found(**knobs), LESSON.words(found(**knobs)).replace("\n", " ")
    pushed, pulled = here.runs.values()
    push = here.knobs.eta * here.knobs.gravity
    w = np.abs(pushed.final_weights)
    assert f"At the end {np.count_nonzero((w > 0) & (w <= push))} weights" in text
    assert f"never more than {pulled.nonzeros.max()}." in text
    assert f"With θ = {here.knobs.threshold:.3g} there remain {here.now.real} real" in text
    assert here.now.features == np.count_nonzero(w > here.knobs.threshold)
    assert here.same.features == here.truncated.features == pulled.nonzeros[-1]
    assert ("as good." in text) == (here.same.loss <= 1.02 * here.truncated.loss)
    told = re.search(r"up to θ = ([\d.]+), where (\d+) are left", text)
    assert bool(told) == (here.cuts[0].loss <= 1.05 * here.whole.loss)
    if told:
        inside = [
            cut for cut, at in zip(here.cuts, CUTS, strict=True) if at <= 1.03 * float(told[1])
        ]
        assert all(cut.loss <= 1.05 * here.whole.loss for cut in inside)
        assert inside[-1].features == int(told[2])


def test_a_late_cut_far_out_loses_what_matters():
    here = found()
    assert here.now.loss > 1.05 * here.truncated.loss and here.now.real < here.truncated.real
    assert here.cuts[-1].loss == pytest.approx(np.log(2.0))
    assert here.quarter.features > 2 * here.truncated.features


def test_a_movement_of_the_last_cut_runs_nothing(monkeypatch):
    runs, data = recorded(monkeypatch), toy()
    found(data)
    assert [run.key for run in runs] == list(NAMES)
    one, other = found(data, threshold=0.01), found(data, threshold=0.5)
    assert len(runs) == 2 and one.cuts is other.cuts and one.now.features > other.now.features
    found(data, gravity=0.2)
    assert len(runs) == 4


def test_the_film_is_the_runs():
    here = found()
    film, pictures = LESSON.stage(here)
    assert isinstance(film, Film) and len(film.at) == T + 1
    table = film.table()
    for key, run in here.runs.items():
        label = NAMES[key]
        zeros = DATA.n_features - np.append(0, run.nonzeros)
        assert (table[f"{label}: exactly 0"] == zeros).all()
    assert all(picture.figure for picture in pictures)


def test_a_histogram_counts_every_weight_once():
    draw = np.random.default_rng(0)
    weights = draw.normal(size=(7, 200)) * (draw.random((7, 200)) < 0.7)
    weights[0, :4] = -1.0, 1.0, np.nextafter(1.0, 0.0), np.nextafter(-1.0, 0.0)
    counts, zeros, outside = spread_of(weights, 1.0)
    assert (counts.sum(axis=1) + zeros + outside == 200).all()
    for row, told in zip(weights, counts, strict=True):
        inside = row[(row != 0.0) & (np.abs(row) < 1.0)]
        assert (np.histogram(inside, BINS, (-1.0, 1.0))[0] == told).all()


@pytest.mark.parametrize("data", [toy(d=1, n=3), toy(d=2500, n=30)], ids=["one", "wide"])
def test_it_learns_from_other_data(data):
    here = found(data)
    assert here.whole.random == here.truncated.random == 0
    film, pictures = LESSON.stage(here)
    assert len(film.table()) == len(film.at) and all(picture.figure for picture in pictures)
    assert LESSON.lead(here) and LESSON.words(here)


@pytest.mark.parametrize("seed", range(6))
def test_the_exercises_take_what_they_reveal(seed):
    zigzag, cut = (make(seed) for make in LESSON.exercises)
    answer = re.search(r"\*\*(.+)\*\*", zigzag.reveal)[1]
    assert [zigzag.check(choice).right for choice in zigzag.choices].count(True) == 1
    assert zigzag.check(answer).right and len(set(zigzag.choices)) == 4
    g, theta = re.search(r"g = ([\d.]+)\.", cut.ask)[1], re.search(r"θ = ([\d.]+) ", cut.reveal)[1]
    asked = {"gravity": float(g), "eta": 0.1}
    assert cut.check(found(threshold=float(theta), **asked)).right
    assert not cut.check(found(threshold=0.1, **asked)).right
    assert not cut.check(found(threshold=0.001, **asked)).right
    assert not cut.check(found(threshold=float(theta), gravity=0.5)).right
