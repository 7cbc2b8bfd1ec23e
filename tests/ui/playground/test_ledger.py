"""The ledger of trials against one that gathers its dots anew each time."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.views import make
from ui.playground.ledger import Ledger, Trial

THRESHOLDS = st.integers(0, 12)
VALUES = st.sampled_from([0.25, 0.5, 0.75, math.nan])
DEEDS = st.tuples(st.sampled_from(["add", "rest", "drop", "thin"]), THRESHOLDS, VALUES)


def trial(number, place, value, rested):
    algorithm = make("rounding", threshold=0.1 * (place // 2 + 1))
    return Trial(number, "AB"[place % 2], algorithm, f"{number}", place, 0.5, value, rested)


def gathered(trials, present):
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
    ledger, naive = Ledger(), {}
    for number, (deed, place, value) in enumerate(deeds):
        new = trial(number, place, value, rested=place % 3 == 0)
        known = ledger.get(new.setting)
        if deed == "add" and known is None:
            ledger.add(new)
            naive[new.setting] = new
        elif deed == "rest" and known is not None and not known.rested:
            ledger.rest(known)
            naive[new.setting] = ledger.get(new.setting)
        elif deed == "drop" and known is not None:
            ledger.drop(known)
            del naive[new.setting]
        elif deed == "thin":
            passed = [setting for setting, each in naive.items() if not each.rested]
            for setting in passed[::2] if len(passed) > place else []:
                del naive[setting]
            ledger.thin(place)
    assert list(ledger) == list(naive.values()) and len(ledger) == len(naive)
    present = [trial(0, place, 0.5, True).setting for place in {hidden, hidden ^ 1}]
    found = {
        each.letter: list(zip(each.features, each.values, each.words, each.names, strict=True))
        for each in ledger.dots(present)
    }
    assert found == gathered(naive.values(), present)


def test_what_was_drawn_stays_as_it_was():
    ledger = Ledger()
    for number in range(3):
        ledger.add(trial(number, 2 * number, 0.5, True))
    (drawn,) = ledger.dots([])
    ledger.drop(next(iter(ledger)))
    ledger.add(trial(3, 6, 0.5, True))
    assert drawn.names == ["t0", "t1", "t2"] and drawn.features.tolist() == [0.0, 2.0, 4.0]


def test_a_trial_at_which_the_hand_rests_keeps_its_place_and_is_not_thinned():
    ledger = Ledger()
    for number in range(4):
        ledger.add(trial(number, 2 * number, 0.5, False))
    ledger.rest(next(iter(ledger)))
    ledger.thin(2)
    assert [each.number for each in ledger] == [0, 2]
    assert Counter(each.rested for each in ledger) == {True: 1, False: 1}


def test_a_trial_that_is_not_there_cannot_be_dropped():
    with pytest.raises(KeyError):
        Ledger().drop(trial(0, 0, np.nan, True))
