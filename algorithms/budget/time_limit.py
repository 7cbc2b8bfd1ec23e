"""The refusal of a run that would take too long, in a sentence that says what would fit."""

from __future__ import annotations

import math
from typing import Any

from datasets import Dataset

QUICK, QUICKEST = 1e-8, ("sgd", "truncated_gradient")
"""Seconds that these take for each entry at most, where data are large."""

UNITS = {"day": 86_400, "hour": 3600, "minute": 60, "second": 1}


class TooLongError(ValueError):
    """The refusal of a run that would take more time than there is."""


def too_long_error(
    algorithm: Any, dataset: Dataset, steps: int, seconds: float, limit: float
) -> TooLongError:
    """Return a refusal that says how long a run of ``steps`` examples would take, and what fits.

    seconds, limit : that all of it would take, and that there are.
    """
    passes = max(steps / dataset.n_rows, 1.0)
    fits = int(passes * limit / seconds)
    rows = round_down(dataset.n_rows * passes * limit / seconds)
    remedies = [f"at most {fits} {'pass' if fits == 1 else 'passes'}"] if fits else []
    if not fits:
        remedies += [f"one pass over at most {rows:,} rows"] if rows else ["fewer features"]
    if getattr(algorithm, "way", "tree") != "tree":
        remedies.append("the projection by tree")
    quick = passes * dataset.X.nnz * max(len(dataset.classes), 1) * QUICK
    if algorithm.key not in QUICKEST and quick < limit:
        remedies.append("a method whose steps cost less, such as truncated gradient")
    return TooLongError(
        f"{algorithm.title} would take {duration_text(seconds)} here, and a run may take "
        f"{duration_text(limit, about=False)}. Take {', or '.join(remedies)}."
    )


def duration_text(seconds: float, about: bool = True) -> str:
    """Return a duration in words, such as "about 12 minutes"."""
    size, unit = next(
        ((size, unit) for unit, size in UNITS.items() if seconds >= 2 * size), (1, "second")
    )
    number = max(round(seconds / size), 1)
    return f"{'about ' if about else ''}{number:,} {unit}{'' if number == 1 else 's'}"


def round_down(number: float) -> int:
    """Return the number with two digits that are not zero."""
    unit = 10 ** max(int(math.log10(max(number, 1))) - 1, 0)
    return int(number // unit) * unit
