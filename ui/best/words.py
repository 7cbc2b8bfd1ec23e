"""The answer of a search in sentences."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from algorithms import Algorithm, sparsity_knob
from algorithms.evaluation.measures import SHARES
from algorithms.feature_search import SearchResult
from algorithms.feature_search.result import Interval
from algorithms.feature_search.space import step_knob
from charts.frontier.settings import equal_decimals, features_in_words, in_words
from ui.sweep.measure_words import ABOUT
from ui.sweep.sentences import few

AMOUNT = {
    "test AUC": "AUC",
    "test error": "share of errors",
    "test mean squared error": "typical error (RMSE)",
}
NOTHING = {
    "test error": "naming the most frequent class has a share of errors of",
    "test mean squared error": "predicting the mean of all rows has a typical error (RMSE) of",
}
"""What predicts without any feature, for measures that do not say it themselves."""


WHOLE = (
    "The number in the heading judges the search as a whole: for each part of the rows the method, "
    "too, was chosen by the other parts. So it may be lower than that of the method that comes out "
    "best, which looks better by having been chosen."
)

EQUAL = 1e-12
"""The difference of two means that differ by rounding alone."""


class SettingLine(NamedTuple):
    """One method of the answer, and the setting that the playground opens."""

    text: str
    algorithm: Algorithm


def headline(answer: SearchResult, ended: bool) -> str:
    """Return what can be reached with so few features."""
    bound, far = few(answer.question.at_most), "" if ended else ", so far"
    if answer.best is None:
        return f"No model gets by with {bound}{far}."
    value = with_interval(answer, answer.interval)
    return f"With {bound}{far}: {AMOUNT[answer.question.measure]} {value}"


def comparison(answer: SearchResult) -> str:
    """Return which methods reach it; one that is clearly ahead of all others is bold."""
    if answer.best is None:
        return ""
    name = answer.best.algorithm.title
    if len(answer.methods) == 1:
        return f"It is that of {name}."
    if not math.isfinite(answer.interval.low):
        return "One part of the rows has judged so far; more will tell the methods apart."
    equal, unsure, behind = sides(answer)
    if not equal and not unsure:
        return f"**{name} predicts best**: it is ahead of each other method by more than chance."
    said = [f"{join([name, *equal])} come out equal." if equal else f"{name} comes out best."]
    if unsure:
        differs = "differs too much from part to part of the rows to be sure of"
        said.append(f"The lead over {join(unsure)} {differs}.")
    if behind:
        ends = "predicts" if len(behind) == 1 else "predict"
        said.append(f"{join(behind)} clearly {ends} worse.")
    return " ".join(said)


def sides(answer: SearchResult) -> tuple[list[str], list[str], list[str]]:
    """Return the other methods: equal to the best, behind it by no more than chance, or by more."""
    equal, unsure, behind = [], [], []
    for each in answer.methods[1:]:
        clear = answer.is_clearly_ahead(each)
        level = abs(answer.lead(each).mean) < EQUAL
        (behind if clear else equal if level else unsure).append(each.algorithm.title)
    return equal, unsure, behind


def lines(answer: SearchResult) -> list[SettingLine]:
    """Return a line for each method, the best one first."""
    found = []
    for each in answer.methods:
        algorithm = each.algorithm
        own = sparsity_knob(type(algorithm))
        others = [name for name in ("threshold", "period") if hasattr(algorithm, name)]
        names = dict.fromkeys([own, step_knob(algorithm), *others])
        setting = in_words(algorithm, [name for name in names if name])
        held_out = ""
        if math.isfinite(each.held_out):
            (value,) = numbers(answer, [each.held_out])
            held_out = f", on the held-out rows {value}"
        text = (
            f"**{algorithm.title}**: {with_interval(answer, each.interval)}{held_out}, with "
            f"{features_in_words(each.features)} at {setting}."
        )
        found.append(SettingLine(text, algorithm))
    return found


def notes(answer: SearchResult) -> list[str]:
    """Return sentences on how the numbers come about, and what they are to be compared with."""
    question, measure = answer.question, answer.question.measure
    trivial = numbers(answer, [float(np.nanmean(answer.trivial))])[0]
    sentences = [ABOUT.get(measure) or f"Without any feature: {NOTHING[measure]} {trivial}."]
    if measure == "test mean squared error" and answer.best is not None:
        sentences.append(r_squared(answer))
    if len(answer.methods) > 1:
        sentences.append(WHOLE)
    folds = int(np.isfinite(answer.scores).sum())
    so_far = "" if folds == question.folds else f", of which {folds} have judged so far"
    mean = "root of the mean square" if measure == "test mean squared error" else "mean"
    sentences.append(
        f"{answer.tried:,} runs were made. The rows that are learned from are cut into "
        f"{question.folds} parts{so_far}. Each part judges a setting that the "
        "other parts chose, learned without it and from the rows in another order. The number is "
        f"the {mean} over the parts; the interval in brackets (95 %) says how far it may be off."
    )
    if question.dataset.test is not None:
        n = question.dataset.test.n_rows
        sentences.append(
            "The held-out rows had no part in choosing anything. They are other rows, "
            f"{n:,} of them, so their numbers have an error of their own."
        )
    return sentences


def r_squared(answer: SearchResult) -> str:
    """Return which share of the variance is explained: R²."""
    question, best = answer.question, answer.methods[0]
    share = 1.0 - answer.interval.mean / float(np.nanmean(answer.trivial))
    text = f"R² = {share:.2f}: that share of the variance of the target is explained"
    if math.isfinite(best.held_out):
        own = 1.0 - best.held_out / float(np.var(question.dataset.test.y))
        text += f"; on the held-out rows R² = {own:.2f}"
    return f"{text}."


def with_interval(answer: SearchResult, interval: Interval) -> str:
    """Return a mean with its interval, such as "0.981 (0.970 to 0.992)"."""
    if not math.isfinite(interval.low):
        return numbers(answer, [interval.mean])[0]
    mean, low, high = numbers(answer, list(interval))
    return f"{mean} ({low} to {high})"


def numbers(answer: SearchResult, scores: Sequence[float]) -> list[str]:
    """Return scores as they are written: shares within 0 and 1, squares as their roots."""
    measure = answer.question.measure
    bounded = measure in SHARES
    least = [min(max(score, 0.0), 1.0) if bounded else max(score, 0.0) for score in scores]
    if measure == "test mean squared error":
        least = [math.sqrt(score) for score in least]
    return equal_decimals(least, bounded)


def join(names: Sequence[str]) -> str:
    """Return names in a sentence, such as "A, B and C"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
