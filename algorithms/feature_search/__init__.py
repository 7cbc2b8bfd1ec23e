"""The best with at most k features: a search over methods, step sizes, periods and penalties.

Problem
    Of all settings of all methods find one whose model uses at most k features and predicts best,
    and say how well it predicts rows that had no part in choosing it.
Penalties are found, not searched
    A penalty means another number of features on each fold and for each step size. So what is
    searched over is a number of features m ≤ k, and on each fold the knob that makes zeros is
    bisected until a model has m features, or nearly (``curves``).
Successive halving
    All candidates learn on the first fold, the better third on three folds, two of each method on
    all (Jamieson & Talwalkar 2016; ``halving``). Each fold has an order of the rows of its own, so
    split and order vary together. Where the best step size stands at an end of those tried, more
    are tried beyond it.
Nested choice
    For each fold the candidate is chosen by the other folds and scored on this one, so no fold
    judges what it chose. The scores of the folds are not independent, for their models share rows:
    the interval is the corrected t interval of Nadeau & Bengio 2003, (9).
Rows kept back
    They choose nothing; the final model is scored on them once.
"""

from algorithms.feature_search.question import Question
from algorithms.feature_search.result import MethodResult, SearchResult
from algorithms.feature_search.search import find_best, finding_best

__all__ = ["MethodResult", "Question", "SearchResult", "find_best", "finding_best"]
