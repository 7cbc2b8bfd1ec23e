"""A panel: what the browser is sent of it, and what it makes of what the browser reports."""

from __future__ import annotations

import math
from dataclasses import replace

from algorithms import CATALOGUE
from datasets import Preparation
from knobs import knobs_of
from tests.support.many.turns import in_turn
from tests.support.views import make
from ui.live import panels as live
from ui.live.panel import Panel, Selection, wire
from ui.live.panels import PanelGroup, panels_element
from ui.look import Look
from ui.movement import MORE, movement_of
from ui.view import Display, Stream
from ui.visit import Visit

RARE = [(key, n) for key, kind in CATALOGUE.items() for n, k in knobs_of(kind).items() if k.rare]


def panel(owner, **more) -> Panel:
    return Panel("here", "a panel", owner, lambda view, _: view, **more)


def other(knob, value):
    """A value of a knob that is not ``value``."""
    held = [not value] if knob.flag else knob.choices or knob.stops()
    return next(v for v in held if v != value)


@in_turn("owner", [kind() for kind in CATALOGUE.values()] + [Stream(), Display()])
def test_every_knob_is_told_with_its_value(owner):
    payload = panel(owner).payload()
    assert (
        [knob["name"] for knob in payload["knobs"]]
        == list(knobs_of(owner))
        == list(payload["values"])
    )
    for knob in payload["knobs"]:
        declared = knobs_of(owner)[knob["name"]]
        assert knob["rare"] == declared.rare and knob["about"] == declared.about
        ways = [name in knob for name in ("stops", "choices")]
        assert ways == [not declared.flag and not declared.choices, bool(declared.choices)]
    assert not payload["open"], "at its defaults nothing rare has been turned"


@in_turn(("key", "name"), RARE)
def test_a_panel_is_open_where_a_rare_knob_has_been_turned(key, name):
    usual = make(key)
    turned = replace(usual, **{name: other(knobs_of(usual)[name], getattr(usual, name))})
    assert panel(turned).payload()["open"]
    (common, *_) = [n for n, k in knobs_of(usual).items() if not k.rare]
    plain = replace(usual, **{common: other(knobs_of(usual)[common], getattr(usual, common))})
    assert not panel(plain).payload()["open"]


def test_a_turned_switch_is_named_in_words():
    assert panel(Preparation(constant=True)).payload()["turned"] == "constant feature on"
    assert panel(Stream(order=7)).payload()["turned"] == "order seed = 7"


def test_some_knobs_are_rare_and_no_panel_is_made_of_them_alone():
    assert RARE
    for kind in CATALOGUE.values():
        assert not all(knob.rare for knob in knobs_of(kind).values())


def test_what_is_heard_is_held_to_the_rules():
    values = {
        "eta": 1e10, "schedule": "never", "gravity": "inf", "threshold": "inf", "period": 2.4,
        "memory": "live", "colour": "red",
    }  # fmt: skip
    entry = MORE | {"live": True, "values": values}
    movement = movement_of(entry, panel(make("truncated_gradient")).knobs_shown)
    assert movement.live and movement.action == movement.value == ""
    assert movement.values == {
        "eta": 1e9, "schedule": "constant", "gravity": 1e9, "threshold": math.inf, "period": 2,
        "memory": "live",
    }  # fmt: skip
    assert make("truncated_gradient", **movement.values).period == 2


def test_infinity_has_a_word_of_its_own():
    payload = panel(make("rounding", threshold=math.inf)).payload()
    assert payload["values"]["threshold"] == "inf" == wire(math.inf)
    (threshold,) = [knob for knob in payload["knobs"] if knob["name"] == "threshold"]
    assert threshold["stops"][-1] == "inf" and threshold["stops"][0] == 0


def test_a_knob_without_a_slider_on_the_projector_is_still_heard_of(monkeypatch):
    """A ring in a picture moves it: else the ring stood elsewhere than the curves."""
    visit, shown = Visit(), []
    whole = panel(
        make("truncated_gradient"),
        selection=Selection(first=("gravity",)),
        heading={"name": "", "letter": "A"},
    )
    monkeypatch.setattr(Visit, "current", lambda: visit)
    monkeypatch.setattr(live, "mount", shown.append)
    monkeypatch.setattr(live, "parameters", lambda: {"present": "1"})
    live.show_panels(live.PanelGroup("here", [whole]))
    (element,) = shown
    assert element.key == "panels_here"
    assert list(element.data["panels"][0]["values"]) == ["gravity"]
    entry = MORE | {"live": False, "values": {"threshold": 0.25}}
    assert movement_of(entry, visit.panels["here"].knobs_shown).values == {"threshold": 0.25}


def test_choices_may_have_more_said_of_them():
    owner = make("sgd")
    (usual,) = [k for k in panel(owner).payload()["knobs"] if k["name"] == "eta"]
    more = panel(owner, selection=Selection(("eta",), abouts={"eta": "It stays as it is."}))
    (said,) = more.payload()["knobs"]
    assert said["about"] == f"{usual['about']} It stays as it is."


def test_a_slider_that_stands_around_what_fits_reaches_the_present_value():
    def ends(owner, low, high):
        slider = panel(owner, selection=Selection(ranges={"eta": (low, high)})).slider("eta")
        return slider.low, slider.high

    owner = make("sgd", eta=5.0)
    assert ends(owner, 0.01, 1.0) == (0.01, 5.0)
    assert ends(replace(owner, eta=0.5), 0.01, 1.0) == (0.01, 1.0)
    low, high = knobs_of(owner)["eta"].ends
    assert ends(owner, low / 10.0, high * 10.0) == (low, high), "no further than an address"


def test_the_payload_of_a_panel_that_stays_is_made_once():
    payloads, look = {}, Look()
    first, second = panel(Stream()), panel(Stream(passes=3))
    made = [
        panels_element(PanelGroup("a", [each]), look, payloads)[0].data["panels"][0]
        for each in (first, panel(Stream()), second)
    ]
    assert made[0] is made[1] and made[2]["values"]["passes"] == 3
