"""The path of the weights: the strongest by name, the useless ones in another stroke."""

from __future__ import annotations

import json

import numpy as np

from algorithms import CATALOGUE
from charts import name_runs, no_path, path
from ui.live.stage import text_of

(RUN,) = name_runs([CATALOGUE["fobos"]()])
VALUES = (0.01, 0.1, 1.0)
NAMES = ["<b>one</b>", "two", "three"]
WEIGHTS = np.array([[2.0, -3.0, 0.1], [1.0, -1.0, 0.0], [0.0, 0.0, 0.0]])
USELESS = np.array([False, False, True])


def picture_of(weights=WEIGHTS, names=NAMES, useless=USELESS, **more):
    return path(RUN, "l1", VALUES, weights, names, useless, **more)


def test_the_strongest_come_first_in_words():
    assert picture_of().alt == "Weights of A FOBOS against penalty λ: two, <b>one</b>, three."


def test_a_name_is_no_markup():
    assert picture_of().data[1]["name"] == "&lt;b>one&lt;/b>"


def test_the_useless_are_dotted():
    assert [curve["line"]["dash"] for curve in picture_of().data] == ["solid", "solid", "dot"]
    assert "Dotted lines are features known to be useless." in picture_of().caption
    assert "Dotted" not in picture_of(useless=np.zeros(3, bool)).caption


def test_it_runs_from_few_weights_to_many():
    assert picture_of().layout["xaxis"]["range"] == [2.5, -0.5]
    assert picture_of(weights=WEIGHTS[::-1]).layout["xaxis"]["range"] == [-0.5, 2.5]


def test_its_words_follow_the_direction():
    assert picture_of().heading == "FOBOS: its weights as λ shrinks"
    assert picture_of(weights=WEIGHTS[::-1]).heading == "FOBOS: its weights as λ grows"
    assert picture_of(others="η stands at 0.1").caption.startswith(
        "It keeps more features further right. The 3 largest weights have names. η stands at 0.1, "
        "as in its best setting."
    )


def test_lines_with_names_do_not_look_alike():
    weights = np.outer([1.0, 0.5, 0.0], np.arange(1, 13))
    curves = picture_of(weights, [f"x{i}" for i in range(12)], np.zeros(12, bool)).data
    assert len({(curve["line"]["color"], curve["line"]["dash"]) for curve in curves}) == 12


def test_names_stand_beside_the_ends_of_their_lines():
    heights = {note["text"]: note["y"] for note in picture_of().layout["annotations"]}
    assert heights["two"] == -3.0 and heights["&lt;b>one&lt;/b>"] == 2.0


def test_twelve_have_names_and_the_others_are_faint():
    weights = np.outer([1.0, 0.5, 0.0], np.arange(1, 81))
    picture = picture_of(weights, [f"x{i}" for i in range(80)], np.zeros(80, bool))
    assert len(picture.data) == 60 and len(picture.layout["annotations"]) == 12
    assert picture.data[-12]["name"] == "x79" and picture.data[0]["line"]["width"] == 1.0


def test_weights_that_are_never_there_are_not_drawn():
    assert len(picture_of(weights=WEIGHTS * [1.0, 0.0, 0.0]).data) == 1
    assert picture_of(weights=WEIGHTS * 0.0).alt.endswith("all are 0.")
    assert picture_of(weights=WEIGHTS * 0.0).caption == "All weights are 0."


def test_a_run_that_diverged_leaves_a_gap():
    weights = WEIGHTS.copy()
    weights[0] = np.nan
    picture = picture_of(weights)
    assert picture.layout["xaxis"]["range"] == [2.5, -0.5]
    assert {note["y"] for note in picture.layout["annotations"]} == {1.0, -1.0}
    assert picture.figure and json.loads(text_of(picture))


def test_no_path_says_why():
    assert no_path("It is not there.").caption == "It is not there."
