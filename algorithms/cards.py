"""The card of an algorithm: the docstring on top of its file, parsed by heading."""

from __future__ import annotations

import inspect
import sys
from typing import Any

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


def card(algorithm: Any) -> dict[str, str]:
    """The card of an algorithm or its class, by heading, in the order of ``HEADINGS``.

    Raises ValueError, naming the file and the heading, for a card that is not whole.

    Examples
    --------
    >>> from algorithms import CATALOGUE
    >>> card(CATALOGUE["fobos"])["Source"]
    'Dhingra et al., Alg. 4 and §2.3; Duchi & Singer 2009'
    """
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
