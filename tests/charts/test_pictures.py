"""A picture is one thing three times: what the browser reads, what Plotly checks, and a table."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pytest

from algorithms import record
from algorithms.truth import truth_of
from charts import (
    Around,
    name_runs,
    profile,
    regret,
    sparsity,
    suboptimality,
    tradeoff,
    truncation,
    weight_paths,
    weights,
)
from charts.picture import KEY, key_of
from tests.support.many.turns import in_turn
from tests.support.views import NOTHING, curves, make, named_runs, numbers, toy
from ui.live.stage import text_of

DATA = {
    "plain": toy(),
    "truth": toy(true_weights=np.array([1.5, 0, 0, -0.5, 0, 0]), n_noise=0),
    "one feature": toy(d=1),
}
PICTURES = 15
"""The number of pictures of each dataset."""


@cache
def every_picture(name):
    data = DATA[name]
    runs = named_runs(
        data,
        make("sgd"),
        make("truncated_gradient", gravity=0.3, threshold=0.2),
        make("rounding", threshold=np.inf),
        make("subgradient"),
    )
    zeros = [0.5 * run.trace.loss for run in runs]
    batch = make("proximal_gradient")
    both = [make("l0_sgd", n_nonzeros=1), batch]
    both = name_runs(both, [record(a, data, passes=4, fit=True) for a in both])
    return [
        profile(both),
        suboptimality(both, NOTHING, against="data accesses"),
        suboptimality(both, NOTHING, log=True, against="seconds"),
        sparsity(both, "share of seen", against="gradient evaluations"),
        weight_paths(both[1], data),
        truncation(runs, runs[0]),
        truncation(runs),
        regret(runs, zeros, NOTHING),
        regret(runs, zeros, NOTHING, average=True, log=True),
        sparsity(runs, "share of d", truth_of(data)),
        sparsity(runs, "count", truth_of(data), count_axis="log"),
        tradeoff(runs, "loss", [0.4, 0.3, 0.5, 0.6], Around(at_most=3)),
        weights(runs, data),
        weight_paths(runs[1], data),
        weight_paths(runs[2], data),
    ]


def each(test):
    """A test of one picture, for every picture in turn."""

    @in_turn(("name", "i"), [(name, i) for name in DATA for i in range(PICTURES)])
    def of_one(name, i):
        made = every_picture(name)
        assert len(made) == PICTURES
        test(made[i])

    return of_one


@each
def test_the_json_decodes_to_the_numbers(picture):
    for sent, own in zip(json.loads(text_of(picture))["data"], picture.data, strict=True):
        for axis in ("x", "y"):
            assert np.array_equal(numbers(sent[axis]), np.array(own[axis], float), equal_nan=True)
            assert isinstance(own[axis], list) or len(own["x"]) == len(own["y"])


@each
def test_the_json_is_what_browsers_read(picture):
    def refuse(constant):
        raise AssertionError(f"{constant} is no JSON")

    assert json.loads(text_of(picture), parse_constant=refuse)["layout"]["xaxis"]["title"]["text"]


@each
def test_plotly_accepts_the_figure_and_sends_the_same(picture):
    checked = json.loads(picture.figure.to_json())
    sent = json.loads(text_of(picture))
    assert len(checked["data"]) == len(sent["data"])
    for one, other in zip(checked["data"], sent["data"], strict=True):
        assert (
            one["name"] == other["name"] and one["line"] == other.get("line", one["line"])
            if ("line" in one)
            else True
        )
        for axis in ("x", "y"):
            assert np.array_equal(numbers(one[axis]), numbers(other[axis]), equal_nan=True)


@each
def test_the_table_holds_the_points_of_each_curve(picture):
    table = picture.table()
    panes = [axis for axis in picture.layout if axis.startswith("yaxis")]
    x_name, *y_names = (picture.layout[axis]["title"]["text"] for axis in ("xaxis", *panes))
    labels = ["label"] if any(isinstance(c.get("text"), list) for c in picture.data) else []
    assert list(table.columns) == ["curve", x_name, *y_names, *labels]
    drawn = curves(picture)
    points = {c["name"]: c for c in picture.data if c.get("meta") != "ornament"}
    assert set(table["curve"]) <= set(points)
    for name, curve in points.items():
        rows, (x, y) = table[table["curve"] == name], drawn[name]
        pane = panes.index(curve.get("yaxis", "y").replace("y", "yaxis"))
        there = ~np.isnan(x) & ~np.isnan(y)
        assert np.array_equal(rows[x_name], x[there])
        heights = y[there] if "customdata" not in curve else curve["customdata"][there]
        assert np.array_equal(rows[y_names[pane]], heights)
        assert rows[[other for other in y_names if other != y_names[pane]]].isna().all(axis=None)


@each
def test_there_are_words(picture):
    assert picture.alt.endswith(".") and picture.name
    for letter in "ABCD":
        if f"{letter} · " in str([c["name"] for c in picture.data]):
            assert f"{letter} " in picture.alt


@pytest.mark.parametrize("name", DATA)
def test_a_key_is_two_lines_of_whole_sentences(name):
    runs = named_runs(DATA[name], make("rounding"), make("truncated_gradient"))
    zeros = [0.5 * run.trace.loss for run in runs]
    for picture in (
        truncation(runs, runs[0]),
        profile(runs),
        regret(runs, zeros, NOTHING),
        sparsity(runs, truth=truth_of(DATA[name])),
        tradeoff(runs, "loss", [0.3, 0.4]),
    ):
        assert 0 < len(picture.key) <= KEY and picture.key.endswith(".")
    assert key_of("One.", "x" * KEY, "Two.") == "One. Two."
