"""The answers that a whole class gets: computed and written down once, for all who follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

import orjson

from ui.classroom.leader_movement import SOURCE
from ui.events.answer import Event, Updates
from ui.memo import Memo
from ui.session.progress import Progress

_ANSWERS: Memo = Memo(64, in_keys=False)


class _PersonalAnswerError(Exception):
    """The answer is only for the one who asked."""

    def __init__(self, updates: Updates) -> None:
        super().__init__()
        self.updates = updates


def class_key(event: Event, progress: Progress) -> tuple[str, ...] | None:
    """Return what the answer to a follower's movement depends on; None for any other movement.

    A visitor who has tried settings, answered exercises or brought files sees those, too.
    """
    if len(event.log) != 1 or event.log[0]["source"] != SOURCE or event.log[0]["live"]:
        return None
    files = progress.uploads is not None and progress.uploads.kinds
    if progress.history or progress.answers or files:
        return None
    asked = event.log[0]["value"]
    # By its data it is forgotten, where these go with their class.
    data = dict(parse_qsl(asked)).get("data", "") if isinstance(asked, str) else ""
    return event.page, event.query, asked, data


def known_answer(key: tuple[str, ...] | None) -> Updates | None:
    """Return the answer that another follower got; None where nobody has asked yet."""
    return _ANSWERS.lookup(key) if key else None


def shared_answer(key: tuple[str, ...], compute: Callable[[], Updates]) -> Updates:
    """Return an answer, computed once for all followers who ask at the same time or later."""

    def encode() -> Updates:
        updates = compute()
        if updates.rest is not None:  # it holds on to the visitor
            raise _PersonalAnswerError(updates)
        return replace(updates, elements=orjson.Fragment(to_json(updates.elements)))

    try:
        return _ANSWERS.get(key, encode)
    except _PersonalAnswerError as error:
        return error.updates


def to_json(data: Any) -> bytes:
    """Return ``data`` as JSON, arrays as lists."""
    return orjson.dumps(data, option=orjson.OPT_SERIALIZE_NUMPY)
