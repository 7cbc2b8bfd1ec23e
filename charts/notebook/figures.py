"""The app's pictures as Plotly figures: what ``Trace.plot`` and its like return."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np

from algorithms import (
    ALL_MEASURES,
    Frontier,
    Outcomes,
    Trace,
    comparator_loss,
    find_comparator,
    order_of,
    row_losses,
)
from algorithms.truth import truth_of
from charts.frontier.frontier import frontier
from charts.frontier.titles import TITLES
from charts.frontier.traces import Contest
from charts.labels import as_text
from charts.notebook.loss import loss
from charts.picture import Picture
from charts.playground.regret import regret, suboptimality
from charts.playground.sparsity import TITLES as TITLES_OF_UNITS
from charts.playground.sparsity import sparsity
from charts.playground.weights import weight_paths, weights
from charts.run import Run, name_runs
from charts.x_axis import LABELS
from datasets import Dataset
from knobs import knobs_of

if TYPE_CHECKING:
    import plotly.graph_objects as go

LETTERS = "ABCD"
L1 = 0.001
"""λ of the best fixed weights, as the playground opens with it."""

COUNTED = {"features": "features at the end", "features held": "features in use, on average"}
"""The two numbers of features as an axis names them."""

ABOVE, A_LEGEND = 44, 24
"""Pixels above a figure, for the title that stands beside it in the app, and for a legend."""

A_LINE, HIGH = 100, 15
"""Letters of a line of the caption below a figure, and its pixels."""


def compare(
    traces: Mapping[str, Trace] | Trace,
    kind: str = "loss",
    data: Dataset | tuple | None = None,
    **options: Any,
) -> go.Figure:
    """Return one picture of several runs, as the playground draws it.

    Raises ValueError for another kind, for more than four runs, for batch runs where only a stream
    has a regret, where ``data`` is needed and missing or has other features than the runs, and for
    a run that diverged at its first example.

    Parameters
    ----------
    traces : runs by the names they have in the picture; or one alone, with the name of its method.
    kind : "loss", "features", "regret", "objective", "weights" or "paths", as in ``Trace.plot``.
    data : the dataset, or the tuple (X, y), that all of them learned from.
    options : those of the kind, as in ``Trace.plot``.

    Examples
    --------
    >>> from algorithms import CATALOGUE, record
    >>> from datasets import load
    >>> data = load("breast_cancer", scaling="unit variance")
    >>> methods = {"none": CATALOGUE["sgd"](), "gravity": CATALOGUE["truncated_gradient"]()}
    >>> figure = compare({name: record(method, data) for name, method in methods.items()})
    >>> [curve.name for curve in figure.data]
    ['A · none', 'B · gravity']
    """
    if kind not in KINDS:
        raise ValueError(f"kind = {kind!r}: it must be one of {', '.join(KINDS)}")
    runs = _runs_of(traces)
    _check_runs(runs)
    data = None if data is None else Dataset.of(data)
    _check_options(kind, options)
    if data is None and kind in NEED_DATA:
        raise ValueError(f'"{kind}" needs the data that was learned from: plot("{kind}", data)')
    if data is not None:
        _check_features(runs, data)
    return _figure(KINDS[kind](runs, data, **options))


def compare_frontiers(frontiers: Mapping[str, Frontier], at_most: float | None = None) -> go.Figure:
    """Return the picture of the settings of several methods, as the sweep page draws it.

    Raises ValueError for none, for more than four, and for several measures.

    Parameters
    ----------
    frontiers : by the names that they have in the picture, such as ``algorithms.frontier`` returns.
    at_most : a number of features, drawn as an upright line.

    Examples
    --------
    >>> from algorithms import CATALOGUE, frontier, grid
    >>> from datasets import load
    >>> pulls = grid(CATALOGUE["truncated_gradient"], gravity=(0.0, 0.01, 0.1))
    >>> edges = frontier({"pull": pulls}, load("breast_cancer", scaling="unit variance"))
    >>> compare_frontiers(edges).layout.xaxis.title.text
    'features at the end'
    """
    if not isinstance(frontiers, Mapping):
        raise ValueError('frontiers have names: compare_frontiers({"a name": frontier, …})')
    _check_number(frontiers)
    _check_kinds(frontiers, Frontier)
    kinds = {(each.measure, each.features) for each in frontiers.values()}
    if len(kinds) > 1:
        raise ValueError("the frontiers are of different measures: one picture has one")
    ((measure, features),) = kinds
    first = [each.outcomes.algorithms[0] for each in frontiers.values()]
    runs = _rename(name_runs(first), frontiers)
    contests = [
        Contest(run, each, _swept_knobs(each.outcomes))
        for run, each in zip(runs, frontiers.values(), strict=True)
    ]
    repeats = max(each.outcomes.repeats for each in frontiers.values())
    words = "one run" if repeats == 1 else f"{repeats} runs"
    title, more, counted = TITLES[measure], ALL_MEASURES[measure], COUNTED[features]
    picture = frontier(contests, title, more, words, at_most, counted)
    heading = f"{title[0].upper()}{title[1:]} against {counted}"
    return _figure(replace(picture, heading=heading))


def plot_outcomes(
    outcomes: Outcomes,
    measure: str | None = None,
    at_most: float | None = None,
    features: str = "features",
) -> go.Figure:
    """Return the picture of the settings of a sweep, method by method; see ``Outcomes.plot``."""
    places: dict[str, list[int]] = {}
    for place, algorithm in enumerate(outcomes.algorithms):
        places.setdefault(algorithm.key, []).append(place)
    measure = measure or _usual_measure(outcomes)
    methods = {
        outcomes.algorithms[there[0]].title: Frontier(outcomes.take(there), measure, features)
        for there in places.values()
    }
    return compare_frontiers(methods, at_most)


def _usual_measure(outcomes: Outcomes) -> str:
    """The first measure of held-out rows that is there, else the loss."""
    order = "test AUC", "test error", "test mean squared error", "test loss", "loss"
    return next(name for name in order if name in outcomes.values)


def _swept_knobs(outcomes: Outcomes) -> tuple[str, ...]:
    """The knobs in which the settings differ."""
    first, *others = outcomes.algorithms
    return tuple(
        name
        for name in knobs_of(first)
        if any(getattr(each, name) != getattr(first, name) for each in others)
    )


def _check_number(named: Mapping[str, Any]) -> None:
    if not 1 <= len(named) <= len(LETTERS):
        raise ValueError(f"{len(named)} curves: a picture has one to {len(LETTERS)}")


def _check_kinds(named: Mapping[str, Any], kind: type) -> None:
    for name, value in named.items():
        if not isinstance(value, kind):
            given = type(value).__name__
            raise ValueError(f"{name!r} is of type {given}: it must be a {kind.__name__}")


def _runs_of(traces: Mapping[str, Trace] | Trace) -> list[Run]:
    """The runs, with the names that were given, if any."""
    if isinstance(traces, Trace):
        return name_runs([traces.algorithm], [traces])
    if not isinstance(traces, Mapping):
        raise ValueError('runs have names: compare({"a name": trace, …})')
    _check_number(traces)
    _check_kinds(traces, Trace)
    runs = name_runs([trace.algorithm for trace in traces.values()], list(traces.values()))
    return _rename(runs, traces)


def _rename(runs: list[Run], names: Mapping[str, Any]) -> list[Run]:
    return [replace(run, name=as_text(str(name))) for run, name in zip(runs, names, strict=True)]


def _loss(runs: list[Run], _data: Dataset | None, against: str = "steps") -> Picture:
    return loss(runs, against)


def _features(runs: list[Run], data: Dataset | None, **options: Any) -> Picture:
    return sparsity(runs, truth=None if data is None else truth_of(data), **options)


def _regret(
    runs: list[Run],
    data: Dataset,
    l1: float = L1,
    seed: int = 0,
    order: np.ndarray | None = None,
    **options: Any,
) -> Picture:
    """The examples come in the order that ``record`` draws for the seed, where none is given."""
    if any(run.trace.loss is None for run in runs):
        raise ValueError('a batch run sees no stream, so it has no regret: plot "objective"')
    loss_name, intercept = runs[0].trace.loss_name, _has_intercept(runs)
    u = find_comparator(data, loss_name, l1, intercept)
    if order is None:
        order = order_of(data, -(-_most_steps(runs) // data.n_rows), seed)
    suffered = [
        comparator_loss(u.weights, data, loss_name, order, run.trace.steps, u.intercept)
        for run in runs
    ]
    mean_loss = partial(_mean_loss, data=data, loss_name=loss_name)
    less = [
        run.trace.final
        for run, fixed in zip(runs, suffered, strict=True)
        if run.trace.loss[-1] < fixed[-1]
    ]
    outdone = any(mean_loss(each) < mean_loss(u) for each in less)
    return regret(runs, suffered, u, outdone=outdone, **options)


def _mean_loss(weighed: Any, data: Dataset, loss_name: str) -> float:
    """The mean loss of fixed weights, those of a comparator or of the end of a run."""
    return float(row_losses(weighed.weights, data, loss_name, weighed.intercept).mean())


def _objective(runs: list[Run], data: Dataset, l1: float | None = None, **options: Any) -> Picture:
    """λ is that of the runs, where all have the same."""
    if any(run.trace.fit is None for run in runs):
        raise ValueError(
            "an online run has an objective where it is asked for: record(…, fit=True)"
        )
    own = {getattr(run.algorithm, "l1", None) for run in runs}
    if l1 is None:
        l1 = L1 if len(own) > 1 or None in own else own.pop()
    u = find_comparator(data, runs[0].trace.loss_name, l1, _has_intercept(runs))
    return suboptimality(runs, u, **options)


def _weights(runs: list[Run], data: Dataset | None) -> Picture:
    return weights(runs, data)


def _paths(runs: list[Run], data: Dataset) -> Picture:
    if len(runs) > 1:
        raise ValueError("the paths of the weights are drawn for one run at a time")
    return weight_paths(runs[0], data)


def _check_runs(runs: list[Run]) -> None:
    for run in runs:
        if run.trace.failure:
            others = "" if len(runs) == 1 else ", or leave it out"
            raise ValueError(f"nothing to draw of {run.name}: {run.trace.failure}{others}.")


def _check_options(kind: str, options: Mapping[str, Any]) -> None:
    """Raise TypeError for an option that a kind has not, ValueError for another choice."""
    for name, value in options.items():
        if name not in OPTIONS[kind]:
            known = ", ".join(OPTIONS[kind]) or "none"
            raise TypeError(f'"{kind}" has no option {name!r}; its options: {known}')
        if value not in CHOICES.get(name, (value,)):
            raise ValueError(f"{name} = {value!r}: it must be one of {', '.join(CHOICES[name])}")


def _check_features(runs: list[Run], data: Dataset) -> None:
    for run in runs:
        end = run.trace.final
        if end.features is None and end.weights.shape[-1] != data.n_features:
            raise ValueError(
                f"the data have {data.n_features} features, the run {end.weights.shape[-1]}: "
                "give the data that it learned from"
            )


def _has_intercept(runs: list[Run]) -> bool:
    """A constant term that was learned is 0 by chance only."""
    return any(run.trace.final.intercept.any() for run in runs)


def _most_steps(runs: list[Run]) -> int:
    return max(int(run.trace.steps[-1]) for run in runs)


def _figure(picture: Picture) -> go.Figure:
    """The picture with its heading and its caption, which stand beside it in the app."""
    figure = picture.figure
    if picture.heading:
        above = ABOVE + (A_LEGEND if figure.layout.showlegend else 0)
        title = {"text": picture.heading, "y": 1.0, "yanchor": "top", "pad": {"t": 12}}
        figure.update_layout(title=title, margin_t=above)
    if caption := picture.caption.replace(picture.by_hand, "").strip():
        _write_below(caption, figure)
    return figure


def _write_below(caption: str, figure: go.Figure) -> None:
    """The caption under the axis: it says what is left out, too."""
    lines = wrap(caption, A_LINE)
    margin = figure.layout.margin
    figure.add_annotation(
        text=as_text("\n".join(lines)).replace("\n", "<br>"),
        font={"size": 11},
        align="left",
        showarrow=False,
        **{"xref": "paper", "x": 0, "xanchor": "left", "xshift": 10 - margin.l},
        **{"yref": "paper", "y": 0, "yanchor": "top", "yshift": -margin.b},
    )
    figure.update_layout(margin_b=margin.b + HIGH * len(lines) + 8)


KINDS: dict[str, Callable[..., Picture]] = {
    "loss": _loss,
    "features": _features,
    "regret": _regret,
    "objective": _objective,
    "weights": _weights,
    "paths": _paths,
}
"""The pictures of runs by their names."""
OPTIONS = {
    "loss": ("against",),
    "features": ("unit", "against", "count_axis"),
    "regret": ("average", "log", "against", "l1", "seed", "order"),
    "objective": ("l1", "log", "against"),
    "weights": (),
    "paths": (),
}
"""The options of each."""
CHOICES = {"against": (*LABELS,), "unit": (*TITLES_OF_UNITS,), "count_axis": ("linear", "log")}
NEED_DATA = ("regret", "objective", "paths")
