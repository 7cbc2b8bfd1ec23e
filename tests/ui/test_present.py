"""The knobs that a presenter's link names, and a sentence for a name that is no knob's."""

from __future__ import annotations

import pytest

from pages.lessons import LESSONS
from tests.support.views import make
from ui import movement, present
from ui.live.panel import Panel, Selection
from ui.look import Look
from ui.view import Display, Stream

MOVE = movement.part("display")


DIFFERING = {"threshold": "θ = 0.029", "period": "K = 1"}


def card(slot: int, letter: str, run) -> Panel:
    heading = {"letter": letter, "removable": True, "name": "Rounding"}
    first = Selection(first=[name for name in ("gravity", "period") if hasattr(run, name)])
    names = f"run_{slot}", f"run {letter}"
    return Panel(*names, run, MOVE, first, heading=heading, differing=DIFFERING)


PANELS = [
    Panel("stream", "stream", Stream(), MOVE),
    card(0, "A", make("rounding")),
    card(1, "C", make("truncated_gradient")),
    Panel("view", "view", Display(), MOVE, button={"textContent": "+"}),
]


@pytest.fixture
def address() -> dict[str, str]:
    return {"present": "1"}


def stay(address: dict[str, str], show: str | None) -> tuple[dict[str, list[str]], list[str]]:
    if show is not None:
        address["show"] = show
    panels, sentences = present.staying(PANELS, Look.at(address))
    return {panel.source: list(panel.knobs_shown) for panel in panels}, sentences


def test_a_page_that_is_not_presented_has_all(address):
    address["present"] = "0"
    assert present.staying(PANELS, Look.at(address)) == (PANELS, [])


@pytest.mark.parametrize(
    ("show", "knobs"),
    [
        ("gravity", {"run_1": ["gravity"]}),
        ("period", {"run_0": ["period"], "run_1": ["period"]}),
        ("K", {"run_0": ["period"], "run_1": ["period"]}),
        ("c.period", {"run_1": ["period"]}),
        ("C.K", {"run_1": ["period"]}),
        ("stream.passes, c.g", {"stream": ["passes"], "run_1": ["gravity"]}),
        ("Step Size", {"run_0": ["eta"], "run_1": ["eta"]}),
    ],
)
def test_a_link_names_knobs_by_name_letter_or_label(address, show, knobs):
    assert stay(address, show) == (knobs, [])


@pytest.mark.parametrize("show", [None, "", " , "])
def test_a_link_that_names_none_leaves_the_first_ones_of_the_cards(address, show):
    knobs = {"run_0": ["period"], "run_1": ["gravity", "period"]}
    assert stay(address, show) == (knobs, [])


def test_names_of_knobs_that_stand_elsewhere_on_the_page_are_no_mistake(address):
    address["show"] = "gravity, cloud"
    panels, sentences = present.staying(PANELS[:3], Look.at(address), ("cloud", "at_most"))
    assert [panel.source for panel in panels] == ["run_1"] and not sentences


def test_where_there_are_no_cards_all_that_are_in_sight_stay(address):
    panels, _ = present.staying(PANELS[:1], Look.at(address))
    assert list(panels[0].knobs_shown) == ["loss", "passes", "intercept", "comparator"]


@pytest.mark.parametrize("show", ["k", "grafity", "b.gravity", "a.gravity", "x" * 400])
def test_an_unknown_name_is_told_and_what_there_is(address, show):
    knobs, (sentence,) = stay(address, show)
    assert knobs == stay(address, None)[0], "the usual ones"
    assert sentence.startswith("There is no knob “") and "gravity (g), " in sentence
    assert "period (K)" in sentence and "x" * 40 not in sentence


def test_a_letter_of_several_knobs_is_refused(address):
    _, (sentence,) = stay(address, "η")
    assert sentence == "“η” may be any of eta, linked: name one of them."


def test_what_stays_can_be_turned_and_nothing_else(address):
    panels, _ = present.staying(PANELS, Look.at(address))
    assert all(panel.button is None and not panel.payload()["open"] for panel in panels)
    assert not any(knob["rare"] for panel in panels for knob in panel.payload()["knobs"])
    assert all(panel.heading["fixed"] and not panel.heading["removable"] for panel in panels)


def test_runs_of_one_method_are_told_apart_by_the_knobs_that_do_not_stay(address):
    address["show"] = "threshold"
    panels, _ = present.staying(PANELS, Look.at(address))
    assert {panel.heading["name"] for panel in panels} == {"Rounding, K = 1"}


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_each_knob_of_a_lesson_can_be_named_by_its_letter(lesson, address):
    panel = Panel(lesson.key, "knobs", lesson.knobs(), MOVE)
    for name, knob in panel.knobs_shown.items():
        if knob.symbol:
            address["show"] = knob.symbol
            (shown,), sentences = present.staying([panel], Look.at(address))
            assert list(shown.knobs_shown) == [name] and not sentences
