"""The search itself: a first look, more candidates, more folds, and the final models."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from algorithms.checks import run_options
from algorithms.evaluation.grids import Algorithm
from algorithms.feature_search.curves import Curve, Span, bisect
from algorithms.feature_search.halving import SHARE, choices_without_each, survivors
from algorithms.feature_search.question import Question
from algorithms.feature_search.result import MethodResult, SearchResult, corrected_interval
from algorithms.feature_search.space import METHODS, SearchSpace, shift_steps, step_knob
from algorithms.losses import Loss
from datasets import Dataset

MOST_EXTENSIONS = 2
"""How often step sizes beyond those tried are tried where the best stands at their end."""
WIDER = 1.6
"""On further folds a knob is sought this much beyond where it stood on those before."""
SOME_FOLDS = 3
"""The folds on which the better third is tried."""
LEAST = 2
"""The candidates of each method that reach all folds."""

Target = tuple[Algorithm, int]
Progress = Callable[[float], None]


def find_best(
    dataset: Dataset | tuple,
    at_most: int,
    loss: str | Loss | None = None,
    *,
    methods: Sequence[str] = METHODS,
    progress: Progress | None = None,
    **options: Any,
) -> SearchResult:
    """Return the best model with at most so many features.

    Raises ValueError as ``Question`` does.

    Parameters
    ----------
    dataset : its ``test`` rows choose nothing.
    at_most : the number of features.
    loss : as in ``record``.
    methods : keys of the catalogue that are searched.
    progress : called with the share that is done.
    options : ``passes``, ``seed`` and ``intercept`` of a run, see ``RunOptions``.

    Examples
    --------
    >>> from datasets import load
    >>> data = load("breast_cancer", scaling="unit variance", test_fraction=0.25)
    >>> answer = find_best(data, at_most=5, methods=("l0_sgd", "cumulative_penalty"))
    >>> answer.best.features <= 5, answer.interval.mean > 0.95
    (True, True)
    """
    question = Question(Dataset.of(dataset), at_most, loss, run_options(options))
    *_, last = finding_best(question, methods, progress)
    return last


def finding_best(
    question: Question, methods: Sequence[str] = METHODS, progress: Progress | None = None
) -> Iterator[SearchResult]:
    """Yield better and better answers; the last one is that of ``find_best``."""
    search = _Search(question, methods, progress)
    yield from search.results()


class _Search:
    """The state of a search: what each candidate did on each fold."""

    def __init__(self, question: Question, methods: Sequence[str], progress: Progress | None):
        self.question, self.progress = question, progress
        self.space = SearchSpace(question, methods)
        self.curves: dict[Algorithm, dict[int, Curve]] = {}
        self.finals: dict[Algorithm, Curve] = {}
        self.trivial = np.array(
            [trivial_score(question.split(i), question) for i in range(question.folds)]
        )

    def results(self) -> Iterator[SearchResult]:
        question, everything = self.question, range(self.question.folds)
        self.learn(self.space.bases, [0], (0.0, 0.1))
        yield self.result(0.15)
        self.learn(self.space.others(), [0], (0.15, 0.5))
        for _ in range(MOST_EXTENSIONS):
            self.learn(self.beyond(), [0], (0.5, 0.55))
        yield self.result(0.6)
        for folds, part in ((everything[:SOME_FOLDS], (0.6, 0.75)), (everything, (0.75, 0.95))):
            last = len(folds) == question.folds
            self.learn(self.better(0.0 if last else SHARE), folds, part)
            yield self.result(part[1] if not last else 1.0)

    def learn(
        self, candidates: Iterable[Algorithm], folds: Iterable[int], part: tuple[float, float]
    ) -> None:
        """Trace the curves of candidates on the folds where they are not known."""
        todo = [
            (fold, [c for c in candidates if fold not in self.curves.get(c, {})]) for fold in folds
        ]
        todo = [(fold, some) for fold, some in todo if some]
        for number, (fold, some) in enumerate(todo):
            spans = {candidate: self.span(candidate) for candidate in some}
            report = self._part(part, number, len(todo))
            found = bisect(self.question, spans, self.question.split(fold), fold, report)
            for candidate, curve in found.items():
                self.curves.setdefault(candidate, {})[fold] = curve

    def span(self, candidate: Algorithm) -> Span:
        """Return where to look for the knob: around what it was on the folds that are known."""
        known = [
            fit.value
            for curve in self.curves.get(candidate, {}).values()
            for target in self.question.targets
            if (fit := curve.at(target)) is not None
        ]
        low, high = self.space.ends(candidate)
        if not known or min(known) <= 0.0:
            return low, high
        return min(known) / WIDER, max(known) * WIDER

    def costs(self) -> dict[Target, np.ndarray]:
        """Return the costs of each candidate at each target: (folds,), nan where not known."""
        return {
            (candidate, target): self.question.cost(self.scores(candidate, target))
            for candidate in self.curves
            for target in self.question.targets
        }

    def scores(self, candidate: Algorithm, target: int) -> np.ndarray:
        found = np.full(self.question.folds, np.nan)
        for fold, curve in self.curves[candidate].items():
            fit = curve.at(target)
            found[fold] = np.nan if fit is None else fit.score
        return found

    def better(self, share: float) -> list[Algorithm]:
        """Return the candidates that go on: the better share of those known on as many folds."""
        known = max(len(folds) for folds in self.curves.values())
        there = [c for c, folds in self.curves.items() if len(folds) == known]
        costs = {candidate: self.least_cost(candidate) for candidate in there}
        return survivors(costs, {c: c.key for c in there}, share, LEAST)

    def least_cost(self, candidate: Algorithm) -> float:
        """Return the mean cost at the target at which it is least."""
        return min(self.mean_cost(candidate, target) for target in self.question.targets)

    def mean_cost(self, candidate: Algorithm, target: int) -> float:
        """Return the mean cost over the folds that were tried; ∞ where one has no such model."""
        tried = list(self.curves[candidate])
        costs = self.question.cost(self.scores(candidate, target)[tried])
        return float(costs.mean()) if np.isfinite(costs).all() else np.inf

    def beyond(self) -> list[Algorithm]:
        """Return step sizes beyond the end of those tried, where the best stands there."""
        found = []
        for key in {candidate.key for candidate in self.curves}:
            own = [candidate for candidate in self.curves if candidate.key == key]
            name = step_knob(own[0])
            if not name or len(own) < 2:
                continue
            best = min(own, key=self.least_cost)
            steps = sorted(getattr(candidate, name) for candidate in own)
            value = getattr(best, name)
            ways = [way for way, end in ((-1, steps[0]), (1, steps[-1])) if value == end]
            found += [shift_steps(best, way * power) for way in ways for power in (1, 2)]
        return [each for each in dict.fromkeys(found) if each not in self.curves]

    def result(self, share: float) -> SearchResult:
        """Return what is known so far."""
        question, costs = self.question, self.costs()
        known = max(len(folds) for folds in self.curves.values())
        there = {
            pair: each
            for pair, each in costs.items()
            if np.isfinite(each).sum() == known == len(self.curves[pair[0]])
        }
        folds = [fold for fold in range(question.folds) if self._is_tried(fold, known)]
        by_method = {
            key: {pair: each[folds] for pair, each in there.items() if pair[0].key == key}
            for key in dict.fromkeys(pair[0].key for pair in there)
        }
        found = [self.method_result(own, folds) for own in by_method.values()]
        methods = [each for each in found if each is not None]
        methods.sort(key=lambda each: question.cost(corrected_interval(each.scores).mean))
        scores = self._nested_scores({pair: each[folds] for pair, each in there.items()}, folds)
        return SearchResult(question, tuple(methods), scores, self.trivial, share, self.runs_made)

    def _is_tried(self, fold: int, known: int) -> bool:
        return any(fold in folds for folds in self.curves.values() if len(folds) == known)

    def _nested_scores(self, costs: dict[Target, np.ndarray], folds: list[int]) -> np.ndarray:
        """Return on each fold the score of what the others choose; of one fold what it chooses."""
        scores = np.full(self.question.folds, np.nan)
        if not costs:
            return scores
        table = np.array(list(costs.values()))
        chosen = choices_without_each(table) if len(folds) > 1 else np.argmin(table, axis=0)
        for place, fold in enumerate(folds):
            scores[fold] = self.question.cost(table[chosen[place], place])  # a sign, turned back
        return scores

    def method_result(
        self, costs: dict[Target, np.ndarray], folds: list[int]
    ) -> MethodResult | None:
        """Return the best setting of one method, learned from all rows."""
        scores = self._nested_scores(costs, folds)
        for candidate, target in sorted(costs, key=lambda pair: costs[pair].mean()):
            fit = self.final(candidate).at(target)
            if fit is not None:
                return MethodResult(fit.algorithm, fit.features, scores, fit.score)
        return None

    def final(self, candidate: Algorithm) -> Curve:
        """Return the curve of a candidate on all rows."""
        if candidate not in self.finals:
            spans, question = {candidate: self.span(candidate)}, self.question
            found = bisect(question, spans, question.dataset, question.options.seed)
            self.finals |= found
        return self.finals[candidate]

    @property
    def runs_made(self) -> int:
        """The number of runs that were made."""
        folds = [curve for curves in self.curves.values() for curve in curves.values()]
        return sum(len(curve.fits) for curve in (*folds, *self.finals.values()))

    def _part(self, part: tuple[float, float], number: int, parts: int) -> Progress | None:
        begin, end = part
        if self.progress is None:
            return None
        return lambda share: self.progress(begin + (end - begin) * (number + share) / parts)


def trivial_score(data: Dataset, question: Question) -> float:
    """Return the score, on the test rows of ``data``, of the best prediction without features."""
    y = data.test.y
    if question.measure == "test AUC":
        return 0.5
    if data.task == "regression":
        return float(np.mean((y - data.y.mean()) ** 2))
    values, counts = np.unique(data.y, return_counts=True)
    return float(np.mean(y != values[np.argmax(counts)]))
