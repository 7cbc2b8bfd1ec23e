"""The card of an algorithm: the docstring on top of its file, parsed by heading.

``explain`` makes of it, and of the declared knobs, what ``help`` and a wrong call say of a class.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import sys
import textwrap
from collections.abc import Mapping
from typing import Any

from knobs import Knob, knobs_of, words_of

HEADINGS = (
    "Idea",
    "Update",
    "Losses",
    "Where its zeros come from",
    "Knobs",
    "Cost per step",
    "Memory",
    "Source",
)
IN_HELP = ("Update", "Where its zeros come from", "Cost per step", "Source")
WIDTH = 96
"""Letters of a line of a docstring."""


def card(algorithm: Any) -> dict[str, str]:
    """The card of an algorithm or its class, by heading, in the order of ``HEADINGS``.

    Raises ValueError, naming the file and the heading, for a card that is not whole.

    Examples
    --------
    >>> from algorithms import CATALOGUE
    >>> card(CATALOGUE["fobos"])["Source"]
    'Dhingra et al., Alg. 4 and §2.3; Duchi & Singer 2009'
    """
    if isinstance(algorithm, str):
        raise ValueError(f"{algorithm!r} has no card: CATALOGUE[{algorithm!r}] has one")
    kind = algorithm if isinstance(algorithm, type) else type(algorithm)
    lines = inspect.cleandoc(sys.modules[kind.__module__].__doc__ or "").splitlines()
    texts: dict[str, list[str]] = {}
    for heading in HEADINGS:
        if heading not in lines:
            raise ValueError(f"{kind.__module__}: its card has no line “{heading}”")
        body = lines[lines.index(heading) + 1 :]
        end = next((i for i, line in enumerate(body) if not line.startswith("    ")), len(body))
        if end == 0:
            raise ValueError(f"{kind.__module__}: its card says nothing under “{heading}”")
        texts[heading] = [line.strip() for line in body[:end]]
    return {heading: " ".join(text) for heading, text in texts.items()}


def explain(method: Any) -> None:
    """Give a class of the catalogue a docstring with its knobs, and errors that name them."""
    if method.__doc__ is not None:  # python -OO keeps none
        method.__doc__ = LazyDocstring(method.__doc__)
    plain = method.__init__
    names = [field.name for field in dataclasses.fields(method)]

    @functools.wraps(plain)
    def __init__(self: Any, *values: Any, **knobs: Any) -> None:
        for name in knobs:
            if name not in names:
                raise TypeError(
                    f"{method.__name__} has no knob {name!r}: it has {', '.join(names)}"
                )
        plain(self, *values, **knobs)

    method.__init__ = __init__


class LazyDocstring:
    """The docstring of an algorithm's class, made when it is read: all of them take 0.1 seconds.

    plain : the class's own lines.
    """

    def __init__(self, plain: str) -> None:
        self.plain = plain

    def __get__(self, _instance: Any, method: Any) -> str:
        return method_docstring(method, self.plain)


def method_docstring(method: Any, plain: str) -> str:
    """Return the docstring of an algorithm's class: its ``plain`` lines, its card, its knobs."""
    knobs, words = knobs_of(method), words_of(method)
    lines = [f"{method.title}.", "", *inspect.cleandoc(plain).splitlines(), ""]
    lines += about_lines(method)
    texts = {}
    for field in dataclasses.fields(method):
        declared = words.get(field.name)
        if language := getattr(declared, "language", None):
            lines += section("What may stand in a rule", dict(language))
        text = knob_text(knobs[field.name]) if declared is None else declared.about
        texts[f"{field.name}, default {field.default!r}"] = text
    return "\n".join([*lines, *section("Parameters", texts)])


def about_lines(method: Any) -> list[str]:
    """The idea of an algorithm and what a docstring has of its card, a paragraph each."""
    about, lines = card(method), [*wrap(method.idea), ""]
    for heading in IN_HELP:
        lines += [*wrap(f"{heading}: {about[heading]}"), ""]
    return lines


def knob_text(knob: Knob) -> str:
    """A sentence about a knob, and the rule that it obeys."""
    return f"{knob.symbol}: {knob.about} It {knob.rule()}."


def section(title: str, texts: Mapping[str, str]) -> list[str]:
    """A section of a docstring as NumPy has them."""
    lines = [title, "-" * len(title)]
    for name, text in texts.items():
        lines += [name, *(f"    {line}" for line in wrap(text, WIDTH - 4))]
    return [*lines, ""]


def wrap(text: str, width: int = WIDTH) -> list[str]:
    """The lines of a text."""
    return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False)
