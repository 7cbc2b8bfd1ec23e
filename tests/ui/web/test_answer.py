"""An answer to a movement does to its visit what a run would, and keeps nothing of it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest
from ui.web.at_once import Elsewhere

from ui import page, visit
from ui.address import PLAYGROUND
from ui.live.panels import Panel
from ui.movement import Movement
from ui.page import Page
from ui.view import View
from ui.visit import Visit

LOG = [{"n": 1, "source": "any", "live": False}]


@pytest.fixture
def shown() -> Page:
    """A page that shows nothing."""
    return Page(
        form=PLAYGROUND,
        title=lambda view: "",
        top=lambda view: None,
        panels=lambda view: None,
        evidence=lambda view, look: SimpleNamespace(),
        rows=lambda view, evidence: [],
        below=lambda view, evidence: None,
        height=lambda: "",
    )


def test_a_thread_that_hands_a_movement_on_keeps_no_visitor(shown):
    def move(view: View, movement: Movement) -> View:
        Visit.current()  # as a move does that looks at what was tried
        return view

    mine = Visit()
    mine.panels["any"] = Panel("any", "", mine.view.display, move)
    with pytest.raises(Elsewhere):
        page.answer(shown, mine, LOG)
    assert mine.ended and not vars(visit._OF_THE_RUN)


def test_a_hand_that_is_still_at_it_has_done_nothing_that_a_step_back_waits_for(shown, monkeypatch):
    monkeypatch.setattr(page, "_rows", lambda *_: None)
    mine = Visit()
    assert page.answer(shown, mine, [LOG[0] | {"live": True}]) == ({}, None)
    assert mine.heard == 1 and mine.moving and not mine.acted


def test_each_answer_reads_the_address_anew(shown, monkeypatch):
    monkeypatch.setattr(page, "_rows", lambda *_: None)
    mine, read = Visit(parameters={"a": "sgd"}), []
    page._rest(replace(shown, evidence=lambda view, look: read.append(mine.parameters)), mine)
    assert read == [None]


def test_what_follows_an_answer_keeps_no_evidence(shown, monkeypatch):
    monkeypatch.setattr(page, "_rows", lambda *_: None)
    mine = Visit()
    assert page._rest(shown, mine) == {} and mine.content is None
