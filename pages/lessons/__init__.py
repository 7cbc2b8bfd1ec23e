"""The lessons in reading order, a folder each; ``ui.lessons`` puts them on the page.

A lesson's ``__init__`` is its table of contents: the ``LESSON`` with its claim, formula, symbols
and source. Beside it stand ``evidence`` (its knobs, and what it runs), ``pictures``, ``words`` and
``exercises``, and whatever else only this lesson has. None of these touches the page; only an
element that no other lesson has, to be dragged (``hand``) or started (``race``), shows itself.
"""

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from itertools import zip_longest

from ui.lessons import Lesson

ORDER = (
    "online",
    "zeros",
    "rounding",
    "gravity",
    "shrinking",
    "regret",
    "subgradient",
    "fobos_rda",
    "l1_ball",
    "counting",
    "coordinates",
    "groups",
    "scale",
)


def _course() -> Iterator[Lesson]:
    """The lessons in their order, each with the one that it leads on to."""
    lessons = [import_module(f"pages.lessons.{name}").LESSON for name in ORDER]
    for lesson, following in zip_longest(lessons, lessons[1:]):
        yield replace(lesson, onward=following and (following.key, following.title))


LESSONS = tuple(_course())
