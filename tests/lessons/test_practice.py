"""Exercises on a page: hints count up, answers stay when it is left, a number is one's own."""

from __future__ import annotations

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from pages.lessons import LESSONS
from ui.lessons.exercise import Task, Verdict, refusal

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
    app.query_params["step"] = "0"  # free play: a story has its exercises folded away
    return app.run()


def leave_and_return(app: AppTest) -> None:
    app.session_state["away"] = True
    app.run()
    assert not app.number_input
    del app.session_state["away"]
    app.run()


def test_the_button_says_which_hint_comes_next_and_rests_after_the_last(app):
    first = labels(app)[0]
    assert first.startswith("Hint 1 of")
    count = int(first.split()[-1])
    for given in range(1, count):
        press(app, labels(app)[0])
        assert labels(app)[0] == f"Hint {given + 1} of {count}" and len(app.info) == given
    press(app, labels(app)[0])
    rest = next(button for button in app.button if button.label == "No more hints")
    assert len(app.info) == count and rest.disabled


def number_field(app: AppTest):
    """The field of the exercise that asks for a number."""
    for i in range(4):
        fields = [field for field in app.number_input if field.key != "student"]
        if fields:
            return fields[0]
        app.session_state["shrinking_exercise"] = i
        app.run()
    raise AssertionError("no exercise asks for a number")


def test_answers_hints_and_verdicts_stay_when_the_page_is_left(app):
    field = number_field(app)
    assert field.value is None
    press(app, "Check")
    assert app.error[0].value == "Give an answer first."
    number_field(app).set_value(0.25).run()
    assert not app.error, "a verdict on another answer is gone"
    press(app, labels(app)[0])
    press(app, "Check")
    verdict = [box.value for box in (*app.error, *app.success)]
    leave_and_return(app)
    assert number_field(app).value == 0.25 and len(app.info) == 1
    assert [box.value for box in (*app.error, *app.success)] == verdict != []


def test_nonsense_is_refused_before_it_is_judged():
    task = Task("How many?", lambda k: Verdict(True, ""), (), "", unit="steps", least=1, whole=True)
    assert refusal(task, -2) == "-2 cannot be: the number of steps is at least 1."
    assert refusal(task, 2.5) == "2.5 cannot be: a number of steps is whole."
    assert refusal(task, 3) == ""


def test_the_students_number_is_that_of_the_address(app):
    assert app.number_input(key="student").value == 7
    app.query_params["student"] = "3"
    app.run()
    assert app.number_input(key="student").value == 3, "Back may have led there"
    app.number_input(key="student").set_value(5).run()
    assert app.query_params["student"] == "5" and app.number_input(key="student").value == 5


def test_of_several_exercises_one_is_in_sight_and_the_others_are_a_press_away(app):
    (chooser,) = (each for each in app.get("button_group") if each.key == "shrinking_exercise")
    lesson = next(lesson for lesson in LESSONS if lesson.key == "shrinking")
    assert len(chooser.proto.options) == len(lesson.exercises) > 1
