"""Online: the twin's weights are the engine's, what the story tells of its patients, exercises."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from algorithms import CATALOGUE, record
from pages.lessons.online import LESSON
from pages.lessons.online.evidence import ETAS, FIRST, IDLE, LAST, gather
from pages.lessons.online.pictures import (
    TOP,
    TRIED,
    first_patients,
    frame_of,
    loss_by_eta,
    whole_run,
)
from pages.lessons.online.story import AIM, LARGE, LIMIT, ODD
from pages.lessons.online.twin import learn
from tests.support.many.turns import in_turn
from tests.support.views import toy

KNOBS = LESSON.knobs()


@pytest.fixture(scope="module")
def evidence():
    return gather(KNOBS, None)


@in_turn("seed", range(4))
@in_turn("eta", [0.01, 0.5, 20.0])
def test_the_twin_learns_what_the_engine_learns(seed, eta):
    data = toy(seed=seed)
    order = np.random.default_rng(seed).permutation(data.n_rows)
    engine = record(CATALOGUE["sgd"](eta=eta, schedule="constant"), data, order=order)
    twin = learn(data.X.toarray()[order], data.y[order], eta)
    np.testing.assert_allclose(twin, engine.final.weights, rtol=1e-9, atol=1e-12)


def test_predictions_are_made_before_their_step_and_pay_the_loss(evidence):
    margins = evidence.y * evidence.predictions
    np.testing.assert_allclose(evidence.losses, np.logaddexp(0.0, -margins), atol=1e-9)
    assert evidence.losses[0] == pytest.approx(IDLE)
    assert evidence.right == np.sum(margins[-LAST:] > 0.0) >= 80


def test_the_step_size_has_a_best_between_too_small_and_too_large(evidence):
    best = evidence.by_eta.argmin()
    assert np.all(np.diff(evidence.by_eta[: best + 1]) < 0)
    assert np.all(np.diff(evidence.by_eta[best:]) > 0)
    assert evidence.mean_loss < LIMIT < gather(replace(KNOBS, eta=ETAS[0]), None).mean_loss
    assert gather(replace(KNOBS, eta=LARGE), None).mean_loss > 1.5 * evidence.mean_loss
    often = gather(replace(KNOBS, passes=10), None).by_eta.argmin()
    assert often < best, "the answer to the question at the end: a smaller one"


def test_a_patient_arrives_and_then_the_weights_move(evidence):
    film = first_patients(evidence, "weights")
    plane, bars = film.scenes
    arrived, moved = frame_of(ODD, False), frame_of(ODD, True)
    assert list(film.at[[arrived, moved]]) == [ODD, ODD] and film.at[-1] == FIRST
    assert np.array_equal(bars.heights[arrived], evidence.weights[ODD - 1])
    assert np.array_equal(bars.heights[moved], evidence.weights[ODD])
    counts = plane.columns()
    assert counts[f"{plane.title}: malignant"][-1] == np.sum(evidence.y[:FIRST] > 0)
    assert counts[f"{plane.title}: benign"][-1] == np.sum(evidence.y[:FIRST] < 0)


def test_the_numbers_written_out_are_the_runs_own(evidence):
    written = dict(first_patients(evidence, "sum").scenes[1].rows)
    for patient in range(1, FIRST + 1):
        sum_of = written["prediction"][frame_of(patient, False)]
        assert sum_of == f"sum = {evidence.predictions[patient - 1]:z.2f}".replace("-", "−")
        assert written["label"][frame_of(patient, True)].startswith(
            "malignant" if evidence.y[patient - 1] > 0 else "benign"
        )


@pytest.mark.parametrize("eta", [ETAS[0], ETAS[-1]])
def test_the_axis_of_losses_stands_still(eta):
    evidence = gather(replace(KNOBS, eta=float(eta)), None)
    scene = whole_run(evidence, LIMIT).scenes[1]
    (drawn,) = scene.payload()["tracks"]
    assert scene.payload()["layout"]["yaxis"]["range"] == [0.0, TOP]
    beyond = evidence.mean_loss > TOP
    assert beyond == (drawn["y"][-1] == TOP) == ("↑" in drawn["letter"])
    assert f"{evidence.mean_loss:.3f}" in drawn["letter"], "the number is at the curve's end"
    picture = loss_by_eta(evidence, AIM)
    assert picture.layout["yaxis"]["range"] == list(TRIED) and TRIED[0] < AIM < TRIED[1]
    assert "goal" in {curve["name"] for curve in picture.data}


@in_turn("seed", range(8))
def test_only_the_sum_of_products_is_the_prediction(seed):
    task = LESSON.exercises[0](seed)
    rows = [line.split("|")[2:4] for line in task.ask.replace("−", "-").splitlines() if "|" in line]
    x, w = (np.array(row, float) for row in rows[2:4])
    assert task.check(float(x @ w)).right
    for wrong in (x @ w + 1.0, x.sum(), -(x @ w) - 0.1):
        verdict = task.check(float(wrong))
        assert abs(wrong - x @ w) < 0.01 or not verdict.right
        assert verdict.right or f" {x @ w:g}." not in verdict.why


@in_turn("seed", range(8))
def test_one_of_the_ways_is_that_of_the_rule(seed):
    task = LESSON.exercises[1](seed)
    row = task.ask.replace("−", "-").split("| feature |")[1].splitlines()[0]
    x = np.array(row.split("|")[:2], float)
    y = 1.0 if "malignant" in task.ask else -1.0
    up = [("goes up" if move > 0 else "goes down") for move in learn(x[None], np.array([y]), 0.1)]
    right = [choice for choice in task.choices if task.check(choice).right]
    assert right == [f"radius {up[0]}, texture {up[1]}"]
