"""What a class was asked and what it set, in the words of its pages."""

from __future__ import annotations

import pytest

from pages.catalogue import PAGES
from ui.classroom.answer_table import AskedQuestion
from ui.classroom.room import ClassQuestion
from ui.events.class_words import PageWords

words = PageWords(lambda: PAGES)
BET = AskedQuestion("rounding.2", "rounding", "step=2", ClassQuestion("rounding.2", 3))
GOAL = AskedQuestion("rounding.5", "rounding", "step=5", ClassQuestion("rounding.5", 0, "setting"))
OWN = ClassQuestion("own.1", 0, "setting", "Which setting keeps ten?")


def test_a_bet_has_the_words_of_its_story_and_what_is_right():
    said = words.question(BET)
    assert (said.page, said.step) == (PAGES["rounding"].lesson.entry.title, "2")
    assert said.question.endswith("upper dotted line?")
    assert [answer[:3] for answer in said.answers] == ["Yes", "Yes", "No,"] and said.right == [3]


def test_a_goal_has_its_words_and_no_answers_to_choose_from():
    said = words.question(GOAL)
    assert "period" in said.question and said.answers == () and said.right == ()


@pytest.mark.parametrize(
    ("asked", "query", "said"),
    [
        (GOAL, "step=5&period=30", "period 30"),
        (GOAL, "step=5", "as it was"),
        (
            AskedQuestion("own.1", "playground", "a=sgd&b=sgd", OWN),
            "a=sgd&b=sgd&b.decay=0.9",
            "B: decay per pass 0.9",
        ),
    ],
)
def test_of_a_setting_what_differs_is_said(asked, query, said):
    assert words.setting(asked, query) == said


def test_a_question_of_no_page_has_its_key_alone():
    assert words.question(AskedQuestion("nowhere.3", "nowhere", "")).question == ""
    assert words.setting(AskedQuestion("nowhere.3", "nowhere", ""), "x=1") == "x=1"
