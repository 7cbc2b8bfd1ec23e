"""Features that a method removed, apart from those that occur in no example."""

from __future__ import annotations

import math

from algorithms.evaluation.grids import SPARSITY, Algorithm, sparsity_knob
from knobs import format_value, knobs_of

DENSE = ("exponentiated_gradient", "interior_point", "subgradient_descent")
"""Methods that make no weight 0, though they have a knob by which others do: their cards say
"nowhere"."""

FORMULAS = ("your_rule",)
"""Methods whose reader writes what becomes of a weight: the knobs alone say nothing of it."""


def is_formula(algorithm: Algorithm | type[Algorithm]) -> bool:
    """Return whether what an algorithm does with a weight is a formula of the reader's."""
    return algorithm.key in FORMULAS


def removes(algorithm: Algorithm) -> bool:
    """Return whether an algorithm, with its present knobs, can make a weight 0 again.

    One that cannot has zeros all the same: the weights of features that no example has, or that no
    step has moved. It removed none of them. Of a formula of the reader's nothing is known: it may.

    Examples
    --------
    >>> from algorithms import CATALOGUE
    >>> removes(CATALOGUE["fobos"](l1=0.1)), removes(CATALOGUE["fobos"](l1=0.0))
    (True, False)
    """
    name = sparsity_knob(type(algorithm))
    if is_formula(algorithm):
        return True
    if name not in SPARSITY or algorithm.key in DENSE:
        return False
    if name == "gravity" and getattr(algorithm, "threshold", math.inf) == 0.0:
        return False  # weights beyond the threshold are left alone
    value = getattr(algorithm, name)
    return math.isfinite(value) if name == "radius" else value > 0.0


def knob_at_0(algorithm: Algorithm) -> str:
    """Return the knob whose value lets an algorithm remove nothing, such as "g = 0".

    It is "" for one that removes features, and for one that has no such knob.

    Examples
    --------
    >>> from algorithms import CATALOGUE
    >>> knob_at_0(CATALOGUE["truncated_gradient"](gravity=0.0))
    'g = 0'
    """
    name = sparsity_knob(type(algorithm))
    if removes(algorithm) or name not in SPARSITY or algorithm.key in DENSE:
        return ""
    if name == "gravity" and algorithm.gravity > 0.0:
        name = "threshold"
    return f"{knobs_of(algorithm)[name].symbol} = {format_value(getattr(algorithm, name))}"
