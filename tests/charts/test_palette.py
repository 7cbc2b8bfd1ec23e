"""An algorithm's class says its colour, and nothing else does."""

from __future__ import annotations

from itertools import combinations

import pytest

from algorithms import CATALOGUE
from charts import palette
from charts.palette import DASHES, HUES, colour, dashes
from tests.support.views import make
from ui.view import opening


@pytest.mark.parametrize("key", CATALOGUE)
def test_the_class_says_hue_and_dash(key):
    algorithm = CATALOGUE[key]
    assert algorithm.hue in HUES and algorithm.dash in DASHES
    assert [colour(key, i) for i in range(4)] == [*HUES[algorithm.hue]] * 2
    assert dashes(key, 0)[0] == algorithm.dash and sorted(dashes(key, 1)) == sorted(DASHES)


def test_two_algorithms_of_one_hue_differ_in_dash():
    alike = [
        (one.key, other.key)
        for one, other in combinations(CATALOGUE.values(), 2)
        if (one.hue, one.dash) == (other.hue, other.dash)
    ]
    assert alike == []


def test_a_new_algorithm_recolours_nothing(monkeypatch):
    class Newcomer(type(make("sgd"))):
        key, hue, dash = "newcomer", "ochre", "dot"

    before = {key: (colour(key, 0), dashes(key, 0)) for key in CATALOGUE}
    monkeypatch.setattr(palette, "CATALOGUE", {"newcomer": Newcomer, **CATALOGUE})
    assert {key: (colour(key, 0), dashes(key, 0)) for key in CATALOGUE} == before
    assert colour("newcomer", 0) == HUES["ochre"][0]


def test_the_methods_of_the_opening_view_have_each_a_hue():
    keys = {run.key for run in opening().runs} | {"sgd"}
    assert len({CATALOGUE[key].hue for key in keys}) == len(keys) > 2
