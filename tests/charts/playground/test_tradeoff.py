"""The trade-off picture: present settings among all that were swept or tried."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from algorithms import frontier, grid
from algorithms.evaluation import Spread
from algorithms.evaluation.measures import quartiles
from charts import Around, Contest, TriedSettings, features, tradeoff
from charts.placing import HEIGHT, LETTER
from charts.playground.error_bars import off_their_error_bars
from charts.playground.tradeoff import MOST_DOTS
from tests.support.views import curves, make, named_runs, toy
from ui.live.stage import text_of

RATES = tuple(0.02 * k for k in range(1, 16))


@cache
def example(d=6):
    data = toy(d=d, test=toy(d=d, seed=1))
    return data, named_runs(data, make("truncated_gradient", gravity=0.1), make("rounding"))


@cache
def contests():
    data, runs = example()
    swept = {"A": ("gravity", RATES), "B": ("threshold", RATES)}
    methods = {
        run.letter: grid(run.algorithm, **{swept[run.letter][0]: swept[run.letter][1]})
        for run in runs
    }
    found = frontier(methods, data, measure="test AUC", seeds=range(3))
    return [Contest(run, found[run.letter], (swept[run.letter][0],)) for run in runs]


def tried_settings(n, letter="A"):
    places, names = np.arange(n), [f"t{i}" for i in range(n)]
    return [
        TriedSettings(letter, 1.0 + places % 6, np.full(n, 0.9), [f"{i}" for i in range(n)], names)
    ]


def picture_of(around=None, moving=False, values=(0.91, 0.93), measure="test AUC"):
    _, runs = example()
    return tradeoff(runs, measure, values, around, moving)


def test_a_dot_says_how_many_features_a_run_uses_and_how_well_it_predicts():
    _, runs = example()
    shown = curves(picture_of())
    for run, value in zip(runs, (0.91, 0.93), strict=True):
        x, y = shown[f"{run.letter} · {run.name}"]
        assert x.tolist() == [features(run)] and y.tolist() == [value]


@pytest.mark.parametrize(
    ("measure", "arrow", "heading"),
    [
        ("test AUC", "↑", "AUC on held-out rows"),
        ("test error", "↓", "Errors on held-out rows"),
        ("test mean squared error", "↓", "Squared error"),
        ("loss", "↓", "Loss over all passes"),
    ],
)
def test_it_says_which_measure_it_is_and_where_better_is(measure, arrow, heading):
    picture = picture_of(measure=measure)
    assert picture.heading.startswith(heading)
    assert f"{arrow} better" in picture.layout["yaxis"]["title"]["text"]
    assert ("No rows are held out" in picture.caption) == (measure == "loss")


def test_of_a_run_that_reads_all_examples_it_is_the_loss_of_its_final_weights():
    runs = named_runs(example()[0], make("proximal_gradient"), make("rounding"))
    picture = tradeoff(runs, "loss", (0.3, 0.4))
    assert picture.heading == "Loss, against features kept"
    assert "it is the loss of its final weights" in picture.caption


def test_a_run_that_diverged_has_no_dot_and_the_words_say_so():
    picture = picture_of(values=(np.nan, 0.93))
    assert "A Truncated gradient: diverged" in picture.alt
    assert [note["text"] for note in picture.layout["annotations"]] == ["<b>B</b> rounding"]
    assert np.isfinite(picture.layout["yaxis"]["range"]).all()


def test_an_axis_of_shares_has_no_room_for_more_than_all():
    low, high = picture_of(values=(1.0, 1.0)).layout["yaxis"]["range"]
    assert low < 0.97 and 1.0 < high <= 1.0 + 0.15 * (high - low)
    assert picture_of(values=(1.0, 1.0), measure="loss").layout["yaxis"]["range"][1] > high


def test_staircases_are_the_frontiers():
    shown = curves(picture_of(Around(contests())))
    for contest in contests():
        edge = [point for point in contest.frontier.edge if point.features > 0]
        x, y = shown[f"{contest.run.letter} {contest.run.name}"]
        assert x[:-1].tolist() == [point.features for point in edge]
        assert y[:-1].tolist() == [point.value for point in edge]


def test_words_say_what_a_staircase_is_made_of():
    counts = np.ones((2, 5))
    spread = Spread(counts, counts, counts, [], "test AUC")
    picture = picture_of(Around(contests(), tried_settings(3), at_most=3, spread=spread))
    caption = picture.caption
    assert "A staircase joins the best small dots of a run, so it may be better" in caption
    assert "its median over 3 orders" in caption and "stands at 3 features" in caption
    assert "Pale dots are settings that were tried." in caption
    assert "Staircase: the best small dots." in picture.key
    assert "taircase" not in picture_of(Around(tried=tried_settings(3))).caption + picture_of().key


def test_among_staircases_a_small_picture_has_letters_alone_and_the_bound_its_name():
    layout = picture_of(Around(contests(), at_most=3)).layout
    letters = [note["text"] for note in layout["meta"]["narrow"]["annotations"]]
    assert sorted(letters) == ["<b>A</b>", "<b>B</b>", "at most 3"]
    assert "at most 3" in {note["text"] for note in layout["annotations"]}


@pytest.mark.parametrize("values", [(0.5, 0.9), (0.9, 0.5), (0.9, 0.9)])
def test_the_name_of_the_bound_stands_on_no_dot(values):
    _, runs = example()
    for most in range(1, 7):
        picture = picture_of(Around(contests(), at_most=most), values=values)
        axes = [picture.layout[axis]["range"] for axis in ("xaxis", "yaxis")]
        (left, right), (low, high) = axes
        (note,) = (n for n in picture.layout["annotations"] if n["text"] == f"at most {most}")
        width = LETTER * len(note["text"])
        start = (note["x"] - left) / (right - left) - width * (note["xanchor"] == "right")
        for run, value in zip(runs, values, strict=True):
            x, y = (features(run) - left) / (right - left), (value - low) / (high - low)
            beside = not start <= x <= start + width
            assert beside or abs(y - (note["y"] - low) / (high - low)) > 0.5 * HEIGHT


def test_among_staircases_names_stand_beside_their_dots():
    _, runs = example()
    layout = picture_of(Around(contests(), at_most=3)).layout
    (left, right), (low, high) = (layout[axis]["range"] for axis in ("xaxis", "yaxis"))
    for run, value in zip(runs, (0.91, 0.93), strict=True):
        (note,) = (n for n in layout["annotations"] if f"<b>{run.letter}</b>" in n["text"])
        assert abs(note["x"] - features(run)) <= 0.15 * (right - left)
        assert abs(note["y"] - value) <= 0.3 * (high - low)


@pytest.mark.parametrize("most", [2, 4])
def test_the_best_with_at_most_so_many_features_is_ringed(most):
    shown = curves(picture_of(Around(contests(), at_most=most)))
    assert shown["at most"][0].tolist() == [most, most]
    for contest in contests():
        best = contest.frontier.best(most)
        ring = shown.get(f"{contest.run.letter} · {contest.run.name}, best within")
        if best is None or not best.features:
            assert ring is None
        else:
            assert (ring[0][0], ring[1][0]) == (best.features, best.value)


def test_the_bars_span_the_middle_half_of_the_orders():
    counts, values = np.array([[1.0, 2, 3, 4, 5]] * 2), np.array([[0.1, 0.2, 0.3, 0.4, 0.5]] * 2)
    picture = picture_of(Around(spread=Spread(counts, values, values, [], "test AUC")))
    upright, level, way = (
        c for c in picture.data if c["name"].startswith("A") and "half" in c["name"]
    )
    assert upright["x"][0] == 3 and upright["y"][:2].tolist() == [0.2, 0.4]
    assert level["x"].tolist() == [2, 4] and level["y"].tolist() == [0.3, 0.3]
    assert way["y"].tolist() == [0.91, 0.3]
    assert "5 orders" in picture.caption


@pytest.mark.parametrize(
    ("measure", "values", "features", "words"),
    [
        ("test AUC", (0.19, 0.6), (3.0, 3.0),
         "The dots of A and B are off their crosses: in this order A predicts worse, and "
         "B predicts better, than in most."),
        ("test error", (0.3, 0.6), (3.0, 3.0),
         "B’s dot is off its cross: in this order B predicts worse than in most."),
        ("loss", (0.3, 0.19), (5.0, 1.0),
         "The dots of A and B are off their crosses: in this order A keeps more features, and "
         "B loses less, and B keeps fewer features, than in most."),
        ("test AUC", (0.3, 0.2), (2.0, 4.0), ""),
    ],
)  # fmt: skip
def test_dots_off_their_crosses_are_named_with_what_is_unusual(measure, values, features, words):
    counts, spans = np.array([[1.0, 2, 3, 4, 5]] * 2), np.array([[0.1, 0.2, 0.3, 0.4, 0.5]] * 2)
    widths, heights = quartiles(counts), quartiles(spans)
    dots = list(zip(features, values, strict=True))
    assert off_their_error_bars(example()[1], measure, dots, widths, heights) == words


def test_the_caption_says_that_dots_are_off_their_crosses_but_among_staircases():
    counts, values = np.array([[1.0, 2, 3, 4, 5]] * 2), np.array([[0.1, 0.2, 0.3, 0.4, 0.5]] * 2)
    spread = Spread(counts, values, values, [], "test AUC")
    assert "off their crosses: in this order" in picture_of(Around(spread=spread)).caption
    assert "off the" not in picture_of(Around(contests(), spread=spread)).caption


def test_runs_without_an_error_stand_on_an_axis_of_plain_numbers_from_0_on():
    low, high = picture_of(values=(0.0, 0.0), measure="test error").layout["yaxis"]["range"]
    assert -0.01 < low < 0.0 < 0.02 < high < 0.1


def test_clicks_find_settings_and_trials():
    picture = picture_of(Around(contests(), tried_settings(3)))
    names = [name for curve in picture.data for name in curve.get("customdata", ())]
    assert {"A0", "B0", "t0", "t2"} <= set(names)


def test_the_axes_show_what_was_tried_but_what_is_hopeless():
    counts, values = np.array([40.0] * 6 + [5.0]), np.array([0.89, 0.9] * 3 + [0.1])
    names = [f"t{i}" for i in range(7)]
    layout = picture_of(Around(tried=[TriedSettings("A", counts, values, names, names)])).layout
    (left, right), (low, high) = (layout[axis]["range"] for axis in ("xaxis", "yaxis"))
    assert left < 40 < right and 0.5 < low < 0.89 and high > 0.93


def test_while_a_hand_moves_it_is_light():
    around = Around(contests(), [*tried_settings(450), *tried_settings(450, "B")], at_most=3)
    picture = picture_of(around, moving=True)
    markers = [curve for curve in picture.data if curve["mode"] == "markers"]
    assert sum(len(curve["x"]) for curve in markers) <= MOST_DOTS
    assert not any({"customdata", "text", "hovertemplate"} & curve.keys() for curve in picture.data)
    assert len(text_of(picture)) < 0.35 * len(text_of(picture_of(around)))
    present = {"A · Truncated gradient", "B · Rounding"}
    assert present <= {curve["name"] for curve in markers if len(curve["x"]) == 1}


def test_the_axis_stays_while_a_run_goes_along_its_frontier():
    swept = picture_of(Around(contests()))
    moved = picture_of(Around(contests()), moving=True, values=(0.9, 0.92))
    assert swept.layout["uirevision"] == moved.layout["uirevision"]


def test_many_features_have_a_logarithmic_axis_on_which_none_has_a_place():
    data = toy(d=80, test=toy(d=80, seed=1))
    runs = named_runs(data, make("rounding", threshold=np.inf), make("sgd"))
    picture = tradeoff(runs, "test AUC", [0.5, 0.9])
    axis = picture.layout["xaxis"]
    assert axis["type"] == "log" and "0" in axis["ticktext"]
    assert axis["title"]["text"] == "features kept ← better (stretched near 0)"
    assert picture.table().iloc[0, 1] == 0.0
    assert "with 0 features" in picture.alt


def test_the_key_says_which_auc_is_perfect_and_of_errors_that_lower_is_better():
    assert "AUC 1 is perfect, 0.5 is guessing." in picture_of().key
    assert "Lower, and farther left, is better." in picture_of(measure="test error").key


def test_runs_without_features_have_an_axis_that_reaches_one_feature():
    data = toy(d=6, test=toy(d=6, seed=1))
    runs = named_runs(data, make("rounding", threshold=np.inf))
    low, high = tradeoff(runs, "test AUC", [0.5]).layout["xaxis"]["range"]
    assert low <= 0.0 and high >= 1.0
