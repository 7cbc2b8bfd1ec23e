"""The runs in numbers and in a sentence, written from the numbers as they stand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from algorithms import MEASURES
from algorithms.evaluation.measures import SHARES
from charts.playground.counts import running_median
from charts.run import Run, in_powers

LATE = 4
"""One look in so many, the last ones, says how many features a run mostly kept."""

ALIKE = 0.2
"""Numbers of features that differ from their median by at most this share are compared."""

LEVEL, LEVEL_SHARE = 0.01, 0.002
"""Losses that differ by at most the first share of them hardly differ; nor do AUCs that differ by
at most as much, and shares of errors that differ by at most the second."""

MOST_DIGITS = 6
"""Digits of the largest number of a column whose numbers all have as many places."""

GROUPS = {2: "Both runs", 3: "All three runs", 4: "All four runs"}
NAME, USED, USEFUL, LOSS = (
    {"text": "run", "about": "The learner, and the knobs in which it differs from its twins."},
    {
        "text": "features kept",
        "about": "The number of features whose weight is not 0 after the last example.",
    },
    {
        "text": "of which useful",
        "about": "How many of the features kept are not known to be useless: no pure noise, and "
        "in made-up data only those that make the target.",
    },
    {
        "text": "loss while learning",
        "about": "The mean loss per example, each predicted before the run learned from it.",
    },
)
"""The heads of the table's columns, each with a sentence on what the number is."""

