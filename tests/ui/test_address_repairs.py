"""Mistakes in an address are mended, said in a sentence, and the rest of the view is kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from algorithms import CATALOGUE
from datasets import Preparation
from knobs import format_value, knobs_of
from tests.support.many.turns import in_turn
from tests.support.views import make, on
from ui.address import decode
from ui.view import Display, Stream, View, opening

KEPT = {
    "data": "digits_4_9", "data.noise_features": "20", "stream.passes": "3",
    "view.regret": "average", "a": "rounding", "a.period": "5", "b": "sgd", "b.eta": "0.2",
}  # fmt: skip
VIEW = View(
    recipe=on("digits_4_9"),
    preparation=Preparation(noise_features=20),
    stream=Stream(passes=3),
    display=Display(regret="average"),
    runs=(make("rounding", period=5), make("sgd", eta=0.2)),
)


def mend(**wrong):
    """The view and the one sentence of an address with something wrong in it."""
    wrong = {name.replace("__", "."): text for name, text in wrong.items()}
    state, notes = decode({**KEPT, **wrong})
    (note,) = notes
    assert note.endswith(".")
    return state, note


def test_what_is_kept():
    assert decode(KEPT) == (VIEW, [])


def test_too_large_is_clamped_and_said():
    state, note = mend(b__decay="99")
    assert state == replace(VIEW, runs=(VIEW.runs[0], make("sgd", eta=0.2, decay=1.0)))
    assert note == "b.decay: 99 was moved to 1."


def test_beyond_the_slider_an_address_holds_what_odd_data_need():
    state, notes = decode({"a": "sgd", "a.eta": "2.4e-9"})
    assert state.runs[0] == make("sgd", eta=2.4e-9) and not notes


def test_too_small_is_clamped_and_said():
    state, note = mend(data__noise_features="-3")
    assert state == replace(VIEW, preparation=Preparation())
    assert note == "data.noise_features: -3 was moved to 0."


def test_an_infinity_that_is_not_allowed_is_clamped_and_said():
    state, note = mend(stream__passes="inf")
    assert state.stream == Stream(passes=50) and note == "stream.passes: inf was moved to 50."


@in_turn(
    ("key", "name"),
    [(k, n) for k, kind in CATALOGUE.items() for n, d in knobs_of(kind).items()
     if not (d.flag or d.choices)],
)  # fmt: skip
@in_turn("text", ["1e30", "-1e30"])
def test_every_number_out_of_range(key, name, text):
    knob = knobs_of(CATALOGUE[key])[name]
    state, notes = decode({"a": key, f"a.{name}": text})
    low, high = knob.ends
    end = high if float(text) > 0 else min(low, knob.stops()[0])
    assert getattr(state.runs[0], name) == end
    assert notes == [f"a.{name}: {text} was moved to {format_value(end)}."]


def test_an_unknown_key_is_left_out_and_named():
    state, note = mend(colour="red")
    assert state == VIEW and note == "The address has an unknown key “colour”; it was left out."


def test_many_unknown_keys_are_one_short_sentence():
    state, notes = decode({f"{'k' * 90}{i}": "1" for i in range(400)} | {"data": "x" * 6000})
    assert state.recipe == opening().recipe and len(notes) == 2
    assert "“xxx" in notes[0] and len(notes[0]) < 150
    assert "400 unknown keys" in notes[1] and "397 more; they were left out." in notes[1]
    assert len(notes[1]) < 250


def test_a_few_unknown_keys_are_all_named():
    _, note = mend(colour="red", size="2")
    assert note == "The address has 2 unknown keys, “colour” and “size”; they were left out."


def test_an_unknown_algorithm_of_a_long_name_is_cut():
    _, notes = decode({"a": "x" * 6000})
    assert len(notes) == 1 and len(notes[0]) < 120


def test_a_knob_the_algorithm_does_not_have_is_an_unknown_key():
    state, note = mend(b__gravity="0.5")
    assert state == VIEW and "“b.gravity”" in note


def test_knobs_of_a_run_that_is_not_there_are_unknown_keys():
    state, note = mend(d__eta="0.5")
    assert state == VIEW and "“d.eta”" in note


def test_an_unknown_algorithm_is_left_out_with_its_knobs():
    state, note = mend(c="adagrad", c__eta="0.5", c__delta="1")
    assert state == VIEW
    assert note == "There is no algorithm “adagrad”; run C was left out."


def test_an_unknown_algorithm_alone_is_the_opening_runs():
    state, notes = decode({"a": "adagrad"})
    assert state.runs == opening().runs and len(notes) == 1


def test_an_unknown_dataset_is_replaced_and_the_rest_kept():
    state, note = mend(data="mnist8m")
    assert state == replace(VIEW, recipe=opening().recipe)
    assert note == "There is no dataset “mnist8m” here; digits_4_9 is shown instead."


@pytest.mark.parametrize("text", ["much", "", "1,5", "0x10"])
def test_nonsense_takes_the_default_and_says_the_rule(text):
    state, note = mend(b__eta=text)
    assert state == replace(VIEW, runs=(VIEW.runs[0], make("sgd")))
    rule = knobs_of(CATALOGUE["sgd"])["eta"].rule()
    assert note == f"b.eta: “{text}” is no value for it, and 0.1 was taken; it {rule}."


def test_nan_is_nonsense():
    state, note = mend(a__threshold="nan")
    assert state == replace(VIEW, runs=(make("rounding", period=5), VIEW.runs[1]))
    assert note.startswith("a.threshold: “nan” is no value for it, and 0.1 was taken; it must be")


def test_an_unknown_choice_names_those_there_are():
    state, note = mend(stream__loss="huber")
    assert state == replace(VIEW, stream=Stream(passes=3))
    assert "“huber”" in note and "must be one of squared, logistic, hinge" in note


def test_an_unknown_switch():
    state, note = mend(view__linked="yes")
    assert state == VIEW and "“yes”" in note


def test_a_long_text_is_cut_in_the_sentence():
    _, note = mend(b__eta="9" * 5000 + "x")
    assert len(note) < 200


def test_the_weights_of_a_run_that_is_not_there():
    state, note = mend(view__rug="D")
    assert state == VIEW and "view.rug" in note


def test_everything_wrong_at_once_is_said_one_by_one():
    _, notes = decode({**KEPT, "b.decay": "99", "colour": "red", "c": "adagrad", "a.period": "x"})
    assert len(notes) == 4
