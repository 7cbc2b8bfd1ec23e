"""A lesson as a sheet: one page in HTML, whose pictures the browser draws once.

The student's holds no answer: of each step it has what a reader sees who has said nothing yet. The
teacher's has the answers after each question. Pictures come as their data, and ``sheet.js`` draws
them with the painters of the app.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

import orjson

from charts import Film, Picture
from knobs import knobs_of
from ui.lessons.exercise import Task
from ui.lessons.lesson import Lesson
from ui.lessons.show import LessonPage, evidence
from ui.lessons.story import UNANSWERED
from ui.lessons.story_card import at_step, card
from ui.live.assets import BROWSER, HAND_STYLES, ROOT, modules, plotly_js
from ui.live.stage import text_of
from ui.look import AT_REST
from ui.memo import Memo
from ui.page import Row, is_own
from ui.sheet import parts
from ui.study.report import show
from ui.view import Place, View, opening

STYLE = (BROWSER / "sheet" / "sheet.css").read_text("utf-8")
MODULE = "ui/live/browser/sheet/sheet.js"

STEPS = Memo(32, in_keys=False)
"""The steps of both sheets of each lesson, whatever the number of the student."""

OWN_HEIGHT = "330px"
"""The height of a picture that only one lesson has."""

NOTE = (
    "A later step speaks of what an earlier one asks: answer each question before you turn the "
    "page."
)


@dataclass(frozen=True)
class StepText:
    """One step as a sheet has it.

    Parameters
    ----------
    number : of the step; the first is 1.
    said : what its card says to a reader who has not answered.
    place : where such a reader stands.
    """

    number: int
    said: dict[str, Any]
    place: Place


def sheet(lesson: Lesson, answers: bool = False, student: int = 0) -> str:
    """Return the sheet of a lesson in HTML.

    Parameters
    ----------
    answers : with the answers, for whoever teaches.
    student : the number from which the exercises get theirs.

    Raises
    ------
    ValueError : the lesson cannot show a step; the text says why.
    """
    title = escape(lesson.entry.title)
    steps, glossary = STEPS.get((lesson.key, answers), lambda: _steps(lesson, answers))
    whose = "with the answers, for whoever teaches" if answers else "Name:"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title} on paper · Sparsity Lab</title><style>{STYLE}</style>"
        f'<script type="module" src="{modules()}/{MODULE}"></script></head>'
        f'<body data-lesson="{lesson.key}" data-plotly="{plotly_js()}" data-still>'
        '<button type="button" class="print">Print</button>'
        f'<header><div class="code"></div><h1>{escape(lesson.entry.claim)}</h1>'
        f'<p class="whose">{whose}</p><p class="small">Sparsity Lab, lesson “{title}”. '
        f"{NOTE}</p></header>"
        f"{steps}{_exercises(lesson, answers, student)}{glossary}</body></html>"
    )


def _steps(lesson: Lesson, answers: bool) -> tuple[str, str]:
    """All steps, and the words that they use."""
    terms, numbers = dict[str, str](), range(1, len(lesson.story.steps) + 1)
    steps = "".join(_step(lesson, number, answers, terms) for number in numbers)
    return steps, _glossary(terms)


def _view(lesson: Lesson, place: Place) -> View:
    return opening().with_place(lesson.key, place)


def _card(lesson: Lesson, place: Place) -> dict[str, Any]:
    return card(lesson, place, evidence(lesson, _view(lesson, place)))


def _step(lesson: Lesson, number: int, answers: bool, terms: dict[str, str]) -> str:
    place = at_step(lesson, number)
    step = StepText(number, _card(lesson, place), place)
    said = step.said
    key = _answers(lesson, step) if answers else ""
    title = escape(said["steps"][number - 1])
    return (
        f'<section class="step" id="step-{number}"><h2>{number} · {title}</h2>'
        f"{parts.paragraph(parts.words(said['body'], terms))}"
        f"{''.join(_pictures(lesson, place))}{_knobs(lesson, step)}"
        f"{_question(step, terms, answers)}{key}"
        f'<p class="link" data-query="step={number}"></p></section>'
    )


def _pictures(lesson: Lesson, place: Place) -> Iterator[str]:
    """The rows of a step's stage, those side by side in one element."""
    page, view = LessonPage(lesson), _view(lesson, place)
    frames = (page.cue(view) or {}).get("frames")
    end = frames[1] if frames else -1
    for row in page.rows(view, evidence(lesson, view)):
        yield f'<div class="row">{"".join(_drawings(row, end))}</div>'


def _drawings(row: Row, end: int) -> Iterator[str]:
    if is_own(row):
        yield _own(row)
        return
    if isinstance(row, Film):
        yield parts.drawing(text_of(row), "film", end, row.alt, row.caption)
        return
    for picture in row:
        yield _figure(picture)


