"""Traces in, pictures out: nothing here runs an algorithm or shows anything."""

from charts.balance import balance
from charts.counts import counts_against
from charts.film import Bars, Curves, Film, Plane, Tiles, Track, Written
from charts.numbers import numbers
from charts.one_weight import one_weight
from charts.pattern import pattern
from charts.picture import Picture
from charts.profile import profile
from charts.regret import Comparator, regret, suboptimality
from charts.relevance import relevance
from charts.runs import Run, name_runs
from charts.sparsity import sparsity
from charts.story import story
from charts.truncation import truncation
from charts.weights import weight_paths, weights

__all__ = [
    "Bars",
    "Comparator",
    "Curves",
    "Film",
    "Picture",
    "Plane",
    "Run",
    "Tiles",
    "Track",
    "Written",
    "balance",
    "counts_against",
    "name_runs",
    "numbers",
    "one_weight",
    "pattern",
    "profile",
    "regret",
    "relevance",
    "sparsity",
    "story",
    "suboptimality",
    "truncation",
    "weight_paths",
    "weights",
]
