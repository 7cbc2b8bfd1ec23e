"""Learning from blocks of examples that are never held together: no d, no n, no second look."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import perf_counter

import numpy as np

from algorithms.losses import MARGIN_LOSSES, Loss, check_target, fitting_rows, loss_values
from algorithms.online.memory.live_features import LiveFeatures
from algorithms.trace import Trace


def record_blocks(
    algorithm: LiveFeatures,
    blocks: Iterable,
    code: Loss,
    passes: int = 1,
    checkpoints: int = 200,
    intercept: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Trace:
    """Run ``algorithm`` on live features through ``blocks`` of ``(X, y)``, in the order they come.

    It looks after blocks, at most 2 × ``checkpoints`` times: when there are more, every second
    look is forgotten. ``seen`` is −1, for counting distinct features would take memory that grows;
    no weights are kept but the final ones, with their ids in ``features``. ``progress`` is told
    how many examples have been learned from.

    Raises ValueError for an algorithm that does not run on live features, a step size that decays
    by the pass, labels of no meaning for the loss, and blocks that cannot be gone through again.
    """
    if not isinstance(algorithm, LiveFeatures) or algorithm.memory != "live":
        raise ValueError(
            f"algorithm = {algorithm.title}: on a stream its memory must be 'live', for the number "
            "of features is not known"
        )
    if getattr(algorithm, "decay", 1.0) != 1.0:
        raise ValueError(
            f"decay = {algorithm.decay}: on a stream it must be 1, for the length of a pass is not "
            "known"
        )
    state, looks = algorithm.start(0, 0, intercept=intercept), []
    sums = {"steps": 0, "loss": 0.0, "mistakes": 0, "accesses": 0, "seconds": 0.0}
    diverged_at, every = None, 1
    for count, (X, y) in enumerate(_rounds(blocks, passes), 1):
        check_target(code, y)
        rows, order = fitting_rows(code, X), np.arange(len(y))
        # Compiled, or read from the cache of compiled code, before the clock runs.
        algorithm.advance(state, rows, y, order[:0], code)
        began = perf_counter()
        made = algorithm.advance(state, rows, y, order, code)
        sums["seconds"] += perf_counter() - began
        learned = y[: len(made)]
        sums["steps"] += len(made)
        sums["loss"] += loss_values(code, made, learned).sum()
        sums["mistakes"] += int(np.count_nonzero(made * learned <= 0.0))
        sums["accesses"] += int(rows.indptr[len(made)])
        if len(made) < len(y):
            diverged_at = sums["steps"] + 1
        if count % every == 0 or diverged_at is not None:
            looks.append(_look(algorithm, state, sums))
        if len(looks) > 2 * checkpoints:
            looks, every = looks[1::2], 2 * every
        if progress is not None:
            progress(sums["steps"])
        if diverged_at is not None:
            break
    if sums["steps"] == 0:
        raise ValueError("dataset: there was no block with an example to learn from")
    if looks[-1]["steps"] < sums["steps"]:
        looks.append(_look(algorithm, state, sums))
    return _trace(algorithm, state, code, looks, diverged_at)


def _rounds(blocks: Iterable, passes: int):
    """The blocks, ``passes`` times."""
    for done in range(passes):
        empty = True
        for block in blocks:
            empty = False
            yield block
        if empty and done > 0:
            raise ValueError(f"passes = {passes}: the blocks can be gone through only once")


def _look(algorithm: LiveFeatures, state, sums: dict) -> dict:
    _, w = algorithm.live_weights(state)
    return {**sums, "nonzeros": len(w), "l1_norm": float(np.abs(w).sum())}


def _trace(algorithm, state, code: Loss, looks: list[dict], diverged_at: int | None) -> Trace:
    at = {name: np.array([look[name] for look in looks]) for name in looks[0]}
    if code not in MARGIN_LOSSES:
        at["mistakes"] = np.full(len(looks), -1)
    features, w = algorithm.live_weights(state)
    return Trace(
        algorithm=algorithm,
        loss_name=code.name,
        **at,
        fit=None,
        evaluations=at["steps"].copy(),
        seen=np.full(len(looks), -1),
        weights=np.zeros((len(looks), 0)),
        tracked=np.zeros(0, np.int64),
        final_weights=w,
        final_intercept=algorithm.intercept(state),
        diverged_at=diverged_at,
        features=features,
    )
