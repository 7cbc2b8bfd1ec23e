"""A room: the place of a class, the question before it, and its contest."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, get_args

from ui.classroom.contest import ClassContest
from ui.classroom.errors import ClassError

Phase = Literal["open", "split", "answer"]
"""Of a question: answers are taken, the split is shown, the answer is, too."""

PAGE = re.compile(r"[a-z][a-z0-9_]{0,40}|", re.ASCII)
LONGEST_QUERY, LONGEST_KEY, MOST_CHOICES = 8000, 100, 6


@dataclass(frozen=True)
class ClassQuestion:
    """A question to the class, whose words are on its page.

    Parameters
    ----------
    key : tells it from others, such as "rounding.2": a lesson and its step.
    choices : how many answers there are to choose from.
    """

    key: str
    choices: int

    def __post_init__(self) -> None:
        if not isinstance(self.key, str) or not 0 < len(self.key) <= LONGEST_KEY:
            raise ClassError("This is no question that a class can be asked.")
        if not _is_whole(self.choices, 1, MOST_CHOICES):
            raise ClassError(f"A question has 1 to {MOST_CHOICES} answers.")

    def check(self, value: object) -> int:
        """Return an answer.

        Raises
        ------
        ClassError : it is no answer to this question.
        """
        if not _is_whole(value, 1, self.choices):
            raise ClassError("This is no answer to the question.")
        return value


@dataclass(frozen=True)
class Room:
    """Where a class stands.

    Parameters
    ----------
    page, query : the leader's address: the key of a page, "" for the first one, and parameters.
    eyes : whether everybody is to look: followers cannot leave.
    question : None where nothing is asked.
    round : of the question, 1 or 2.
    phase : of the question.
    contest : None where there was none yet.
    """

    page: str = ""
    query: str = ""
    eyes: bool = False
    question: ClassQuestion | None = None
    round: int = 1
    phase: Phase = "open"
    contest: ClassContest | None = None

    def __post_init__(self) -> None:
        if not (isinstance(self.page, str) and PAGE.fullmatch(self.page)):
            raise ClassError("This is no page of Sparsity Lab.")
        if not isinstance(self.query, str) or len(self.query) > LONGEST_QUERY:
            raise ClassError("The address of this view is too long for a class.")
        if not isinstance(self.contest, ClassContest | None):
            raise ClassError("A contest is begun by its own request.")
        if not isinstance(self.eyes, bool) or self.phase not in get_args(Phase):
            raise ClassError("This is no state of a class.")
        if not _is_whole(self.round, 1, 2):
            raise ClassError("A question is asked twice at most.")

    def with_changes(self, changes: Mapping[str, Any]) -> Room:
        """Return the room after changes; another question begins anew.

        Raises
        ------
        ClassError : something in ``changes`` is no part of a room, or cannot be.
        """
        try:
            values = dict(changes)
            if isinstance(values.get("question"), Mapping):
                values["question"] = ClassQuestion(**values["question"])
            room = replace(self, **values)
        except TypeError:
            raise ClassError("This is no state of a class.") from None
        if not isinstance(room.question, ClassQuestion | None):
            raise ClassError("This is no question that a class can be asked.")
        if room.question != self.question:
            room = replace(room, round=1, phase="open")
        return room

    def to_json(self) -> str:
        """Return the room as text, as it is kept."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Room:
        """Return the room that was kept as a text."""
        values = json.loads(text)
        question, contest = values.pop("question"), values.pop("contest", None)
        return cls(
            **values,
            question=None if question is None else ClassQuestion(**question),
            contest=None if contest is None else ClassContest(**contest),
        )


def _is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
