"""The trace that a run leaves behind."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from algorithms.evaluation.operations import count_operations
from algorithms.evaluation.plotting import backend

if TYPE_CHECKING:
    import plotly.graph_objects as go

Kind = Literal["loss", "features", "regret", "objective", "weights", "paths"]

LONG = 12
"""The most numbers of an array that are written out."""

LATE, LATELY = 0.75, 0.94
"""The share of a run after which it counts how many features it mostly kept, and the one after
which it counts how many it kept lately: there a running median ends."""


class ReadOnlyArrays:
    """A value whose arrays cannot be written, and long ones are not written out."""

    def __post_init__(self) -> None:
        for value in vars(self).values():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False

    def __repr__(self) -> str:
        parts = (f"{name}={_brief(value)}" for name, value in vars(self).items())
        return f"{type(self).__name__}({', '.join(parts)})"


def _brief(value: Any) -> str:
    """A value in words of a line; of a long array its type and shape."""
    if isinstance(value, np.ndarray) and value.size > LONG:
        return f"{value.dtype} {value.shape}"
    return repr(value)


@dataclass(frozen=True, eq=False, repr=False)
class Sparsity(ReadOnlyArrays):
    """How sparse the weights of a run are at its ``c`` checkpoints.

    Attributes
    ----------
    nonzeros : int64 (c,), weights that are not 0.0; the last number is that of the final weights,
        with which a run ends just after its zeros are made (``OnlineAlgorithm.finish``).
    l1_norm : float64 (c,), ‖w‖₁.
    seen : int64 (c,), features with a nonzero entry in the examples so far.
    useful : int64 (c,), how many of the features used are useful, as ``truth_of`` the dataset
        says; None where the truth is not known.
    """

    nonzeros: np.ndarray
    l1_norm: np.ndarray
    seen: np.ndarray
    useful: np.ndarray | None


class Examples(NamedTuple):
    """How many examples a run learned from, and how many entries they have, each counted once."""

    rows: int
    entries: int


class FirstPass(NamedTuple):
    """The first pass of an online run, in which each example is predicted before it was ever seen.

    From the second pass on, an example has been learned from when it is predicted: what is lost
    there is a training loss.

    Attributes
    ----------
    steps : its examples: as many as there are rows, fewer where the run ended before.
    loss, mistakes : the sums over them, as in ``Trace``.
    """

    steps: int
    loss: float
    mistakes: float

    @property
    def mean_loss(self) -> float:
        """The progressive loss per example; nan where the run diverged at its first step."""
        return self.loss / self.steps if self.steps else math.nan


@dataclass(frozen=True, eq=False, repr=False)
class Costs(ReadOnlyArrays):
    """What a run has cost at its ``c`` checkpoints.

    Attributes
    ----------
    accesses : int64 (c,), entries x_ij read; one step reads an entry once, whatever it does.
    evaluations : int64 (c,), gradients ℓ′ of single examples evaluated.
    seconds : float64 (c,), time spent learning, without the looking.
    examples : what it learned from.
    first_pass : what its first pass cost; None for a batch run, which sees no stream.
    """

    accesses: np.ndarray
    evaluations: np.ndarray
    seconds: np.ndarray
    examples: Examples
    first_pass: FirstPass | None


@dataclass(frozen=True, eq=False, repr=False)
class Final(ReadOnlyArrays):
    """What a run ends with.

    Attributes
    ----------
    weights : float64 (d,), of a multiclass run (k, d).
    intercept : float64 (1,), of a multiclass run (k,).
    diverged_at : the step whose prediction passed 1e100 (the run ends before it), or None.
    features : int64, the id of each of ``weights`` where a run held live features alone and d is
        not known; else None. Increasing.
    """

    weights: np.ndarray
    intercept: np.ndarray
    diverged_at: int | None
    features: np.ndarray | None = None


@dataclass(frozen=True, eq=False)
class Trace(ReadOnlyArrays):
    """One run with ``c`` checkpoints.

    All arrays are read-only. Sums run over the steps 1, …, ``steps[c]``. A step is an example of
    an online run, and a step of the algorithm in a batch run.

    Attributes
    ----------
    algorithm : the algorithm that ran.
    loss_name : the loss that it learned from.
    steps : int64 (c,), increasing, the last one the length of the run.
    loss : float64 (c,), the progressive loss Σ ℓ(w_t·x_t, y_t), each before its update; None for a
        batch run, which sees no stream.
    mistakes : float64 (c,), predictions of the wrong sign, 0 counting half, or of the wrong class,
        a tie as in ``losses.mistakes_of``; −1 for regression; None for a batch run.
    fit : float64 (c,), the mean loss over all examples of the weights at the checkpoint, or None
        where it was not asked for.
    used : int64 (c,), features with a weight that is not 0.0; of a multiclass run a feature counts
        once, however many classes have a weight for it.
    weights : float64 (c, len(tracked)), the weights at the checkpoint.
    tracked : int64, which weights were kept, increasing: features, of a multiclass run positions
        in ``final.weights.ravel()``.
    sparsity : weights that are not 0, ‖w‖₁, features seen and useful, at each checkpoint.
    costs : entries read, gradients evaluated, seconds, at each checkpoint.
    final : the last weights and intercept, and the step at which the run diverged.

    Examples
    --------
    >>> from algorithms import CATALOGUE, record
    >>> from datasets import load
    >>> trace = record(CATALOGUE["sgd"](), load("breast_cancer"), checkpoints=4)
    >>> trace.steps
    array([ 36, 143, 321, 569])
    >>> trace.weights.shape, trace.final.weights.shape
    ((4, 30), (30,))
    """

    algorithm: Any
    loss_name: str
    steps: np.ndarray
    loss: np.ndarray | None
    mistakes: np.ndarray | None
    fit: np.ndarray | None
    used: np.ndarray
    weights: np.ndarray
    tracked: np.ndarray
    sparsity: Sparsity
    costs: Costs
    final: Final

    @classmethod
    def from_columns(cls, final: Final, **columns: Any) -> Trace:
        """Return the trace of columns named like fields of it, of its sparsity and of its costs."""
        parts = {
            name: kind(**{field.name: columns.pop(field.name) for field in fields(kind)})
            for name, kind in (("sparsity", Sparsity), ("costs", Costs))
        }
        return cls(final=final, **parts, **columns)

    def __repr__(self) -> str:
        if self.failure:
            return f"Trace({self.algorithm.key}, {self.loss_name}, steps=0: {self.failure})"
        end = self.final
        of = f" of {end.weights.shape[-1]}" if end.features is None else ""
        means = {"loss": self.loss / self.steps if self.loss is not None else None, "fit": self.fit}
        parts = [f"{key}={mean[-1]:.4g}" for key, mean in means.items() if mean is not None]
        if end.diverged_at is not None:
            parts.append(f"diverged_at={end.diverged_at}")
        counts = f"steps={self.steps[-1]}, looks={len(self.steps)}, used={self.used[-1]}{of}"
        return f"Trace({self.algorithm.key}, {self.loss_name}, {counts}, {', '.join(parts)})"

    @property
    def failure(self) -> str:
        """Why a run that diverged at its first example has nothing to draw, and what to do.

        Empty for any other run.
        """
        return "" if len(self.steps) else _first_step_failure(self.algorithm)

    def _repr_html_(self) -> str:
        return backend().trace_html(self)

    def plot(self, kind: Kind = "loss", data: Any = None, **options: Any) -> go.Figure:
        """Return a picture of this run, as the app draws it; a notebook shows it by itself.

        ``charts.compare`` draws several runs in one picture.

        Raises ValueError for another kind, for the regret of a batch run, for the objective of an
        online run without ``fit``, where ``data`` is needed and missing or has other features,
        and for a run that diverged at its first example.

        Parameters
        ----------
        kind : "loss", the mean so far; "features", those kept; "regret", the loss beyond that of
            the best fixed weights; "objective", how far it is above the least; "weights", the final
            ones, largest first; "paths", the largest as the run goes on.
        data : the dataset, or the tuple (X, y), that the run learned from. "regret", "objective"
            and "paths" need it. With it "features" tells useful ones from useless ones and
            "weights" has the true ones, where they are known.
        options : ``against``, what stands on the x axis ("steps", "data accesses", "operations",
            "gradient evaluations" or "seconds"); of "features" ``unit`` and ``count_axis`` as
            in ``charts.sparsity``; of "regret" ``average``, ``log``, the ``l1`` of the best fixed
            weights, and the ``seed`` or the ``order`` that ``record`` had; of "objective" ``log``
            and ``l1``.

        Examples
        --------
        >>> from algorithms import CATALOGUE, record
        >>> from datasets import load
        >>> data = load("breast_cancer", scaling="unit variance")
        >>> trace = record(CATALOGUE["truncated_gradient"](), data)
        >>> trace.plot("regret", data).layout.yaxis.title.text
        'extra loss in total'
        """
        return backend().compare(self, kind, data, **options)

    @property
    def later_loss(self) -> float | None:
        """The progressive loss per example after the first pass; None where there is no more."""
        first = self.costs.first_pass
        if first is None or not len(self.steps) or self.steps[-1] <= first.steps:
            return None
        return float((self.loss[-1] - first.loss) / (self.steps[-1] - first.steps))

    @cached_property
    def median_used(self) -> int:
        """The median number of features used late in the run; see the function of that name."""
        return median_used(self.used, self.steps, self.algorithm.stride)

    @cached_property
    def operations(self) -> np.ndarray:
        """The floating-point operations of learning, float64 (c,), by ``count_operations``.

        Entries read are the papers' measure of cost; these count what a step does beside reading.
        """
        counted = count_operations(self)
        counted.flags.writeable = False
        return counted


def _first_step_failure(algorithm: Any) -> str:
    """What became too large, and what to do, in two sentences."""
    if hasattr(algorithm, "rule"):
        return (
            "it diverged at its first example, where the rule made a number too large, or none, as "
            "1/0 is. Look at the rule"
        )
    return (
        "it diverged at its first example, where its prediction passed 1e100. Take a smaller step "
        "size, or scale the features"
    )


def just_after_zeros(steps: np.ndarray, stride: int) -> np.ndarray:
    """Return at which checkpoints features are counted: bool (c,), one at least.

    Zeros are made every ``stride`` steps and at the end of a run; between, weights grow.

    Parameters
    ----------
    steps : int64 (c,), the steps of the checkpoints, increasing, the last one the end of the run.

    Examples
    --------
    >>> just_after_zeros(np.array([5, 10, 15, 20, 22]), stride=10)
    array([False,  True, False,  True,  True])
    """
    counted = steps % stride == 0
    counted[-1] = True
    return counted


def median_used(used: np.ndarray, steps: np.ndarray, stride: int = 1, since: float = LATE) -> int:
    """Return the median number of features used in the last quarter of a run.

    Weights flicker around zero, so the number at the very end may be another one by chance.

    Parameters
    ----------
    used : int64 (c,), the features kept at each checkpoint.
    steps : int64 (c,), the steps of these checkpoints, increasing.
    stride : the period of steps that make zeros; other checkpoints do not count, see
        ``just_after_zeros``.
    since : the share of the run that does not count.

    A run without a checkpoint has used none.

    Examples
    --------
    >>> median_used(np.array([9, 7, 3, 4, 12]), np.array([20, 60, 80, 90, 100]))
    4
    """
    if not len(steps):
        return 0
    late = just_after_zeros(steps, stride) & (steps >= since * steps[-1])
    counts = np.sort(used[late])
    return int(counts[len(counts) // 2])
