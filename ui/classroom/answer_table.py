"""The answers of a class as a teacher takes them home: a row of words for each.

Where the words of a lesson's question stand is no matter of this package: a ``ClassWords`` is given
to its routes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from ui.classroom.room import UNCLEAR, ClassQuestion

HEAD = ("page", "step", "question", "round", "seat", "answer", "right", "time")

LONGEST = 4
"""Digits of a step."""


class AskedQuestion(NamedTuple):
    """A question that a class was asked, and where it stood then: a page and its parameters.

    ``question`` is None for one that an earlier version asked, of which the key alone was kept.
    """

    key: str
    page: str
    query: str
    question: ClassQuestion | None = None

    @property
    def is_own(self) -> bool:
        """Whether it is the teacher's own."""
        return self.question is not None and bool(self.question.text)

    @property
    def of_story(self) -> tuple[str, int]:
        """The lesson and the step that ask it, by its key; ("", 0) for none.

        The address may be a moment ahead of the card that asks.
        """
        page, _, step = self.key.rpartition(".")
        is_step = not self.is_own and step.isascii() and step.isdigit() and len(step) <= LONGEST
        return (page, int(step)) if is_step else ("", 0)


class AnswerRow(NamedTuple):
    """An answer as it is kept; ``seat`` counts from 1 in no order of arrival.

    ``seconds`` are those since the class was opened, None where that was not kept.
    """

    asked: AskedQuestion
    round: int
    seat: int
    value: str
    seconds: float | None


@dataclass(frozen=True)
class QuestionWords:
    """The words of a question.

    Parameters
    ----------
    page : the title of the lesson or page where it was asked.
    step : of the lesson, "" for none.
    question : what was asked, "" where no words are known.
    answers : to choose from.
    right : of ``answers`` those that are right, counted from 1; empty where none is.
    """

    page: str
    step: str
    question: str
    answers: Sequence[str] = ()
    right: Sequence[int] = ()


class ClassWords(Protocol):
    """What knows the words of pages."""

    def question(self, asked: AskedQuestion) -> QuestionWords:
        """Return the words of a question, with those of the page alone where it has no other."""

    def setting(self, asked: AskedQuestion, query: str) -> str:
        """Return a setting in words: what differs from where the class stood, if that is known."""


class BareWords:
    """The words of a server without pages: keys and parameters as they are."""

    def question(self, asked: AskedQuestion) -> QuestionWords:
        """Return the key of the page."""
        return QuestionWords(asked.page, "", "")

    def setting(self, asked: AskedQuestion, query: str) -> str:
        """Return the parameters."""
        return query


def table_of(rows: Iterable[AnswerRow], words: ClassWords) -> Iterator[tuple[str | int, ...]]:
    """Yield the answers as rows with the columns of HEAD."""
    known: dict[str, QuestionWords] = {}
    settings: dict[tuple[str, str], str] = {}
    for row in rows:
        key, setting = row.asked.key, row.value
        if key not in known:
            known[key] = _question_words(row.asked, words)
        said = known[key]
        if setting.startswith("{"):
            if (key, setting) not in settings:
                query = json.loads(setting)["query"]
                settings[key, setting] = words.setting(row.asked, query)
            setting = settings[key, setting]
        place = said.page, said.step, said.question, row.round, row.seat
        yield *place, _answer(row.value, said, setting), _right(row, said), _time(row.seconds)


def _question_words(asked: AskedQuestion, words: ClassWords) -> QuestionWords:
    """The words of a question; the teacher's own brings them along."""
    found = words.question(asked)
    if asked.is_own:
        return replace(found, question=asked.question.text, answers=asked.question.answers)
    return found if found.question else replace(found, question=asked.key)


def _answer(value: str, said: QuestionWords, setting: str) -> str:
    if value == UNCLEAR:
        return "unclear"
    if value.startswith("{"):
        return setting
    is_choice = value.isdigit() and 0 < int(value) <= len(said.answers)
    return said.answers[int(value) - 1] if is_choice else value


def _right(row: AnswerRow, said: QuestionWords) -> str:
    """Whether an answer is right, or a setting reaches the goal of its step."""
    if row.value == UNCLEAR or row.asked.is_own:
        return ""  # an own question has no right answer, whatever the goal of the step beside it
    if row.value.startswith("{"):
        reached = json.loads(row.value)["reached"]
        return "" if reached is None else _yes(reached)
    return _yes(row.value in map(str, said.right)) if said.right else ""


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"


def _time(seconds: float | None) -> str:
    """Minutes and seconds, such as "7:05"."""
    if seconds is None:
        return ""
    minutes, rest = divmod(max(0, int(seconds)), 60)
    return f"{minutes}:{rest:02d}"
