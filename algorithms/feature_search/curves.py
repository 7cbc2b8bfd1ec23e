"""Curves: one candidate on one set of rows, by the number of features that it keeps."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from algorithms.evaluation.frontier import frontier
from algorithms.evaluation.grids import Algorithm, sparsity_knob
from algorithms.feature_search.question import Question
from datasets import Dataset
from knobs import knobs_of

VALUES = 16
"""The values of a knob that are tried at once: they go side by side."""
CLOSE = 0.9
"""A model with this share of the features that are allowed has about as many."""
SPARSE_IF_SMALL = ("radius", "n_nonzeros")
"""Knobs that leave few features where they are small; all others do so where they are large."""

Span = tuple[float, float]
Progress = Callable[[float], None]


@dataclass(frozen=True)
class Fit:
    """One run: its algorithm, its number of features at the end, and its score."""

    algorithm: Algorithm
    features: int
    score: float

    @property
    def value(self) -> float:
        """The value of the knob that makes the zeros."""
        return getattr(self.algorithm, sparsity_knob(type(self.algorithm)))


@dataclass(frozen=True)
class Curve:
    """The runs of one candidate, from the one that is allowed the most features on.

    Runs that diverged are left out.
    """

    fits: tuple[Fit, ...]

    @classmethod
    def of(cls, fits: Sequence[Fit]) -> Curve:
        """Return the curve of some runs, in any order."""
        kept = {fit.value: fit for fit in fits}
        return cls(tuple(kept[value] for value in _from_dense(list(kept), fits)))

    def join(self, other: Curve | None) -> Curve:
        """Return the runs of both."""
        return self if other is None else Curve.of((*self.fits, *other.fits))

    def at(self, most: int) -> Fit | None:
        """Return the run with the most features up to ``most``; None where none has 1 to ``most``.

        Of several it is the one whose weights were shrunk least.
        """
        few = [fit for fit in self.fits if 1 <= fit.features <= most]
        return max(few, key=lambda fit: fit.features) if few else None

    def span(self, targets: Sequence[int]) -> Span | None:
        """Return the values between which all ``targets`` lie; None where a value is missing."""
        if not self.fits:
            return None
        more = [i for i, fit in enumerate(self.fits) if fit.features > max(targets)]
        fewer = [i for i, fit in enumerate(self.fits) if fit.features <= min(targets)]
        first = max((i for i in more if not fewer or i < fewer[-1]), default=0)
        last = min((i for i in fewer if i > first), default=len(self.fits) - 1)
        ends = self.fits[first].value, self.fits[last].value
        return (min(ends), max(ends)) if ends[0] != ends[1] else None

    def gap(self, most: int) -> Span | None:
        """Return the two neighbours between which the number of features steps over ``most``.

        None where a run has about as many features as are allowed, or no two are such neighbours.
        """
        own = self.at(most)
        if own is not None and own.features >= CLOSE * most:
            return None
        for more, fewer in zip(self.fits, self.fits[1:], strict=False):
            if more.features > most >= fewer.features:
                return min(more.value, fewer.value), max(more.value, fewer.value)
        return None


def _from_dense(values: list[float], fits: Sequence[Fit]) -> list[float]:
    """The values of a knob, that of the most features first."""
    if not fits:
        return []
    knob = sparsity_knob(type(fits[0].algorithm))
    return sorted(values, reverse=knob in SPARSE_IF_SMALL)


def trace_curves(
    question: Question,
    spans: Mapping[Algorithm, Span],
    data: Dataset,
    seed: int,
    progress: Progress | None = None,
) -> dict[Algorithm, Curve]:
    """Return the curve of each candidate over values of its knob within its span.

    Parameters
    ----------
    spans : by the candidate, the least and the largest value.
    data : what is learned from, and the rows that score.
    seed : of the order of the rows.
    """
    if not spans:
        return {}
    settings = {
        str(i): settings_within(candidate, *span, question)
        for i, (candidate, span) in enumerate(spans.items())
    }
    options = dict(passes=question.passes, intercept=question.options.intercept, checkpoints=1)
    measure = question.measure if data.test is not None else None
    found = frontier(
        settings, data, question.code, measure, seeds=(seed,), progress=progress, **options
    )
    return {
        candidate: Curve.of(_fits(own, question.measure))
        for candidate, own in zip(spans, found.values(), strict=True)
    }


def _fits(own, measure: str) -> list[Fit]:
    """The runs of a frontier that did not diverge; without rows to score their score is nan."""
    outcomes = own.outcomes
    features = outcomes.values["features"][:, 0]
    scores = outcomes.values.get(measure, np.full(outcomes.diverged.shape, np.nan))[:, 0]
    return [
        Fit(algorithm, int(count), float(score))
        for algorithm, count, score, gone in zip(
            outcomes.algorithms, features, scores, outcomes.diverged[:, 0], strict=True
        )
        if not gone
    ]


def settings_within(candidate: Algorithm, low: float, high: float, question: Question) -> list:
    """Return the candidate with values of its knob from ``low`` to ``high``.

    Of a number of features these are the targets themselves.
    """
    name = sparsity_knob(type(candidate))
    declared = knobs_of(candidate)[name]
    if name == "n_nonzeros":
        values = [float(target) for target in question.targets]
    elif low > 0.0 and math.isfinite(high):
        values = np.geomspace(low, high, VALUES)
    else:
        values = np.linspace(low, high, VALUES)
    held = dict.fromkeys(
        declared.clamp(round(value) if declared.integer else float(f"{value:.3g}"))
        for value in values
    )
    return [dataclasses.replace(candidate, **{name: value}) for value in held]


def bisect(
    question: Question,
    spans: Mapping[Algorithm, Span],
    data: Dataset,
    seed: int,
    progress: Progress | None = None,
) -> dict[Algorithm, Curve]:
    """Return the curve of each candidate, with values enough where it passes the targets.

    First over the whole span, then between the targets, then where the number of features still
    steps over the one that is allowed.
    """

    def part(number: int) -> Progress | None:
        return progress and (lambda share: progress((number + share) / 3))

    curves = trace_curves(question, spans, data, seed, part(0))
    narrower: tuple[Callable[[Curve], Span | None], ...] = (
        lambda curve: curve.span(question.targets),
        lambda curve: curve.gap(question.at_most),
    )
    for number, within in enumerate(narrower, 1):
        todo = {
            candidate: span
            for candidate, curve in curves.items()
            if sparsity_knob(type(candidate)) != "n_nonzeros"
            and (span := within(curve)) is not None
        }
        more = trace_curves(question, todo, data, seed, part(number))
        curves = {candidate: curve.join(more.get(candidate)) for candidate, curve in curves.items()}
    return curves
