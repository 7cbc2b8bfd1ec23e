"""Every lesson opens on its claim and at both ends of every knob; words and exercises are whole."""

from __future__ import annotations

import json

import orjson
import pytest

import datasets
from charts import Film
from knobs import format_value, knobs_of
from pages.lessons import LESSONS, ORDER
from tests.support.many.turns import in_turn
from tests.support.views import extremes, open_lesson
from ui import movement
from ui.lessons import Task
from ui.lessons.show import page_of
from ui.live.panel import Panel
from ui.live.stage import text_of
from ui.look import AT_REST
from ui.page import gather_evidence
from ui.session.address_bar import AddressBar
from ui.visit import Visit

MOST_WORDS = 500


def data_of(lesson):
    """The dataset it opens on."""
    if lesson.example is None:
        return None
    name, options = lesson.example
    return datasets.load(name, **options)


def ends():
    """(lesson, knob, text) for both ends of every knob, and every choice."""
    for lesson in LESSONS:
        for name, knob in knobs_of(lesson.knobs).items():
            for stop in extremes(knob):
                yield lesson, name, stop


each = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)


@each
def test_it_opens_on_its_claim(lesson):
    app = open_lesson(lesson.key)
    assert not app.exception and not app.error
    assert any(lesson.entry.claim in text.value for text in app.markdown)


@in_turn(("lesson", "name", "stop"), ends())
def test_it_stands_at_the_ends_of_its_knobs(lesson, name, stop):
    own = page_of(lesson)
    view, notes = own.form.decode({name: stop}, None)
    assert notes or dict(own.form.encode(view), step="0") in (
        {"step": "0"},
        {"step": "0", name: stop},
    )
    evidence, problem = gather_evidence(own, view, AT_REST)
    # Knobs may exclude each other, but then in a sentence.
    assert not problem or len(problem.split()) > 3
    if not problem:
        assert (
            is_drawable(own.rows(view, evidence))
            and own.lead(view, evidence)
            and lesson.words(evidence)
        )


def is_drawable(rows) -> bool:
    """True if everything of the stage can be sent to a browser, and there is something."""
    for row in rows:
        if hasattr(row, "show"):
            row.show("400px")
        elif hasattr(row, "element"):
            assert json.loads(orjson.dumps(row.element("400px", AT_REST).data))
        else:
            for part in [row] if isinstance(row, Film) else row:
                assert json.loads(text_of(part))
    return len(rows) > 0


@each
def test_a_knob_that_is_moved_stands_in_the_address(lesson):
    own = page_of(lesson)
    view, _ = own.form.decode({"step": "0"}, None)
    visit = Visit(view=view, address=AddressBar(form=own.form, written={}))
    move = movement.lesson(lesson.key, lesson.knobs)
    visit.panels = {lesson.key: Panel(lesson.key, "knobs", lesson.knobs(), move)}
    sliders = [
        (n, k) for n, k in knobs_of(lesson.knobs).items() if not (k.flag or k.choices or k.by_hand)
    ]
    assert sliders
    for number, (name, knob) in enumerate(sliders, 1):
        stops = [stop for stop in knob.stops() if stop != getattr(lesson.knobs(), name)]
        entry = {"n": number, "source": lesson.key, "live": False}
        visit.hear([entry | {"values": {name: stops[len(stops) // 2]}}])
        if not visit.notes:  # knobs that exclude each other are named in a sentence
            assert own.form.encode(visit.view)[name] == format_value(stops[len(stops) // 2])
    assert visit.view != view


@each
def test_what_it_says(lesson):
    evidence = lesson.evidence(lesson.knobs(), data_of(lesson))
    text = f"{lesson.lead(evidence)} {lesson.words(evidence)}"
    assert 60 <= len(text.split()) <= MOST_WORDS
    assert "nan" not in text.lower().split() and "inf" not in text.lower().split()
    rows = lesson.stage(evidence)
    assert rows
    for film in (part for part in rows if isinstance(part, Film)):
        payload = json.loads(text_of(film))
        assert film.alt and len(film.at) > 1 and payload["scenes"]
        assert len(film.table()) == len(film.at)
    assert lesson.formula.latex and lesson.formula.source


@in_turn("lesson", LESSONS)
def test_its_exercises_are_whole(lesson):
    assert 2 <= len(lesson.exercises) <= 3
    for exercise in lesson.exercises:
        tasks = [exercise(seed) for seed in range(4)]
        for task in tasks:
            assert isinstance(task, Task) and task.ask and task.hints and task.reveal
            assert task.choices is None or len(task.choices) > 1


@each
def test_its_exercises_answer(lesson):
    app = open_lesson(lesson.key, step="0", student="3")
    before = len(app.info)
    for label in ("Hint 1", "Check", "Reveal"):
        next(button for button in app.button if button.label.startswith(label)).click().run()
        assert not app.exception
    assert len(app.info) > before and (app.error or app.success or app.warning)
    assert "Hide" in [button.label for button in app.button]


def test_addresses_and_names_are_apart():
    assert len({lesson.entry.title for lesson in LESSONS}) == len(LESSONS)
    assert len({lesson.key for lesson in LESSONS}) == len(LESSONS)


def test_a_lesson_stands_in_the_folder_of_its_name():
    assert tuple(lesson.key for lesson in LESSONS) == ORDER
