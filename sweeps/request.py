"""The question of a sweep: which settings, on which examples, in how many repeats."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from numbers import Integral
from typing import Any

from algorithms import Algorithm, grid, measurable
from algorithms.checks import checked_loss
from algorithms.evaluation.grids import check_settings
from datasets import Dataset, Preparation, Recipe
from sweeps.blocks import Block, Examples, split_settings
from sweeps.dataset_cache import Fingerprint, dataset_of, fold_of

MOST_REPEATS = 1000
"""The most orders, passes or folds of a request."""


@dataclass(frozen=True)
class Method:
    """One algorithm and the values that its knobs take.

    Parameters
    ----------
    base : the algorithm; it sets all other knobs.
    values : names of knobs, each with its values; a value that is there twice counts once.
    extra : settings of the same algorithm that are tried, too.

    Examples
    --------
    >>> from algorithms import CATALOGUE
    >>> grid = ("threshold", (0.1, 0.2)), ("period", (1, 10))
    >>> len(Method(CATALOGUE["rounding"](), grid).settings)
    4
    """

    base: Algorithm
    values: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    extra: tuple[Algorithm, ...] = ()

    @property
    def count(self) -> int:
        """The number of settings, without making them; extra ones may be counted twice."""
        return self.combinations + len(self.extra)

    @property
    def combinations(self) -> int:
        """The number of combinations of the values, which are the first of the settings."""
        return math.prod(len(set(values)) for _, values in self.values)

    @cached_property
    def settings(self) -> tuple[Algorithm, ...]:
        """Every combination of the values once, the last knob changing fastest; then extra ones.

        Raises ValueError for a name that is no knob and for a value out of its range.
        """
        return tuple(dict.fromkeys((*grid(self.base, **dict(self.values)), *self.extra)))


@dataclass(frozen=True)
class Request:
    """A request for a sweep: s settings, each in r = folds × orders repeats.

    Creating one builds its dataset, which is remembered, and raises ValueError, in a sentence, for
    what cannot be run: more than 10,000 settings (with the count), no method, a loss that does not
    fit, a fold without one class, numbers out of range; DatasetError for data that cannot be used.

    Parameters
    ----------
    recipe, preparation : of the examples.
    methods : the algorithms and their grids.
    loss : the name of the loss they learn from.
    intercept : whether they learn a constant term.
    passes : how often a run goes through the examples.
    orders : in how many orders of the examples each setting runs; they are drawn with the seeds
        0, …, orders − 1. Rows that stand in time have one order only.
    folds : the number of parts of which each is kept back once; 0 or 1 for the dataset's own
        test rows, if it has any.
    on_demand : measures that are taken beside the usual ones, see ``algorithms.measurable``.
    """

    recipe: Recipe
    preparation: Preparation
    methods: tuple[Method, ...]
    loss: str = "logistic"
    intercept: bool = False
    passes: int = 1
    orders: int = 1
    folds: int = 0
    on_demand: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.methods:
            raise ValueError("methods: choose one algorithm at least.")
        check_settings(sum(method.count for method in self.methods))
        for name, least in (("passes", 1), ("orders", 1), ("folds", 0)):
            _check_count(name, getattr(self, name), least)
        dataset = self.dataset()
        for algorithm in {type(setting): setting for setting in self.settings}.values():
            checked_loss(algorithm, dataset, self.loss)
        there = measurable(fold_of(self.recipe, self.preparation, 0, self.folds))
        for name in self.on_demand:
            if name not in there:
                raise ValueError(f"on_demand = {name!r}: these data do not allow it.")

    def __repr__(self) -> str:
        methods = ", ".join(f"{each.base.key} × {each.count}" for each in self.methods)
        often = f"passes={self.passes}, orders={self.orders}, folds={self.folds}"
        return f"Request({type(self.recipe).__name__}: {methods}; {self.loss}, {often})"

    @cached_property
    def settings(self) -> tuple[Algorithm, ...]:
        """The settings of all methods, one method after the other: (s,)."""
        return tuple(setting for method in self.methods for setting in method.settings)

    @property
    def seeds(self) -> range:
        """The seeds of the orders; a single one where the rows stand in time."""
        return range(1 if self.dataset().in_time else self.orders)

    @property
    def repeats(self) -> int:
        """The number of runs of each setting, r; the first are those of the first fold."""
        return max(self.folds, 1) * len(self.seeds)

    def dataset(self) -> Dataset:
        """Return the examples, all of them. Raises DatasetError."""
        return dataset_of(self.recipe, self.preparation)

    def blocks(self, settings: Sequence[Algorithm] | None = None) -> list[Block]:
        """Return the pieces of the work: fold by fold, and order by order.

        Each fold is made once and let go when its blocks are done.

        Parameters
        ----------
        settings : those that are to be run; None for all.
        """
        dataset = self.dataset()
        settings = self.settings if settings is None else settings
        examples = Examples(self.recipe, self.preparation, self.folds, Fingerprint.of(dataset))
        shared = examples, self.loss, self.intercept, self.passes
        pieces = [
            (places, tuple(settings[place] for place in places))
            for places in split_settings(settings, dataset, self.loss, self.passes)
        ]
        repeats = product(range(max(self.folds, 1)), self.seeds)
        all_pieces = product(enumerate(repeats), pieces)
        return [
            Block(number, *shared, fold, seed, repeat, *piece, self.on_demand)
            for number, ((repeat, (fold, seed)), piece) in enumerate(all_pieces)
        ]


def _check_count(name: str, value: Any, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise ValueError(f"{name} = {value!r}: it must be a whole number >= {least}.")
    if value > MOST_REPEATS:
        raise ValueError(f"{name} = {value!r}: it must be <= {MOST_REPEATS:,}.")
