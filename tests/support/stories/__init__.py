"""Stories as tests ask them: their evidence, and the names of what is on the stage."""

from __future__ import annotations

from functools import cache, lru_cache

from charts import Film
from ui import engine
from ui.lessons import story_card
from ui.lessons.lesson import Lesson
from ui.lessons.show import example
from ui.lessons.story import SHOWN, UNANSWERED


def _gather(key: str, knobs) -> object:
    lesson = _lesson(key)
    data = engine.dataset(*example(lesson)) if lesson.example else None
    return lesson.evidence(knobs, data)


# Seven files of tests look at the steps as they open, at 47 settings in all: those are kept.
_opening, _other = cache(_gather), lru_cache(maxsize=64)(_gather)


def _lesson(key: str) -> Lesson:
    from pages.lessons import LESSONS

    return next(lesson for lesson in LESSONS if lesson.key == key)


@cache
def _openings(key: str) -> frozenset:
    """The knobs at which the steps of a lesson open, before their bet and after it."""
    lesson = _lesson(key)
    numbers = range(1, len(lesson.story.steps) + 1)
    return frozenset(
        story_card.knobs_at(lesson, n, bet) for n in numbers for bet in (UNANSWERED, SHOWN)
    )


def evidence_of(lesson: Lesson, knobs) -> object:
    """The evidence that a lesson gathers of its own example."""
    gather = _opening if knobs in _openings(lesson.key) else _other
    return gather(lesson.key, knobs)


def shown_names(rows) -> set[str]:
    """The names that a step may point at: pictures, and the curves, bars and tiles in them."""
    names: set[str] = set()
    for row in rows:
        if isinstance(row, Film):
            names.add(row.name)
            for scene in row.scenes:
                names |= {scene.title, *marks_of(scene.payload())}
        elif isinstance(row, list | tuple):
            for picture in row:
                names.add(picture.name)
                names |= {curve["name"] for curve in picture.data if curve.get("name")}
        else:
            names |= set(getattr(row, "names", ()))
    return names


def marks_of(payload: dict) -> set[str]:
    """The names of the curves, levels, bars, tiles or rows of a scene."""
    lines = (*payload.get("tracks", ()), *payload.get("levels", ()))
    rows = {row["label"] for row in payload.get("rows", ())}
    return {line["name"] for line in lines} | set(payload.get("names", ())) | rows
