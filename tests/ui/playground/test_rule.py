"""A rule of one's own on the page: its field, its address, its line, the route that checks it."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from urllib.parse import urlencode

import numpy as np
import pytest
from starlette.requests import Request

from charts import name_runs, truncation
from pages.playground import PAGE
from tests.support.addresses import round_trip
from tests.support.many.turns import in_turn
from tests.support.serving.services import apart
from tests.support.three_runs import three_runs
from tests.support.views import curves, make, named_runs, toy
from ui import openings
from ui.address import decode
from ui.live.rule_help import EXAMPLES
from ui.look import AT_REST
from ui.movement import follow, well_formed
from ui.playground import controls, pins
from ui.sweep import form, moves
from ui.sweep.cards import card_of, method_of, turn_card
from ui.sweep.query import SweptMethod
from ui.view import View
from ui.web.rule_check import rule_route

TEXT = "pull = η·K·g  # at most\nw - clip(w, -pull, pull) if abs(w) ≤ θ else w"
OWN = make("your_rule", rule=TEXT, gravity=0.2, threshold=0.3)
VIEW = replace(three_runs(), runs=(*three_runs().runs, OWN), letters=tuple("ABCD"))


def panel_of(view: View):
    (panel,) = [p for p in controls.knobs(view).panels if p.source == "run_3"]
    return panel


def move_rule(view: View, *texts) -> View:
    log = [
        {"n": n, "source": "run_3", "live": False, "values": {"rule": t}}
        for n, t in enumerate(texts, 1)
    ]
    return follow(view, well_formed(log), {"run_3": panel_of(view)})


def test_its_card_has_a_field_with_help_before_the_knobs():
    payload = panel_of(VIEW).payload()
    first, *rest = payload["knobs"]
    assert first["name"] == "rule" and not first["rare"] and payload["values"]["rule"] == TEXT
    assert first["rule"]["longest"] == 1000 and not any("rule" in knob for knob in rest)
    in_sight = [knob["name"] for knob in rest if not knob["rare"]]
    assert in_sight == ["gravity", "threshold", "period"]
    json.dumps(payload)


def test_a_text_that_is_no_rule_moves_nothing():
    assert move_rule(VIEW, "w * 2").runs[-1] == replace(OWN, rule="w * 2")
    assert move_rule(VIEW, "w * 2", "w * ").runs[-1] == replace(OWN, rule="w * 2")
    assert move_rule(VIEW, "w *", 3, None, ["w"], "w" * 2000) == VIEW


def test_an_address_holds_it():
    round_trip(VIEW)
    wrong = {"a": "your_rule", "a.rule": "w *", "a.period": "3"}
    view, notes = decode(wrong)
    assert view.runs == (make("your_rule", period=3),)
    assert notes == [
        "a.rule: column 4: a number, a name or “(” is expected at the end of the rule; the usual "
        "rule was taken."
    ]


def test_a_sweep_holds_it():
    view = moves.of_playground(VIEW)
    method = view.sweep.methods[-1]
    assert method.algorithm == OWN and card_of(method).rule == TEXT
    assert method_of("your_rule", card_of(method)).algorithm.rule == TEXT
    turned = turn_card(method, {"rule": "w / 2", "period": 7})
    assert (turned.algorithm.rule, turned.algorithm.period) == ("w / 2", 7)
    read, notes = form.decode(form.encode(view))
    assert read.sweep.methods[-1].algorithm.rule == TEXT and not notes
    alone = replace(view, sweep=replace(view.sweep, methods=(SweptMethod.of(OWN),)))
    assert form.decode(form.encode(alone))[0].sweep.methods == alone.sweep.methods


def test_two_rules_have_two_names():
    runs = name_runs([OWN, replace(OWN, rule="w"), OWN, make("sgd")])
    assert [run.name for run in runs] == [*(f"Your rule, no. {n}" for n in (1, 2, 1)), "SGD"]
    both = [pins._moved_knobs(OWN, replace(OWN, rule="w", period=3))]
    assert both == [["another rule", "K = 3"]]


@in_turn("rule", ["w^3", "max(w, 0)", "1 / w", "log(w)", "w * 3 if w > 0.3 else w", "0", "exp(w)"])
def test_its_line_is_what_it_does(rule):
    """A curve is drawn as one, what is no number is a gap, and nothing else breaks."""
    own = make("your_rule", rule=rule)
    runs = named_runs(toy(), own, make("sgd"))
    picture = truncation(runs)
    json.dumps(picture.layout)
    (line,) = [line for name, line in curves(picture).items() if name.startswith("A ·")]
    v, after = line
    reach = picture.layout["xaxis"]["range"][1]
    inside = np.abs(v) < reach
    there = ~np.isnan(after) & inside & (np.abs(v - 0.3) > 1e-6)
    assert there.sum() > 150
    np.testing.assert_allclose(after[there], own.shrink(v[there], 1), rtol=1e-4)  # sent as float32
    assert np.diff(np.sort(v[there])).max() < reach / 50 or rule in ("1 / w", "log(w)")


def test_rules_that_differ_above_0_alone_have_two_lines():
    same, other = make("your_rule", rule="w"), make("your_rule", rule="min(w, 0)")
    for runs, lines in (((make("sgd"), same), 1), ((make("sgd"), other), 2), ((same, other), 2)):
        names = [name for name in curves(truncation(named_runs(toy(), *runs))) if "·" in name]
        assert len(names) == lines


def test_nothing_is_claimed_of_a_formula():
    """No pull and no cut has a name in the picture, and no ring stands where nothing bends."""
    pulled = make("truncated_gradient", gravity=0.5, threshold=0.2)
    own = make("your_rule", rule="w * 0.9", gravity=0.5, threshold=0.2)
    for algorithm, rings in ((pulled, 2), (own, 0), (replace(own, rule="max(w, theta)"), 1)):
        picture = truncation(named_runs(toy(), algorithm))
        said = " ".join(note["text"] for note in picture.layout["annotations"])
        assert ("pulled" in said or "cut" in said) == (algorithm is pulled)
        assert len(picture.layout["meta"]["handles"]) == rings


@in_turn(
    ("name", "key"),
    [
        ("soft shrinkage", "fobos"),
        ("truncated gradient", "truncated_gradient"),
        ("rounding", "rounding"),
        ("plain SGD", "sgd"),
    ],
)
def test_examples_are_what_they_are_called(name, key):
    knobs = {"eta": 0.1, "gravity": 0.3, "threshold": 0.05, "period": 1}
    own = make("your_rule", rule=EXAMPLES[name], **knobs)
    known = {n: v for n, v in {**knobs, "l1": 0.3}.items() if hasattr(make(key), n)}
    v = np.linspace(-0.2, 0.2, 401)
    np.testing.assert_allclose(own.shrink(v, 1), make(key, **known).shrink(v, 1), atol=1e-16)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_brings_weights_nearer_to_0(name):
    v = np.linspace(-0.2, 0.2, 401)
    after = make("your_rule", rule=EXAMPLES[name], gravity=0.3).shrink(v, 1)
    assert (np.abs(after) <= np.abs(v) + 1e-15).all()


def test_the_route_says_what_is_wrong():
    route = rule_route("/base")
    assert route.path == "/base/rule" and "POST" not in route.methods

    def ask(query: str) -> str:
        request = Request({"type": "http", "query_string": query.encode()})
        reply = apart(asyncio.run, route.endpoint(request))
        return json.loads(reply.body)["problem"]

    assert ask(urlencode({"text": "0 if abs(w) <= θ else w"})) == ""
    assert ask("text=w*(1") == "column 5: “)” is expected at the end of the rule"
    assert ask("text=" + "x" * 5000).startswith("a rule has at most 1,000 letters")
    assert ask("").startswith("a rule is expected")


def test_of_a_formula_the_step_size_alone_is_fitted():
    """No other knob of it is known to do anything; beside others nothing else changes for these."""
    plain = three_runs()
    view, found = openings.refit(replace(VIEW, runs=(*plain.runs, replace(OWN, eta=5.0))))
    assert view.runs[:3] == openings.refit(plain)[0].runs
    assert view.runs[3] == replace(OWN, eta=view.runs[0].eta)
    assert found.notes[-1].startswith("Your rule: the step size alone was fitted;")
    alone, found = openings.refit(replace(plain, runs=(replace(OWN, eta=5.0),), letters=("A",)))
    assert alone.runs == (replace(OWN, eta=view.runs[0].eta),) and len(found.notes) == 1


def test_a_rule_that_breaks_at_the_first_example_is_named_by_the_page():
    broken = replace(VIEW, runs=(*VIEW.runs[:-1], replace(OWN, rule="w/0")))
    with pytest.raises(ValueError, match=r"^Run D, Your rule: it diverged at its first example"):
        PAGE.evidence(broken, AT_REST)
    assert len(PAGE.evidence(VIEW, AT_REST).runs) == 4
