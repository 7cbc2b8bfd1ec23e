"""Every algorithm carries its card, and the documents list it with its source."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields
from pathlib import Path

import pytest

from algorithms import CATALOGUE, Loss, card
from algorithms.cards import HEADINGS
from algorithms.rule_language.functions import FUNCTIONS
from knobs import knobs_of
from tests.support.many.turns import in_turn

LIST = (Path(__file__).resolve().parents[2] / "docs" / "algorithms.md").read_text(encoding="utf-8")
FAMILIES = {
    "Langford, Li & Zhang 2009",
    "Duchi et al. 2008",
    "Shalev-Shwartz & Tewari 2009",
    "Dhingra et al.",
    "Yang et al. 2010",
    "Tsuruoka et al. 2009",
    "Beyond the papers",
}
each = in_turn("algorithm", CATALOGUE.values())


@each
def test_the_card_is_whole(algorithm):
    texts = card(algorithm)
    assert tuple(texts) == HEADINGS
    assert all(text and text == text.strip() for text in texts.values())
    assert card(algorithm()) == texts, "of an instance as of its class"


@each
def test_the_card_names_the_losses_there_are(algorithm):
    texts = card(algorithm)["Losses"]
    named = {loss for loss in Loss if re.search(rf"\b{loss.name}\b", texts)}
    assert named == set(algorithm.losses)


@each
def test_the_card_and_the_class_name_one_source(algorithm):
    names = re.findall(r"[A-Z][\w-]+(?= (?:et al|&|\d{4}|and\b|,))", algorithm.source)
    assert names, algorithm.source
    assert any(name in card(algorithm)["Source"] for name in names)


@each
def test_every_algorithm_says_what_it_is(algorithm):
    assert algorithm.kind in ("online", "batch") and algorithm.family in FAMILIES
    assert algorithm.idea.endswith(".") and len(algorithm.idea) < 110
    assert algorithm.formula.count("{") == algorithm.formula.count("}") and algorithm.formula
    loop = algorithm.loop
    assert "def " in inspect.getsource(getattr(loop, "py_func", loop))
    assert knobs_of(algorithm)


@each
def test_the_documents_list_it_with_its_source(algorithm):
    (row,) = [line for line in LIST.splitlines() if line.startswith(f"| `{algorithm.key}`")]
    assert algorithm.source in row


def test_keys_and_titles_are_their_own():
    assert all(key == algorithm.key for key, algorithm in CATALOGUE.items())
    assert len({algorithm.title for algorithm in CATALOGUE.values()}) == len(CATALOGUE)


def test_a_card_that_is_not_whole_is_named():
    with pytest.raises(ValueError, match="knobs: its card has no line “Idea”"):
        card(type("Plain", (), {"__module__": "knobs"}))
    with pytest.raises(ValueError, match=r"CATALOGUE\['sgd'\] has one"):
        card("sgd")


@each
def test_help_explains_each_knob_as_the_estimator_does(algorithm):
    lines = " ".join(inspect.getdoc(algorithm).split())
    for name, knob in knobs_of(algorithm).items():
        default = getattr(algorithm(), name)
        assert f"{name}, default {default!r} {knob.symbol}: {knob.about} It {knob.rule()}." in lines
    assert algorithm.idea in lines and card(algorithm)["Source"] in lines
    assert set(inspect.signature(algorithm).parameters) == {f.name for f in fields(algorithm)}


def test_help_of_a_rule_has_all_words_that_may_stand_in_it():
    text = inspect.getdoc(CATALOGUE["your_rule"])
    said = text[text.index("What may stand in a rule") : text.index("Parameters")]
    for word in ("w", "eta", "g", "theta", "K", "t", *FUNCTIONS):
        assert re.search(rf"(?m)^\S.*\b{word}\b|^{word}\b", said), word
    assert "What may stand" not in inspect.getdoc(CATALOGUE["sgd"])


@in_turn(
    ("key", "said"),
    [
        ("trunc", "did you mean 'truncated_gradient' or 'elastic_net_truncated_gradient'?"),
        ("Group FOBOS", "did you mean 'group_fobos'?"),
        ("sdg", "did you mean 'sgd' or 'scd'?"),
        (3, "choose among sgd, rounding"),
    ],
)
def test_a_key_of_none_names_those_that_are_near(key, said):
    with pytest.raises(KeyError) as caught:
        CATALOGUE[key]
    assert str(caught.value).startswith(f"there is no algorithm {key!r}: {said}")
    assert CATALOGUE.get(key) is None


@each
def test_a_knob_that_is_none_names_the_class_and_its_knobs(algorithm):
    with pytest.raises(TypeError) as caught:
        algorithm(knot=1)
    names = ", ".join(field.name for field in fields(algorithm))
    assert str(caught.value) == f"{algorithm.__name__} has no knob 'knot': it has {names}"


def test_the_list_says_which_methods_can_do_softmax():
    able = [key for key, kind in CATALOGUE.items() if Loss.softmax in kind.losses]
    assert f"Only {' and '.join(f'`{key}`' for key in able)} can do softmax;" in LIST
