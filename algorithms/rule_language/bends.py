"""The weights at which a rule bends or jumps, found by trying the numbers that stand in it."""

from __future__ import annotations

import numpy as np

from algorithms.rule_language.program import Program

BESIDE = 1e-6
"""How far beside a number the rule is tried, as a share of it."""

STRAIGHT = 1e-3
"""The slopes of a smooth rule on both sides of a number differ by less than this."""


def bends_of(program: Program, **inputs: float) -> tuple[float, ...]:
    """Return the finite \\|w\\| > 0 at which a rule bends or jumps, rising.

    Tried are the numbers that the rule reads and makes without a weight, such as η K g: where it
    bends at none of them, none is found.

    Parameters
    ----------
    inputs : as for ``Program.apply``.

    Examples
    --------
    >>> from algorithms.rule_language import compile_rule
    >>> bends_of(compile_rule("0 if abs(w) <= theta else w - g"), theta=0.5, g=0.25)
    (0.5,)
    """
    distinct = dict[str, float]()
    for number in map(abs, program.scalars(**inputs).tolist()):
        if 1e-100 < number < 1e100:
            # Of numbers that rounding alone tells apart what is read comes before what is computed.
            distinct.setdefault(f"{number:.12g}", number)
    tried = np.array(list(distinct.values()))
    places = np.concatenate([-tried, tried])
    away = BESIDE * np.abs(places)
    points = np.stack([places + i * away for i in (-2, -1, 1, 2)])
    with np.errstate(invalid="ignore", over="ignore"):
        far_left, left, right, far_right = program.apply(points, **inputs)
        jumps = (
            np.abs(right - left) > np.abs(far_right - right) + np.abs(left - far_left) + 4 * away
        )
        before, after = (left - far_left) / away, (far_right - right) / away
        bent = np.abs(after - before) > STRAIGHT * (1.0 + np.abs(before) + np.abs(after))
    found = np.abs(places[jumps | bent])
    return tuple(np.unique(found).tolist())
