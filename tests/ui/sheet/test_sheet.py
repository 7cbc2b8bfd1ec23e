"""Lessons on paper: every question and picture, answers on the teacher's alone, no markup."""

from __future__ import annotations

import re
from html import unescape

import pytest
from starlette.applications import Starlette

from pages.lessons import LESSONS
from tests.support.many.turns import in_turn
from tests.support.serving.page_client import PageClient
from tests.support.stories import evidence_of
from ui.lessons.exercise import Task
from ui.lessons.prose import Passage, spoken_text
from ui.lessons.story_card import at_step, place, scene
from ui.memo import Memo
from ui.sheet import page, parts
from ui.sheet.page import sheet
from ui.sheet.routes import sheet_of, sheet_route

BY_KEY = {lesson.key: lesson for lesson in LESSONS}
TAG = re.compile(r"<script.*?</script>|<style>.*?</style>|<[^>]+>", re.DOTALL)
LONG = 30
"""Letters from which a part of a text, between its numbers, belongs to that text alone."""

each_lesson = in_turn("lesson", LESSONS)


@pytest.fixture
def own_evidence(monkeypatch):
    """Evidence that other tests have gathered, too."""

    def evidence(lesson, view):
        return evidence_of(lesson, place(lesson, view).knobs)

    monkeypatch.setattr(page, "evidence", evidence)
    monkeypatch.setattr(page, "STEPS", Memo(26, in_keys=False))


def text_in(html: str) -> str:
    return " ".join(unescape(TAG.sub("", html)).split())


def stands_in(text: str, html: str) -> bool:
    """Whether a text is there, but for its numbers and what is too short to know it by."""
    parts_of_it = re.split(r"\s*\{\w+\}\s*", spoken_text(text))
    long = [part for part in parts_of_it if len(part) >= LONG]
    return bool(long) and all(part in html for part in long)


def said_after(passage: Passage) -> list[str]:
    """The texts that stand after a bet or a task."""
    replies = [answer.reply for answer in passage.answers]
    return replies + [w.text for group in passage.outcome.groups for w in group]


def asked_in(passage: Passage) -> list[str]:
    answers = [answer.text for answer in passage.answers]
    goals = [passage.goal.unconditional] if passage.goal else []
    return [text for text in (passage.question, *answers, *goals) if text]


@each_lesson
def test_a_student_s_sheet_asks_all_and_answers_nothing(own_evidence, lesson):
    html = sheet(lesson)
    said, source = text_in(html), unescape(html)
    for number, step in enumerate(lesson.story.steps, 1):
        passage = lesson.story.passage(number)
        numbers = re.compile(r"\\\{\w+\\\}")
        for text in asked_in(passage):
            pattern = numbers.sub(".+?", re.escape(spoken_text(text)))
            assert re.search(pattern, said), f"{step.key}: “{text}” is missing"
        assert [text for text in said_after(passage) if stands_in(text, source)] == []
    tasks = [exercise(0) for exercise in lesson.exercises]
    assert all(task.reveal not in source for task in tasks)
    assert html.count("<h3>Exercise") == len(tasks)


@each_lesson
def test_every_picture_of_every_step_is_there(own_evidence, lesson):
    html = sheet(lesson)
    steps = re.findall(r'<section class="step" id="step-\d+">.*?</section>', html, re.DOTALL)
    assert len(steps) == len(lesson.story.steps)
    for number, section in enumerate(steps, 1):
        at = at_step(lesson, number)
        rows = scene(lesson, at).stage(evidence_of(lesson, at.knobs))
        pictures = sum(len(row) if isinstance(row, list | tuple) else 1 for row in rows)
        assert section.count("<figure") == pictures
        assert f'data-query="step={number}"' in section


def test_a_teacher_s_sheet_has_the_answers(own_evidence):
    lesson = BY_KEY["rounding"]
    said = text_in(sheet(lesson, answers=True))
    for number in range(1, len(lesson.story.steps) + 1):
        replies = [answer.reply for answer in lesson.story.passage(number).answers]
        assert all(stands_in(text, said) for text in replies if len(text) > 3 * LONG)
    assert "One way: period" in said and "K = 5" in said
    assert "Because" not in said


def test_a_student_s_number_gives_other_numbers(own_evidence):
    lesson = BY_KEY["shrinking"]
    assert "Try it, number 7" in sheet(lesson, student=7)
    assert sheet(lesson, student=7) != sheet(lesson)


def test_no_text_is_markup():
    assert "<i>" not in parts.from_markdown(
        "<i> **b** </i>\n\n| <i> | x |\n|---|---|\n| a | **b** |"
    )
    assert "<b>b</b>" in parts.from_markdown("a **b**")
    drawn = parts.drawing('{"name": "</script><i>"}', "figure", alt='"><i>', caption="<i>")
    assert "<i>" not in drawn and drawn.count("</script>") == 1
    pieces = [{"kind": "plain", "text": "<i>"}, {"kind": "bold", "text": "b"}]
    assert parts.words(pieces, {}) == "&lt;i&gt;<b>b</b>"


def test_an_exercise_that_offers_answers_has_a_box_for_each():
    task = Task("Which?", lambda given: None, (), "**b**", choices=("a", "b"))
    student, teacher = (page._exercise(1, task, answers) for answers in (False, True))
    assert student.count("<li>") == 2 and "key" not in student
    assert "<b>b</b>" in teacher and "Answer" not in teacher


def test_the_route_answers_for_lessons_alone(own_evidence):
    maker = {"gravity": type("PageOfOne", (), {"lesson": BY_KEY["gravity"]}), "data": object()}
    client = PageClient(Starlette(routes=[sheet_route(lambda: maker)]))
    found = client.get("/sheet.html?lesson=gravity&student=x")
    assert found.status == 200 and found.headers["content-type"].startswith("text/html")
    assert (
        'data-lesson="gravity"' in found.text and "number" not in found.text.split("Try it")[1][:9]
    )
    for key in ("data", "nonsense", ""):
        refused = client.get(f"/sheet.html?lesson={key}")
        assert refused.status == 404 and "no such lesson" in refused.text


def test_steps_are_made_once_whatever_number_is_asked_for(monkeypatch):
    made = []

    def make(lesson, answers):
        made.append(answers)
        return "<p>", ""

    monkeypatch.setattr(page, "_steps", make)
    monkeypatch.setattr(page, "STEPS", Memo(26, in_keys=False))
    pages = {"shrinking": type("PageOfOne", (), {"lesson": BY_KEY["shrinking"]})}
    sheets = {sheet_of(lambda: pages, "shrinking", False, student) for student in range(20)}
    sheet_of(lambda: pages, "shrinking", True, 0)
    assert made == [False, True] and len(sheets) == 20
