"""One comparer: a kernel walks beside its naive twin, and every step is held to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np

from algorithms import Loss, record
from algorithms.batch.problem import Problem
from algorithms.groups import Groups
from algorithms.losses import fitting_rows
from algorithms.trace import Costs, Final, Sparsity, Trace
from tests import naive
from tests.naive.base import normalise
from tests.naive.plain import Plain
from tests.support.grids import GRID, Grid

SEED = 6


class Comparison(NamedTuple):
    """The number of steps that were held to the twin; ``complete`` if that is all of them."""

    steps: int
    complete: bool


def check_equal_traces(one: Trace, other: Trace) -> None:
    """Hold every number of two traces to be the same, but for the time that they took."""
    found, expected = numbers_of(one), numbers_of(other)
    assert found.keys() == expected.keys()
    for name in found.keys() - {"costs.seconds"}:
        assert np.array_equal(found[name], expected[name]), name


def numbers_of(trace: Trace) -> dict[str, Any]:
    """The fields of a trace, those of its parts by their path."""
    flat = {}
    for name, value in ((field.name, getattr(trace, field.name)) for field in fields(Trace)):
        if isinstance(value, Sparsity | Costs | Final):
            flat |= {f"{name}.{inner}": each for inner, each in vars(value).items()}
        else:
            flat[name] = value
    return flat


@dataclass
class Walk:
    """A run in steps of one: predictions (T, k or nothing), weights (T, …), intercepts (T, k).

    ``state`` is that after the last step.
    """

    predictions: np.ndarray
    weights: np.ndarray
    intercepts: np.ndarray
    state: object


def hold_to_twin(
    algorithm,
    data,
    order,
    loss: str,
    intercept: bool = False,
    groups: list | None = None,
    *,
    doubt: Callable | None = None,
    twin: naive.Run | None = None,
) -> Comparison:
    """Hold a kernel to its twin after every step, by the ``Grid`` of its key.

    Parameters
    ----------
    order : row numbers, one step each of an online run.
    groups : lists of features.
    doubt : the first step (algorithm, twin) after which only rounding decides; the grid's if None.
    twin : the run of the twin, if it is at hand.
    """
    grid = GRID[algorithm.key]
    if algorithm.kind == "batch":
        return hold_batch(algorithm, data, order, loss, intercept, grid)
    twin = twin or naive.run(algorithm, data, order, loss, intercept, groups)
    walk = hold_to_itself(algorithm, data, order, loss, intercept, groups, twin)
    doubt = doubt or grid.doubt
    sure = len(twin.predictions) if doubt is None else doubt(algorithm, twin) - 1
    hold_online(walk, twin, sure, grid, f"{algorithm}, {loss}")
    return Comparison(sure, sure == len(twin.predictions))


def walk_kernel(algorithm, data, order, loss, intercept=False, groups=None, look=True) -> Walk:
    """A run of the kernel in steps of one, on rows that are normalised here where the loss asks.

    The run is made again as a whole: both are equal bit for bit. Without ``look`` only the last
    weights are taken.
    """
    order, rows, k = np.asarray(order, np.int64), data.X, len(data.classes)
    if loss == "clipped":
        rows = naive.dataset([normalise(x) for x in rows.toarray()], data.y).X
    n, d = rows.shape
    members = None if groups is None else Groups.from_lists(groups, d)
    setting = d, len(order), n, members, intercept, k, rows.nnz / n
    state, whole = (algorithm.start(*setting) for _ in range(2))
    predictions, weights, intercepts = [], [], []
    for t in range(len(order)):
        made = algorithm.advance(state, rows, data.y, order[t : t + 1], loss)
        if len(made) == 0:
            break
        predictions.append(made[0])
        if t == len(order) - 1:
            algorithm.finish(state)
        if look or t == len(order) - 1:
            weights.append(algorithm.weights(state))
        intercepts.append(algorithm.intercept(state))
    at_once = algorithm.advance(whole, rows, data.y, order, loss)
    if len(at_once) == len(order):
        algorithm.finish(whole)
    assert np.array_equal(at_once, np.array(predictions))
    if predictions:
        assert np.array_equal(algorithm.weights(whole), algorithm.weights(state))
        assert np.array_equal(algorithm.intercept(whole), intercepts[-1])
    return Walk(np.array(predictions), np.array(weights), np.array(intercepts), state)


def hold_to_itself(algorithm, data, order, loss, intercept, groups, twin) -> Walk:
    """The walk of a kernel: ``record`` shows it bit for bit, and it ends where its twin ends.

    ``record`` goes in steps of one as well: where it shows the weights after each of them, these
    are the walk's.
    """
    every = algorithm.stride == 1
    walk = walk_kernel(algorithm, data, order, loss, intercept, groups, look=not every)
    n = len(twin.predictions)
    assert len(walk.predictions) == n
    assert n == (len(order) if twin.diverged_at is None else twin.diverged_at - 1)
    options = {"checkpoints": len(order), "intercept": intercept, "groups": groups}
    trace = record(algorithm, data, loss, np.asarray(order, np.int64), **options)
    assert trace.final.diverged_at == twin.diverged_at
    assert trace.steps[-1] == n
    if every:
        assert len(trace.steps) == n
        walk.weights = trace.weights.reshape(n, *np.shape(algorithm.weights(walk.state)))
    assert np.array_equal(trace.weights, walk.weights.reshape(n, -1)[trace.steps - 1])
    assert np.array_equal(algorithm.weights(walk.state), walk.weights[-1])
    if twin.diverged_at is None:
        assert np.array_equal(trace.final.weights, walk.weights[-1])
        assert np.array_equal(trace.final.intercept, walk.intercepts[-1])
    return walk


def hold_online(walk: Walk, twin: naive.Run, sure: int, grid: Grid, name: str) -> None:
    """Weights, intercepts and predictions of the first ``sure`` steps, and the next prediction.

    Each is compared relative to the largest weight or intercept so far where that is beyond 1,
    predictions to what such weights could make of the example.
    """
    n = len(twin.predictions)
    expected, b = np.array(twin.weights), np.array(twin.biases).reshape(walk.intercepts.shape)
    largest = np.maximum(np.abs(expected).reshape(n, -1).max(axis=1), np.abs(b).max(axis=1))
    scale = np.maximum(1.0, np.maximum.accumulate(largest))
    reach = np.abs(twin.X).sum(axis=1)[twin.order[:n]] + twin.intercept
    reach = np.maximum(1.0, reach * np.r_[1.0, scale[:-1]])
    apart = {
        "weights": np.abs(walk.weights - expected).reshape(n, -1).max(axis=1)[:sure] / scale[:sure],
        "intercept": np.abs(walk.intercepts - b).max(axis=1)[:sure] / scale[:sure],
        "prediction": (
            np.abs(walk.predictions - twin.predictions).reshape(n, -1).max(axis=1) / reach
        )[: sure + 1],
    }
    for what, off in apart.items():
        wrong = off > grid.within
        assert not wrong.any(), f"{name}: {what} off by {off.max()} at step {wrong.argmax() + 1}"
    if grid.zeros:
        assert not walk.weights[:sure][expected[:sure] == 0.0].any(), f"{name}: a zero is missing"


def hold_batch(algorithm, data, order, loss, intercept, grid: Grid) -> Comparison:
    """Weights, what a step has read, and whether it diverged, after each of ``grid.walk.steps``."""
    rows, d = fitting_rows(Loss[loss], data.X), data.n_features
    problem = Problem.of(rows, data.y, Loss[loss], None, intercept, None, order, SEED)
    plain = Plain(data.X.toarray(), data.y, loss, intercept, order=order, seed=SEED)
    state, twin = algorithm.start(problem), naive.steps(algorithm, plain)
    at, largest, expected, going = 0, 1.0, visible_state(state), True
    while going and at < grid.walk.steps:
        going = algorithm.advance(state, int(state.count[1]) + 1)
        if not going and not grid.walk.arrives:
            break
        # Steps that read nothing are taken together with the next that does.
        for _ in range(at, max(int(state.count[0]), at + (not going))):
            expected = next(twin, expected)
            if plain.doubtful:
                return Comparison(at, False)
            largest = max(largest, plain.scale, *(np.abs(w).max(initial=0.0) for w in expected))
        at = int(state.count[0])
        # Where one of them has arrived, what is left of the way is rounding.
        for ours, theirs in zip(visible_state(state), expected, strict=True):
            off = np.abs(ours - theirs).max(initial=0.0)
            assert off <= grid.within * largest, f"{algorithm}, {loss}: {off} at step {at}"
        assert bool(state.diverged[0]) == plain.diverged
        if plain.readings is not None:
            work = [plain.readings * problem.X.nnz, plain.gradients * len(data.y)]
            assert state.count.tolist() == [at, *work]
        hold_weights(algorithm, state, plain, expected, d, grid)
    return Comparison(at, True)


def hold_weights(algorithm, state, plain: Plain, expected, d: int, grid: Grid) -> None:
    """The weights that a run shows are those of its state, or the sums of their copies."""
    weights, inner = algorithm.weights(state), state.w[: len(state.w) - int(plain.intercept)]
    if plain.folded is None:
        assert np.array_equal(weights, inner[:d])
    else:
        assert np.abs(weights - plain.folded).max() <= grid.within
    assert np.array_equal(algorithm.intercept(state), state.w[-1:] if plain.intercept else [0.0])
    if grid.zeros and algorithm.l1 > 0.0:
        final = expected[0][:d] if plain.folded is None else plain.folded
        assert not weights[final == 0.0].any()


def visible_state(state) -> tuple:
    """The arrays of a state that its twin yields after each step."""
    if hasattr(state, "halves"):
        return (state.halves.ravel(),)
    if hasattr(state, "length"):
        return state.w, state.u
    if getattr(state, "batches", True) is None:
        return state.w, state.current.w if state.current else state.w
    return (state.w,)


def assert_finite(trace) -> None:
    for name, value in numbers_of(trace).items():
        if isinstance(value, np.ndarray):
            assert np.isfinite(value).all(), name
