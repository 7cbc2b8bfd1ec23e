"""Outcomes: some numbers about the run of each of many settings in each of several repeats."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from algorithms.checks import as_list
from algorithms.evaluation.on_demand import measure_ends
from algorithms.evaluation.plotting import backend
from algorithms.evaluation.scores import evaluate_many, names_of
from algorithms.trace import Trace, just_after_zeros
from datasets import Dataset

if TYPE_CHECKING:
    import plotly.graph_objects as go

Values = Mapping[str, np.ndarray]


@dataclass(frozen=True, eq=False)
class Outcomes:
    """The outcomes of s settings in r repeats each: orders of the examples, or folds.

    Raises ValueError for arrays of another shape than (s, r).

    Parameters
    ----------
    algorithms : the s settings.
    values : by name, float64 (s, r); nan where the run diverged, or has not been made. Always
        "features", those with a weight that is not 0 at the end; "features held", their mean number
        over the last pass, which is what the run needed memory for, both just after zeros were
        made; "loss", the progressive loss per example, nan for a batch run. For classes "mistakes",
        the share of wrong predictions on the way. With rows kept back all that ``evaluate``
        returns. What was taken on demand, see ``measure_ends``.
    diverged : bool (s, r).
    """

    algorithms: tuple[Any, ...]
    values: Values
    diverged: np.ndarray

    def __post_init__(self) -> None:
        shape = (len(self.algorithms), self.repeats)
        for name, array in {**self.values, "diverged": self.diverged}.items():
            if array.shape != shape:
                raise ValueError(f"{name}: its shape is {array.shape}; it must be {shape}")

    def __repr__(self) -> str:
        size = f"{len(self.algorithms)} settings × {self.repeats} repeats"
        return f"Outcomes({size}: {', '.join(self.values)}; {self.diverged.sum()} diverged)"

    def _repr_html_(self) -> str:
        return backend().outcomes_html(self)

    def plot(
        self, measure: str | None = None, at_most: float | None = None, features: str = "features"
    ) -> go.Figure:
        """Return the picture of all settings, and of the best of each method.

        Raises ValueError for a measure that is none or was not taken, and for more than four
        methods: ``take`` some of them.

        Parameters
        ----------
        measure : one of ``values``; None for the usual one of held-out rows, or else the loss.
        at_most : a number of features, drawn as an upright line.
        features : "features" at the end of a run, or "features held" over its last pass.
        """
        return backend().plot_outcomes(self, measure, at_most, features)

    @property
    def repeats(self) -> int:
        """The number of repeats, r."""
        return self.diverged.shape[-1]

    @classmethod
    def of(
        cls, traces: Sequence[Trace], dataset: Dataset, on_demand: Collection[str] = ()
    ) -> Outcomes:
        """Return the outcomes of one repeat, shape (s, 1).

        Parameters
        ----------
        traces : one of each setting, all over ``dataset``.
        dataset : what was learned from, and the rows kept back.
        on_demand : more measures to take, those of ``measurable(dataset)``.
        """
        dataset, traces = Dataset.of(dataset), as_list("traces", traces)
        held = {
            place: trace for place, trace in enumerate(traces) if trace.final.diverged_at is None
        }
        names = (*known_of(dataset), *on_demand)
        columns = {name: np.full((len(traces), 1), np.nan) for name in names}
        for place, trace in held.items():
            for name, value in _along(trace, dataset).items():
                columns[name][place] = value
        for loss in dict.fromkeys(trace.loss_name for trace in held.values()):
            places = [place for place, trace in held.items() if trace.loss_name == loss]
            weights = [held[place].final.weights for place in places]
            intercepts = [held[place].final.intercept for place in places]
            errors = evaluate_many(weights, dataset, loss, intercepts)
            more = measure_ends([held[place] for place in places], dataset, on_demand)
            for name, values in {**errors, **more}.items():
                columns[name][places, 0] = values
        diverged = [[trace.final.diverged_at is not None] for trace in traces]
        algorithms = tuple(trace.algorithm for trace in traces)
        return cls(algorithms, columns, np.array(diverged, bool).reshape(-1, 1))

    def join_repeats(self, other: Outcomes) -> Outcomes:
        """Return these and more repeats of the same settings; ValueError for other settings."""
        if self.algorithms != other.algorithms:
            raise ValueError("the repeats are not of the same settings in the same order")
        return self._concatenate(other, self.algorithms, axis=1)

    def join_settings(self, other: Outcomes) -> Outcomes:
        """Return these and more settings; ValueError where these have other numbers of repeats."""
        if self.repeats != other.repeats:
            raise ValueError(
                f"{self.repeats} repeats of the one settings, {other.repeats} of the others"
            )
        return self._concatenate(other, self.algorithms + other.algorithms, axis=0)

    def take(self, places: Sequence[int]) -> Outcomes:
        """Return the outcomes of the settings at ``places`` alone, in that order."""
        places = np.asarray(places, np.int64)
        values = {name: array[places] for name, array in self.values.items()}
        algorithms = tuple(self.algorithms[place] for place in places)
        return Outcomes(algorithms, values, self.diverged[places])

    def _concatenate(self, other: Outcomes, algorithms: tuple, axis: int) -> Outcomes:
        """Both, one after the other along ``axis``; nan where one has no such value."""
        values = {
            name: np.concatenate([_or_nan(each, name) for each in (self, other)], axis)
            for name in {**self.values, **other.values}
        }
        diverged = np.concatenate([self.diverged, other.diverged], axis)
        return Outcomes(algorithms, values, diverged)


def _or_nan(outcomes: Outcomes, name: str) -> np.ndarray:
    """The values of that name, or as many nan."""
    values = outcomes.values.get(name)
    return np.full(outcomes.diverged.shape, np.nan) if values is None else values


def known_of(dataset: Dataset) -> tuple[str, ...]:
    """Return the names of the values that the outcomes of runs over ``dataset`` have."""
    mistakes = () if dataset.task == "regression" else ("mistakes",)
    return ("features", "features held", "loss", *mistakes, *names_of(dataset))


def _along(trace: Trace, dataset: Dataset) -> dict[str, float]:
    """The values that a run itself tells, without the rows kept back."""
    values = {"features": float(trace.used[-1]), "features held": _mean_used(trace, dataset)}
    if trace.loss is not None:
        values["loss"] = trace.loss[-1] / trace.steps[-1]
        if dataset.task != "regression":
            values["mistakes"] = trace.mistakes[-1] / trace.steps[-1]
    return values


def _mean_used(trace: Trace, dataset: Dataset) -> float:
    """The mean number of features used over the last pass: a look counts for the steps before it.

    Of a batch run the last pass is as many entries as the data holds. Of a run that makes its zeros
    every K steps only the looks just after it made them count; between, it holds more.
    """
    if trace.loss is None:
        read = trace.costs.accesses - max(trace.costs.accesses[-1] - dataset.X.nnz, 0)
    else:
        read = trace.steps - max(trace.steps[-1] - dataset.n_rows, 0)
    counted = just_after_zeros(trace.steps, trace.algorithm.stride)
    used, weight = trace.used[counted], np.maximum(read[counted], 0)
    weight[1:] -= weight[:-1].copy()
    if not weight.any():
        return float(used[-1])
    return float(used @ weight / weight.sum())
