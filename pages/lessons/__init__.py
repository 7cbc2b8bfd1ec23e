"""The lessons in reading order, a folder each; ``ui.lessons`` puts them on the page.

The files of a lesson's folder:

* ``__init__``: the table of contents, a ``LESSON`` with its claim, formula, symbols and source;
* ``evidence``: its knobs, and what it runs;
* ``pictures``: films and figures, drawn from the evidence;
* ``story.md`` and ``story``: the prose of its steps; their scenes, knobs and claims as code;
* ``words``: the lead and the explanation, with numbers of the evidence;
* ``exercises``: tasks, hints and checks.

Any other file is this lesson's own, such as ``twin`` (its algorithm in plain Python) or
``story_pictures``. None of these touches the page; only an element that no other lesson has, to be
dragged (``hand``) or started (``race``), shows itself. ``docs/adding.md`` tells how to add one.
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
    lessons = [import_module(f"{__name__}.{name}").LESSON for name in ORDER]
    for lesson, following in zip_longest(lessons, lessons[1:]):
        yield replace(lesson, onward=following and (following.key, following.entry.title))


LESSONS = tuple(_course())