LOSS_AT_THE_END = {
    "text": "loss at the end",
    "about": "The mean loss of the final weights per example that the run learned from.",
}
LOSS_OF_BOTH_KINDS = {
    "text": "loss",
    "about": "Not the same for all runs: of a run that reads one example per step, the mean loss "
    "while learning, each example predicted before the run learned from it; of a run that reads "
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


def verdict(
    runs: Sequence[Run],
    losses: np.ndarray | None = None,
    idle: float = math.inf,
    held_out: HeldOut | None = None,
) -> str:
    """Return the state of the comparison in a sentence or two: only like is compared with like.

    Parameters
    ----------
    runs : with their traces.
    losses : the mean loss of each run in some orders of the examples [runs, orders], nan where one
        diverged; None where it is not known.
    idle : the loss per example of weights that stay 0.
    held_out : the measure of each run on rows held out, where there are any.
    """
    broken = [run for run in runs if run.diverged]
    sound = [run for run in runs if not run.diverged]
    parts = []
    for run in broken:
        parts.append(f"{run.letter} diverged at step {run.trace.diverged_at:,}.")
    if len(sound) == 1:
        parts.append(_alone(sound[0]))
    elif sound and not any(features(run) for run in sound):
        parts.append("No run keeps a feature, so there is nothing to compare.")
    elif sound and not alike(sound):
        counts = listed([f"{run.letter} {features(run):,}" for run in sound])
        parts.append(
            f"The runs keep different numbers of features ({counts}), so their losses do not "
            "compare like for like."
        )
    elif sound:
        orders = None if losses is None or broken else losses
        parts.append(_compared(sound, orders))
        if held_out is not None and not broken:
            parts.append(held_out.in_words(runs))
    return " ".join([*parts, *_worse_than_nothing(sound, idle)])


def _alone(run: Run) -> str:
    """A run beside which there is no other."""
    return (
        f"{_named(run)} keeps {features(run):,} of {_all(run):,} features, at a loss of "
        f"{short(cost(run))} per example."
    )


def _worse_than_nothing(runs: Sequence[Run], idle: float) -> list[str]:
    """A sentence on runs that would have done better without learning."""
    lost = [run.letter for run in runs if cost(run) > idle]
    if not lost:
        return []
    steps = "its steps are" if len(lost) == 1 else "their steps are"
    return [
        f"Weights that stay 0 lose less than {listed(lost)}, {short(idle)} per example: {steps} "
        "too large for these columns. Make the step size smaller, or fit the knobs to this data."
    ]


@dataclass(frozen=True, eq=False)
class HeldOut:
    """The measure of runs on rows that they did not learn from.

    Parameters
    ----------
    rows : the number of these rows.
    measure : one of ``MEASURES``.
    values : one per run.
    orders : the same over several orders of the examples, shape (runs, orders), where known.
    """

    rows: int
    measure: str
    values: Sequence[float]
    orders: np.ndarray | None = None

    def in_words(self, runs: Sequence[Run]) -> str:
        """Return which of ``runs`` does best on them, in a sentence.

        Runs are level where the table shows the same number for them.
        """
        texts, values = amounts(self.values, self.measure), np.asarray(self.values, float)
        more = MEASURES[self.measure]
        best = int(np.argmax(values) if more else np.argmin(values))
        first = [run.letter for run, t in zip(runs, texts, strict=True) if t == texts[best]]
        name = ON_HELD_OUT[self.measure]["text"].split(",")[0]
        number = f"{name} {texts[best]}"
        rows = f"On {self.rows:,} rows held out from learning"
        if len(first) == len(runs):
            return f"{rows}, the runs are level: {number}."
        does = "predicts" if len(first) == 1 else "predict"
        apart = np.abs(values - values[best]) <= self._room(float(values[best]))
        near = [run.letter for run, a in zip(runs, apart, strict=True) if a]
        rivals = [letter for letter in near if letter not in first]
        hardly = f", {listed(rivals)} hardly {'below' if more else 'above'}" if rivals else ""
        often = self._often(runs, best) if len(first) == 1 else ""
        return f"{rows}, **{listed(first)}** {does} best: {number}{hardly}{often}."

    def _often(self, runs: Sequence[Run], best: int) -> str:
        """The number of orders in which the same run does best."""
        if self.orders is None or not np.isfinite(self.orders).all():
            return ""
        top = (np.max if MEASURES[self.measure] else np.min)(self.orders, axis=0)
        times = int((self.orders[best] == top).sum())
        return f"; {runs[best].letter} is best in {times} of {self.orders.shape[1]} orders"

    def _room(self, best: float) -> float:
        """The distance from the best at which a value hardly differs from it."""
        if self.measure == "test error":
            return LEVEL_SHARE
        return LEVEL * (1.0 if self.measure in SHARES else abs(best))


def alike(runs: Sequence[Run]) -> bool:
    """Return whether the runs keep about as many features, one at least."""
    counts = np.array([features(run) for run in runs], float)
    middle = float(np.median(counts))
    return middle > 0 and bool(np.all(np.abs(counts - middle) <= ALIKE * middle))


def features(run: Run) -> int:
    """Return how many features a run uses at the end: those with a weight that is not 0."""
    return run.features


def _compared(runs: Sequence[Run], losses: np.ndarray | None) -> str:
    """The run with the lowest loss among runs that keep as many features."""
    counts = sorted({features(run) for run in runs})
    between = f"{counts[0]:,} to {counts[-1]:,}" if len(counts) > 1 else f"{counts[0]:,}"
    if len({run.trace.loss is None for run in runs}) > 1:
        return (
            f"{GROUPS[len(runs)]} keep about the same number of features ({between}). Their losses "
            "do not compare: some runs read one example per step, others read all of them."
        )
    when = "While learning" if runs[0].trace.loss is not None else "At the end"
    begin = f"{GROUPS[len(runs)]} keep {between} features{_shortly_before(runs)}. "
    return begin + _lowest(runs, when, losses)


def _lowest(runs: Sequence[Run], when: str, losses: np.ndarray | None) -> str:
    """The run with the lowest loss; runs for which the table shows the same number are level."""
    costs = [cost(run) for run in runs]
    texts = amounts(costs)
    least = int(np.argmin(costs))
    first = [run for run, text in zip(runs, texts, strict=True) if text == texts[least]]
    if max(costs) <= (1.0 + LEVEL) * costs[least]:
        span = dict.fromkeys((texts[least], texts[int(np.argmax(costs))]))
        return f"Their losses are level, {' to '.join(span)} per example."
    if len(first) > 1:
        letters = listed([run.letter for run in first])
        return f"{letters} have the lowest loss, {texts[least]} per example."
    near = [
        run.letter
        for run, value in zip(runs, costs, strict=True)
        if run is not first[0] and value <= (1.0 + LEVEL) * costs[least]
    ]
    beside = f", with {listed(near)} hardly above it" if near else ""
    often = _often(runs, first[0], losses)
    return (
        f"{when}, **{_named(first[0])}** has the lowest loss, {texts[least]} per example"
        f"{beside}{often}."
    )


def _shortly_before(runs: Sequence[Run]) -> str:
    """Words on runs whose last example left them with another number of features than usual."""
    usual = [(run, usually(run)) for run in runs]
    odd = [f"{run.letter} mostly kept {most:,}" for run, most in usual if most is not None]
    return f" at the end; shortly before, {listed(odd)}" if odd else ""


def usually(run: Run) -> int | None:
    """Return how many features a run kept mostly at its last looks; None where as many as at last.

    It is where the thick line of a spiky run, the running median, stays in its last part.
    """
    medians = running_median(run.trace.used)
    if medians is None:
        return None
    last = features(run)
    mostly = float(np.median(medians[-len(medians) // LATE :]))
    return None if abs(mostly - last) <= ALIKE * last else round(mostly)


def _often(runs: Sequence[Run], best: Run, losses: np.ndarray | None) -> str:
    """The number of orders in which the same run has the lowest loss."""
    if losses is None or not np.isfinite(losses).all():
        return ""
    first = (np.argmin(losses, axis=0) == list(runs).index(best)).sum()
    return f"; {best.letter} is lowest in {first} of {losses.shape[1]} orders of the examples"


def score(
    runs: Sequence[Run], measure: str, values: Sequence[float], useful: np.ndarray | None = None
) -> dict:
    """Return the table above the pictures: the runs in their order, never sorted by a number.

    Parameters
    ----------
    measure : one of ``MEASURES``.
    values : the measure of each run, nan where it diverged.
    useful : bool [d], the features that are known to be useful; None where that is not known.
    """
    columns = [NAME, USED]
    if useful is not None and useful.all():  # there is no other kind to tell them from
        useful = None
    if useful is not None:
        columns.append(USEFUL)
    columns.append(_loss_head(runs))
    if measure in ON_HELD_OUT:
        columns.append(ON_HELD_OUT[measure])
    costs = amounts([math.nan if run.diverged else cost(run) for run in runs])
    held_out = amounts(values, measure)
    rows = []
    for run, loss, value in zip(runs, costs, held_out, strict=True):
        cells = [run.name, f"{run.features:,}"]
        if useful is not None:
            cells.append(f"{(run.used & useful).sum():,} of {useful.sum():,}")
        cells.append(loss)
        if measure in ON_HELD_OUT:
            cells.append(value)
        if run.diverged:
            cells = [run.name, *(["diverged"] * (len(cells) - 1))]
        row = {"letter": run.letter, "colour": run.colour, "dash": run.dash, "cells": cells}
        rows.append(row)
    return {"columns": columns, "rows": rows}


def _loss_head(runs: Sequence[Run]) -> dict:
    """The head over the numbers of ``cost``: what they are depends on the runs."""
    at_the_end = [run.trace.loss is None for run in runs]
    if not any(at_the_end):
        return LOSS
    return LOSS_AT_THE_END if all(at_the_end) else LOSS_OF_BOTH_KINDS


def cost(run: Run) -> float:
    """Return the mean loss while learning; of a batch run that of its final weights."""
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
    finite = [x for x in numbers if np.isfinite(x)]
    if measure == "test error":
        texts = [f"{x:.1%}" for x in finite]
    elif MEASURES.get(measure):
        texts = [f"{x:.3f}" for x in finite]
    else:
        texts = _in_places(finite)
    left = iter(texts)
    return [next(left) if np.isfinite(x) else "–" for x in numbers]


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


def _named(run: Run) -> str:
    return f"{run.letter}, {run.in_a_sentence},"


def _all(run: Run) -> int:
    return run.trace.final_weights.shape[-1]


def listed(names: Sequence[str]) -> str:
    """Return names in a row, the last one after an "and"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
