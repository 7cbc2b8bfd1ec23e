"""The right side of Theorem 3.1 after all steps, against the pace c and against gravity g."""

from __future__ import annotations

import math

import numpy as np

from algorithms.bounds import Constants, Terms
from charts.against import Line, against
from charts.lessons.bound_run import BANDS
from charts.palette import REFERENCE, colour
from charts.picture import Picture

PACES = np.geomspace(0.3, 30.0, 33)
WHOLE = "the bound"


def bound_against_pace(
    terms: Terms, constants: Constants, size: float, loss_at_0: float, here: float
) -> Picture:
    """What the theorem promises of the mean loss against c of η = c/√T, for the same u.

    ``size``: ‖u‖²; ``loss_at_0``: the mean loss of w = 0.
    """
    T = len(terms.loss)
    eta = PACES / math.sqrt(T)
    keep = 1.0 - 0.5 * constants.A * eta
    keep = np.where(keep > 0.0, keep, np.nan)
    lines = {
        "step": 0.5 * eta * constants.B / keep,
        "distance": size / (2.0 * eta * T) / keep,
    }
    lines[WHOLE] = (terms.loss_of_u[-1] + terms.pull_of_u[-1]) / keep + sum(lines.values())
    # A term that is 0 has no place on a logarithmic axis.
    lines = {key: y for key, y in lines.items() if np.nanmax(y) > 0.0}
    return _against("bound_by_pace", "pace c", PACES, lines, loss_at_0, here, log=True)


def bound_against_gravity(
    g: np.ndarray, lines: dict[str, np.ndarray], step: float, idle: float, here: float
) -> Picture:
    """The right side against ``g`` [n], at each with the u that is best for it.

    ``lines``: its terms [n] but ``step``, which is the same for all; ``idle``: the left side of a
    run that learns nothing.
    """
    whole = {WHOLE: step + sum(lines.values())}
    return _against("bound_by_gravity", "gravity g", g, lines | whole, idle, here)


def _against(name, label, x, lines, idle, here, log=False) -> Picture:
    """Terms in the colours of their bands."""
    shown = {key: BANDS[key][1:] for key in lines if key in BANDS}
    shown[WHOLE] = (WHOLE, colour("truncated_gradient", 0))
    drawn = [Line(shown[key][0], shown[key][1], "solid", y) for key, y in lines.items()]
    drawn.append(Line("without learning", REFERENCE, "dot", np.full(len(x), idle)))
    return against(name, (label, "mean of T steps"), x, drawn, here, log)
