"""Whole groups: the claim on its own examples, groups as edited, and what the words say."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

import datasets
from algorithms import order_of
from datasets import Dataset
from pages.lessons.groups import LESSON
from pages.lessons.groups.boards import board
from pages.lessons.groups.evidence import ON_WINDOWS, gather
from pages.lessons.groups.exercises import LIGHTS, holding_on, lights, survivor
from pages.lessons.groups.machines import PAIR, TRIO, whole_machine
from pages.lessons.groups.runs import (
    METHODS,
    PENALTIES,
    Knobs,
    f1,
    groups_for,
    members,
    read_by,
    runs,
)
from pages.lessons.groups.spiral import corners, limit_curve, spiral
from pages.lessons.groups.twin import group_lasso
from pages.lessons.groups.words import explanation, lead
from tests.support.runs import record_runs
from tests.support.views import toy
from ui.lessons.exercise import refusal


@pytest.fixture(scope="module")
def data():
    name, options = LESSON.example
    return datasets.load(name, **options)


@pytest.fixture(scope="module")
def evidence(data):
    return gather(Knobs(), data)


def test_groups_live_or_are_dark_as_a_whole(evidence, data):
    lives = evidence.runs["group"].weights != 0.0
    for group in evidence.groups["group"]:
        share = lives[:, group].mean(axis=1)
        assert set(np.unique(share)) <= {0.0, 1.0}
    true = ~evidence.empty("group")
    np.testing.assert_array_equal(evidence.lit("group"), true)
    assert (evidence.lit("L1") & evidence.empty("L1")).sum() >= 3
    parts = [(evidence.runs["L1"].final.weights[g] != 0.0).mean() for g in evidence.groups["L1"]]
    assert any(0.0 < part < 1.0 for part in parts)


def test_what_the_other_penalties_add(evidence, data):
    kept = {method: trace.used[-1] for method, trace in evidence.runs.items()}
    assert kept["sparse group"] < kept["group"]
    early = len(evidence.runs["L1"].steps) // 4
    enhanced, sparse = evidence.runs["enhanced"], evidence.runs["sparse group"]
    assert (enhanced.used[:early] < sparse.used[:early]).all()
    assert (evidence.lit("sparse group") & evidence.empty("sparse group")).sum() == 0
    assert max(evidence.on_windows["overlapping"]) > max(evidence.on_windows["group"])
    best = {method: max(values) for method, values in evidence.scores.items()}
    assert best["sparse group"] > best["group"] + 0.1 and best["L1"] > 0.75
    assert "far better than theirs" in explanation(evidence)


def test_the_curves_are_of_the_same_runs(data):
    for method, ys in gather(Knobs(l1=PENALTIES[2]), data).scores.items():
        (run,) = runs([(method, Knobs(l1=PENALTIES[2]))], data, 7)
        assert ys[2] == f1(run.final.weights, data.true_weights)


def test_a_movement_runs_the_methods_that_read_its_knob(monkeypatch):
    made, data = record_runs(monkeypatch), toy()
    gather(Knobs(gamma=1.01), data)  # a γ that no other test has
    machines = len(PAIR) + len(TRIO)
    swept = len(METHODS) * len(PENALTIES) + len(ON_WINDOWS) * len(PENALTIES)
    assert len(made) == len(METHODS) + machines + swept
    # Made step by step, and at each penalty; what is made on true windows moves with the shift.
    # The machines of the story know L1 and the group lasso, the second the sparse one, too.
    expected = {
        "rho": (1, 1),
        "group_l1": (2 + 1, 2),
        "shift": (4 + 3, 4 + len(ON_WINDOWS)),
        "l1": (5 + machines, 0),
    }
    for name, (followed, swept) in expected.items():
        made.clear()
        gather(Knobs(gamma=1.01, **{name: 0.1 if name == "l1" else 2}), data)
        assert len(made) == followed + swept * len(PENALTIES), name


def test_a_run_without_what_it_does_not_read_is_the_same(data):
    knobs = Knobs(group_l1=3.0, rho=2.0, size=7, shift=3)
    for method in METHODS:
        asked = [(method, knobs), (method, read_by(method, knobs))]
        whole, part = runs(asked, data, 5)
        np.testing.assert_array_equal(whole.weights, part.weights)


def test_f1_counts_each_sign_against_the_others():
    truth = np.array([1.0, -1.0, 0.0, 0.0])
    assert f1(3.0 * truth, truth) == 1.0
    assert f1(-truth, truth) == pytest.approx(1 / 3)
    # −: evidence 0 of 1. 0: 2 of 2, and one too many. +: 1 of 1.
    assert f1(np.array([2.0, 0.0, 0.0, 0.0]), truth) == pytest.approx((1 + 0 + 4 / 5) / 3)


def edit_groups(method, data, **knobs):
    return members(groups_for(method, Knobs(**knobs), data))


def test_edited_groups_are_moved_blocks_and_windows(data):
    own, moved = (edit_groups("group", data, shift=s) for s in (0, 3))
    for group, later in zip(own, moved, strict=True):
        np.testing.assert_array_equal((group + 3) % 100, later)
    blocks = edit_groups("group", data, size=7)
    assert [len(block) for block in blocks] == [7] * 14 + [2]
    windows = edit_groups("overlapping", data)
    assert len(windows) == 19
    assert all(len(np.intersect1d(a, b)) == 5 for a, b in pairwise(windows))


def test_blocks_as_large_as_the_own_groups_change_nothing(data):
    own, blocks = runs([("group", Knobs(size=size)) for size in (0, 10)], data, 1)
    np.testing.assert_array_equal(own.final.weights, blocks.final.weights)


@pytest.mark.parametrize("knobs", [{"l1": 0.002}, {"l1": 0.2}, {"gamma": 0.1}, {"size": 50}])
def test_the_lead_counts_what_lives(data, knobs):
    evidence = gather(replace(Knobs(), **knobs), data)
    w = evidence.runs["group"].final.weights
    n = sum(bool(w[group].any()) for group in evidence.groups["group"])
    assert f"The group lasso uses {n} of {len(evidence.groups['group'])} groups" in lead(evidence)
    assert len(explanation(evidence).split()) < 430


def test_the_twin_is_the_group_lasso():
    draw = np.random.default_rng(5)
    X, y = draw.standard_normal((60, 12)), draw.choice((-1.0, 1.0), 60)
    groups = np.repeat(np.arange(4), 3)
    data = Dataset.from_arrays(X, y, groups=groups)
    knobs = Knobs(l1=0.06, gamma=0.7)
    (run,) = runs([("group", knobs)], data, 60)
    order = order_of(data)
    w, _ = group_lasso(X[order], y[order], np.split(np.arange(12), 4), knobs.l1, knobs.gamma)
    assert 0 < run.used[-1] < 12
    np.testing.assert_allclose(w[run.steps - 1], run.weights, atol=1e-12)


def test_arrows_above_the_limit_are_the_groups_in_use():
    machine = whole_machine(Knobs(l1=0.03))
    above = machine.arrows()[-1] > 0.03 * np.sqrt(10)
    np.testing.assert_array_equal(above, machine.lit("group"))


def test_votes_at_right_angles_make_an_arrow_of_the_root_of_their_number():
    ends = corners(10)
    ways = np.diff(ends, axis=0)
    np.testing.assert_allclose(np.linalg.norm(ways, axis=1), 1.0)
    np.testing.assert_allclose((ways * ends[:-1]).sum(axis=1), 0.0, atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(ends[1:], axis=1), np.sqrt(np.arange(1, 11)))
    arrow = next(line for line in spiral(10).data if line["name"] == "arrow")
    assert np.hypot(arrow["x"][1], arrow["y"][1]) == pytest.approx(np.sqrt(10))


def test_the_dots_on_the_limit_are_its_values():
    curve, dots = limit_curve(0.03).data
    np.testing.assert_allclose(dots["y"], np.interp(dots["x"], curve["x"], curve["y"]))
    assert dots["y"][1] == pytest.approx(whole_machine(Knobs(l1=0.03)).limit)


@pytest.mark.parametrize("shift", [0, 1, 2])
def test_boards_side_by_side_are_level_and_count_what_they_show(shift):
    machine = whole_machine(Knobs(l1=0.03, shift=shift))
    pictures = [board(machine, method) for method in PAIR]
    assert len({str((p.layout["margin"], p.layout["legend"])) for p in pictures}) == 1
    for method, picture in zip(PAIR, pictures, strict=True):
        counts = [sum(map(sum, ([z == 1.0 for z in row] for row in t["z"]))) for t in picture.data]
        rightly, vain, wrong, missed, zeros = counts
        w = machine.runs[method].final.weights
        assert missed == (w[machine.data.true_weights != 0.0] == 0.0).sum() and wrong <= shift
        assert vain == machine.vain(method) and rightly + zeros == machine.right(method)
        assert sum(counts) == 100 and f": {rightly + zeros} correct" in picture.heading


def test_any_data_will_do():
    """No truth, no groups; more groups than a map has rows; more features than are tracked."""
    draw = np.random.default_rng(0)
    wide = Dataset.from_arrays(draw.standard_normal((30, 2500)), draw.choice((-1.0, 1.0), 30))
    for data in (toy(), toy(d=1, n=5), wide):
        evidence = gather(Knobs(size=1 if data is wide else 0), data)
        film, row = LESSON.stage(evidence)
        assert [len(scene.names) for scene in film.scenes] == [
            min(len(evidence.groups[method]), 20) for method in METHODS
        ]
        assert len(film.table()) == len(film.at)
        assert "useful" not in lead(evidence) and "share predicted rightly" in explanation(evidence)
        assert all(0.0 <= y <= 1.0 for ys in evidence.scores.values() for y in ys)
        assert all(len(ys) == len(PENALTIES) for ys in evidence.scores.values()) and row


@pytest.mark.parametrize("seed", range(6))
def test_exercises(seed, data):
    task = holding_on(seed)
    answer = float(task.reveal.split("**")[1].split("=")[1])
    assert task.check(answer).right and not task.check(2 * answer).right
    assert not task.check(0.0).right and refusal(task, -answer) and refusal(task, np.inf)
    task = survivor(seed)
    assert [task.check(name).right for name in task.choices].count(True) == 1
    assert task.check(task.reveal.split("**")[1]).right


def test_the_penalty_for_so_many_groups(data):
    seen = set()
    for seed in range(20):
        task = lights(seed)
        wanted = int(task.ask.split("**")[1])
        if wanted not in seen:
            evidence = gather(Knobs(l1=LIGHTS[wanted]), data)
            assert task.check(evidence).right
            assert not task.check(evidence._replace(knobs=replace(evidence.knobs, shift=1))).right
            assert not task.check(gather(Knobs(l1=0.2), data)).right
        seen.add(wanted)
    assert seen == set(LIGHTS)
