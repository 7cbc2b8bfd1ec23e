"""A contest: the best prediction with at most k features, on rows that no run learns from.

Which rows those are is drawn by a secret that stays on the server. Where a run of an entry is
computed is no matter of this package: a ``ContestJudge`` is given to its routes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from ui.classroom.errors import ClassError

MOST_FEATURES = 10**6
LETTERS = "ABCD"
PHASES = ("open", "over")


@dataclass(frozen=True)
class ClassContest:
    """A contest, as everybody in the class hears of it.

    Parameters
    ----------
    number : of the contest in its class, from 1.
    data : the parameters of an address that name the dataset and its preparation.
    k : with how many features an entry may lead, at most.
    measure : by which entries are compared, as pages name it.
    rises : whether more of it is better.
    phase : "open" while entries are taken, then "over".
    """

    number: int
    data: str
    k: int
    measure: str
    rises: bool
    phase: Literal["open", "over"] = "open"

    def __post_init__(self) -> None:
        check_most_features(self.k)
        if self.phase not in PHASES:
            raise ClassError("This is no state of a contest.")


class ContestData(NamedTuple):
    """The data of a contest: the parameters that name them, the measure, and its direction."""

    data: str
    measure: str
    rises: bool


class EntryScore(NamedTuple):
    """A run of an entry, computed.

    Parameters
    ----------
    query : the parameters of an address that shows this run, and no other.
    features : with a weight that is not 0 at its end.
    score : the contest's measure on the hidden rows.
    """

    query: str
    features: int
    score: float


class EntryWords(NamedTuple):
    """A run of an entry in words: the dataset, the method, and where all knobs of it stand."""

    dataset: str
    method: str
    knobs: str


class ContestJudge(Protocol):
    """What computes for contests.

    ``find_data`` and ``score`` raise ValueError with a sentence for who asked.
    """

    def find_data(self, query: str) -> ContestData:
        """Return the data of the address of a playground, for a contest on them."""

    def score(self, data: str, secret: int, query: str, letter: str) -> EntryScore:
        """Return the score of a run of a playground's address, in a contest on ``data``.

        The rows that ``secret`` draws are hidden from the run; its score is that on these rows.
        """

    def describe(self, query: str) -> EntryWords:
        """Return the run of an entry in words; ``query`` is that of its score."""


def check_most_features(k: object) -> int:
    """Return the k of a contest.

    Raises
    ------
    ClassError : it is none.
    """
    if isinstance(k, bool) or not isinstance(k, int) or not 1 <= k <= MOST_FEATURES:
        raise ClassError("A contest takes a whole number of features, 1 or more.")
    return k
