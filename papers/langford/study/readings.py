"""The ways to read what §5 and §6 leave open, and the methods under each of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from algorithms.online.base import OnlineAlgorithm
from algorithms.online.printed.lazy_formulas import (
    LazyFormulaRounding,
    LazyFormulaTruncatedGradient,
)
from algorithms.online.printed.readings import AsExamplesEnd, LabelsZeroOne, OnePullMore
from algorithms.online.rounding import Rounding
from algorithms.online.truncated_gradient import TruncatedGradient
from papers.claim import Reading

EXACT = Reading(
    "exact rule, as the examples end",
    "Each weight is pulled or cut when that is due, as in (6); weights are counted after the last "
    "example, wherever that is between two pulls.",
)
MULTIPLE = Reading(
    "stopped at a multiple of K", "The same, and the last examples past a multiple of K are left."
)
ONE_MORE = Reading(
    "one pull more",
    "The same as the examples end, and one pull or cut more: Algorithm 1 truncates before it "
    "predicts, so whoever tests with it has pulled once more.",
)
LAZY = Reading(
    "lazy formula as printed",
    "The formula of §5: each feature has a clock of its own, and a step is pulled at once for all "
    "examples that its feature was away; after the last example all weights pay what is due.",
)
LAZY_MORE = Reading(
    "lazy formula, one pull more", "The formula of §5, and one pull or cut of all weights more."
)
LAZY_ZERO_ONE = Reading(
    "lazy formula, labels 0 and 1",
    "The formula of §5 and one pull more; labels are 0 and 1 and predictions clipped to [0, 1], so "
    "that a run begins at class 0 and not in the middle.",
)
FIVE = (EXACT, MULTIPLE, ONE_MORE, LAZY, LAZY_MORE)
"""With a period K > 1."""
EVERY_STEP = (EXACT, ONE_MORE, LAZY, LAZY_MORE, LAZY_ZERO_ONE)
"""With K = 1, where every number of steps is a multiple of K."""


@dataclass(frozen=True)
class TruncatedAsItEnds(AsExamplesEnd, TruncatedGradient):
    """Rule (6), as the examples end."""


@dataclass(frozen=True)
class TruncatedOneMore(OnePullMore, TruncatedGradient):
    """Rule (6), one pull more."""


@dataclass(frozen=True)
class LazyOneMore(OnePullMore, LazyFormulaTruncatedGradient):
    """The lazy formula, one pull more."""


@dataclass(frozen=True)
class LazyZeroOne(LabelsZeroOne, LazyOneMore):
    """The lazy formula, labels 0 and 1, one pull more."""


@dataclass(frozen=True)
class RoundingAsItEnds(AsExamplesEnd, Rounding):
    """Rounding (4), as the examples end."""


@dataclass(frozen=True)
class RoundingOneMore(OnePullMore, Rounding):
    """Rounding (4), one cut more."""


@dataclass(frozen=True)
class LazyRoundingOneMore(OnePullMore, LazyFormulaRounding):
    """The lazy formula of rounding, one cut more."""


TRUNCATED = {
    EXACT.name: TruncatedAsItEnds,
    MULTIPLE.name: TruncatedAsItEnds,
    ONE_MORE.name: TruncatedOneMore,
    LAZY.name: LazyFormulaTruncatedGradient,
    LAZY_MORE.name: LazyOneMore,
    LAZY_ZERO_ONE.name: LazyZeroOne,
}
ROUNDING = {
    EXACT.name: RoundingAsItEnds,
    MULTIPLE.name: RoundingAsItEnds,
    ONE_MORE.name: RoundingOneMore,
    LAZY.name: LazyFormulaRounding,
    LAZY_MORE.name: LazyRoundingOneMore,
}


def truncated(reading: Reading, **knobs: Any) -> OnlineAlgorithm:
    """Return truncated gradient under a reading."""
    return TRUNCATED[reading.name](**knobs)


def rounding(reading: Reading, **knobs: Any) -> OnlineAlgorithm:
    """Return rounding under a reading."""
    return ROUNDING[reading.name](**knobs)


def n_steps(reading: Reading, steps: int, period: int) -> int:
    """Return how many of the steps of a run are made."""
    return steps - steps % period if reading.name == MULTIPLE.name else steps
