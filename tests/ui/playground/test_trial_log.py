"""The log of trials against one that gathers its dots anew each time."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.views import make
from ui.playground.trial_log import Trial, TrialLog

THRESHOLDS = st.integers(0, 12)
VALUES = st.sampled_from([0.25, 0.5, 0.75, math.nan])
DEEDS = st.tuples(st.sampled_from(["add", "rest", "drop", "thin"]), THRESHOLDS, VALUES)


def trial(number, place, value, rested):
    algorithm = make("rounding", threshold=0.1 * (place // 2 + 1))
    return Trial(number, "AB"[place % 2], algorithm, f"{number}", place, 0.5, value, rested)


def gather_dots(trials, present):
    """The dots of each letter, from all trials."""
    shown = [t for t in trials if math.isfinite(t.value) and t.setting not in present]
    dots = {letter: [t for t in shown if t.letter == letter] for letter in "AB"}
    return {
        letter: [(t.features, t.value, t.words, f"t{t.number}") for t in some]
        for letter, some in dots.items()
        if some
    }


@settings(max_examples=200, deadline=None)
@given(st.lists(DEEDS, max_size=40), THRESHOLDS)
def test_the_dots_are_those_of_all_trials_gathered_anew(deeds, hidden):
    log, naive = TrialLog(), {}
    for number, (deed, place, value) in enumerate(deeds):
        new = trial(number, place, value, rested=place % 3 == 0)
        known = log.get(new.setting)
        if deed == "add" and known is None:
            log.add(new)
            naive[new.setting] = new
        elif deed == "rest" and known is not None and not known.rested:
            log.rest(known)
            naive[new.setting] = log.get(new.setting)
        elif deed == "drop" and known is not None:
            log.drop(known)
            del naive[new.setting]
        elif deed == "thin":
            passed = [setting for setting, each in naive.items() if not each.rested]
            for setting in passed[::2] if len(passed) > place else []:
                del naive[setting]
            log.thin(place)
    assert list(log) == list(naive.values()) and len(log) == len(naive)
    present = [trial(0, place, 0.5, True).setting for place in {hidden, hidden ^ 1}]
    found = {
        each.letter: list(zip(each.features, each.values, each.words, each.names, strict=True))
        for each in log.dots(present)
    }
    assert found == gather_dots(naive.values(), present)


def test_what_was_drawn_stays_as_it_was():
    log = TrialLog()
    for number in range(3):
        log.add(trial(number, 2 * number, 0.5, True))
    (drawn,) = log.dots([])
    log.drop(next(iter(log)))
    log.add(trial(3, 6, 0.5, True))
    assert drawn.names == ["t0", "t1", "t2"] and drawn.features.tolist() == [0.0, 2.0, 4.0]


def test_a_trial_at_which_the_hand_rests_keeps_its_place_and_is_not_thinned():
    log = TrialLog()
    for number in range(4):
        log.add(trial(number, 2 * number, 0.5, False))
    log.rest(next(iter(log)))
    log.thin(2)
    assert [each.number for each in log] == [0, 2]
    assert Counter(each.rested for each in log) == {True: 1, False: 1}


def test_a_trial_that_is_not_there_cannot_be_dropped():
    with pytest.raises(KeyError):
        TrialLog().drop(trial(0, 0, np.nan, True))
