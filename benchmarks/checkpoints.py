"""The price of looking: ``record`` against the bare kernel, and against whole fits of the peers.

    python -m benchmarks.checkpoints

The kernel is what ``benchmarks.kernels`` times: from nothing to final weights. ``record`` does the
same and looks on the way; both go through the examples in one and the same order. Facts of the
data that no knob changes are computed by the first run on a dataset and remembered, so one line
says what that first run costs. Rounds and ratios are as in ``benchmarks.kernels``, on one core.

scikit-learn and Vowpal Wabbit both run the cumulative penalty, so its lines compare like with
like; truncated gradient takes as many steps on the same examples with a penalty of its own.
"""

from __future__ import annotations

import dataclasses
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from algorithms import order_of, record
from benchmarks.kernels import (
    BARS,
    ROUNDS,
    SAME_RULE,
    SKLEARN,
    VW,
    configure,
    ours,
    run_on_one_core,
    scikit_learn,
    seconds,
    time_in_rounds,
    times,
    vowpal_wabbit,
)
from benchmarks.report import Row, at_least, at_most, machine, table
from benchmarks.synthetic_stream import rcv1_shaped
from datasets import Dataset
from datasets.lookup import load

METHOD = "truncated_gradient"
LOOKS = {200: 1.8, 1: 1.15}
"""Checkpoints, and how many times the bare kernel ``record`` may take with so many."""
PASSES = 10
SHORT_ROUNDS = 51
"""Rounds of runs that take some milliseconds."""
KERNEL, FIRST = "bare kernel", "record, 200 checkpoints, the first run on its dataset"
NOISY = {"noise_features": 1000, "scaling": "unit variance"}


def time_record(
    name: str, dataset: Dataset, order: np.ndarray, checkpoints: int
) -> Callable[[], float]:
    """Time a run that is looked at, on a dataset that was run on before."""
    algorithm = configure(name)

    def run() -> None:
        record(algorithm, dataset, order=order, checkpoints=checkpoints)

    run()  # compiled, or read from the kernel cache; and what all runs share is computed
    return lambda: seconds(run)


def first_run(dataset: Dataset, order: np.ndarray) -> Callable[[], float]:
    """Time a run on a dataset that was never run on before: a copy that shares its arrays."""
    algorithm = configure(METHOD)

    def run() -> float:
        fresh = dataclasses.replace(dataset)
        return seconds(lambda: record(algorithm, fresh, order=order, checkpoints=200))

    return run


def rows_of_stream(
    stream: str, dataset: Dataset, order: np.ndarray, rounds: int = ROUNDS
) -> list[Row]:
    """The rows about one stream: truncated gradient, looked at and not."""
    contenders = {KERNEL: ours(METHOD, dataset.X, dataset.y, order)}
    contenders |= {str(looks): time_record(METHOD, dataset, order, looks) for looks in LOOKS}
    contenders[FIRST] = first_run(dataset, order)
    pinned = {name: run_on_one_core(run) for name, run in contenders.items()}
    taken = time_in_rounds(pinned, rounds)

    def row(what: str, name: str) -> Row:
        ratio = times(taken[name], taken[KERNEL])
        peer = f"{KERNEL}: {milliseconds(taken[KERNEL])}"
        return Row(f"{stream}: {what}", milliseconds(taken[name]), peer, f"{ratio:.2f} ×")

    rows = []
    for looks, bar in LOOKS.items():
        rows.append(row(f"record, {looks} checkpoint{'s' if looks > 1 else ''}", str(looks)))
        ratio = times(taken[str(looks)], taken[KERNEL])
        rows[-1].bar, rows[-1].verdict = f"≤ {bar} ×", at_most(ratio, bar)
    return [*rows, row(FIRST, FIRST)]


def milliseconds(taken: list[float]) -> str:
    return f"{1e3 * statistics.median(taken):.1f} ms"


def against_peers(dataset: Dataset, order: np.ndarray) -> list[Row]:
    """The rows about what users call, ``record`` with one checkpoint, and what they called so far.

    ``order`` is that of the rows, in which both peers go through them.
    """
    names = (METHOD, *SAME_RULE)
    with tempfile.TemporaryDirectory() as folder:
        contenders = {name: time_record(name, dataset, order, 1) for name in names}
        contenders[SKLEARN] = scikit_learn(dataset.X, dataset.y)
        contenders[VW] = vowpal_wabbit(dataset.X, dataset.y, Path(folder))
        taken = time_in_rounds({name: run_on_one_core(run) for name, run in contenders.items()})

    def row(name: str, peer: str) -> Row:
        ratio = times(taken[peer], taken[name])
        alike = "like with like" if name in SAME_RULE else "as many steps"
        return Row(
            f"record of {name}, 1 checkpoint ({alike})",
            milliseconds(taken[name]),
            f"{peer}: {milliseconds(taken[peer])}",
            f"{ratio:.2f} ×",
            f"≥ {BARS[peer]} ×",
            at_least(ratio, BARS[peer]),
        )

    return [row(name, peer) for name in names for peer in BARS if peer in SAME_RULE.get(name, BARS)]


def rows() -> list[Row]:
    X, y = rcv1_shaped()
    stream = Dataset.from_arrays(X, y)
    as_it_stands = np.arange(stream.n_rows)
    noisy = load("breast_cancer", **NOISY)
    return [
        *rows_of_stream("RCV1-shaped stream", stream, as_it_stands),
        *rows_of_stream(
            f"breast cancer + 1000 noise features, {PASSES} passes",
            noisy,
            order_of(noisy, PASSES),
            SHORT_ROUNDS,
        ),
        *against_peers(stream, as_it_stands),
    ]


if __name__ == "__main__":
    print(machine())
    print(table(rows()))
