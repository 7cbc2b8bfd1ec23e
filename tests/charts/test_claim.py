"""The picture of a claim: axes on which its numbers can be read."""

from __future__ import annotations

import numpy as np
import pytest

from charts.claim import Place, Series, claim


def series(*middle: float) -> Series:
    values = np.array(middle)
    return Series("ours", values, values - 0.001, values + 0.001, np.full(len(values), np.nan))


@pytest.mark.parametrize(
    ("numbers", "from_zero"), [((0.97, 0.99), False), ((0.2, 0.99), True), ((3.0, 40.0), True)]
)
def test_the_axis_begins_at_zero_where_zero_is_near(numbers, from_zero):
    layout = claim([series(*numbers)], Place("k", [10.0, 20.0]), "AUC").layout
    assert (layout["yaxis"].get("rangemode") == "tozero") is from_zero


@pytest.mark.parametrize(
    ("places", "ticks"),
    [([10, 20, 40], ["10", "20", "40"]), ([10, 11, 12], None), ([2**i for i in range(12)], None)],
)
def test_few_places_far_apart_have_a_tick_each(places, ticks):
    across = Place("k", places, "x")
    layout = claim([series(*np.linspace(0.9, 1.0, len(places)))], across, "AUC").layout
    assert layout["xaxis"]["type"] == "log" and layout["xaxis"].get("ticktext") == ticks
