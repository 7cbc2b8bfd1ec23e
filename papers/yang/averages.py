"""Means over some draws, where single ones differ by more than the printed numbers do."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from papers.claim import Case, Trial
from papers.yang.synthetic import draw_examples, scores, size_case, size_of

DRAWS, MOST = 5, 10**4
"""A repetition is the mean of so many draws, of more examples than these it is one."""


def averaged_case(n: int) -> Case:
    """Return the case of ``n`` examples, whose dataset is the first draw of a repetition."""
    draws = draws_of(n)
    return Case(size_case(n).name, lambda seed: draw_examples(n, draws * seed))


def draws_of(n: int) -> int:
    """Return the number of draws in a repetition."""
    return DRAWS if n <= MOST else 1


def mean_scores(trial: Trial, methods: Sequence[str]) -> np.ndarray:
    """Return the means of accuracy and F1 of the signs, in per cent: (methods, 2)."""
    n = size_of(trial.case)
    draws = draws_of(n)
    found = [scores(trial, methods)]
    for draw in range(draws * trial.seed + 1, draws * (trial.seed + 1)):
        found.append(scores(trial._replace(dataset=draw_examples(n, draw)), methods))
    return np.mean(found, axis=0)
