"""A widget shows a value of the view, and no message that is late undoes what it does not know."""

from __future__ import annotations

import pytest
import streamlit as st

from tests.support.views import on
from ui.session.bind import bind
from ui.view import View
from ui.visit import Visit

WINE, DIGITS = View(recipe=on("wine")), View(recipe=on("digits_4_9"))


@pytest.fixture
def session(monkeypatch) -> dict:
    """What Streamlit keeps of a session, with a visitor on wine."""
    held = {"visit": Visit(view=WINE)}
    held["visit"].address.arrive({"data": "wine"})
    monkeypatch.setattr(st, "session_state", held)
    return held


class Widget:
    """A bound list of datasets; ``brings`` is a message with what it shows in the browser."""

    def __init__(self, session: dict) -> None:
        self.session, self.chosen = session, []
        bound = bind("data", lambda view: view.recipe.key, self.choose)
        self.key, self.on_change = bound["key"], bound["on_change"]

    def choose(self, key: str) -> None:
        self.chosen.append(key)

    def brings(self, value: str) -> list[str]:
        self.session[self.key] = value
        self.on_change()
        return self.chosen


def test_it_shows_the_view_and_a_choice_is_followed(session):
    widget = Widget(session)
    assert session[widget.key] == "wine"
    assert widget.brings("digits_4_9") == ["digits_4_9"]


def test_what_it_shows_is_no_choice(session):
    """A widget that was hidden has no old value: whatever comes late is a change to Streamlit."""
    widget = Widget(session)
    assert widget.brings("wine") == []
    session["visit"].change(DIGITS)
    assert widget.brings("digits_4_9") == [], "the view of now counts"
    assert widget.brings("wine") == ["wine"], "chosen again before it was shown anew"


def test_what_it_showed_before_back_is_no_choice(session):
    session["visit"].change(DIGITS)
    before = Widget(session)
    session["visit"].go(WINE, [], {"data": "wine"}, [])
    assert before.brings("digits_4_9") == []
    after = Widget(session)
    assert after.key != before.key and session[after.key] == "wine"
    assert after.brings("digits_4_9") == ["digits_4_9"], "whoever wants it back may have it"
