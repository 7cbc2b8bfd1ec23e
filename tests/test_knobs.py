"""A knob is one declaration: what it allows, what it says, and what the URL makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, nan

import pytest

from knobs import (
    SWITCH,
    Knob,
    check_knobs,
    format_value,
    knob,
    knobs_of,
    like,
    linear,
    log,
    one_of,
)
from tests.support.many.turns import in_turn

POSITIVE = Knob("η", "Step.", low=1e-3, high=10.0, scale="log", above=True)
SIZE = Knob("θ", "Threshold.", low=1e-3, high=10.0, scale="log", infinite=True)
COUNT = Knob("K", "Period.", low=1, high=100, scale="log", integer=True, minimum=1)
SHARE = Knob("q", "Share.", low=0.0, high=0.5, maximum=0.5)
CHOICE = Knob("s", "Schedule.", choices=("constant", "inv"))
TOGGLE = Knob("½", "Rounds.", flag=True)


@in_turn(
    ("declared", "good", "bad"),
    [
        (POSITIVE, (1e-300, 1, 0.5, 1e9), (0, 0.0, -1.0, inf, nan)),
        (SIZE, (0, 0.0, 3.0, inf), (-1e-9, -inf, nan)),
        (COUNT, (1, 7, 10**6, 3.0), (0, -1, 1.5, inf, nan)),
        (SHARE, (0, 0.5), (0.51, -0.1, inf)),
        (CHOICE, ("constant", "inv"), ("", "inverse", 0, None)),
        (TOGGLE, (True, False), (0, 1, "1", None)),
    ],
)
def test_allows(declared, good, bad):
    for value in good:
        assert declared.allows(value), value
    for value in bad:
        assert not declared.allows(value), value


@in_turn("value", ["1", None, True, [1.0], 1j])
def test_what_is_no_number_is_not_allowed(value):
    assert not any(declared.allows(value) for declared in (POSITIVE, SIZE, COUNT, SHARE))


@in_turn(
    ("declared", "rule"),
    [
        (POSITIVE, "must be a number > 0, finite"),
        (SIZE, "must be a number >= 0, or inf"),
        (COUNT, "must be a whole number >= 1, finite"),
        (SHARE, "must be a number >= 0 and <= 0.5, finite"),
        (CHOICE, "must be one of constant, inv"),
        (TOGGLE, "must be True or False"),
    ],
)
def test_the_rule_in_words(declared, rule):
    assert declared.rule() == rule


@in_turn(
    ("declared", "text", "value", "note"),
    [
        (POSITIVE, "0.25", 0.25, ""),
        (POSITIVE, "1e2", 10.0, "1e2 was moved to 10"),
        (POSITIVE, "0", 1e-3, "0 was moved to 0.001"),
        (POSITIVE, "-5", 1e-3, "-5 was moved to 0.001"),
        (POSITIVE, "inf", 10.0, "inf was moved to 10"),
        (SIZE, "inf", inf, ""),
        (SIZE, "1e9", 10.0, "1e9 was moved to 10"),
        (SIZE, "0", 0, ""),
        (SIZE, "-1", 0, "-1 was moved to 0"),
        (SIZE, "1e-7", 1e-3, "1e-7 was moved to 0.001"),
        (COUNT, "7", 7, ""),
        (COUNT, "7.0", 7, ""),
        (COUNT, "2.6", 3, "2.6 was moved to 3"),
        (COUNT, "1000", 100, "1000 was moved to 100"),
        (COUNT, "0", 1, "0 was moved to 1"),
        (SHARE, "0.75", 0.5, "0.75 was moved to 0.5"),
        (SHARE, "-inf", 0.0, "-inf was moved to 0"),
        (CHOICE, "inv", "inv", ""),
        (TOGGLE, "1", True, ""),
        (TOGGLE, "0", False, ""),
    ],
)
def test_parse(declared, text, value, note):
    assert declared.parse(text) == (value, note)
    assert declared.allows(declared.parse(text)[0])
    assert type(declared.parse(text)[0]) is (int if declared is COUNT else type(value))


@in_turn(
    ("declared", "text"),
    [
        (POSITIVE, ""),
        (POSITIVE, "much"),
        (POSITIVE, "nan"),
        (SIZE, "1,5"),
        (COUNT, "3 4"),
        (CHOICE, "Inv"),
        (TOGGLE, "True"),
        (TOGGLE, "2"),
    ],
)
def test_nonsense_in_a_url_is_refused(declared, text):
    with pytest.raises(ValueError):
        declared.parse(text)


def test_the_first_knob_out_of_range_is_named():
    @dataclass(frozen=True)
    class Owner:
        one: float = knob(1.0, "a", "first", linear(0.0, 2.0), "First.")
        two: int = knob(3, "b", "second", linear(1, 9, integer=True), "Second.")
        other: str = "no knob"

    assert list(knobs_of(Owner)) == list(knobs_of(Owner())) == ["one", "two"]
    check_knobs(Owner())
    with pytest.raises(ValueError, match=r"^two = 10: it must be a whole number >= 1 and <= 9"):
        check_knobs(Owner(two=10))
    with pytest.raises(ValueError, match=r"^one = -1: it must be a number >= 0"):
        check_knobs(Owner(one=-1, two=10))


@in_turn(
    ("value", "text"),
    [(0.1, "0.1"), (1e-5, "1e-05"), (10.0, "10"), (inf, "inf"), (7, "7"), (True, "1"),
     (False, "0"), ("inv", "inv")],
)  # fmt: skip
def test_values_are_written_short(value, text):
    assert format_value(value) == text


@dataclass(frozen=True)
class Owner:
    rate: float = knob(0.1, "η", "rate", log(1e-3, 10.0), "How fast.")
    period: int = knob(1, "K", "period", log(1, 100, integer=True), "How often.", rare=True)


@in_turn(
    ("values", "good", "bad"),
    [
        (log(0.1, 10.0), (1e-9, 0.1, 1e9), (0, inf, 1e101)),
        (log(0.1, 10.0, zero=True), (0, 1e-9), (-1e-9, inf)),
        (log(0.1, 10.0, infinite=True), (1e-9, inf), (0,)),
        (log(2.0, 50.0, least=1.5, most=60.0), (1.5, 60.0), (1.4, 61.0)),
        (log(10, 100, integer=True), (10, 10**9), (9, 10.5, 10**9 + 1)),
        (log(10, 100, integer=True, least=2), (2,), (1,)),
        (log(10, 100, integer=True, zero=True), (0, 1), (-1,)),
        (linear(0.0, 0.5), (0, 0.5), (-0.1, 0.6)),
        (linear(0.0, 0.5, most=2.0), (0, 2.0), (2.1,)),
        (linear(0.5, 1.0), (0.1, 1.0), (0, 1.1)),
        (linear(0.5, 1.0, zero=True), (0,), (-0.1,)),
        (linear(1, 9, integer=True), (1, 9), (0, 1.5, 10)),
        (one_of("a", "b"), ("a", "b"), ("c", 0)),
        (SWITCH, (True, False), (0, "1")),
    ],
)
def test_values_say_what_is_allowed(values, good, bad):
    assert [value for value in good if not values.allows(value)] == []
    assert [value for value in bad if values.allows(value)] == []


def test_a_log_slider_ends_in_the_stops_it_allows():
    plain, all_of_them = log(0.1, 10.0), log(0.1, 10.0, zero=True, infinite=True)
    assert plain.stops()[0] == 0.1 and plain.stops()[-1] == 10.0
    assert all_of_them.stops() == [0, *plain.stops(), inf]


def test_the_same_knob_elsewhere_has_its_letter_and_words():
    @dataclass(frozen=True)
    class Elsewhere:
        rate: float = like(Owner, "rate", 0.5)
        near: float = like(Owner, "rate", 0.2, log(0.1, 1.0, zero=True))
        often: int = like(Owner, "period", 10, about="How often here.")

    own, found = knobs_of(Owner), knobs_of(Elsewhere)
    assert found["rate"] == own["rate"] and Elsewhere().rate == 0.5
    assert found["near"] == Knob("η", "How fast.", "rate", **vars(log(0.1, 1.0, zero=True)))
    assert (found["often"].symbol, found["often"].label, found["often"].rare) == (
        "K",
        "period",
        True,
    )
    assert found["often"].about == "How often here." and own["period"].about == "How often."
