"""Traces in, pictures out: nothing here runs an algorithm or shows anything."""

from charts.numbers import numbers
from charts.picture import Picture
from charts.profile import profile
from charts.regret import Comparator, regret, suboptimality
from charts.runs import Run, name_runs
from charts.sparsity import sparsity
from charts.story import story
from charts.truncation import truncation
from charts.weights import weight_paths, weights

__all__ = [
    "Comparator",
    "Picture",
    "Run",
    "name_runs",
    "numbers",
    "profile",
    "regret",
    "sparsity",
    "story",
    "suboptimality",
    "truncation",
    "weight_paths",
    "weights",
]
