"""What a class was asked and what it set, in the words of its pages."""

from __future__ import annotations

import pytest

from pages.catalogue import PAGES
from ui.classroom.answer_table import AnswerRow, AskedQuestion, table_of
from ui.classroom.room import UNCLEAR, ClassQuestion, ClassSetting
from ui.events.class_words import PageWords
from ui.playground.contest_judge import PlaygroundJudge

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


def test_an_address_ahead_of_its_card_or_out_of_a_lesson_asks_the_step_of_the_key():
    for query in ("step=3", "step=2&threshold=banana", "data=nowhere", ""):
        assert words.question(BET._replace(query=query)) == words.question(BET)
    beyond = AskedQuestion("rounding.77", "rounding", "step=77", ClassQuestion("rounding.77", 3))
    assert words.question(beyond).question == ""


@pytest.mark.parametrize(
    ("asked", "value", "said"),
    [
        (BET, "3", ("No, never.", "yes")),
        (BET, "1", ("Yes, soon: its votes agree.", "no")),
        (BET, UNCLEAR, ("unclear", "")),
        (GOAL, ClassSetting("step=5&period=30", reached=True).to_json(), ("period 30", "yes")),
        (GOAL, ClassSetting("step=5&period=9", reached=False).to_json(), ("period 9", "no")),
        # A question of her own beside a goal has no right answer.
        (
            AskedQuestion("own.1", "rounding", "step=5", OWN),
            ClassSetting("step=5&period=9", reached=False).to_json(),
            ("period 9", ""),
        ),
    ],
)
def test_a_row_says_the_answer_and_whether_it_is_right(asked, value, said):
    (row,) = table_of([AnswerRow(asked, 2, 1, value, 61.9)], words)
    step = asked.query.partition("=")[2]
    assert row[:2] == ("Rounding", step) and row[2].endswith((".", "?"))
    assert row[3:] == (2, 1, *said, "1:01")


def test_an_entry_names_all_knobs_of_its_method_and_what_was_turned_of_the_stream():
    judge = PlaygroundJudge()
    data, method, knobs = judge.describe("data=breast_cancer&a=rounding&stream.passes=5")
    assert (data, method) == ("Breast cancer", "Rounding")
    assert "threshold 0.1, period 1, passes 5" in knobs and "order" not in knobs
    assert judge.describe("data=class-gone&a=sgd").dataset == "", "and not the one shown instead"


def test_a_question_of_no_page_has_its_key_alone():
    assert words.question(AskedQuestion("nowhere.3", "nowhere", "")).question == ""
    assert words.setting(AskedQuestion("nowhere.3", "nowhere", ""), "x=1") == "x=1"
