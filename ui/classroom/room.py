"""A room: the place of a class, and the question before it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, get_args

Phase = Literal["open", "closed", "split", "answer"]
"""Of a question: answers are taken, no more are taken, the split is shown, the answer is, too."""

Kind = Literal["choice", "number", "state"]
"""What an answer is: the number of a choice, a number, or a setting of knobs."""

PAGE = re.compile(r"[a-z][a-z0-9_]{0,40}|", re.ASCII)
LONGEST_QUERY, LONGEST_TEXT, MOST_NAMES, MOST_CHOICES, MOST_FRAMES = 8000, 300, 20, 6, 100_000


class ClassError(Exception):
    """Something that a class cannot do; the text is a sentence for whoever tried.

    Parameters
    ----------
    status : of the HTTP answer.
    """

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass(frozen=True)
class Question:
    """A question to the class.

    Parameters
    ----------
    key : tells it from others, such as "rounding.2": a lesson and its step.
    kind : what an answer is.
    choices : how many answers there are to choose from; 0 for other kinds.
    text : of a question of the teacher's own; "" where the page has it.
    """

    key: str
    kind: Kind = "choice"
    choices: int = 0
    text: str = ""

    def __post_init__(self) -> None:
        texts = isinstance(self.key, str) and isinstance(self.text, str)
        fits = texts and 0 < len(self.key) <= LONGEST_TEXT and len(self.text) <= LONGEST_TEXT
        if not fits or self.kind not in get_args(Kind):
            raise ClassError("This is no question that a class can be asked.")
        if not _is_whole(self.choices, 0, MOST_CHOICES):
            raise ClassError(f"A question has {MOST_CHOICES} answers at most.")

    def take(self, value: object) -> str:
        """Return an answer as it is kept.

        Raises
        ------
        ClassError : it is no answer to this question.
        """
        if self.kind == "choice" and _is_whole(value, 1, self.choices):
            return str(value)
        if self.kind == "number" and isinstance(value, int | float) and abs(value) < 1e12:
            return f"{float(value):.6g}"
        if self.kind == "state" and isinstance(value, str) and 0 < len(value) <= LONGEST_TEXT:
            return value
        raise ClassError("This is no answer to the question.")


@dataclass(frozen=True)
class Room:
    """Where a class stands.

    Parameters
    ----------
    page, query : the leader's address: the key of a page, "" for the first one, and parameters.
    frame : the frame of a film, None for where the page has it.
    look : the names that are lit in the pictures; None for those of the page.
    eyes : whether everybody is to look: followers cannot leave.
    question : None where nothing is asked.
    round : of the question, 1 or 2.
    phase : of the question.
    """

    page: str = ""
    query: str = ""
    frame: int | None = None
    look: tuple[str, ...] | None = None
    eyes: bool = False
    question: Question | None = None
    round: int = 1
    phase: Phase = "open"

    def __post_init__(self) -> None:
        if not (isinstance(self.page, str) and PAGE.fullmatch(self.page)):
            raise ClassError("This is no page of Sparsity Lab.")
        if not isinstance(self.query, str) or len(self.query) > LONGEST_QUERY:
            raise ClassError("The address of this view is too long for a class.")
        if self.frame is not None and not _is_whole(self.frame, 0, MOST_FRAMES):
            raise ClassError("There is no such frame.")
        if self.look is not None and not _are_names(self.look):
            raise ClassError("These are no names of what is in a picture.")
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
                values["question"] = Question(**values["question"])
            if isinstance(values.get("look"), list):
                values["look"] = tuple(values["look"])
            room = replace(self, **values)
        except TypeError:
            raise ClassError("This is no state of a class.") from None
        if not isinstance(room.question, Question | None):
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
        question, look = values.pop("question"), values.pop("look")
        asked = None if question is None else Question(**question)
        return cls(**values, question=asked, look=None if look is None else tuple(look))


def _is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _are_names(names: object) -> bool:
    if not isinstance(names, tuple) or len(names) > MOST_NAMES:
        return False
    return all(isinstance(name, str) and len(name) <= LONGEST_TEXT for name in names)
