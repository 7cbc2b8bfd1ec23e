"""The candidates of a search: of each method some step sizes and periods."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

from algorithms.catalogue import CATALOGUE
from algorithms.checks import checked_order
from algorithms.evaluation.grids import SPARSITY, Algorithm, sparsity_knob
from algorithms.evaluation.removal import is_formula
from algorithms.evaluation.selection import zeros_by
from algorithms.evaluation.trials import Trials, slider_value
from algorithms.evaluation.tuning import STEP_KNOBS, Scale, pulls_within, with_steps
from algorithms.feature_search.curves import Span
from algorithms.feature_search.question import Question
from algorithms.losses import Loss
from knobs import knobs_of

METHODS = (
    "truncated_gradient",
    "rounding",
    "cumulative_penalty",
    "rda",
    "l0_sgd",
    "coordinate_descent",
)
"""The methods that are searched where they can learn from the loss."""
VARIANTS = {"truncated_gradient": ({"threshold": math.inf}, {"threshold": 1.0})}
"""Knobs of methods that are searched in several kinds: a pull on all weights, however large, and
one on those within a threshold, which is then fitted to the data."""
BEYOND = (3.0, 10.0)
"""The times of a fitted threshold that are tried, too: with a pull that is long enough the weights
within it are 0, so a larger one leaves fewer features."""
STEP = math.sqrt(10.0)
"""The factor between two step sizes."""
STEPS, FEWER_STEPS = (-2, -1, 1, 2), (-1, 1)
PERIODS = (1, 10, 100)
MOST_WORK, MUCH_WORK = 2e10, 2e9
"""Entries that all runs on one fold may read, about; beyond the second there are fewer candidates,
beyond the first each method has one."""
RUNS = 40
"""The runs of one candidate on one fold, about."""


class SearchSpace:
    """The candidates of a question; each has its sparsity knob at its mildest.

    Parameters
    ----------
    question : the data and the loss.
    methods : keys of the catalogue; those that learn from the loss are taken.
    """

    def __init__(self, question: Question, methods: Sequence[str] = METHODS) -> None:
        options = question.options
        order = checked_order(None, question.dataset, options.seed, options.passes)
        self.trials = Trials(question.dataset, question.code, order, options.intercept)
        kinds = [key for key in methods if question.code in CATALOGUE[key].losses]
        kinds = kinds or sparse_methods(question.code)
        bases = [CATALOGUE[key](**knobs) for key in kinds for knobs in VARIANTS.get(key, ({},))]
        self.scale = Scale.of(self.trials, bases)
        self.bases = tuple(with_steps(self.trials, self.scale, base) for base in bases)
        self.work = len(order) * question.dataset.X.nnz / question.dataset.n_rows

    def others(self) -> list[Algorithm]:
        """Return the candidates beside ``bases``: other step sizes and periods of each."""
        found = []
        for base in self.bases:
            periods = PERIODS if hasattr(base, "period") else (None,)
            steps = STEPS if hasattr(base, step_knob(base)) else ()
            many = len(periods) * (len(steps) + 1) * len(self.bases) * RUNS * self.work
            if many > MOST_WORK:
                continue
            if many > MUCH_WORK:
                steps = steps and FEWER_STEPS
            stepped = [base, *(shift_steps(base, power) for power in steps)]
            found += [
                each if period is None else dataclasses.replace(each, period=period)
                for period in periods
                if period is None or 2 * period <= len(self.trials.order)
                for each in stepped
            ]
        found += [wider for each in (*self.bases, *found) for wider in with_thresholds(each)]
        return [each for each in dict.fromkeys(found) if each not in self.bases]

    def ends(self, candidate: Algorithm) -> Span:
        """Return the values of its knob between which a candidate keeps all features, and none."""
        name = sparsity_knob(type(candidate))
        scale = self.scale
        if name in ("threshold", "radius") and hasattr(candidate, "eta"):
            plain = dataclasses.replace(scale.plain.algorithm, eta=candidate.eta)
            scale = dataclasses.replace(scale, plain=self.trials.one(plain))
        return scale.ends(candidate, name)


def sparse_methods(loss: Loss) -> list[str]:
    """Return the online methods of the catalogue that learn from a loss and make zeros."""
    return [
        key
        for key, kind in CATALOGUE.items()
        if kind.kind == "online"
        and not is_formula(kind)
        and loss in kind.losses
        and sparsity_knob(kind) in SPARSITY
        and zeros_by(kind())
    ]


def with_thresholds(candidate: Algorithm) -> list[Algorithm]:
    """Return a candidate that pulls within a threshold with larger ones; none of any other."""
    if not pulls_within(candidate):
        return []
    return [
        dataclasses.replace(
            candidate,
            threshold=slider_value(candidate, "threshold", times * candidate.threshold),
        )
        for times in BEYOND
    ]


def step_knob(candidate: Algorithm) -> str:
    """Return the name of the knob that sets how long its steps are; "" where it has none."""
    return next((name for name in STEP_KNOBS if hasattr(candidate, name)), "")


def shift_steps(candidate: Algorithm, power: int) -> Algorithm:
    """Return a candidate whose step size is ``STEP**power`` times as long, if its knob allows."""
    name = step_knob(candidate)
    value = knobs_of(candidate)[name].clamp(getattr(candidate, name) * STEP**power)
    return dataclasses.replace(candidate, **{name: slider_value(candidate, name, value)})
