"""The lessons in reading order, a folder each; ``ui.lessons`` puts them on the page.

A lesson's ``__init__`` is its table of contents: the ``LESSON`` with its claim, formula, symbols
and source. Beside it stand ``evidence`` (its knobs, and what it runs), ``pictures``, ``words`` and
``exercises``, and whatever else only this lesson has. None of these touches the page; only an
element that no other lesson has, to be dragged (``hand``) or started (``race``), shows itself.
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
