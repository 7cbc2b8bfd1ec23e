"""Zeros: the twin's regret is the engine's, the story's counts, the words' figures, exercises."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

import datasets
from algorithms import CATALOGUE, comparator_loss, order_of, record
from pages.lessons.zeros import LESSON
from pages.lessons.zeros.evidence import (
    CHOICES,
    FRAMES,
    HELD_OUT,
    LARGEST,
    MEASURED,
    NOISE,
    choices,
    gather,
    largest,
    load_patients,
    mistakes,
    patients,
)
from pages.lessons.zeros.pictures import (
    EARLY,
    RUNS,
    choices_lines,
    losses,
    suspects,
    total_regret,
    weights_film,
)
from pages.lessons.zeros.story import CLEAR
from pages.lessons.zeros.twin import regret
from tests.support.many.turns import in_turn
from tests.support.runs import record_runs
from tests.support.views import toy

KNOBS = LESSON.knobs()


@pytest.fixture(scope="module")
def evidence():
    return gather(KNOBS, None)


@pytest.mark.parametrize("seed", range(4))
def test_the_twins_regret_is_the_engines(seed):
    rng, data = np.random.default_rng(seed), toy(seed=seed)
    order, u = rng.permutation(data.n_rows), rng.standard_normal(data.n_features)
    run = record(CATALOGUE["sgd"](eta=0.3, schedule="constant"), data, order=order)
    fixed = comparator_loss(u, data, "logistic", order, np.array([len(order)]))
    twin = regret(data.X.toarray()[order], data.y[order], 0.3, u)
    assert twin == pytest.approx(run.loss[-1] - fixed[-1])


def test_the_regret_of_the_lesson_is_the_twins(evidence):
    data, order = evidence.data, order_of(evidence.data)
    u = np.append(evidence.u, np.zeros(data.n_features - MEASURED))
    whole = regret(data.X.toarray()[order], data.y[order], KNOBS.eta, u)
    assert whole / len(order) == pytest.approx(evidence.regret(evidence.every))


@pytest.mark.parametrize("kind", NOISE)
def test_fewer_noise_features_are_those_that_loading_draws(kind):
    options = {"noise_kind": NOISE[kind], "scaling": "unit variance", "test_fraction": HELD_OUT}
    loaded, data = datasets.load("breast_cancer", noise_features=7, **options), patients(7, kind)
    for one, other in ((data, loaded), (data.test, loaded.test)):
        assert np.array_equal(one.X.toarray(), other.X.toarray()) and np.array_equal(one.y, other.y)
        assert (one.feature_names, one.n_noise) == (other.feature_names, other.n_noise)
        assert one.X.has_canonical_format and one.X.indices.dtype == other.X.indices.dtype


def test_noise_moves_every_weight_and_costs_on_held_out_rows(evidence):
    assert evidence.noise_zeros == 0 and np.count_nonzero(evidence.without_noise) == MEASURED
    test, met = evidence.data.test, evidence.data
    assert mistakes(evidence.without_noise, test) < mistakes(evidence.weights, test)
    assert mistakes(evidence.weights, met) < mistakes(evidence.without_noise, met)


@pytest.mark.parametrize("kind", NOISE)
def test_without_noise_features_all_runs_on_measurements_are_one(kind):
    evidence = gather(replace(KNOBS, noise=0, kind=kind), None)
    assert np.array_equal(evidence.every.final.weights, evidence.measured.final.weights)
    assert evidence.noise_zeros == evidence.noise_among_largest == 0
    assert len(weights_film(evidence).scenes[0].names) == MEASURED


@pytest.mark.parametrize(
    ("kind", "weights", "zeros"), [("coin tosses", 11.8, 3.7), ("rare", 3.1, 3.2)]
)
def test_the_words_figures_over_other_choices_of_held_out_patients(evidence, kind, weights, zeros):
    shares = choices(1000, kind, 0.03)[:8] / evidence.data.test.n_rows
    np.testing.assert_allclose(100.0 * shares.mean(axis=0), [weights, zeros], atol=0.05)
    text = LESSON.words(evidence).replace("\n", " ")
    assert f"{weights}%" in text and f"{zeros}%" in text


def test_the_suspects_are_the_largest_weights(evidence):
    places = largest(evidence.weights)
    sizes = np.abs(evidence.weights)
    assert sizes[places].min() >= np.delete(sizes, places).max()
    assert evidence.noise_among_largest == np.sum(places >= MEASURED)
    real, noise = suspects(evidence, known=True).data
    assert (
        len(noise["x"]) == evidence.noise_among_largest
        and len(real["x"]) + len(noise["x"]) == LARGEST
    )
    (bars,) = suspects(evidence, known=False).data
    assert bars["text"] is None, "a bet is open: nothing names a bar"


def test_the_gap_is_the_regret_per_patient(evidence):
    picture = losses(evidence, ("measured",), gaps=("measured",))
    curves = {curve["name"]: curve["y"] for curve in picture.data}
    gap = curves["without noise"][-1] - curves["best fixed weights"][-1]
    assert gap == pytest.approx(evidence.regret(evidence.measured))
    early = losses(evidence, ("measured",), gaps=("measured",), until=EARLY)
    assert all(max(curve["x"]) <= EARLY for curve in early.data)
    assert early.layout["yaxis"]["range"] == picture.layout["yaxis"]["range"]


def test_the_gap_is_named_beside_its_mark_and_the_total_stands_next_to_it(evidence):
    for until in (0, EARLY):
        picture = losses(evidence, ("measured",), gaps=("measured",), until=until)
        (gap,) = (note for note in picture.layout["annotations"] if "gap" in note["text"])
        (mark,) = (curve for curve in picture.data if curve["name"] == "gap")
        assert gap["x"] == mark["x"][0] < picture.layout["xaxis"]["range"][1]
        assert min(mark["y"]) < gap["y"] < max(mark["y"])
        total = total_regret(evidence, until)
        assert total.layout["xaxis"]["range"] == picture.layout["xaxis"]["range"]
        height = total.data[0]["y"][-1]
        assert height / gap["x"] == pytest.approx(mark["y"][0] - mark["y"][1])
        assert f"{height:.1f}" in total.layout["annotations"][0]["text"]


def test_no_curve_leaves_the_picture():
    for knobs in (KNOBS, replace(KNOBS, noise=300), replace(KNOBS, kind="rare")):
        picture = losses(gather(knobs, None), tuple(RUNS))
        top = picture.layout["yaxis"]["range"][1]
        assert all(curve["y"].max() <= top for curve in picture.data), knobs


def test_a_choice_of_held_out_patients_is_a_run_of_its_own(evidence):
    counts = choices(KNOBS.noise, KNOBS.kind, KNOBS.eta)
    learner = CATALOGUE["sgd"](eta=KNOBS.eta, schedule="constant")
    for seed in (0, 3):
        data = load_patients(KNOBS.kind, seed)
        w = record(learner, data, order=order_of(data), checkpoints=1).final.weights
        zeroed = np.where(np.arange(len(w)) < MEASURED, w, 0.0)
        assert counts[seed].tolist() == [mistakes(some, data.test) for some in (w, zeroed)]
    assert np.array_equal(evidence.data.test.y, load_patients(KNOBS.kind, 0).test.y)
    assert counts.shape == (CHOICES, 2)
    assert (counts[:, 0] > counts[:, 1]).all(), "coin tosses harm in every choice"
    rare = choices(KNOBS.noise, "rare", KNOBS.eta)
    assert (rare[:, 0] > rare[:, 1]).sum() < CLEAR and (rare[:, 0] < rare[:, 1]).any()
    heads = choices_lines(evidence).layout["annotations"][0]["text"]
    assert f"{CHOICES} of {CHOICES} lines fall" in heads


def test_more_noise_makes_only_the_run_that_meets_it(monkeypatch):
    runs = record_runs(monkeypatch)

    def runs_of(**knobs) -> int:
        runs.clear()
        gather(replace(KNOBS, eta=0.0123, **knobs), None)  # an η that no other test has
        return len(runs)

    assert runs_of() == 2 and runs_of() == 0
    assert runs_of(noise=10) == 1 and runs_of(kind="rare") == 1
    assert len(gather(KNOBS, None).every.steps) <= FRAMES
    assert patients(10, "rare") is patients(10, "rare")


@in_turn("seed", range(6))
def test_only_the_difference_of_both_sums_is_the_regret(seed):
    task = LESSON.exercises[0](seed)
    table = np.array([row.split("|")[2:4] for row in re.findall(r"\| \d \|.*", task.ask)], float)
    learner, fixed = table.sum(axis=0)
    assert task.check(learner - fixed).right
    replies = [
        task.check(wrong) for wrong in (learner, (learner - fixed) / 4, fixed - learner, 9.9)
    ]
    assert not any(reply.right for reply in replies) and len({r.why for r in replies}) == 4


@in_turn("seed", range(6))
def test_only_the_ratio_is_the_work_saved(seed):
    task = LESSON.exercises[1](seed)
    total, kept = (
        int(re.search(rf"\| {name} \| ([\d,]+)", task.ask)[1].replace(",", ""))
        for name in ("in all", "not 0")
    )
    assert task.check(total / kept).right
    assert not task.check(total - kept).right and not task.check(kept).right


def test_no_name_of_a_curve_lies_on_the_axis(evidence):
    picture = losses(evidence, tuple(RUNS))
    top = picture.layout["yaxis"]["range"][1]
    below = [note for note in picture.layout["annotations"] if note["yanchor"] == "top"]
    assert all(note["y"] > 0.08 * top for note in below)
