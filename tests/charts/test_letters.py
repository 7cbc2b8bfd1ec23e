"""Names at the ends of curves keep apart, ticks are as many as there is room for."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from charts import name_runs, placing, regret, sparsity
from charts.labels import BESIDE, end_names, line_of, note_at, short_name, span_of, spread
from charts.layout import log_axis
from tests.support.many.turns import in_turn
from tests.support.runs import LazyRuns
from tests.support.views import NOTHING, make, named_runs, toy

SHARE = 1 / 22
DATA = toy(d=12, n=60)
heights = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=12)


@given(heights)
def test_letters_keep_their_distance_and_their_order(ends):
    share = 1 / 22
    pushed = spread(ends, share)
    room = share * (max(*ends, 0.0) - min(*ends, 0.0) or 1.0)
    assert all(p >= h for p, h in zip(pushed, ends, strict=True))
    assert np.all(np.diff(np.sort(pushed)) >= room * (1 - 1e-9))
    order = np.argsort(ends, kind="stable")
    assert np.all(np.diff(np.array(pushed)[order]) > 0)


def test_letters_with_room_stay_where_they_are():
    assert spread([10.0, 0.0, 5.0], 1 / 22) == [10.0, 0.0, 5.0]
    assert spread([], 1 / 22) == [] and spread([0.0], 0.1) == [0.0]
    assert spread([0.0, 0.0, 0.0], 0.1) == [0.0, 0.1, 0.2]


ends = st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(0.0, 1.0)), min_size=1, max_size=12)


@given(ends, st.floats(1e-3, 1e7))
def test_letters_side_by_side_keep_their_distance(ends, span):
    heights, places = (list(column) for column in zip(*ends, strict=True))
    pushed, room = spread(heights, SHARE, span, places), SHARE * span
    for i, (level, at) in enumerate(zip(pushed, places, strict=True)):
        assert level >= heights[i]
        beside = [j for j in range(len(ends)) if j != i and abs(places[j] - at) < BESIDE]
        assert all(abs(pushed[j] - level) >= room * (1 - 1e-6) - 1e-9 for j in beside)
        if not beside:
            assert level == heights[i]


def test_letters_far_from_each_other_stay_where_they_are():
    assert spread([1.0, 1.0], SHARE, 1.0, [0.1, 0.9]) == [1.0, 1.0]
    assert spread([1.0, 1.0], SHARE, 1.0, [0.5, 0.5]) == [1.0, 1.0 + SHARE]


RUNS = LazyRuns(
    lambda: named_runs(
        DATA, make("rounding", period=10), make("rounding"), make("rda"), make("sgd")
    )
)
place = st.tuples(st.floats(1.0, 100.0), st.floats(-1e6, 1e6))


def boxes(layout: dict, notes: list[dict]) -> list[tuple[float, float, float, float]]:
    """The rectangle that each text covers, in shares of the picture."""
    (left, right), (low, high) = layout["xaxis"]["range"], layout["yaxis"]["range"]
    covered = []
    for note in notes:
        x, y = (note["x"] - left) / (right - left), (note["y"] - low) / (high - low)
        width = (len(note["text"]) - len("<b></b>")) * placing.LETTER
        start = x - {"left": 0.0, "center": 0.5, "right": 1.0}[note["xanchor"]] * width
        covered.append((start, start + width, y - placing.HEIGHT / 2, y + placing.HEIGHT / 2))
    return covered


def _letters(notes: list[dict]) -> str:
    return "".join(
        note["text"][3:].split("</b>")[0].replace(" = ", "").replace(" ≈ ", "") for note in notes
    )


@given(st.lists(place, min_size=4, max_size=4), st.lists(st.floats(-1e6, 1e6), max_size=3))
def test_names_never_cover_each_other_and_stand_inside_the_picture(ends, starts):
    layout = {"xaxis": {"range": [0.0, 105.0]}, "yaxis": {}}
    pairs = zip([*starts, 0.0], ends, strict=False)
    curves = [{"x": [0.0, x], "y": [start, y]} for start, (x, y) in pairs]
    notes = end_names(RUNS, ends, layout, curves)
    assert sorted(_letters(notes)) == list("ABCD")
    assert sorted(_letters(layout["meta"]["narrow"]["annotations"])) == list("ABCD")
    for several in (notes, layout["meta"]["narrow"]["annotations"]):
        covered = boxes(layout, several)
        for i, (left, right, low, high) in enumerate(covered):
            assert left >= -1e-9 and right <= 1 + 1e-9 and low >= -1e-9 and high <= 1 + 1e-9
            for other in covered[:i]:
                apart = left >= other[1] or right <= other[0]
                assert apart or low >= other[3] - 1e-6 or high <= other[2] + 1e-6


def test_a_name_stands_above_or_below_its_curve_and_not_on_it():
    layout = {"xaxis": {"range": [0.0, 105.0]}, "yaxis": {"range": [0.0, 10.0]}}
    flat = [{"x": [0.0, 100.0], "y": [y, y]} for y in (8.0, 5.0, 2.0)]
    notes = end_names(RUNS[:3], [(100.0, y) for y in (8.0, 5.0, 2.0)], layout, flat)
    for note, y in zip(notes, (8.0, 5.0, 2.0), strict=True):
        assert 5.0 * placing.HEIGHT <= abs(note["y"] - y) <= 10.0 * placing.HEIGHT


def ink_under(layout: dict, curves: list[dict], note: dict) -> float:
    """The share of a name that curves cross."""
    ((left, right, low, high),) = boxes(layout, [note])
    across = np.linspace(left, right, 41)
    (start, end), (bottom, top) = layout["xaxis"]["range"], layout["yaxis"]["range"]
    crossed = np.zeros(len(across), bool)
    for curve in curves:
        x = (np.array(curve["x"]) - start) / (end - start)
        y = np.interp(across, x, (np.array(curve["y"]) - bottom) / (top - bottom), np.nan, np.nan)
        crossed |= (low + 0.01 < y) & (y < high - 0.01)
    return float(crossed.mean())


def test_a_name_that_curves_would_strike_through_goes_left_along_its_own():
    layout = {"xaxis": {"range": [0.0, 105.0]}, "yaxis": {"range": [-1.0, 10.0]}}
    ends = [(100.0, y) for y in (1.5, 0.6, 0.0)]
    curves = [{"x": [0.0, 30.0, 100.0], "y": [9.0, 9.0, y]} for _, y in ends]
    notes = end_names(RUNS[:3], ends, layout, curves)
    assert max(ink_under(layout, curves, note) for note in notes) <= 0.1
    assert min(note["x"] for note in notes) < 90.0


def test_a_name_that_would_stand_at_another_curve_is_a_letter_at_its_own():
    layout = {"xaxis": {"range": [0.0, 105.0]}, "yaxis": {"range": [-1.0, 9.0]}}
    levels = (6.4, 4.4, 1.8)
    curves = [{"x": [0.0, 100.0], "y": [0.0, y]} for y in levels]
    notes = end_names(RUNS[:3], [(100.0, y) for y in levels], layout, curves)
    for note, own in zip(notes, curves, strict=True):
        ((left, right, low, high),) = boxes(layout, [note])
        middle = -1.0 + 10.0 * 0.5 * (low + high)
        across = 105.0 * min(0.5 * (left + right), 100.0 / 105.0)
        far = [abs(np.interp(across, curve["x"], curve["y"]) - middle) for curve in curves]
        assert curves[int(np.argmin(far))] is own
        assert ink_under(layout, curves, note) <= 0.1


@pytest.mark.parametrize("place", [70.0, 82.0, 84.5])
def test_a_name_keeps_off_a_curve_s_spikes(place):
    layout = {"xaxis": {"range": [0.0, 105.0]}, "yaxis": {"range": [0.0, 10.0]}}
    spike = {"x": [0.0, place - 0.5, place, place + 0.5, 100.0], "y": [9.0, 9.0, 8.0, 9.0, 9.0]}
    curves = [{"x": [0.0, 100.0], "y": [9.0, 9.0]}, spike]
    notes = end_names(RUNS[:2], [(100.0, 9.0)] * 2, layout, curves)
    for left, right, low, high in boxes(layout, notes):
        assert not left < place / 105.0 < right or low >= 0.89 or high <= 0.801


def test_a_name_keeps_off_thin_lines_of_many_corners():
    layout = {"xaxis": {"range": [0.0, 105.0]}, "yaxis": {"range": [0.0, 10.0]}}
    curves = [{"x": [0.0, 100.0], "y": [5.0, 5.0]}]
    thin = {"x": np.arange(101.0), "y": 6.0 + 0.9 * (np.arange(101) % 2)}
    (note,) = end_names(RUNS[:1], [(100.0, 5.0)], layout, curves, avoided=[thin])
    assert ink_under(layout, [*curves, thin], note) == 0.0 and note["y"] < 5.0


def test_letters_of_dots_close_to_each_other_are_nearest_to_their_own():
    layout = {"xaxis": {"range": [0.0, 10.08]}, "yaxis": {"range": [2909.0, 3178.0]}}
    ends = [(8.0, 3009.6), (8.0, 3001.3), (7.0, 3047.9)]
    middles = [(8.5, 2971.0), (8.375, 2962.0), (7.5, 3095.0)]
    arms = [(0.5, 40.0), (0.375, 28.0), (1.25, 45.0)]
    dots = [
        {"x": np.array([x]), "y": np.array([y]), "mode": "markers", "marker": {"size": 11}}
        for x, y in ends
    ]
    crosses = []
    for dot, (x, y), (wide, high) in zip(ends, middles, arms, strict=True):
        ways = (([x, x], [y - high, y + high]), ([x - wide, x + wide], [y, y]))
        ways += (([dot[0], x], [dot[1], y]),)
        crosses += [{"x": np.array(one), "y": np.array(other)} for one, other in ways]
    near = [{"x": [x - 0.15, x + 0.15], "y": [y, y]} for x, y in ends]
    end_names(RUNS[:3], ends, layout, near, avoided=[*crosses, *dots])
    notes = layout["meta"]["narrow"]["annotations"]
    places = (np.array(ends) - (0.0, 2909.0)) / (10.08, 3 * 269.0)  # a picture is wider than high
    for note, (left, right, low, high) in zip(notes, boxes(layout, notes), strict=True):
        far = np.hypot(*(places - (0.5 * (left + right), (low + high) / 6.0)).T)
        assert "ABC"[int(np.argmin(far))] == note["text"][3]


def test_a_name_keeps_off_upright_lines():
    layout = {"xaxis": {"range": [0.0, 105.0]}, "yaxis": {"range": [0.0, 10.0]}}
    curves, ends = [{"x": [69.0, 71.0], "y": [5.0, 5.0]}], [(70.0, 5.0)]
    dots = [
        {"x": np.array([70.0]), "y": np.array([5.0]), "mode": "markers", "marker": {"size": 11}}
    ]
    (free,) = end_names(RUNS[:1], ends, {**layout}, curves, avoided=dots)
    ((left, right, _, _),) = boxes(layout, [free])
    upright = np.full(2, 105.0 * (0.7 * left + 0.3 * right)), np.array([2.0, 8.0])
    crosses = [{"x": upright[0], "y": upright[1]}]
    (note,) = end_names(RUNS[:1], ends, {**layout}, curves, avoided=[*crosses, *dots])
    ((left, right, low, high),) = boxes(layout, [note])
    assert not left < upright[0][0] / 105.0 < right or low >= 0.8 or high <= 0.2


def test_a_name_keeps_off_dots():
    layout = {"xaxis": {"range": [0.0, 105.0]}, "yaxis": {"range": [0.0, 10.0]}}
    curves, ends = [{"x": [99.0, 100.0], "y": [5.0, 5.0]}], [(100.0, 5.0)]
    (free,) = end_names(RUNS[:1], ends, {**layout}, curves)
    places = {"x": np.array([80.0, 95.0]), "y": np.full(2, free["y"])}
    dots = [places | {"mode": "markers", "marker": {"size": 6}}]
    (note,) = end_names(RUNS[:1], ends, {**layout}, curves, avoided=dots)
    ((left, right, low, high),) = boxes(layout, [note])
    x, y = places["x"] / 105.0, places["y"] / 10.0
    assert not np.any((left < x) & (x < right) & (low < y) & (y < high))


def test_names_of_curves_that_end_together_stand_in_their_order():
    layout = {"xaxis": {"range": [0.0, 105.0]}, "yaxis": {"range": [0.0, 10.0]}}
    level = [5.0 + i / 5 for i in range(4)]
    curves = [{"x": [0.0, 100.0], "y": [0.0, y]} for y in level]
    notes = end_names(RUNS, [(100.0, y) for y in level], layout, curves)
    assert np.all(np.diff([note["y"] for note in notes]) > 0)
    narrow = layout["meta"]["narrow"]["annotations"]
    assert np.all(np.diff([note["y"] for note in narrow]) > 0) and _letters(narrow) == "ABCD"
    assert len({note["x"] for note in narrow}) == 1, "one above the other"


def test_letters_without_height_stand_side_by_side_the_highest_first():
    axis = {"range": [0.0, 10.0], "domain": [0.0, 0.46]}
    layout = {"xaxis": {"range": [0.0, 105.0]}, "yaxis": axis}
    level = [5.0 + i / 5 for i in range(4)]
    curves = [{"x": [0.0, 100.0], "y": [0.0, y]} for y in level]
    end_names(RUNS, [(100.0, y) for y in level], layout, curves)
    narrow = layout["meta"]["narrow"]["annotations"]
    assert len({note["y"] for note in narrow}) == 1 and _letters(narrow) == "DCBA"
    assert np.all(np.diff([note["x"] for note in narrow]) > 0)


def test_of_ends_that_meet_the_name_of_the_curve_from_above_stands_above():
    layout = {"xaxis": {"range": [0.0, 105.0]}, "yaxis": {"range": [-1.0, 10.0]}}
    curves = [{"x": [0.0, 95.0], "y": [4.0, 0.05]}, {"x": [0.0, 100.0], "y": [9.0, 0.0]}]
    low, high = end_names(RUNS[:2], [(95.0, 0.05), (100.0, 0.0)], layout, curves)
    assert low["y"] < high["y"]


@pytest.mark.parametrize("levels", [[5.0, 5.2], [5.0, 6.1, 6.3], [0.0, 0.1]])
def test_letters_are_nearest_to_their_own_curves_where_there_is_room(levels):
    layout = {"xaxis": {"range": [0.0, 105.0]}, "yaxis": {"range": [-0.5, 10.0]}}
    curves = [{"x": [0.0, 100.0], "y": [3.0, y]} for y in levels]
    end_names(RUNS[: len(levels)], [(100.0, y) for y in levels], layout, curves)
    narrow = layout["meta"]["narrow"]["annotations"]
    height = {note["text"][3]: note["y"] for note in narrow}
    heights = [height[run.letter] for run in RUNS[: len(levels)]]
    assert np.all(np.diff(heights) >= 0.99 * placing.HEIGHT * 10.5), "one above the other"
    assert np.max(np.abs(np.subtract(heights, levels))) <= 1.6 * placing.LARGE_HEIGHT * 10.5


@pytest.mark.parametrize(("begin", "sign"), [(9.0, "≈"), (2.0, "=")])
def test_curves_that_coincide_have_one_name_and_those_that_meet_at_the_end_do_not(begin, sign):
    layout = {"xaxis": {"range": [0.0, 105.0]}, "yaxis": {"range": [0.0, 10.0]}}
    ways = ([2.0, 4.0, 5.0], [begin, 4.0, 5.0], [2.0, 8.0, 5.0])
    curves = [{"x": [0.0, 50.0, 100.0], "y": way} for way in ways]
    notes = end_names(RUNS[:3], [(100.0, 5.0)] * 3, layout, curves)
    assert [note["text"] for note in notes] == [f"<b>A {sign} B</b> rounding", "<b>C</b> RDA"]
    assert _letters(layout["meta"]["narrow"]["annotations"]) == "ABC"


def test_the_lowest_curve_has_no_name_above_the_others():
    """A high curve below a note leaves no room above itself, whoever chooses first."""
    layout = {"xaxis": {"range": [0.0, 105.0]}, "yaxis": {"range": [0.0, 10.0]}}
    levels = (8.7, 6.0, 0.5)
    curves = [{"x": [0.0, 100.0], "y": [y, y]} for y in levels]
    note = note_at(100.0, 9.5, "a note over all of the picture's width, to its end")
    ends = [(100.0, y) for y in levels]
    _, *names = end_names(RUNS[:3], ends, layout, curves, notes=[note])
    assert np.all(np.diff([name["y"] for name in names]) < 0)


@pytest.mark.parametrize(
    "falls",
    [
        ((4.2, 3.8, 6.0), (4.0, 3.8, 33.0), (0.0, 8.0, 19.0)),
        ((1.4, 6.6, 25.0), (1.2, 6.6, 8.0), (0.8, 8.0, 11.0)),
    ],
)
def test_names_stand_in_the_order_of_the_ends_though_others_have_more_room(falls):
    """``falls``: the end, the height above it at first, and the pace of each curve."""
    layout = {"xaxis": {"range": [0.0, 105.0]}, "yaxis": {"range": [-1.0, 10.0]}}
    x = np.linspace(0.0, 100.0, 41)
    curves = [{"x": x, "y": end + above * np.exp(-x / pace)} for end, above, pace in falls]
    ends = [(100.0, float(curve["y"][-1])) for curve in curves]
    order = np.argsort([-y for _, y in ends])
    names = end_names(RUNS[:3], ends, layout, curves)
    assert np.all(np.diff([names[i]["y"] for i in order]) < 0)


def test_what_is_not_drawn_has_no_name():
    layout = {"xaxis": {"range": [0.0, 2.0], "type": "log"}, "yaxis": {"type": "log"}}
    ends = [(100.0, 5.0), (100.0, 0.0), (0.0, 1.0), (100.0, np.nan)]
    curves = [{"x": [1.0, 100.0], "y": [5.0, 5.0]}]
    (note,) = end_names(RUNS, ends, layout, curves)
    assert note["text"][3] == "A" and note["x"] == pytest.approx(2.0)
    assert layout["yaxis"]["range"][0] < np.log10(5.0) < layout["yaxis"]["range"][1]


def test_a_second_pane_has_names_of_its_own():
    layout = {"xaxis": {"range": [0.0, 1.0]}, "yaxis": {}, "yaxis2": {"rangemode": "tozero"}}
    curves = [{"x": [0.0, 1.0], "y": [0.0, 3.0]}]
    first = end_names(RUNS[:1], [(1.0, 3.0)], layout, curves)
    second = end_names(RUNS[:1], [(1.0, 3.0)], layout, curves, pane="yaxis2")
    assert (first[0]["yref"], second[0]["yref"]) == ("y", "y2")
    assert layout["yaxis2"]["range"][0] == 0.0 > layout["yaxis"]["range"][0]
    assert [note["yref"] for note in layout["meta"]["narrow"]["annotations"]] == ["y", "y2"]


@in_turn(
    ("algorithm", "other", "name"),
    [
        (make("rounding", period=10), make("rounding"), "rounding, K = 10"),
        (make("rda"), make("sgd"), "RDA"),
        (make("adagrad_rda"), make("sgd"), "AdaGrad-RDA"),
        (make("l0_sgd"), make("sgd"), "L0-constrained SGD"),
        (make("group_rda"), make("sgd"), "group RDA"),
        (make("truncated_gradient", eta=0.01, threshold=0.5, gravity=0.3),
         make("truncated_gradient", eta=0.02, threshold=0.6, gravity=0.4),
         "truncated gradient, η = 0.01"),
    ],
)  # fmt: skip
def test_a_name_is_short_and_written_as_within_a_sentence(algorithm, other, name):
    assert short_name(name_runs([algorithm, other])[0]) == name


def test_the_span_counts_0_and_on_a_log_axis_decades():
    curves = [{"y": np.array([2.0, np.nan, 10.0])}, {"y": [-1.0, 0.1]}]
    assert span_of(curves) == 11.0 and span_of(curves[:1]) == 10.0
    assert span_of(curves, log=True) == pytest.approx(2.0)
    assert span_of([]) == span_of([{"y": [np.nan]}]) == 0.0


@in_turn(
    ("low", "high", "ticks"),
    [(1, 1e6, 1), (1e-3, 1e3, 1), (1, 1e7, 2), (1e8, 1e51, 8), (0.2, 0.3, "D2"), (1, 30, "D2"),
     (5.0, 5.0, "D2"), (1, 40, 1)],
)  # fmt: skip
def test_a_log_axis_has_a_tick_to_read_and_never_too_many(low, high, ticks):
    assert log_axis(low, high)["dtick"] == ticks
    if ticks != "D2":
        assert np.log10(high / low) / ticks <= 6


def test_long_numbers_have_room():
    runs = named_runs(DATA, make("sgd"))
    low, high = ([run.trace.loss - y for run in runs] for y in (8_000.0, 100_000.0))
    assert regret(runs, low, NOTHING).layout["margin"]["l"] == 56
    assert regret(runs, high, NOTHING).layout["margin"]["l"] == 72
    longest = [run.trace.loss - 2e6 for run in runs]
    assert regret(runs, longest, NOTHING).layout["margin"]["l"] == 86
    assert sparsity(runs).layout["margin"]["l"] == 56


def test_a_run_of_one_step_is_a_dot():
    (run,) = named_runs(toy(d=3, n=1), make("sgd"), passes=1)
    assert run.trace.steps.tolist() == [1]
    assert sparsity([run]).data[0]["mode"] == "markers"
    assert sparsity(named_runs(DATA, make("sgd"))).data[0]["mode"] == "lines"


@in_turn("ends", [(17, 9, 3), (3, 2, 1), (30, 29, 0), (2, 1, 0), (30, 0, 0)])
@in_turn("alone", [False, True])
def test_in_a_strip_of_half_the_height_names_stand_in_the_order_of_the_ends(ends, alone):
    axis = {"range": [0.0, 37.5], "domain": [0.54, 1.0]}
    layout = {"xaxis": {"range": [0.0, 105.0]}, "yaxis": axis}
    flat = [{"x": [0.0, 100.0], "y": [y, y]} for y in ends]
    notes = end_names(RUNS[:3], [(100.0, y) for y in ends], layout, flat, alone=alone)
    places = [note["y"] for note in notes]
    if len(set(ends)) == len(ends):
        assert places == sorted(places, reverse=True)
    spans = [(left, right) for left, right, *_ in boxes(layout, notes)]
    for i, (left, right) in enumerate(spans):
        for (start, end), other in zip(spans[:i], places, strict=False):
            beside = left >= end - 1e-6 or right <= start + 1e-6
            assert beside or abs(places[i] - other) >= 0.999 * line_of(axis) * 37.5
    assert len(notes[0]["text"]) == len("<b>A</b>") or not alone
