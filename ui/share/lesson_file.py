"""A lesson of one's own as a file: the pinned views with their texts, in JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ui.playground.pin_list import (
    LONGEST_TEXT,
    LONGEST_TITLE,
    MOST_PINS,
    Pin,
    PinList,
    one_line,
)

FORMAT, VERSION = "sparsity-lab lesson", 1
"""The kind of the file, and the number of its format; one that reads differently has another."""

LONGEST = 60_000
"""Letters of a file that is read."""

LONGEST_VIEW = 1000
"""Letters of the address of a view."""


class LessonFileError(ValueError):
    """A file that is no lesson; the text says in one sentence what is wrong."""


def lesson_text(pins: PinList) -> str:
    """Return pinned views as the text of a lesson file."""
    views = [
        {"view": pin.address} | {part: getattr(pin, part) for part in LONGEST_TEXT} for pin in pins
    ]
    lesson = {"format": FORMAT, "version": VERSION, "title": pins.title, "pins": views}
    return json.dumps(lesson, ensure_ascii=False, indent=1)


def read_lesson(text: str) -> PinList:
    """Return the pinned views of a lesson file, with the first one gone to.

    Raises
    ------
    LessonFileError : it is no lesson, or one that does not fit.
    """
    if len(text) > LONGEST:
        raise LessonFileError(
            f"This file has {len(text):,} letters, and a lesson has at most {LONGEST:,}"
        )
    try:
        lesson = json.loads(text)
    except (ValueError, RecursionError):
        raise LessonFileError("This file is no lesson: it is not JSON") from None
    if not isinstance(lesson, dict) or lesson.get("format") != FORMAT:
        raise LessonFileError("This file is no lesson of Sparsity Lab")
    version = lesson.get("version")
    if type(version) is not int or version < 1:
        raise LessonFileError("This lesson does not say the version of its format")
    if version > VERSION:
        raise LessonFileError(
            f"This lesson has format {version}, and this Sparsity Lab reads {VERSION}: "
            "it was saved by a newer one"
        )
    title = _text_in(lesson, "title", LONGEST_TITLE, "This lesson")
    return PinList(_pins_in(lesson.get("pins")), title, at=0).check_length()


def _pins_in(views: Any) -> tuple[Pin, ...]:
    if not isinstance(views, list) or not views:
        raise LessonFileError("This lesson has no views")
    if len(views) > MOST_PINS:
        raise LessonFileError(f"This lesson has {len(views):,} views; {MOST_PINS} can be pinned")
    pins = tuple(
        _pin_in(view, f"View {number} of this lesson") for number, view in enumerate(views, 1)
    )
    if len({pin.address for pin in pins}) < len(pins):
        raise LessonFileError("This lesson has the same view twice")
    return pins


def _pin_in(view: Any, name: str) -> Pin:
    if not isinstance(view, dict) or not isinstance(view.get("view"), str):
        raise LessonFileError(f"{name} has no address")
    address = view["view"]
    if len(address) > LONGEST_VIEW:
        raise LessonFileError(
            f"{name} has an address of {len(address):,} letters, and at most "
            f"{LONGEST_VIEW:,} are read"
        )
    return Pin(
        address, **{part: _text_in(view, part, most, name) for part, most in LONGEST_TEXT.items()}
    )


def _text_in(owner: Mapping[str, Any], part: str, most: int, name: str) -> str:
    text = owner.get(part, "")
    if not isinstance(text, str):
        raise LessonFileError(f"{name} has a {part} that is no text")
    if len(" ".join(text.split())) > most:
        raise LessonFileError(f"{name} has a {part} of more than {most} letters")
    return one_line(text, most)
