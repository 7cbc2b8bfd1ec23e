"""The runs of a picture: ``name_runs`` chooses their names, colours and dashes.

A run's letter says its colour and its dash, which stand in ``charts.palette``; its name is no other
run's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from algorithms import Algorithm, Trace
from charts.palette import LETTER_COLOURS, LETTER_DASHES
from knobs import format_value, knobs_of, words_of

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

AS_PYTHON_WRITES = re.compile(r"(?<![\w.])\d+(?:\.\d+)?e[+-]\d+(?!\w)")
"""A number with a power of 10 in a text."""


@dataclass(frozen=True, eq=False)
class Run:
    """One curve of every picture; ``trace`` is None where only the algorithm is drawn.

    What is asked of it in every picture, and again in the sentences, is found once.
    """

    letter: str
    name: str
    colour: str
    dash: str
    algorithm: Algorithm
    trace: Trace | None = None

    @cached_property
    def in_a_sentence(self) -> str:
        """Its name within a sentence: "rounding, K = 1", but "RDA" and "AdaGrad-RDA"."""
        first = self.name.split(",")[0].split(" ")[0]
        return self.name[0].lower() + self.name[1:] if _is_plain(first) else self.name

    @cached_property
    def separable(self) -> bool:
        """True where its update makes zeros weight by weight: there is a function to draw."""
        return _is_separable(self.algorithm)

    @cached_property
    def support(self) -> np.ndarray:
        """The features with a weight that is not 0 at the end: bool (d,)."""
        return np.atleast_2d(self.trace.final.weights != 0.0).any(axis=0)

    @cached_property
    def features(self) -> int:
        """The number of features that it uses at the end."""
        return int(self.support.sum())

    @property
    def has_diverged(self) -> bool:
        """True where the run broke off because its predictions overflowed."""
        return self.trace is not None and self.trace.final.diverged_at is not None


# Only one run moves under a hand.
@lru_cache(maxsize=64)
def _is_separable(algorithm: Algorithm) -> bool:
    return algorithm.shrink(np.zeros(1), 1) is not None


def _is_plain(word: str) -> bool:
    """Return whether a word is no abbreviation such as "FOBOS", "L0" or "AdaGrad"."""
    return word[1:2].isalpha() and word[1:].islower()


def name_runs(
    algorithms: Sequence[Algorithm],
    traces: Sequence[Trace] = (),
    letters: Sequence[str] = "ABCD",
) -> list[Run]:
    """Return a named run for each algorithm; those of one algorithm are named by what differs.

    Parameters
    ----------
    algorithms : in the order in which they are listed.
    traces : one per algorithm, or none.
    letters : one per algorithm, or more; a letter says the colour and the dash.

    Examples
    --------
    >>> from algorithms import CATALOGUE
    >>> runs = name_runs([CATALOGUE["sgd"](), *(CATALOGUE["rounding"](period=K) for K in (1, 10))])
    >>> [(run.letter, run.name) for run in runs]
    [('A', 'SGD'), ('B', 'Rounding, K = 1'), ('C', 'Rounding, K = 10')]
    """
    runs, names = [], _names_of(tuple(algorithms))
    for i, algorithm in enumerate(algorithms):
        run = Run(
            letter=letters[i],
            name=names[i],
            colour=LETTER_COLOURS[letters[i]],
            dash=LETTER_DASHES[letters[i]],
            algorithm=algorithm,
            trace=traces[i] if traces else None,
        )
        runs.append(run)
    return runs


# Pictures and panels ask at each movement, and both for the same runs.
@lru_cache(maxsize=64)
def _names_of(algorithms: tuple[Algorithm, ...]) -> list[str]:
    return [", ".join([one.title, *differing(one, algorithms).values()]) for one in algorithms]


def differing(algorithm: Algorithm, algorithms: Sequence[Algorithm]) -> dict[str, str]:
    """Return the knobs by which one of several settings of a method is named, such as "K = 1".

    Different formulas are counted: they may be long, and what is in them is no name.
    """
    twins = [other for other in algorithms if other.key == algorithm.key]
    if len(twins) < 2:
        return {}
    texts = {
        field: f"no. {distinct.index(getattr(algorithm, field)) + 1}"
        for field in words_of(algorithm)
        if len(distinct := list(dict.fromkeys(getattr(twin, field) for twin in twins))) > 1
    }
    return texts | {
        field: f"{knob.symbol} = {show(getattr(algorithm, field))}"
        for field, knob in knobs_of(algorithm).items()
        if len({getattr(twin, field) for twin in twins}) > 1
    }


def show(value) -> str:
    """Return a knob's value as people read it."""
    if not isinstance(value, float):
        return format_value(value)
    return in_powers(format_value(value).replace("inf", "∞"))


def in_powers(number: str) -> str:
    """Return a number as Python writes it with its power of 10 set: 3·10⁻⁶ for "3e-06"."""
    digits, _, power = number.partition("e")
    if not power:
        return number
    ten = f"10{superscript(int(power))}"
    return ten if digits == "1" else f"{digits}·{ten}"


def text_in_powers(text: str) -> str:
    """Return a text with each number in it set as ``in_powers`` does.

    Examples
    --------
    >>> text_in_powers("λ = 3e-05, 2e+06 rows")
    'λ = 3·10⁻⁵, 2·10⁶ rows'
    """
    return AS_PYTHON_WRITES.sub(lambda found: in_powers(found[0]), text)


def superscript(power: int) -> str:
    """Return a whole number in raised digits."""
    return str(power).translate(RAISED)
