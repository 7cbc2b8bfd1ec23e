"""The runs in numbers: a table above the pictures, and what its numbers are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

import numpy as np

from algorithms import MEASURES
from algorithms.evaluation.measures import SHARES
from charts.playground.first_pass import has_later_passes
from charts.run import Run, in_powers

ALIKE = 0.2
"""Numbers of features that differ from their median by at most this share are compared."""

LEVEL, LEVEL_SHARE = 0.01, 0.002
"""Losses that differ by at most the first share of them hardly differ; nor do AUCs that differ by
at most as much, and shares of errors that differ by at most the second."""

MOST_DIGITS = 6
"""Digits of the largest number of a column whose numbers all have as many places."""

NAME, USED, USEFUL, LOSS = (
    {
        "text": "run",
        "about": "The learner, and the knobs in which it differs from its twins.",
    },
    {
        "text": "features kept at the end",
        "about": "The number of features whose weight is not 0 at the end of the run. A method "
        "that makes zeros every K steps makes them once more at the end, so the number does not "
        "depend on where the run stops. The error on held-out rows and the exported weights belong "
        "to the same weights.",
    },
    {
        "text": "of which useful",
        "about": "How many of the features kept are not known to be useless: no pure noise, and "
        "in made-up data only those that make the target. Useful features that no example has "
        "are not counted.",
    },
    {
        "text": "loss while learning",
        "about": "The mean loss per example, each predicted before the run learned from it.",
    },
)
"""The heads of the table's columns, each with a sentence on what the number is."""

FIRST = {
    "text": "loss, first pass",
    "about": "The mean loss per example in the first pass, in which each example is new: it is "
    "predicted before the run learned from it.",
}
LATER = {
    "text": "later passes",
    "about": "The mean loss per example after the first pass. The run learned from each of these "
    "examples before, so a low number may only mean that it remembers them.",
}
"""The heads in place of that of the loss where the examples are gone through more than once."""

HALF = "half squared error"
"""The name of the loss that is half of another column's measure."""

LOSS_AT_THE_END = {
    "text": "loss at the end",
    "about": "The mean loss of the final weights per example that the run learned from.",
}
LOSS_OF_BOTH_KINDS = {
    "text": "loss",
    "about": "Not the same for all runs: of a run that reads one example per step, the mean loss "
    "of its first pass, each example predicted before the run learned from it; of a run that reads "
    "all examples at every step, the mean loss of its final weights.",
}
"""The heads of the same column where some or all runs read all examples at every step."""

ON_HELD_OUT = {
    "test AUC": {
        "text": "AUC, held-out rows",
        "about": "The share of pairs, one held-out row of each class, that the final weights put "
        "in the right order: 1 is perfect, 0.5 is guessing.",
    },
    "test error": {
        "text": "errors, held-out rows",
        "about": "The share of the held-out rows that the final weights predict wrongly.",
    },
    "test mean squared error": {
        "text": "squared error, held-out rows",
        "about": "The mean squared difference between prediction and target on the held-out rows.",
    },
    "test loss": {
        "text": "loss, held-out rows",
        "about": "The mean loss of the final weights per held-out row.",
    },
}
"""The measures of held-out rows as heads of the table."""


def keep_as_many(runs: Sequence[Run]) -> bool:
    """Return whether the runs keep about as many features, one at least."""
    counts = [features(run) for run in runs]
    middle = median(counts) if runs else 0
    return middle > 0 and all(abs(count - middle) <= ALIKE * middle for count in counts)


def features(run: Run) -> int:
    """Return how many features a run uses at the end: those with a weight that is not 0."""
    return run.features


def usually(run: Run) -> int | None:
    """Return how many features a run mostly kept in its last quarter; None where it ends with them.

    The knobs with which a dataset opens are chosen by the same number.
    """
    mostly, last = run.trace.median_used, features(run)
    return None if abs(last - mostly) <= ALIKE * mostly else mostly


def score(
    runs: Sequence[Run],
    measure: str,
    values: Sequence[float],
    useful: np.ndarray | None = None,
    in_orders: tuple[np.ndarray, np.ndarray] | None = None,
) -> dict:
    """Return the table above the pictures: the runs in their order, never sorted by a number.

    Parameters
    ----------
    measure : one of ``MEASURES``.
    values : the measure of each run, nan where it diverged.
    useful : bool [d], the features that are known to be useful and that some example has; None
        where that is not known.
    in_orders : the losses and the measures in several orders [runs, orders], where known.

    Returns
    -------
    ``{"columns", "rows"}``, and in each row as ``best`` the places of its cells that hold the best
    number of their column: none where runs keep different numbers of features, where all are level,
    or where the best is so in half of the orders at most.
    """
    two_kinds = useful is not None and not useful.all()
    measured = _number_columns(runs, measure, values, in_orders or (None, None))
    columns = [NAME, USED, *([USEFUL] if two_kinds else []), *(column.head for column in measured)]
    rows = []
    for i, run in enumerate(runs):
        cells = [run.name, f"{run.features:,}"]
        cells += [f"{(run.support & useful).sum():,} of {useful.sum():,}"] if two_kinds else []
        texts = [column.texts[i] for column in measured]
        best = [len(cells) + k for k, column in enumerate(measured) if texts[k] == column.lead]
        rows.append(_row(run, [*cells, *texts], best))
    return {"columns": columns, "rows": rows}


class _Column(NamedTuple):
    """A column of numbers: its head, a text for each run, and the text of the best, if any."""

    head: dict
    texts: list[str]
    lead: str = ""


