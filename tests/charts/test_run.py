"""Runs differ by letter, name, colour and dash."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from algorithms import CATALOGUE
from charts import Run, name_runs
from knobs import knobs_of
from tests.support.many.turns import in_turn
from tests.support.views import make, named_runs, toy


def another(key: str) -> dict:
    """A value that is not the default, for the first knob of an algorithm that is a number."""
    kind = CATALOGUE[key]
    for name, knob in knobs_of(kind).items():
        if not knob.flag and not knob.choices:
            return {name: next(v for v in knob.stops() if v != getattr(kind(), name))}
    raise AssertionError(f"{key} has no knob")


@in_turn("key", CATALOGUE)
def test_two_runs_of_one_algorithm_differ_in_name_colour_and_dash(key):
    one, other = name_runs([make(key), make(key, **another(key))])
    assert one.name != other.name and one.colour != other.colour and one.dash != other.dash
    assert one.name.startswith(make(key).title) and other.name.startswith(make(key).title)


def test_the_name_holds_only_the_knobs_that_differ():
    runs = name_runs([
        make("rounding", threshold=0.05, period=1),
        make("rounding", threshold=float("inf"), period=1),
        make("sgd"),
    ])  # fmt: skip
    assert [run.name for run in runs] == ["Rounding, θ = 0.05", "Rounding, θ = ∞", "SGD"]
    assert [run.letter for run in runs] == ["A", "B", "C"]


@in_turn("key", CATALOGUE)
def test_a_letter_keeps_its_colour_whatever_learns(key):
    """Nor does it matter that others come, go, or learn by something else."""
    four = name_runs([make("sgd"), make("rda"), make("rda"), make("fobos")])
    for letters in ("A", "C", "BD", "DA", "ACD"):
        for run in name_runs([make(key)] * len(letters), letters=letters):
            (same,) = [other for other in four if other.letter == run.letter]
            assert (run.colour, run.dash) == (same.colour, same.dash)


def test_four_runs_never_look_alike():
    four = name_runs([make("rounding")] * 4)
    assert [run.letter for run in four] == list("ABCD")
    assert len({run.colour for run in four}) == len({run.dash for run in four}) == 4


def test_runs_are_named_before_they_have_run():
    assert [run.trace for run in name_runs([make("sgd"), make("fobos")])] == [None, None]


def test_a_run_finds_once_how_many_features_it_uses():
    (binary,) = named_runs(toy(), make("fobos"))
    assert binary.features == np.count_nonzero(binary.trace.final.weights) == binary.support.sum()
    assert binary.support is binary.support
    final = replace(binary.trace.final, weights=np.eye(3, 6))
    classes = Run("A", "", "", "", make("sgd"), replace(binary.trace, final=final))
    assert classes.features == 3 and classes.support.tolist() == [True] * 3 + [False] * 3
