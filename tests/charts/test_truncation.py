"""The truncation picture is ``algorithm.shrink``, with a gap at each jump, over the weights."""

from __future__ import annotations

import numpy as np
import pytest

import datasets
from charts import truncation
from tests.support.views import curves, learned, make, toy

DATA = toy()
SHRINKS = [
    make("sgd"),
    make("rounding", threshold=0.2),
    make("rounding", threshold=0.0),
    make("rounding", threshold=np.inf),
    make("subgradient", l1=0.5),
    make("truncated_gradient", gravity=0.5, threshold=0.2, period=2),
    make("truncated_gradient", gravity=0.5, threshold=0.01),
    make("truncated_gradient", gravity=0.0),
    make("truncated_gradient", gravity=0.5, schedule="inv_sqrt"),
    make("fobos", l1=0.4),
    make("fobos", l1=0.4, rounds=True),
]
each = pytest.mark.parametrize("algorithm", SHRINKS, ids=str)


def line(algorithm):
    (run,) = learned(DATA, algorithm)
    return curves(truncation([run]))[f"A · {run.name}"]


@each
def test_the_curve_is_the_shrink(algorithm):
    v, shrunk = line(algorithm)
    there = ~np.isnan(v)
    assert np.array_equal(there, ~np.isnan(shrunk)) and there.sum() >= 4
    v, shrunk = v[there], shrunk[there]
    assert np.all(np.diff(v) >= 0) and v[0] == -v[-1]
    # Between its points the curve is a line: so is the shrink, away from bends.
    for low, high in zip(np.flatnonzero(np.diff(v) > 1e-6), 1 + np.flatnonzero(np.diff(v) > 1e-6),
                         strict=True):  # fmt: skip
        inside = np.linspace(v[low], v[high], 7)[1:-1]
        expected = np.interp(inside, v[[low, high]], shrunk[[low, high]])
        assert np.allclose(algorithm.shrink(inside, 1), expected, atol=1e-6 * v[-1])


@pytest.mark.parametrize(
    ("algorithm", "at"),
    [
        (SHRINKS[0], []),
        (SHRINKS[1], [-0.2, 0.2]),
        (SHRINKS[2], []),
        (SHRINKS[4], [0.0, 0.0]),
        (SHRINKS[5], [-0.2, 0.2]),
        (SHRINKS[7], []),
        (SHRINKS[8], []),
        (SHRINKS[9], []),
    ],
    ids=str,
)
def test_a_gap_at_each_jump_and_nowhere_else(algorithm, at):
    v, _ = line(algorithm)
    gaps = np.flatnonzero(np.isnan(v))
    assert np.allclose(v[gaps - 1], at, atol=1e-6) and np.allclose(v[gaps + 1], at, atol=1e-6)


@each
def test_the_words_name_the_bends(algorithm):
    (run,) = learned(DATA, algorithm)
    bends = [f"{k:.6g}" for k in algorithm.kinks(1)]
    sentence = truncation([run]).alt
    assert all(bend in sentence for bend in bends)
    assert bends or "no bend but at 0" in sentence


@each
def test_every_bend_in_words_is_one(algorithm):
    for k in algorithm.kinks(1):
        e = 1e-6 * k
        left, at, right = algorithm.shrink(np.array([k - e, k, k + e]), 1)
        assert abs((at - left) - (right - at)) > 0.5 * e, f"{algorithm} goes straight on at {k}"


def test_the_picture_stands_still_while_a_knob_moves_a_little():
    reaches = [
        truncation(learned(DATA, make("rounding", threshold=t))).layout["xaxis"]["range"]
        for t in (0.11, 0.15, 0.2)
    ]
    assert reaches == [[-1, 1]] * 3


def test_the_rug_is_the_weights():
    run = learned(DATA, make("truncated_gradient", gravity=0.2))[0]
    w = run.trace.final_weights
    picture = truncation([run], run)
    reach = picture.layout["xaxis"]["range"][1]
    x, y = curves(picture)["weights of A"]
    inside = np.sort(w[(w != 0) & (np.abs(w) <= reach)]).astype(np.float32)
    assert np.array_equal(x[0::3], inside) and np.array_equal(x[1::3], inside)
    assert np.all(np.isnan(x[2::3])) and np.all(np.isnan(y[2::3]))
    assert np.all(y[~np.isnan(y)] < -reach), "the ticks stand under the curves"
    outside = np.count_nonzero(np.abs(w) > reach)
    assert f"the {np.count_nonzero(w)} nonzero weights of A" in picture.caption
    assert (f"{outside} of them outside" in picture.caption) == (outside > 0)


def test_an_empty_rug():
    run = learned(DATA, make("rounding", threshold=np.inf))[0]
    assert not run.trace.final_weights.any()
    picture = truncation([run], run)
    assert curves(picture)["weights of A"][0].size == 0
    assert "All weights of A are 0." in picture.caption
    assert picture.layout["xaxis"]["range"] == [-1, 1]
    assert picture.figure is not None


def test_a_long_rug_is_thinned_and_keeps_its_ends():
    run = learned(toy(d=900, n=30), make("sgd"))[0]
    x, _ = curves(truncation([run], run))["weights of A"]
    w = np.sort(run.trace.final_weights[run.trace.final_weights != 0]).astype(np.float32)
    assert x.size == 900 and (x[0], x[-2]) == (w[0], w[-1])


def test_a_rug_that_is_thinned_says_so():
    """The caption promises no more ticks than are drawn."""
    data = datasets.load("breast_cancer", noise_features=1000, scaling="unit variance")
    drawn = truncation(learned(data, make("sgd"), make("rounding")), learned(data, make("sgd"))[0])
    ticks = np.count_nonzero(np.isnan(np.asarray(drawn.data[-1]["x"])))
    assert f"of the others {ticks} are drawn." in drawn.caption
