"""The question of a sweep: its address there and back, what hands make of it, what is remarked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms import CATALOGUE, sparsity_knob, sweepable
from knobs import knobs_of
from tests.support.addresses import choices
from tests.support.many.turns import in_turn
from tests.support.views import make, on
from ui import openings
from ui.address import PLAYGROUND
from ui.address import decode as decode_playground
from ui.movement import Movement
from ui.sweep import jobs, moves
from ui.sweep.cards import card_of, method_of, turn_card
from ui.sweep.controls import amount, duration, remarks
from ui.sweep.form import decode, encode
from ui.sweep.query import Ladder, Plan, Sweep, SweepDisplay, SweptMethod
from ui.sweep.refinement import ladders
from ui.view import Stream, opening, sweep_opening

REMOVED = Movement(action="remove")


def asking(*methods: SweptMethod, **more):
    return replace(sweep_opening(), sweep=Sweep(methods or Sweep().methods, **more))


def round_trip(view) -> None:
    parameters = encode(view)
    assert all(isinstance(text, str) for pair in parameters.items() for text in pair)
    assert decode(parameters) == (view, [])


@in_turn("key", CATALOGUE)
def test_every_algorithm_over_one_knob_and_over_two(key):
    kind = CATALOGUE[key]
    names = list(sweepable(kind))
    round_trip(
        asking(
            SweptMethod.of(kind()),
            SweptMethod.of(kind(), *names[:2]),
            SweptMethod.of(kind(), names[-1]),
        )
    )


def sweeps_drawn(kind):
    return st.builds(kind, **{n: st.sampled_from(choices(k)) for n, k in knobs_of(kind).items()})


@st.composite
def sweep_of(draw):
    kind = draw(st.sampled_from(list(CATALOGUE.values())))
    names = draw(st.permutations(list(sweepable(kind))))[: draw(st.integers(1, 2))]
    ladders = tuple(
        Ladder(name, *(draw(st.sampled_from(knobs_of(kind)[name].stops())) for _ in range(2)), n)
        for name, n in zip(
            names, draw(st.tuples(st.integers(1, 100), st.integers(1, 100))), strict=False
        )
    )
    return SweptMethod(draw(sweeps_drawn(kind)), ladders)


@given(
    st.lists(sweep_of(), min_size=1, max_size=4),
    sweeps_drawn(Plan),
    sweeps_drawn(SweepDisplay),
    sweeps_drawn(Stream),
)
def test_any_question(methods, plan, look, stream):
    sweep = Sweep(tuple(methods), plan, look).looking_at_one()
    round_trip(replace(sweep_opening(), sweep=sweep, stream=stream, recipe=on("digits_4_9")))


names = st.sampled_from(
    ["data", "a", "b", "c", "stream.loss", "plan.orders", "plan.tested", "look.method"]
    + [f"{slot}.{n}" for slot in "ab" for n in ("sweep", "lowest", "values", "also", "highest_2")]
)
texts = st.sampled_from(
    ["", "0", "-1", "inf", "nan", "0.5", "rounding", "sgd", "step_size", "threshold", "gravity"]
)


@given(st.dictionaries(names, texts, max_size=9))
def test_any_mixture_of_known_words_is_some_question(parameters):
    view, _ = decode(parameters)
    assert decode(encode(view)) == (view, [])


def test_an_empty_address_keeps_what_the_visitor_asked():
    known = asking(SweptMethod.of(make("fobos")))
    assert decode({}, known) == (known, [])


def test_an_empty_address_of_a_visitor_who_asked_nothing_yet_opens_on_its_own_data():
    assert decode({}) == decode({}, opening()) == (sweep_opening(), [])
    turned = opening().without_run(1)
    assert decode({}, turned) == (turned, [])


def test_the_question_outlives_a_turn_to_the_playground_and_is_not_in_its_address():
    known = replace(opening(), sweep=asking(SweptMethod.of(make("fobos"))).sweep)
    assert PLAYGROUND.encode(known) == {}
    assert decode_playground({"a": "sgd"}, known)[0].sweep == known.sweep


def test_an_unknown_algorithm_is_said():
    view, notes = decode({"a": "perceptron", "a.values": "3", "b": "fobos"})
    assert [method.algorithm.key for method in view.sweep.methods] == ["fobos"]
    assert notes == ["There is no algorithm “perceptron”; method A was left out."]


def test_a_method_that_is_not_there_is_not_looked_at():
    view, notes = decode({"a": "fobos", "look.method": "C"})
    assert view.sweep.look.method == "A" and "there is no method C" in notes[0]


@in_turn(
    ("key", "knob"),
    [
        ("truncated_gradient", "gravity"),
        ("rounding", "threshold"),
        ("fobos", "l1"),
        ("l0_sgd", "n_nonzeros"),
        ("projected_gradient", "radius"),
        ("sgd", "eta"),
    ],
)
def test_the_knob_that_makes_the_zeros_is_swept(key, knob):
    assert sparsity_knob(CATALOGUE[key]) == knob
    assert SweptMethod.of(make(key)).ladders[0].n <= 13


def test_a_range_lies_around_the_value_at_which_the_knob_stands():
    method = SweptMethod.of(make("fobos", l1=0.03, eta=0.2), "l1", "eta")
    assert method.ladders == (Ladder("l1", 0.0003, 3.0, 13), Ladder("eta", 0.02, 2.0, 5))
    assert 0.03 in dict(ladders(method))["l1"] and 0.2 in dict(ladders(method))["eta"]


@pytest.mark.parametrize("knobs", [{"l1": 0.0}, {"l1": 1e9}])
def test_a_knob_at_the_end_of_all_has_its_whole_slider(knobs):
    (ladder,) = SweptMethod.of(make("fobos", **knobs)).ladders
    assert ladder.low < ladder.high <= 1e9


def test_a_card_there_and_back():
    for method in Sweep().methods:
        assert method_of(method.algorithm.key, card_of(method)) == method


def test_a_knob_that_no_fit_finds_begins_with_its_whole_slider():
    method = turn_card(SweptMethod.of(make("rounding")), {"lowest": 0.5})
    assert method.ladders[0].low == 0.5
    method = turn_card(method, {"sweep": "period"})
    assert method.ladders == (Ladder("period", 1, 100, 13),)


def test_a_second_knob_comes_and_goes():
    method = turn_card(SweptMethod.of(make("rounding", eta=0.3)), {"also": "step_size"})
    assert [ladder.knob for ladder in method.ladders] == ["threshold", "eta"]
    assert turn_card(method, {"also": "nothing_else"}).ladders == method.ladders[:1]
    assert turn_card(method, {"sweep": "step_size"}).ladders == (Ladder("eta", 0.03, 3.0, 13),)


def test_a_knob_that_is_swept_no_longer_stands_where_it_stood():
    method = turn_card(
        SweptMethod.of(make("rounding", eta=0.0056), "threshold", "eta"), {"also": "period"}
    )
    assert [ladder.knob for ladder in method.ladders] == ["threshold", "period"]
    assert method.algorithm == make("rounding", eta=0.0056)


def test_a_method_becomes_another_one_and_a_fit_finds_its_numbers():
    view = asking(SweptMethod.of(make("rounding", period=7, eta=5.0), "threshold", "eta"))
    moved = moves.method(0)(view, Movement(action="algorithm", value="truncated_gradient"))
    (method,) = moved.sweep.methods
    (found,) = openings.fit(view, [make("truncated_gradient", period=7)]).algorithms
    assert method.algorithm == found and found.eta < 0.1 and not method.unfitted
    assert method.ladders[0].low < found.gravity < method.ladders[0].high


def test_methods_come_and_go_and_one_stays():
    view = opening()
    assert len(view.sweep.methods) == 4 and not view.sweep.can_add
    more = moves.plan(moves.method(0)(view, REMOVED), Movement(action="button"))
    assert len(more.sweep.methods) == 4 and not any(m.unfitted for m in more.sweep.methods)
    assert moves.plan(more, Movement(action="button")) == more
    for _ in range(5):
        more = moves.method(0)(more, REMOVED)
    assert len(more.sweep.methods) == 1


def test_the_runs_of_the_playground_are_swept():
    start = sweep_opening()
    view = moves.of_playground(start)
    assert [m.algorithm.key for m in view.sweep.methods] == [run.key for run in start.runs]
    round_trip(view)


def test_methods_that_cannot_learn_from_the_loss_give_way():
    view = asking(SweptMethod.of(make("fobos")), SweptMethod.of(make("interior_point"))).fitted_to(
        "multiclass"
    )
    able = [method.algorithm.losses for method in view.sweep.methods]
    assert able and all("softmax" in [loss.name for loss in losses] for losses in able)


@in_turn(
    ("ladder", "sentence"),
    [
        (Ladder("threshold", 0.1, 1.0, 1), "has one value only, 0.32, so there is nothing to"),
        (Ladder("threshold", 0.1, 0.1, 5), "has one value only, 0.1"),
        (
            Ladder("threshold", 1.0, 0.1, 3),
            "“from” was larger than “to”; threshold θ goes",
        ),
        (Ladder("period", 1, 3, 12), "only 3 different ones are tried instead of 12"),
        (Ladder("threshold", 0.1, 1.0, 3), ""),
    ],
)
def test_a_ladder_with_fewer_rungs_is_remarked(ladder, sentence):
    (said, *_) = [*remarks(asking(SweptMethod(make("rounding"), (ladder,)))), ""]
    assert sentence in said and bool(said) == bool(sentence)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "about a second"),
        (12.4, "about 12 seconds"),
        (150, "about 2 minutes"),
        (7200, "about 2 hours"),
    ],
)
def test_a_time_in_words(seconds, words):
    assert duration(seconds) == words


def test_where_no_row_is_held_out_the_page_says_by_what_methods_are_compared():
    whole = replace(opening(), preparation=replace(opening().preparation, test_fraction=0.0))
    folded = replace(whole, sweep=replace(whole.sweep, plan=Plan(tested="5 folds")))
    for view, said in ((whole, True), (folded, False), (opening(), False)):
        assert ("No rows are held out" in amount(view, jobs.question(view))) == said
