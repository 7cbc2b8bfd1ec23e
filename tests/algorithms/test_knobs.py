"""Every knob of every algorithm can be shown, written into a URL and read back."""

from __future__ import annotations

from math import inf

from algorithms import CATALOGUE
from knobs import Knob, check_knobs, format_value, knobs_of
from tests.support.many.turns import in_turn

EVERY_KNOB = [
    (f"{key}.{name}", declared)
    for key, algorithm in CATALOGUE.items()
    for name, declared in knobs_of(algorithm).items()
]


def stops(declared: Knob) -> list:
    """The ends of a knob's widget, end stops included."""
    if declared.flag:
        return [False, True]
    if declared.choices:
        return list(declared.choices)
    zero = [0] if declared.scale == "log" and declared.minimum == 0 and not declared.above else []
    return [*zero, declared.low, declared.high, *([inf] if declared.infinite else [])]


@in_turn(("name", "declared"), EVERY_KNOB)
def test_what_is_written_into_a_url_is_read_back(name, declared):
    for value in stops(declared):
        assert declared.allows(value)
        assert declared.parse(format_value(value)) == (value, "")


@in_turn(("name", "declared"), EVERY_KNOB)
def test_every_knob_is_explained_and_in_order(name, declared):
    assert declared.symbol
    assert declared.about.endswith(".")
    assert declared.low < declared.high or declared.choices or declared.flag
    assert declared.scale != "log" or declared.low > 0


@in_turn("key", CATALOGUE)
def test_an_algorithm_runs_at_its_defaults_and_at_every_stop(key):
    algorithm = CATALOGUE[key]
    assert algorithm.key == key
    check_knobs(algorithm())
    for name, declared in knobs_of(algorithm).items():
        for value in stops(declared):
            assert getattr(algorithm(**{name: value}), name) == value
