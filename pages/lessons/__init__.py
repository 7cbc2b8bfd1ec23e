"""The lessons in reading order. Each is a folder that never touches the page; ``ui.lessons`` does.

A lesson's ``__init__`` is its table of contents: the ``LESSON`` with its claim, formula, symbols
and source. Beside it stand ``evidence`` (its knobs, and what it runs), ``pictures``, ``words`` and
``exercises``, and whatever else only this lesson has.
"""

from importlib import import_module

ORDER = (
    "pages.lessons.shrinking",
    "pages.lessons.rounding",
    "pages.lessons.gravity",
    "pages.regret",
    "pages.lessons.subgradient",
    "pages.lessons.fobos_rda",
    "pages.lessons.l1_ball",
    "pages.lessons.counting",
    "pages.lessons.coordinates",
    "pages.lessons.groups",
    "pages.lessons.scale",
)

LESSONS = tuple(import_module(name).LESSON for name in ORDER)