def _own(row: Row) -> str:
    """The place of a picture that only one lesson has: its module draws it there."""
    element = row.element(OWN_HEIGHT, AT_REST)
    module = Path(inspect.getfile(type(row))).with_name(f"{element.key}.js")
    path = f"{modules()}/{module.relative_to(ROOT).as_posix()}"
    data = {"name": element.key, "module": path, "data": dict(element.data)}
    sheets = (*HAND_STYLES, module.with_suffix(".css"))
    style = "".join(each.read_text("utf-8") for each in sheets)
    return f"<style>{style}</style>" + parts.drawing(orjson.dumps(data).decode(), "own")


def _figure(picture: Picture) -> str:
    caption = picture.caption.replace(picture.by_hand, "") if picture.by_hand else picture.caption
    own = {"alt": picture.alt, "caption": caption, "heading": picture.heading}
    return parts.drawing(text_of(picture), "figure", **own)


def _knobs(lesson: Lesson, step: StepText) -> str:
    """Where the knobs of a step stand."""
    declared = knobs_of(lesson.knobs)
    stand = ", ".join(
        f"{declared[name].label or name} {declared[name].symbol}".strip()
        + f": {show(getattr(step.place.knobs, name))}"
        for name in lesson.story.step(step.number).knobs
    )
    return parts.paragraph(escape(stand), "small")


def _question(step: StepText, terms: dict[str, str], answers: bool) -> str:
    """The bet of a step or its task, and on a student's sheet room for an answer."""
    bet, goal = step.said["bet"], step.said["goal"]
    asked = ""
    if bet:
        asked = parts.paragraph(parts.words(bet["question"], terms), "ask")
        asked += parts.boxes(parts.words(answer, terms) for answer in bet["answers"])
        asked += "" if answers else parts.lines("Because")
    if goal:
        asked += parts.paragraph(parts.words(goal["text"], terms), "ask")
        asked += "" if answers else parts.lines("What I set, and what I saw")
    return asked


def _answers(lesson: Lesson, step: StepText) -> str:
    """What a reader reads after an answer, for each answer, and where a task is done."""
    passage, terms = lesson.story.passage(step.number), dict[str, str]()
    said = []
    for number, answer in enumerate(passage.answers, 1):
        reply = _card(lesson, at_step(lesson, step.number, number))
        mark = "✓" if answer.right else "×"
        text = parts.words(reply["bet"]["reply"], terms)
        said.append(f"<li>{mark} <b>{escape(_plain(reply['bet']['answers'][number - 1]))}</b> ")
        said.append(f"{text}</li>")
    outcome = _outcome(lesson, step)
    replies = f"<ul>{''.join(said)}</ul>" if said else ""
    way = _way(lesson, step) if step.said["goal"] else ""
    content = replies + way + parts.paragraph(parts.words(outcome, terms))
    return f'<div class="key">{content}</div>' if content else ""


def _plain(pieces: Sequence[dict[str, Any]]) -> str:
    return "".join(piece["text"] for piece in pieces)


def _outcome(lesson: Lesson, step: StepText) -> list[dict[str, Any]]:
    """What everybody reads after the bet, or who reaches the goal."""
    own = lesson.story.step(step.number)
    if step.said["goal"]:
        reached = replace(step.place, knobs=replace(step.place.knobs, **own.solution))
        return _card(lesson, reached)["outcome"]
    if step.said["bet"]:
        return _card(lesson, at_step(lesson, step.number, UNANSWERED + 1))["outcome"]
    return []


def _way(lesson: Lesson, step: StepText) -> str:
    """The settings that bring a goal about, in words."""
    declared = knobs_of(lesson.knobs)
    solution = lesson.story.step(step.number).solution
    settings = ", ".join(
        f"{declared[name].label or name} {show(value)}" for name, value in solution.items()
    )
    return parts.paragraph(f"One way: {escape(settings)}.")


def _exercises(lesson: Lesson, answers: bool, student: int) -> str:
    tasks = [exercise(student) for exercise in lesson.exercises]
    if not tasks:
        return ""
    number = f", number {student}" if student else ""
    shown = "".join(_exercise(i, task, answers) for i, task in enumerate(tasks, 1))
    return f'<h2 class="exercises">Try it{number}</h2>{shown}'


def _exercise(number: int, task: Task, answers: bool) -> str:
    asked = parts.from_markdown(task.ask)
    if task.choices is not None:
        asked += parts.boxes(map(escape, task.choices))
    if task.text is not None:
        asked += f"<pre>{escape(task.text)}</pre>"
    room = parts.lines(f"Answer, in {task.unit}" if task.unit else "Answer", 3)
    if answers:
        room = f'<div class="key">{parts.from_markdown(task.reveal)}</div>'
    return f'<section class="step"><h3>Exercise {number}</h3>{asked}{room}</section>'


def _glossary(terms: dict[str, str]) -> str:
    """The words that the steps use, with what they mean."""
    named = sorted((word, sentence) for sentence, word in terms.items())
    said = "".join(f"<p><b>{escape(word)}</b>: {escape(about)}</p>" for word, about in named)
    return f'<section class="words"><h2>Words</h2>{said}</section>' if said else ""
