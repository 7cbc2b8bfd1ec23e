"""The progress of one visitor: what the address of a page does not say and pictures may need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field
from secrets import token_hex
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    from ui.dataset_library import Uploads
    from ui.playground.trial_log import TrialLog


@dataclass(eq=False)
class Progress:
    """The progress of one visitor, which ends with their session.

    Events find it by its token, which only the page of that visitor has.

    Parameters
    ----------
    token : 128 random bits.
    answers : what was given as answers in exercises, and how many hints, by the exercise's key.
    history : the settings that were tried in the playground, by data and stream; see
        ``ui.playground.trial_log``.
    restored : the keys of those trials that the browser kept before and has brought back.
    forgets : how often the trials of a key were forgotten, which the browser hears of.
    played : the runs were shown as a film, as they are on first sight.
    uploads : the files that this visitor took in; None before any page was shown.
    """

    token: str = field(default_factory=lambda: token_hex(16))
    answers: dict[str, Any] = field(default_factory=dict)
    history: dict[Hashable, TrialLog] = field(default_factory=dict)
    restored: set[Hashable] = field(default_factory=set)
    forgets: Counter[Hashable] = field(default_factory=Counter)
    played: bool = False
    uploads: Uploads | None = None

    def __post_init__(self) -> None:
        _by_token[self.token] = self


_by_token: WeakValueDictionary[str, Progress] = WeakValueDictionary()


def progress_of(token: str) -> Progress | None:
    """Return the progress of a visitor; None where this process does not have it."""
    return _by_token.get(token)
