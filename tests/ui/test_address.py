"""The address is the view: what is encoded decodes to the same view, without a word."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from algorithms import CATALOGUE as ALGORITHMS
from datasets import CATALOGUE, Preparation
from knobs import knobs_of
from tests.support.addresses import choices, round_trip
from tests.support.many.turns import in_turn
from tests.support.sources import ROOT
from tests.support.views import make, on
from ui.address import decode, encode
from ui.session.address_bar import HOW_TO_LOOK, LOST_VIEW, OF_A_STEP
from ui.view import Display, Stream, View, opening
from ui.visit import CARRIED

KNOBS = [(key, name) for key, kind in ALGORITHMS.items() for name in knobs_of(kind)]
PARTS = {"preparation": Preparation, "stream": Stream, "display": Display}
ALONE = View(runs=(make("sgd"),), display=Display(rug="A"))


def ends(knob) -> list:
    return [choices(knob)[0], choices(knob)[-1]]


@in_turn(("key", "name"), KNOBS)
@in_turn("end", [0, 1])
def test_every_knob_of_every_algorithm_at_both_ends(key, name, end):
    value = ends(knobs_of(ALGORITHMS[key])[name])[end]
    algorithm = make(key, **{name: value})
    for runs in [(algorithm,), (make("sgd"), algorithm), (algorithm, make(key), algorithm)]:
        round_trip(replace(ALONE, runs=runs))


@in_turn(("key", "name"), KNOBS)
def test_every_stop_of_every_algorithm(key, name):
    for value in choices(knobs_of(ALGORITHMS[key])[name]):
        round_trip(replace(ALONE, runs=(make(key, **{name: value}),)))


@in_turn(("part", "name"), [(p, n) for p, k in PARTS.items() for n in knobs_of(k)])
def test_every_stop_of_the_shared_knobs(part, name):
    four = replace(ALONE, runs=(make("sgd"),) * 4)
    for value in choices(knobs_of(PARTS[part])[name]):
        round_trip(replace(four, **{part: PARTS[part](**{name: value})}))


@in_turn("name", knobs_of(CATALOGUE["sparse_linear"]))
def test_every_stop_of_a_recipe(name):
    kind = CATALOGUE["sparse_linear"]
    small = {"n_rows": 100, "n_features": 100_000} if name == "n_nonzeros" else {}
    for value in choices(knobs_of(kind)[name]):
        wide = {"density": 0.01} if name in ("n_rows", "n_features") else {}
        ones = {"n_nonzeros": 1} if name == "n_features" else {}
        owner = kind(**{**small, **wide, **ones, name: value})
        round_trip(replace(ALONE, recipe=owner))


def test_an_empty_address_is_the_opening_view_and_back():
    assert decode({}) == (opening(), [])
    assert encode(opening()) == {}


def test_defaults_are_left_out():
    assert encode(ALONE) == {"data": "breast_cancer", "a": "sgd"}
    assert encode(replace(ALONE, runs=(make("sgd", eta=0.2),)))["a.eta"] == "0.2"


def test_no_end_is_written_as_inf():
    cut = replace(ALONE, runs=(make("rounding", threshold=float("inf")),))
    assert encode(cut)["a.threshold"] == "inf"


def test_a_run_alone_is_enough():
    state, notes = decode({"a": "fobos", "a.l1": "0.1"})
    assert state == View(recipe=opening().recipe, runs=(make("fobos", l1=0.1),)) and notes == []


def instances(kind):
    """Instances of a dataclass of knobs, anywhere on its sliders."""
    return st.builds(kind, **{n: st.sampled_from(choices(k)) for n, k in knobs_of(kind).items()})


def with_view(pair):
    state, view = pair
    letters = "ABCD"[: len(state.runs)]
    return replace(state, display=replace(view, rug=letters[ord(view.rug) % len(letters)]))


states = st.tuples(
    st.builds(
        View,
        recipe=st.sampled_from([on("breast_cancer"), on("digits_4_9")]),
        preparation=instances(Preparation),
        stream=instances(Stream),
        runs=st.lists(
            st.sampled_from(list(ALGORITHMS.values())).flatmap(instances), min_size=1, max_size=4
        ).map(tuple),
    ),
    instances(Display),
).map(with_view)


@given(states)
def test_any_view(state):
    round_trip(state)


@given(st.dictionaries(st.text(max_size=12), st.text(max_size=12), max_size=8))
def test_any_address_is_some_view(parameters):
    state, _ = decode(parameters)
    assert decode(encode(state)) == (state, [])


names = st.sampled_from(
    ["data", "a", "b", "c", "d"]
    + [f"{p}.{n}" for p in "abcd" for n in ("eta", "schedule", "gravity", "threshold", "period")]
    + [f"{p}.{n}" for p, k in {"stream": Stream, "view": Display}.items() for n in knobs_of(k)]
    + [f"data.{n}" for k in (Preparation, CATALOGUE["sparse_linear"]) for n in knobs_of(k)]
)
texts = st.sampled_from(
    ["", "0", "1", "-1", "inf", "-inf", "nan", "1e400", "0.5", "sgd", "rounding", "sparse_linear",
     "truncated_gradient", "squared", "D", "average", "١", "1_0", "0x1", "True"]
)  # fmt: skip


@given(st.dictionaries(names, texts, max_size=10))
def test_any_mixture_of_known_words_is_some_view(parameters):
    state, _ = decode(parameters)
    assert decode(encode(state)) == (state, [])


def listed_in_browser(name: str) -> list[str]:
    """The texts of a list in the browser's module of addresses."""
    source = (ROOT / "ui/live/browser/lib/address.js").read_text("utf-8")
    (text,) = re.findall(rf"^const {name} = (\[[^\]]*\]);", source, re.MULTILINE)
    return json.loads(re.sub(r",\s*\]", "]", text))


def test_the_browser_takes_the_same_parameters_for_those_on_how_to_look():
    assert listed_in_browser("HOW_TO_LOOK") == [*HOW_TO_LOOK, LOST_VIEW]
    assert listed_in_browser("OF_A_STEP") == [*OF_A_STEP]


def test_links_of_the_browser_carry_on_what_those_of_the_menu_do():
    assert listed_in_browser("CARRIED") == [*CARRIED] and {*CARRIED} < {*HOW_TO_LOOK}
