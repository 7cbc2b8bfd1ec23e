"""The lessons in reading order. Each is a folder that never touches the page; ``ui.lessons`` does.

A lesson's ``__init__`` is its table of contents: the ``LESSON`` with its claim, formula, symbols
and source. Beside it stand ``evidence`` (its knobs, and what it runs), ``pictures``, ``words`` and
``exercises``, and whatever else only this lesson has.
"""

from importlib import import_module

ORDER = (
    "shrinking",
    "rounding",
    "gravity",
    "regret",
    "subgradient",
    "fobos_rda",
    "l1_ball",
    "counting",
    "coordinates",
    "groups",
    "scale",
)

LESSONS = tuple(import_module(f"pages.lessons.{name}").LESSON for name in ORDER)
