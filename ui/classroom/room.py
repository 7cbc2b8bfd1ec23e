"""A room: the place of a class, the question before it, and its contest."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, get_args

from ui.classroom.contest import ClassContest
from ui.classroom.errors import ClassError

Phase = Literal["open", "split", "answer"]
"""Of a question: answers are taken, the split is shown, the answer is, too."""

Kind = Literal["choice", "number", "setting"]
"""Of an answer: one of several, a number, or a setting of the page where the class stands."""

PAGE = re.compile(r"[a-z][a-z0-9_]{0,40}|", re.ASCII)
LONGEST_QUERY, LONGEST_KEY, MOST_CHOICES = 8000, 100, 6
LONGEST_TEXT, LONGEST_CHOICE = 300, 120
"""Letters of a question that a teacher asks, and of one of its answers."""
LAST_FRAME, LAST_STEP, MOST_NAMES = 100_000, 1000, 24
"""Of a film; of a story; and things that are lit at once, or knobs in a hand."""

UNCLEAR = "?"
"""What is kept in place of an answer where a seat does not understand the question."""


@dataclass(frozen=True)
class ClassSetting:
    """A setting that a seat gave as its answer, and what the engine found there.

    Parameters
    ----------
    query : the parameters of its address.
    knobs : the source of a panel, the name of a knob there, and where it stands.
    reached : whether the goal of the step is reached; None where there is no goal.
    """

    query: str
    knobs: Sequence[tuple[str, str, float]] = ()
    reached: bool | None = None

    def to_json(self) -> str:
        """Return the setting as text, as it is kept; the same for equal settings."""
        return json.dumps(asdict(self), sort_keys=True)


@dataclass(frozen=True)
class ClassQuestion:
    """A question to the class: one whose words are on its page, or the teacher's own.

    Parameters
    ----------
    key : tells it from others, such as "rounding.2": a lesson and its step.
    choices : how many answers there are to choose from; 0 for numbers and settings.
    kind : of its answers.
    text : of the teacher's own question; "" where its words are on the page.
    answers : to the teacher's own question, to choose from.
    """

    key: str
    choices: int = 0
    kind: Kind = "choice"
    text: str = ""
    answers: Sequence[str] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.key, str) or not 0 < len(self.key) <= LONGEST_KEY:
            raise ClassError("This is no question that a class can be asked.")
        if self.kind not in get_args(Kind) or not isinstance(self.answers, list | tuple):
            raise ClassError("This is no question that a class can be asked.")
        if not _is_whole(self.choices, *((1, MOST_CHOICES) if self.kind == "choice" else (0, 0))):
            raise ClassError(f"A question has 1 to {MOST_CHOICES} answers.")
        if not _is_text(self.text, LONGEST_TEXT):
            raise ClassError(f"A question has {LONGEST_TEXT} letters at most.")
        named = len(self.answers)
        if not all(_is_text(each, LONGEST_CHOICE) for each in self.answers):
            raise ClassError(f"An answer has {LONGEST_CHOICE} letters at most.")
        if named and (not self.text or named != self.choices):
            raise ClassError("The answers do not belong to the question.")
        object.__setattr__(self, "answers", tuple(self.answers))  # JSON has lists alone

    def check(self, value: object) -> str:
        """Return an answer as it is kept; UNCLEAR stays what it is.

        Raises
        ------
        ClassError : it is no answer to this question.
        """
        if value == UNCLEAR:  # no text that a seat sends gets here: it is looked at as a setting
            return UNCLEAR
        if self.kind == "setting" and isinstance(value, ClassSetting):
            return value.to_json()
        if self.kind == "choice" and _is_whole(value, 1, self.choices):
            return str(value)
        if self.kind == "number" and is_number(value):
            return f"{float(value):.6g}"
        raise ClassError("This is no answer to the question.")


@dataclass(frozen=True)
class Room:
    """Where a class stands.

    Parameters
    ----------
    page, query : the leader's address: the key of a page, "" for the first one, and parameters.
    frame : of the leader's film where it stands still; -1 while it runs, and where there is none.
    look : the names of what the leader points at.
    hand : the knobs that the leader's hand holds just now, ``{"source", "values"}``, or None.
    eyes : whether everybody is to look: followers cannot leave.
    question : None where nothing is asked.
    round : of the question, 1 or 2.
    phase : of the question.
    picked : of the answers that are shown the one that is talked about, as it is kept; "" for none.
    contest : None where there was none yet.
    """

    page: str = ""
    query: str = ""
    frame: int = -1
    look: Sequence[str] = ()
    hand: Mapping[str, Any] | None = None
    eyes: bool = False
    question: ClassQuestion | None = None
    round: int = 1
    phase: Phase = "open"
    picked: str = ""
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
        if not _is_whole(self.frame, -1, LAST_FRAME) or not _are_names(self.look):
            raise ClassError("This is no state of a class.")
        if not _is_text(self.picked, LONGEST_CHOICE):
            raise ClassError("This is no state of a class.")
        if self.hand is not None and not _is_hand(self.hand):
            raise ClassError("This is no state of a class.")
        object.__setattr__(self, "look", tuple(self.look))  # JSON has lists alone
        if not is_round(self.round):
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
        return replace(room, picked="") if room.phase == "open" else room

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


def is_round(value: object) -> bool:
    """Return whether a value is a round of a question."""
    return _is_whole(value, 1, 2)


def is_step(value: object) -> bool:
    """Return whether a value is a step of a story, or 0 for none."""
    return _is_whole(value, 0, LAST_STEP)


def is_number(value: object) -> bool:
    """Return whether a value is a finite number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _are_names(value: object) -> bool:
    named = isinstance(value, list | tuple) and len(value) <= MOST_NAMES
    return named and all(_is_text(each, LONGEST_KEY) for each in value)


def _is_hand(value: object) -> bool:
    """Whether a value says of one panel where its knobs stand."""
    if not isinstance(value, Mapping) or set(value) != {"source", "values"}:
        return False
    held = value["values"]
    if not isinstance(held, Mapping) or not _is_text(value["source"], LONGEST_KEY):
        return False
    return _are_names(list(held)) and all(is_number(each) for each in held.values())


def _is_text(value: object, longest: int) -> bool:
    return isinstance(value, str) and len(value) <= longest


def _is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
