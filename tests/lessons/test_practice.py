"""Exercises on a page: hints count up, answers stay when it is left, a number is one's own."""

from __future__ import annotations

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

AWAY = """
import streamlit as st
from pages.lessons import LESSONS
from ui.lessons.show import show

if "away" not in st.session_state:
    show(next(lesson for lesson in LESSONS if lesson.key == "shrinking"))
"""


def labels(app: AppTest) -> list[str]:
    return [button.label for button in app.button if button.label.startswith("Hint")]


def press(app: AppTest, label: str) -> None:
    next(button for button in app.button if button.label == label).click().run()


@pytest.fixture
def app() -> AppTest:
    """A lesson whose page can be left."""
    st.cache_resource.clear()
    app = AppTest.from_string(AWAY, default_timeout=60)
    app.query_params["student"] = "7"
    return app.run()


def leave_and_return(app: AppTest) -> None:
    app.session_state["away"] = True
    app.run()
    assert not app.number_input
    del app.session_state["away"]
    app.run()


def test_the_button_says_which_hint_comes_next(app):
    first = labels(app)[0]
    assert first.startswith("Hint 1 of")
    count = int(first.split()[-1])
    for given in range(1, count):
        press(app, labels(app)[0])
        assert labels(app)[0] == f"Hint {given + 1} of {count}" and len(app.info) == given
    before = len(labels(app))
    press(app, labels(app)[0])
    assert len(app.info) == count and len(labels(app)) == before - 1, "none is left"


def test_answers_and_hints_stay_when_the_page_is_left(app):
    numbers = [field for field in app.number_input if field.key != "student"]
    assert numbers and numbers[0].value is None
    key = numbers[0].key
    numbers[0].set_value(0.25).run()
    press(app, labels(app)[0])
    leave_and_return(app)
    assert app.number_input(key=key).value == 0.25 and len(app.info) == 1


def test_the_students_number_is_that_of_the_address(app):
    assert app.number_input(key="student").value == 7
    app.query_params["student"] = "3"
    app.run()
    assert app.number_input(key="student").value == 3, "Back may have led there"
    app.number_input(key="student").set_value(5).run()
    assert app.query_params["student"] == "5" and app.number_input(key="student").value == 5
