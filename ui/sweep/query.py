"""The query of a sweep, as part of the view: methods, the knobs that are swept, repeats.

It stands below ``ui.view`` and imports nothing of the page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from algorithms import (
    CATALOGUE,
    SPARSITY,
    Algorithm,
    Loss,
    Outcomes,
    has_objective,
    ladder,
    measurable,
    sparsity_knob,
)
from algorithms.evaluation.tuning import STEP_KNOBS, USUAL
from knobs import check_knobs, knob, knobs_of, log, one_of

if TYPE_CHECKING:
    from datasets import Dataset

MOST_METHODS = 4
FIRST, SECOND = 13, 5
"""Number of values that are tried of a knob, of the first one and of one beside it."""

FITTED = (*STEP_KNOBS, *SPARSITY)
"""The knobs that a fit to the data finds, those that a method has."""

STEPS_REACH = 1, 1
"""Powers of ten from the step size that fits down and up to the ends of its range."""
PER_POWER = (FIRST - 1) // sum(USUAL)
"""Number of values that are tried in each power of ten of a knob that makes zeros."""

HELD_OUT = "held-out rows"
FOLDS = {HELD_OUT: 0, "3 folds": 3, "5 folds": 5, "10 folds": 10, "20 folds": 20}

MEASURES = {
    "AUC": "test AUC",
    "errors": "test error",
    "squared error": "test mean squared error",
    "loss": "test loss",
    "loss while learning": "loss",
    "errors while learning": "mistakes",
    "objective": "objective",
    "sign F1": "sign F1",
    "correlation": "test correlation",
}
"""The measures by the words of the page: the names of ``algorithms.Outcomes``."""


def measures(outcomes: Outcomes) -> tuple[str, ...]:
    """Return the measures that were taken, by the words of the page."""
    return tuple(
        word
        for word, name in MEASURES.items()
        if name in outcomes.values and np.isfinite(outcomes.values[name]).any()
    )


def measures_on_demand(sweep: Sweep, dataset: Dataset) -> tuple[str, ...]:
    """Return the measures that are taken on demand and can be, by the words of the page."""
    held_out = FOLDS[sweep.plan.tested] > 1 or dataset.test is not None
    there = set(measurable(dataset, held_out))
    if not any(has_objective(method.algorithm) for method in sweep.methods):
        there.discard("objective")
    return tuple(word for word, name in MEASURES.items() if name in there)


QUALITY = "how good"
COUNTED = {"at the end": "features", "while learning": "features held"}


@dataclass(frozen=True)
class Ladder:
    """One knob and the values of it that are tried: ``n`` of them from ``low`` to ``high``."""

    knob: str
    low: float
    high: float
    n: int


@dataclass(frozen=True)
class SweptMethod:
    """One method of a sweep.

    Parameters
    ----------
    algorithm : its knobs as they stand. Those that are swept stand where they fit the data; this
        setting is tried, too, where it is within the ladders.
    ladders : the one or two knobs that are swept.
    unfitted : the knobs that are still to be fitted to the data, and their ladders with them.
    """

    algorithm: Algorithm
    ladders: tuple[Ladder, ...]
    unfitted: frozenset[str] = field(default=frozenset(), compare=False)

    @staticmethod
    def of(algorithm: Algorithm, *names: str) -> SweptMethod:
        """Return the method with ladders around the values of its knobs ``names``.

        Without names it is the knob that makes the zeros.
        """
        names = names or (sparsity_knob(type(algorithm)),)
        pairs = zip(names, (FIRST, SECOND), strict=False)
        return SweptMethod(algorithm, tuple(around(algorithm, name, n) for name, n in pairs))

    def to_fit(self, names: Iterable[str] = FITTED) -> SweptMethod:
        """Return the same with the knobs ``names``, those that it has, still to be fitted.

        They stand at their defaults meanwhile, so that one question is asked in one way.
        """
        own, usual = knobs_of(self.algorithm), type(self.algorithm)()
        unfitted = frozenset(name for name in names if name in own)
        defaults = {name: getattr(usual, name) for name in unfitted}
        algorithm = replace(self.algorithm, **defaults)
        ladders = tuple(
            around(algorithm, one.knob, one.n) if one.knob in unfitted else one
            for one in self.ladders
        )
        return SweptMethod(algorithm, ladders, unfitted)

    def fit_to(self, found: Algorithm, reach: tuple[int, int], most: int) -> SweptMethod:
        """Return the same with what was still to be fitted where it stands in ``found``.

        Parameters
        ----------
        reach : powers of ten down and up to where its knob leaves all features, and none.
        most : the number of features.
        """
        values = {name: getattr(found, name) for name in self.unfitted}
        algorithm = replace(self.algorithm, **values)
        own = sparsity_knob(type(algorithm))
        ladders = tuple(
            around(algorithm, one.knob, one.n, reach if one.knob == own else USUAL, most)
            if one.knob in self.unfitted
            else one
            for one in self.ladders
        )
        return SweptMethod(algorithm, ladders)


def around(
    algorithm: Algorithm,
    name: str,
    n: int,
    reach: tuple[int, int] = USUAL,
    most: int = 10**9,
) -> Ladder:
    """Return ``n`` values around where the knob ``name`` stands.

    They are those of the whole slider for a knob that no fit finds, or that stands at 0 or ∞.

    Parameters
    ----------
    n : how many; as many as usual are more where the range is wider than usual.
    reach : powers of ten down and up, of a knob that makes zeros.
    most : the number of features, beyond which no ladder of such a number goes.
    """
    declared, value = knobs_of(algorithm)[name], getattr(algorithm, name)
    if name not in FITTED or not 0.0 < value < math.inf:
        return whole(type(algorithm), name, n)
    down, up = reach if name in SPARSITY else STEPS_REACH
    low, high = (
        declared.clamp(float(f"{end:.6g}")) for end in (value / 10.0**down, value * 10.0**up)
    )
    if name == "n_nonzeros":  # what is asked for is a small one
        low, high = 1, min(high, max(most, 1))
    if low >= high:
        return whole(type(algorithm), name, n)
    if name in SPARSITY and n == FIRST:
        n = PER_POWER * (down + up) + 1
    while declared.integer and len(ladder(algorithm, name, low, high, n)) < n:
        n -= 1  # there are not so many whole numbers
    return Ladder(name, low, high, n)


def whole(kind: type[Algorithm], name: str, n: int) -> Ladder:
    """Return ``n`` values over the whole slider of the knob ``name``."""
    declared = knobs_of(kind)[name]
    return Ladder(name, declared.low, declared.high, n)


@dataclass(frozen=True)
class Plan:
    """The repeats of each setting, and the rows on which it is judged."""

    orders: int = knob(
        3,
        "",
        "orders",
        log(1, 100, integer=True),
        "Each setting learns so many times, each time from the rows in another order.",
    )
    tested: str = knob(
        HELD_OUT,
        "",
        "judged on",
        one_of(*FOLDS),
        "The held-out rows, or folds: the rows are cut into parts, and each part is held out once "
        "while the others are learned from.",
    )

    def __post_init__(self) -> None:
        check_knobs(self)


@dataclass(frozen=True)
class SweepDisplay:
    """The way the pictures of a sweep are drawn."""

    measure: str = knob("AUC", "", "compared by", one_of(*MEASURES), "What a setting is judged by.")
    counted: str = knob(
        "at the end",
        "",
        "features counted",
        one_of(*COUNTED),
        "Weights that are not 0 at the end, or on average over the last pass: what learning held "
        "in memory. Both are counted right after a cut: a run with a period K ends with one.",
    )
    method: str = knob(
        "A",
        "",
        "details of method",
        one_of(*"ABCD"[:MOST_METHODS]),
        "The method whose settings and weights the two lower pictures show.",
    )
    mapped: str = knob(
        QUALITY,
        "",
        "its map shows",
        one_of(QUALITY, "features"),
        "For each setting how good it is, or how many features it uses.",
    )
    at_most: int = knob(
        10,
        "",
        "features, at most",
        log(1, 10_000, integer=True, most=10**9),
        "Methods are compared by their best settings with at most so many features.",
    )

    def __post_init__(self) -> None:
        check_knobs(self)

    def name_of_measure(self, taken: Sequence[str]) -> str:
        """Return the name in the outcomes of the measure that is shown, one of those taken."""
        return MEASURES[self.measure if self.measure in taken else taken[0]]


def fitted_methods() -> tuple[SweptMethod, ...]:
    """Return four ways to zeros, each over the knob that makes them and over its step size.

    These are the knobs that fit the data on which a sweep opens. They stand here so that the page
    does not wait for the search; a test makes it again.
    """
    found = (
        ("truncated_gradient", {"period": 10, "gravity": 0.13}, (0.00013, 1.3, 13)),
        ("rounding", {"period": 10, "threshold": 0.051}, (0.00051, 0.51, 10)),
        ("cumulative_penalty", {"l1": 0.033}, (3.3e-05, 3.3, 16)),
        ("l0_sgd", {"n_nonzeros": 13}, (1, 1000, 13)),
    )
    return tuple(_opening_method(key, *numbers) for key, *numbers in found)


def _opening_method(
    key: str, knobs: dict[str, Any], rungs: tuple[float, float, int]
) -> SweptMethod:
    algorithm = CATALOGUE[key](eta=0.02, **knobs)
    name = sparsity_knob(type(algorithm))
    return SweptMethod(algorithm, (Ladder(name, *rungs), around(algorithm, "eta", SECOND)))


def _to_fit(methods: Iterable[SweptMethod]) -> tuple[SweptMethod, ...]:
    """The same still to be fitted, over as many values as usual."""
    return tuple(
        replace(
            method,
            ladders=tuple(
                replace(one, n=n) for one, n in zip(method.ladders, (FIRST, SECOND), strict=False)
            ),
        ).to_fit()
        for method in methods
    )


@dataclass(frozen=True)
class Sweep:
    """The query of the sweep page, but for the dataset and the stream of examples.

    Parameters
    ----------
    methods : the methods, from A on.
    plan : repeats, and the rows that judge.
    look : the way the pictures are drawn; it changes no result.
    searching : the best with at most ``look.at_most`` features is asked for, whatever the methods.
    """

    methods: tuple[SweptMethod, ...] = _to_fit(fitted_methods())
    plan: Plan = Plan()
    look: SweepDisplay = SweepDisplay()
    searching: bool = False

    def with_method(self, slot: int, method: SweptMethod) -> Sweep:
        """Return the same with method ``slot`` changed."""
        methods = list(self.methods)
        methods[slot] = method
        return replace(self, methods=tuple(methods))

    def without_method(self, slot: int) -> Sweep:
        """Return one method fewer; the last one stays."""
        if len(self.methods) == 1:
            return self
        left = self.methods[:slot] + self.methods[slot + 1 :]
        return replace(self, methods=left).looking_at_one()

    def with_added_method(self, loss: Loss) -> Sweep:
        """Return one method more: the first that learns from ``loss`` and is not there yet."""
        if not self.can_add:
            return self
        taken = {method.algorithm.key for method in self.methods}
        able = [
            kind
            for key, kind in CATALOGUE.items()
            if key not in taken and kind.kind == "online" and loss in kind.losses
        ]
        sparse = [kind for kind in able if sparsity_knob(kind) in SPARSITY] or able
        added = SweptMethod.of(sparse[0]()).to_fit() if sparse else self.methods[-1]
        return replace(self, methods=(*self.methods, added))

    @property
    def can_add(self) -> bool:
        """True while there is room for one more method."""
        return len(self.methods) < MOST_METHODS

    def looking_at_one(self) -> Sweep:
        """Return the same, looking at a method that is there."""
        if self.look.method in "ABCD"[: len(self.methods)]:
            return self
        return replace(self, look=replace(self.look, method="A"))

    def fitted_to(self, loss: Loss) -> Sweep:
        """Return the same with the methods that can learn from ``loss``."""
        able = tuple(method for method in self.methods if loss in method.algorithm.losses)
        if not able:
            kinds = [kind for kind in CATALOGUE.values() if loss in kind.losses]
            able = tuple(SweptMethod.of(kind()).to_fit() for kind in kinds[:2])
        return replace(self, methods=able).looking_at_one()

    def to_fit(self) -> Sweep:
        """Return the same with all methods still to be fitted, over as many values as usual."""
        return replace(self, methods=_to_fit(self.methods))


def values_of(owner: Any) -> dict[str, Any]:
    """Return the knobs of an instance, by name."""
    return {name: getattr(owner, name) for name in knobs_of(owner)}
