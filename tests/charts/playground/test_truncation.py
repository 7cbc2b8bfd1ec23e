"""The truncation picture is ``algorithm.shrink``, with a gap at each jump, over the weights."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import record
from charts import truncation
from charts.placing import LARGE_HEIGHT, LARGE_LETTER
from tests.support.many.turns import in_turn
from tests.support.views import curves, make, named_runs, toy

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
each = in_turn("algorithm", SHRINKS)


def line(algorithm):
    (run,) = named_runs(DATA, algorithm)
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


@in_turn(
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
)
def test_a_gap_at_each_jump_and_nowhere_else(algorithm, at):
    v, _ = line(algorithm)
    gaps = np.flatnonzero(np.isnan(v))
    assert np.allclose(v[gaps - 1], at, atol=1e-6) and np.allclose(v[gaps + 1], at, atol=1e-6)


@each
def test_the_words_name_the_bends(algorithm):
    (run,) = named_runs(DATA, algorithm)
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


def test_the_picture_is_twice_as_wide_as_its_largest_bend_or_somewhat_more():
    for theta in (0.0013, 0.05, 0.06, 0.11, 0.2, 7.0):
        picture = truncation(named_runs(DATA, make("rounding", threshold=theta)))
        low, high = picture.layout["xaxis"]["range"]
        assert low == -high
        assert 2 * theta * (1 - 1e-9) <= high <= 3.4 * theta


def test_the_picture_stands_still_while_a_knob_moves_a_little():
    reaches = [
        truncation(named_runs(DATA, make("rounding", threshold=t))).layout["xaxis"]["range"]
        for t in (0.11, 0.12, 0.13)
    ]
    assert reaches == [[-0.3, 0.3]] * 3


def test_under_a_moving_hand_the_picture_is_as_wide_as_before_while_all_is_in_it():
    before = [make("rounding", threshold=0.05)]
    for theta, reach in ((0.05, 0.1), (0.001, 0.1), (0.095, 0.1), (0.2, 0.4)):
        picture = truncation(named_runs(DATA, make("rounding", threshold=theta)), before=before)
        assert picture.layout["xaxis"]["range"] == [-reach, reach]


def test_the_band_within_the_threshold():
    runs = named_runs(
        DATA,
        make("rounding", threshold=0.05),
        make("rounding", threshold=0.05, period=10),
        make("truncated_gradient", gravity=0.1, threshold=0.1),
        make("truncated_gradient", gravity=0.1, threshold=np.inf),
    )
    layout = truncation(runs).layout
    bands = [(s["x0"], s["x1"]) for s in layout["shapes"] if s["type"] == "rect"]
    assert bands == [(-0.1, 0.1), (-0.05, 0.05)]
    assert [text for text in texts_of(runs) if "within" in text] == ["within θ"]
    assert [text for text in texts_of(runs[:2]) if "within" in text] == ["within θ = 0.05"]


def test_what_several_rules_cut_is_said_once():
    runs = named_runs(DATA, make("rounding", threshold=0.05), make("rounding", threshold=0.1))
    assert [text for text in texts_of(runs) if "cut" in text] == ["cut to 0: A, B"]


def texts_of(runs) -> list[str]:
    return [note["text"] for note in truncation(runs).layout["annotations"]]


def test_equal_lines_are_drawn_once():
    runs = named_runs(
        DATA,
        make("rounding", threshold=0.2, period=1),
        make("rounding", threshold=0.2, period=10),
        make("truncated_gradient", gravity=1.0, eta=1.0, threshold=0.2),
        make("truncated_gradient", gravity=0.1, threshold=0.2),
    )
    picture = truncation(runs)
    drawn = [trace for trace in picture.data if trace.get("meta") != "ornament"]
    assert [trace["name"].split(" · ")[0] for trace in drawn] == ["A = B = C", "D"]
    texts = texts_of(runs)
    assert "<b>A = B = C</b> rounding, truncated gradient" in texts
    assert "<b>D</b> truncated gradient" in texts
    narrow = [note["text"] for note in picture.layout["meta"]["narrow"]["annotations"]]
    assert {"<b>A = B = C</b>", "<b>D</b>"} <= set(narrow)


def test_letters_alone_keep_apart_as_large_as_they_are():
    knobs = ({"threshold": 0.2}, {"threshold": 0.3}, {"threshold": 0.4}, {"threshold": 0.5})
    for n in (3, 4):
        layout = truncation(
            named_runs(DATA, *(make("rounding", **own) for own in knobs[:n]))
        ).layout
        narrow = layout["meta"]["narrow"]["annotations"]
        heights = sorted(note["y"] for note in narrow if note["text"].startswith("<b>"))
        low, high = layout["yaxis"]["range"]
        assert len(heights) == n and heights[-1] < high
        if n == 3:
            assert min(np.diff(heights)) >= LARGE_HEIGHT * (high - low)


def test_the_pull_is_marked_with_its_size():
    runs = named_runs(
        DATA,
        make("truncated_gradient", gravity=0.1, threshold=0.2, period=10, eta=0.01),
        make("rounding", threshold=0.2),
        make("fobos", l1=0.4, eta=0.1),
    )
    texts = texts_of(runs)
    assert {"pulled by ηKg = 0.01", "cut to 0", "pulled by ηλ = 0.04"} <= set(texts)
    narrow = truncation(runs).layout["meta"]["narrow"]["annotations"]
    assert {"pulled by 0.01", "cut to 0", "pulled by 0.04"} <= {note["text"] for note in narrow}
    assert "A uses its rule once in 10 steps." in truncation(runs).caption


def test_words_on_what_is_not_in_the_picture():
    runs = named_runs(
        DATA, make("truncated_gradient", schedule="inv_sqrt", threshold=0.2), make("rda")
    )
    caption = truncation(runs).caption
    assert "For A the picture shows the first step; later its step size falls." in caption
    assert "No line for B: the rule looks at more than one weight." in caption


@in_turn(
    ("knobs", "rounds"),
    [
        ({"gravity": 0.5}, True),
        ({"gravity": 0.499}, False),
        ({"gravity": 9.0}, True),
        ({"gravity": 9.0, "threshold": np.inf}, False),
        ({"gravity": 9.0, "schedule": "inv_sqrt"}, False),
        ({"gravity": 0.0, "threshold": 0.0}, False),
    ],
)
def test_words_where_more_gravity_changes_nothing(knobs, rounds):
    """Then truncated gradient has the weights of rounding, and of itself with more gravity."""
    pulled = make("truncated_gradient", **({"eta": 0.1, "period": 4, "threshold": 0.2} | knobs))
    cut = make("rounding", eta=0.1, period=4, threshold=0.2)
    ours, theirs = (record(each, DATA, passes=3).final.weights for each in (pulled, cut))
    said = truncation(named_runs(DATA, make("sgd"), pulled)).caption
    assert ("B is rounding now: as ηKg ≥ θ, more gravity changes nothing." in said) is rounds
    assert not rounds or np.array_equal(ours, theirs)
    within, beyond = pulled.shrink(np.array([0.2 - 1e-12, 0.3]), 12)
    cuts = bool(within == 0.0 and beyond == 0.3)
    assert cuts is (rounds or "schedule" in knobs)


def test_handles_stand_at_the_threshold_and_at_the_pull():
    runs = named_runs(
        DATA,
        make("rounding", threshold=0.05),
        make("truncated_gradient", gravity=0.1, threshold=0.06, period=10, eta=0.01),
        make("rda"),
        make("fobos", l1=0.2, eta=0.1),
    )
    handles = truncation(runs).layout["meta"]["handles"]
    assert [(h["source"], h["knob"], h["label"]) for h in handles] == [
        ("run_0", "threshold", "threshold of A"),
        ("run_1", "threshold", "threshold of B"),
        ("run_1", "gravity", "gravity of B"),
        ("run_3", "l1", "penalty of D"),
    ]
    for handle in handles:
        algorithm = runs[int(handle["source"][-1])].algorithm
        assert handle["at"] / handle["per"] == pytest.approx(getattr(algorithm, handle["knob"]))
        assert handle["colour"] == runs[int(handle["source"][-1])].colour
        bends = algorithm.kinks(1)
        assert any(handle["at"] == pytest.approx(bend) for bend in bends)


def test_a_knob_that_is_one_for_all_runs_has_one_handle():
    runs = named_runs(DATA, make("rounding", threshold=0.05), make("rounding", threshold=0.05))
    (handle,) = truncation(runs, shared=("threshold",)).layout["meta"]["handles"]
    assert (handle["source"], handle["label"]) == ("common", "threshold of all runs")


def test_there_is_no_handle_at_infinity():
    runs = named_runs(DATA, make("rounding", threshold=np.inf), make("sgd"))
    assert truncation(runs).layout["meta"]["handles"] == []


def test_the_rug_is_the_weights_on_a_scale_of_their_own():
    run = named_runs(DATA, make("truncated_gradient", gravity=0.2))[0]
    w = np.sort(run.trace.final.weights[run.trace.final.weights != 0])
    picture = truncation([run], run)
    low, reach = picture.layout["yaxis"]["range"][0], picture.layout["xaxis"]["range"][1]
    x, y = curves(picture)["weights of A"]
    assert np.array_equal(x[0::3], x[1::3])
    assert np.all(np.isnan(x[2::3])) and np.all(np.isnan(y[2::3]))
    scale = np.abs(x[0::3]).max() / np.abs(w).max()
    assert np.allclose(x[0::3], scale * w, rtol=1e-5)
    assert 0.6 * reach < np.abs(x[0::3]).max() < reach, "as wide as the picture"
    assert np.all((low < y[~np.isnan(y)]) & (y[~np.isnan(y)] < -reach)), "under the curves"
    assert f"the {len(w)} nonzero weights of A on a scale of its own" in picture.caption
    assert picture.key.endswith("Ticks: A’s weights, on their own scale.")
    most = f"{np.abs(w).max():.2g}"
    ends = {note["text"]: note["x"] for note in picture.layout["annotations"]}
    assert ends[most] == pytest.approx(-ends[f"−{most}"])
    heights = y[~np.isnan(y)]
    middle = {note["y"] for note in picture.layout["annotations"] if note["text"] in ends}
    assert any(heights.min() < height < heights.max() for height in middle), "within the strip"
    strip = [shape for shape in picture.layout["shapes"] if shape.get("xref") == "paper"]
    assert [(shape["x0"], shape["x1"]) for shape in strip] == [(0.0, 1.0)]
    edge = np.abs(x[0::3]).max()
    assert edge < ends[most] < 1.1 * edge, "the numbers stand beyond the last ticks"
    large = picture.layout["meta"]["narrow"]["annotations"]
    (number,) = (note for note in large if note["text"] == most)
    assert number["x"] - 2.0 * reach * LARGE_LETTER * len(most) > edge


def test_an_empty_rug():
    run = named_runs(DATA, make("rounding", threshold=np.inf))[0]
    assert not run.trace.final.weights.any()
    picture = truncation([run], run)
    assert curves(picture)["weights of A"][0].size == 0
    assert "All weights of A are 0." in picture.caption
    assert picture.layout["xaxis"]["range"] == [-1, 1]
    assert picture.figure is not None


def test_a_long_rug_is_thinned_and_keeps_its_ends():
    run = named_runs(toy(d=900, n=30), make("sgd"))[0]
    picture = truncation([run], run)
    x, _ = curves(picture)["weights of A"]
    w = np.sort(run.trace.final.weights[run.trace.final.weights != 0])
    assert x.size == 900
    assert x[0] / x[-2] == pytest.approx(w[0] / w[-1], rel=1e-5)
    assert "300 of them are drawn." in picture.caption


def test_a_rule_without_a_step_size_has_its_picture_and_no_pull():
    class WithoutSteps(type(make("sgd"))):
        step_size = None

    v, shrunk = line(WithoutSteps())
    assert np.array_equal(v, shrunk)
