"""Stories as tests ask them: their evidence, and the names of what is on the stage."""

from __future__ import annotations

from functools import lru_cache

from charts import Film
from ui import engine
from ui.lessons.lesson import Lesson
from ui.lessons.show import example


@lru_cache(maxsize=64)
def _gather(key: str, knobs) -> object:
    from pages.lessons import LESSONS

    lesson = next(lesson for lesson in LESSONS if lesson.key == key)
    data = engine.dataset(*example(lesson)) if lesson.example else None
    return lesson.evidence(knobs, data)


def evidence_of(lesson: Lesson, knobs) -> object:
    """The evidence that a lesson gathers of its own example."""
    return _gather(lesson.key, knobs)


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
