"""The steps that were done to the data between its source and the learner."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

STAGES = {
    "read": "read",
    "cleaned": "cleaned",
    "encoded": "encoded",
    "target": "target",
    "grouped": "grouped",
    "expanded": "expanded",
    "split": "split",
    "scaled": "scaled",
    "compared": "compared with support examples",
    "constant": "constant added",
    "noise": "noise added",
}
"""The stages data passes, in order, and what a page calls them."""


class Step(NamedTuple):
    """One thing that was done: at which of ``STAGES``, and a sentence."""

    stage: str
    what: str


def steps(stage: str, sentences: Iterable[str]) -> tuple[Step, ...]:
    """All ``sentences`` as steps of one stage."""
    return tuple(Step(stage, sentence) for sentence in sentences)
