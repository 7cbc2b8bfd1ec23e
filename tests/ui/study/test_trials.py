"""Settings that were tried: as a browser keeps them, and as they come back."""

from __future__ import annotations

import json
import math
from collections.abc import Hashable
from dataclasses import replace

import pytest

from algorithms import Trace
from pages.playground import PAGE, evidence
from tests.support.serving.session import entry
from ui.events.answer import Event, Memory, Updates, answer
from ui.look import AT_REST
from ui.movement import well_formed
from ui.playground import trial_history
from ui.playground.trial_log import TrialLog
from ui.session.progress import Progress
from ui.study import trials
from ui.view import View, opening

KEY = ("any", "data")


def view_with(**knobs: object) -> View:
    start = opening()
    run = replace(start.runs[0], **knobs)
    return replace(start, runs=(run, *start.runs[1:]), stream=replace(start.stream, passes=1))


def entry_of(view: View) -> dict:
    shown = evidence(view, AT_REST)
    return trials.entry(view, shown.runs, shown.measure, shown.values)


def test_an_entry_says_what_was_tried_and_comes_back_as_the_same():
    view = view_with(threshold=0.5)
    kept = json.loads(json.dumps(entry_of(view), allow_nan=False))
    history: dict[Hashable, TrialLog] = {}
    assert trials.restore(history, KEY, kept["runs"]) == len(view.runs)
    back = list(history[KEY])
    assert [(each.letter, each.algorithm) for each in back] == list(
        zip(view.letters, view.runs, strict=True)
    )
    shown = evidence(view, AT_REST)
    assert [each.features for each in back] == [run.features for run in shown.runs]
    assert [each.value for each in back] == pytest.approx(shown.values)
    assert all(each.rested for each in back)
    assert trials.restore(history, KEY, kept["runs"]) == 0, "each is there once"


def test_a_run_that_diverged_is_kept_without_numbers():
    view = view_with()
    shown = evidence(view, AT_REST)
    runs = [replace(run, trace=overflowing(run.trace)) for run in shown.runs]
    entry = trials.entry(view, runs, shown.measure, [math.nan] * len(runs))
    kept = json.loads(json.dumps(entry, allow_nan=False))
    assert kept["runs"][0]["value"] is kept["runs"][0]["loss"] is None
    assert "–" in kept["runs"][0]["numbers"].values()
    (first, *_) = trials.well_formed(kept["runs"])
    assert math.isnan(first.value) and math.isnan(first.loss)


def overflowing(trace: Trace) -> Trace:
    return replace(trace, final=replace(trace.final, diverged_at=3))


GOOD = {
    "letter": "A",
    "algorithm": "rounding",
    "knobs": {"eta": "0.1"},
    "features": 3,
    "loss": 0.5,
    "value": 0.9,
}


@pytest.mark.parametrize(
    "odd",
    [
        {"letter": "Z"},
        {"letter": ["A"]},
        {"letter": ""},
        {"algorithm": "os.system"},
        {"algorithm": {"rounding": 1}},
        {"knobs": "eta"},
        {"features": -1},
        {"features": "3"},
        {"features": 1e300},
        {"features": True},
    ],
)
def test_what_is_none_is_left_out(odd):
    assert list(trials.well_formed([GOOD | odd])) == []
    assert len(list(trials.well_formed([GOOD | odd, GOOD]))) == 1


@pytest.mark.parametrize("brought", [None, 7, "runs", {}, [None], [[]], ["A"]])
def test_what_is_no_list_of_runs_brings_nothing(brought):
    history: dict[Hashable, TrialLog] = {}
    assert trials.restore(history, KEY, brought) == 0


def test_odd_knobs_are_read_as_those_of_an_address():
    knobs = {"eta": "-5", "nothing": "1", "threshold": 3}
    (record,) = trials.well_formed([GOOD | {"knobs": knobs}])
    assert record.algorithm.eta > 0.0


def test_no_more_is_taken_back_than_a_history_holds():
    brought = [GOOD | {"knobs": {"eta": str(0.001 + i / 1e4)}} for i in range(2 * trials.MOST)]
    history: dict[Hashable, TrialLog] = {}
    for part in (brought[: trials.MOST], brought[trials.MOST :]):
        trials.restore(history, KEY, part)
    assert len(history[KEY]) <= trial_history.MOST
    assert len(list(trials.well_formed(brought))) == trials.MOST


def answer_to(live: bool) -> Updates:
    """An answer to a movement of run B's threshold."""
    log = well_formed([entry(1, "run_1", live=live, values={"threshold": 0.4})])
    return answer(PAGE, Event("playground", "", log), Progress(), Memory())


def test_an_event_says_what_was_tried_when_the_hand_rests():
    assert trials.KEY not in answer_to(live=True).elements
    data = answer_to(live=False).elements[trials.KEY]
    assert data["entry"]["query"].count("b.threshold=0.4") == 1 and data["restore"]


def test_the_same_data_are_the_same_text_whatever_is_tried_on_them():
    start = opening()
    assert trials.text_of_data(view_with(threshold=0.5)) == trials.text_of_data(view_with())
    other = replace(start, stream=replace(start.stream, comparator=0.5))
    assert trials.text_of_data(other) == trials.text_of_data(start)
    more = replace(start, preparation=replace(start.preparation, noise_features=10))
    assert trials.text_of_data(more) != trials.text_of_data(start)


def test_settings_that_were_forgotten_are_forgotten_by_the_browser_too():
    view, progress = view_with(), Progress()
    shown = evidence(view, AT_REST)
    numbers = shown.material, shown.runs, shown.measure, shown.values
    trial_history.note(progress.history, shown.material, shown.runs, shown.values, moving=False)

    def forgets() -> int:
        return trials.trials_element(view, *numbers, progress).data["forgets"]

    assert forgets() == 0
    trial_history.forget(progress, trial_history.key_of(shown.material))
    assert forgets() == 1 and not trial_history.trials_on(progress.history, shown.material)
