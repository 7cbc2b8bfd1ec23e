"""The settings that were tried: kept once, bounded, for the data they were tried on."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from algorithms.trace import FirstPass
from charts import name_runs
from tests.support.views import make, on
from ui.engine import Material
from ui.movement import Movement
from ui.playground import feature_limit, trial_history
from ui.session.progress import Progress
from ui.view import Stream, View

of = Material.of
VIEW = View(recipe=on("wine"), runs=(make("rounding"),))


@pytest.fixture
def history():
    return {}


def try_threshold(history, theta, view=VIEW, moving=False, value=0.5):
    """Turn the threshold of the run, as the page does."""
    view = replace(view, runs=(make("rounding", threshold=theta),))
    trace = SimpleNamespace(
        final=SimpleNamespace(weights=np.array([1.0, 0.0, 2.0]), diverged_at=None),
        loss=np.array([3.0]),
        steps=np.array([10]),
        costs=SimpleNamespace(first_pass=FirstPass(10, 3.0, 0.0)),
    )
    runs = name_runs(view.runs, [trace])
    trial_history.note(history, of(view), runs, [value], moving)
    return view, runs, trial_history.trials_on(history, of(view))


def test_each_setting_is_kept_once(history):
    for theta in (0.1, 0.2, 0.1):
        _, _, kept = try_threshold(history, theta)
    assert [trial.algorithm.threshold for trial in kept] == [0.1, 0.2]
    assert [(t.letter, t.features, t.loss, t.value) for t in kept] == [("A", 2, 0.3, 0.5)] * 2


def test_what_is_only_passed_is_a_dot_and_no_row_until_the_hand_rests_there(history):
    try_threshold(history, 0.1)
    view, runs, kept = try_threshold(history, 0.2, moving=True)
    assert len(trial_history.table(kept, "loss")) == 1
    (dots,) = trial_history.dots(history, of(view), runs)
    assert dots.words == ["<b>A</b> Rounding: " + knobs(0.1)]
    _, _, kept = try_threshold(history, 0.2)
    assert trial_history.table(kept, "loss")["knobs"].tolist() == [knobs(0.1), knobs(0.2)]


def knobs(theta):
    return trial_history.settings(make("rounding", threshold=theta))


@pytest.mark.parametrize(
    "other",
    [
        replace(VIEW, recipe=on("breast_cancer")),
        replace(VIEW, stream=Stream(order=1)),
        replace(VIEW, stream=Stream(intercept=True)),
        replace(VIEW, preparation=replace(VIEW.preparation, test_fraction=0.5)),
    ],
)
def test_other_data_and_other_streams_have_their_own(history, other):
    try_threshold(history, 0.1)
    assert len(try_threshold(history, 0.2, other)[2]) == 1
    assert len(trial_history.trials_on(history, of(VIEW))) == 1


def test_the_comparator_moves_no_run(history):
    try_threshold(history, 0.1)
    assert len(try_threshold(history, 0.2, replace(VIEW, stream=Stream(comparator=0.1)))[2]) == 2


def test_a_run_that_diverged_is_in_the_table_and_in_no_picture(history):
    view, _, kept = try_threshold(history, 0.1, value=np.nan)
    assert (
        trial_history.dots(history, of(view), []) == []
        and len(trial_history.table(kept, "test AUC")) == 1
    )


def test_they_are_bounded_and_what_was_passed_goes_first(history):
    for i in range(100):
        try_threshold(history, 0.001 * (i + 1))
    for i in range(800):
        _, _, kept = try_threshold(history, 1 + 0.001 * i, moving=True)
    assert len(kept) <= trial_history.MOST
    rested = [trial for trial in kept if trial.rested]
    assert len(rested) == 100 and len(kept) - 100 <= trial_history.MOST_PASSED
    for i in range(600):
        _, _, kept = try_threshold(history, 3 + 0.001 * i)
    assert len(kept) == trial_history.MOST and kept[-1].algorithm.threshold == 3.599


def test_a_click_on_one_sets_its_knobs(history):
    try_threshold(history, 0.1)
    view, _, _ = try_threshold(history, 0.2)
    (dots,) = trial_history.dots(history, of(view), name_runs(view.runs))
    assert feature_limit.pick(view, Movement(value=dots.names[0]), history).runs[0].threshold == 0.1


def test_they_are_forgotten(history):
    try_threshold(history, 0.1)
    other = replace(VIEW, stream=Stream(order=1))
    try_threshold(history, 0.2, other)
    trial_history.forget(Progress(history=history), trial_history.key_of(of(VIEW)))
    assert (
        trial_history.trials_on(history, of(VIEW)) == []
        and len(trial_history.trials_on(history, of(other))) == 1
    )


def test_the_table_has_the_measure_where_rows_are_held_out(history):
    _, _, kept = try_threshold(history, 0.1)
    assert "AUC, held-out rows" in trial_history.table(kept, "test AUC")
    assert "AUC, held-out rows" not in trial_history.table(kept, "loss")
    assert trial_history.table([], "loss").empty
