"""The question of a sweep, as part of the view: methods, the knobs that are swept, repeats.

It stands below ``ui.view`` and imports nothing of the page.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from algorithms import CATALOGUE, SPARSITY, Algorithm, Loss, sparsity_knob
from knobs import check_knobs, knob, knobs_of, log, one_of

MOST_METHODS = 4
FIRST, SECOND = 12, 5
"""How many values of a knob are tried, of the first one and of one beside it."""

HELD_OUT = "held-out rows"
FOLDS = {HELD_OUT: 0, "3 folds": 3, "5 folds": 5, "10 folds": 10, "20 folds": 20}

MEASURES = {
    "AUC": "test AUC",
    "errors": "test error",
    "loss": "test loss",
    "squared error": "test mean squared error",
    "loss while learning": "loss",
    "errors while learning": "mistakes",
}
"""The measures by the words of the page: the names of ``algorithms.Outcomes``."""

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
class Swept:
    """One method of a sweep.

    Parameters
    ----------
    algorithm : its knobs as they stand; those that are swept are at their defaults.
    ladders : the one or two knobs that are swept.
    """

    algorithm: Algorithm
    ladders: tuple[Ladder, ...]

    @staticmethod
    def of(algorithm: Algorithm, *names: str) -> Swept:
        """Return the method with ladders over the whole sliders of the knobs ``names``.

        Without names it is the knob that makes the zeros.
        """
        sizes = (FIRST, SECOND)
        names = names or (sparsity_knob(type(algorithm)),)
        ladders = [whole(type(algorithm), name, n) for name, n in zip(names, sizes, strict=False)]
        return Swept(algorithm, tuple(ladders)).settled()

    def settled(self) -> Swept:
        """Return the same with the swept knobs of the algorithm at their defaults.

        So one question is asked in one way only, and what came of it is found again.
        """
        usual = type(self.algorithm)()
        swept = {ladder.knob: getattr(usual, ladder.knob) for ladder in self.ladders}
        return replace(self, algorithm=replace(self.algorithm, **swept))


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
class Look:
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


def _opening_methods() -> tuple[Swept, ...]:
    """Three ways to zeros, each over the knob that makes them and over its step size."""
    methods = (
        Swept.of(CATALOGUE["truncated_gradient"](period=10), "gravity", "eta"),
        Swept.of(CATALOGUE["rounding"](period=10), "threshold", "eta"),
        Swept.of(CATALOGUE["cumulative_penalty"](), "l1", "eta"),
    )
    steps = Ladder("eta", 0.001, 0.1, SECOND)
    return tuple(replace(method, ladders=(method.ladders[0], steps)) for method in methods)


@dataclass(frozen=True)
class Sweep:
    """All that the sweep page asks, but for the dataset and the stream of examples.

    Parameters
    ----------
    methods : the methods, from A on.
    plan : repeats, and the rows that judge.
    look : the way the pictures are drawn; it changes no result.
    """

    methods: tuple[Swept, ...] = _opening_methods()
    plan: Plan = Plan()
    look: Look = Look()

    def with_method(self, slot: int, method: Swept) -> Sweep:
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
        added = Swept.of(sparse[0]()) if sparse else self.methods[-1]
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
            able = tuple(Swept.of(kind()) for kind in kinds[:2])
        return replace(self, methods=able).looking_at_one()


def values_of(owner: Any) -> dict[str, Any]:
    """Return the knobs of an instance, by name."""
    return {name: getattr(owner, name) for name in knobs_of(owner)}
