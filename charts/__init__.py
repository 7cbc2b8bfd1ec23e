"""Traces in, pictures out: nothing here runs an algorithm or shows anything."""

from charts.claim import claim, violations
from charts.data.balance import balance
from charts.data.gallery import digits
from charts.data.pattern import pattern
from charts.data.relevance import relevance
from charts.film import Bars, Curves, Film, Formulas, Histogram, StackedBands, Tiles, Track
from charts.frontier.frontier import frontier
from charts.frontier.grid import Cell, Grid, grid
from charts.frontier.path import MOST_PATHS, no_path, path
from charts.frontier.traces import Contest
from charts.notebook.figures import compare, compare_frontiers
from charts.notebook.loss import loss
from charts.picture import Picture
from charts.playground.numbers import numbers
from charts.playground.profile import profile
from charts.playground.regret import placeholder, regret, suboptimality
from charts.playground.score import amounts, cost, features, mean_loss, score
from charts.playground.sparsity import sparsity
from charts.playground.tradeoff import Around, TriedSettings, tradeoff
from charts.playground.truncation import truncation
from charts.playground.verdict import HeldOut, rows_in_orders, verdict
from charts.playground.weights import weight_paths, weights
from charts.run import Run, name_runs
from charts.strips import Dial, strips
from charts.sweep import Line, SweepAxes, counts_against, sweep

__all__ = [
    "MOST_PATHS",
    "Around",
    "Bars",
    "Cell",
    "Contest",
    "Curves",
    "Dial",
    "Film",
    "Formulas",
    "Grid",
    "HeldOut",
    "Histogram",
    "Line",
    "Picture",
    "Run",
    "StackedBands",
    "SweepAxes",
    "Tiles",
    "Track",
    "TriedSettings",
    "amounts",
    "balance",
    "claim",
    "compare",
    "compare_frontiers",
    "cost",
    "counts_against",
    "digits",
    "features",
    "frontier",
    "grid",
    "loss",
    "mean_loss",
    "name_runs",
    "no_path",
    "numbers",
    "path",
    "pattern",
    "placeholder",
    "profile",
    "regret",
    "relevance",
    "rows_in_orders",
    "score",
    "sparsity",
    "strips",
    "suboptimality",
    "sweep",
    "tradeoff",
    "truncation",
    "verdict",
    "violations",
    "weight_paths",
    "weights",
]
