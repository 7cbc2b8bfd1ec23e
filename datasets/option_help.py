"""The options of a recipe or of the preparation as a section of a docstring, from their knobs."""

from __future__ import annotations

import dataclasses
import inspect
import textwrap

from knobs import knobs_of, words_of

WIDTH = 96
"""Letters of a line."""


def option_lines(*kinds: type) -> str:
    """Return a paragraph for each option of some dataclasses: default, meaning, values.

    kinds : an option of several is explained once.

    Examples
    --------
    >>> from datasets.preparation.options import Preparation
    >>> option_lines(Preparation).splitlines()[3]
    "scaling : default 'none'"
    """
    texts: dict[str, list[str]] = {}
    for kind in kinds:
        knobs, words = knobs_of(kind), words_of(kind)
        for field in dataclasses.fields(kind):
            if (knob := knobs.get(field.name)) is not None:
                choices = ", ".join(map(repr, knob.choices))
                text = f"{knob.about} " + (
                    f"One of {choices}." if choices else f"It {knob.rule()}."
                )
            elif field.name in words:
                text = words[field.name].about
            else:
                continue
            body = textwrap.wrap(text, WIDTH - 4, break_on_hyphens=False)
            texts.setdefault(
                field.name,
                [f"{field.name} : default {field.default!r}", *(f"    {b}" for b in body)],
            )
    return "\n".join(line for lines in texts.values() for line in lines)


def explain_options(explained: object, heading: str, *kinds: type) -> None:
    """Add the options of ``kinds`` to the docstring of a class or a function."""
    plain = getattr(explained, "__doc__", None)
    if plain is None:  # python -OO keeps none
        return
    lines = inspect.cleandoc(plain), "", heading, "-" * len(heading), option_lines(*kinds)
    explained.__doc__ = "\n".join([*lines, ""])