def _number_columns(
    runs: Sequence[Run],
    measure: str,
    values: Sequence[float],
    in_orders: tuple[np.ndarray | None, np.ndarray | None],
) -> list[_Column]:
    """The losses and the measure of the runs; see ``score``."""
    fair = keep_as_many([run for run in runs if not run.has_diverged])
    first, *more = _loss_heads(runs)
    costs = [math.nan if run.has_diverged else cost(run) for run in runs]
    columns = [_Column(first, amounts(costs), _lead(costs, in_orders[0], "loss") if fair else "")]
    for head in more:  # without a best, which would praise learning by heart
        later = [math.nan if run.has_diverged else run.trace.later_loss for run in runs]
        columns.append(_Column(head, amounts(later)))
    if measure in ON_HELD_OUT:
        lead = _lead(values, in_orders[1], measure) if fair else ""
        columns.append(_Column(ON_HELD_OUT[measure], amounts(values, measure), lead))
    return columns


def _row(run: Run, cells: list[str], best: list[int]) -> dict:
    """The row of a run; of one that diverged, no number means anything."""
    if run.has_diverged:
        cells, best = [run.name, *(["diverged"] * (len(cells) - 1))], []
    head = {"letter": run.letter, "colour": run.colour, "dash": run.dash}
    return head | {"cells": cells, "best": best}


def _lead(numbers: Sequence[float], in_orders: np.ndarray | None, measure: str) -> str:
    """The text of the best number, where they do not all hardly differ and most orders agree."""
    texts = amounts(numbers, measure)
    if np.nanmax(numbers) - np.nanmin(numbers) <= room_of(numbers, measure):
        return ""
    sign = -1.0 if MEASURES.get(measure) else 1.0
    best = int(np.nanargmin(sign * np.asarray(numbers, float)))
    if in_orders is not None and np.isfinite(in_orders).all():
        pains = sign * in_orders
        if (pains[best] == pains.min(axis=0)).mean() <= 0.5 and texts.count(texts[best]) == 1:
            return ""
    return texts[best]


def room_of(numbers: Sequence[float], measure: str = "loss") -> float:
    """Return by how much numbers of one kind may differ that hardly do.

    Parameters
    ----------
    numbers : of runs; those that are nan do not count, and not all may be.
    measure : one of ``MEASURES``.
    """
    if measure == "test error":
        return LEVEL_SHARE
    return LEVEL * (1.0 if measure in SHARES else float(np.nanmin(np.abs(numbers))))


def _loss_heads(runs: Sequence[Run]) -> list[dict]:
    """The heads over the losses: what they are depends on the runs."""
    at_the_end = [run.trace.loss is None for run in runs]
    if any(at_the_end):
        return [LOSS_AT_THE_END if all(at_the_end) else LOSS_OF_BOTH_KINDS]
    heads = [FIRST, LATER] if has_later_passes(runs) else [LOSS]
    if runs[0].trace.loss_name == "squared":
        heads[0] = heads[0] | {"text": heads[0]["text"].replace("loss", HALF)}
    return heads


def cost(run: Run) -> float:
    """Return the mean loss of the first pass; of a batch run that of its final weights."""
    trace = run.trace
    return float(trace.fit[-1] if trace.loss is None else trace.costs.first_pass.mean_loss)


def mean_loss(run: Run) -> float:
    """Return the mean loss over all passes; of a batch run that of its final weights.

    Settings that are swept are compared by it where no rows are held out.
    """
    trace = run.trace
    return float(trace.fit[-1] if trace.loss is None else trace.loss[-1] / trace.steps[-1])


def short(number: float) -> str:
    """Return a number with three digits that count, and commas between thousands."""
    return f"{number:,.0f}" if 1e3 <= abs(number) < 1e7 else in_powers(f"{number:.3g}")


def amounts(numbers: Sequence[float], measure: str = "loss") -> list[str]:
    """Return the numbers of a column as texts with as many places, – for those not finite.

    Parameters
    ----------
    numbers : of one kind, such as the losses of all runs.
    measure : one of ``MEASURES``: AUCs have three places, shares of errors are per cent.
    """
    finite = [x for x in numbers if math.isfinite(x)]
    if measure == "test error":
        texts = [f"{x:.1%}" for x in finite]
    elif MEASURES.get(measure):
        texts = [f"{x:.3f}" for x in finite]
    else:
        texts = _in_places(finite)
    left = iter(texts)
    return [next(left) if math.isfinite(x) else "–" for x in numbers]


def _in_places(numbers: Sequence[float]) -> list[str]:
    """Numbers with so many places that three digits of the smallest count, if they are alike."""
    sizes = [abs(x) for x in numbers if x]
    if not sizes or max(sizes) >= 1e7 or max(sizes) > 1e4 * min(sizes):
        return [short(x) for x in numbers]
    low, high = (math.floor(math.log10(size)) for size in (min(sizes), max(sizes)))
    places = max(0, min(2 - low, MOST_DIGITS - 1 - high))
    texts = [f"{x:,.{places}f}" for x in numbers]
    while "." in texts[0] and all(text.endswith("0") for text in texts):
        texts = [text[:-1].removesuffix(".") for text in texts]
    return texts


def never_occurring(unseen: int, d: int) -> str:
    """Return a sentence on so many of d features that no example has."""
    occur = "occurs" if unseen == 1 else "occur"
    whose = "its weight is" if unseen == 1 else "their weights are"
    return (
        f"{unseen:,} of the {d:,} features {occur} in none of the examples: {whose} 0 whatever "
        "the method."
    )


def join_names(names: Sequence[str]) -> str:
    """Return names in a row, the last one after an "and"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
