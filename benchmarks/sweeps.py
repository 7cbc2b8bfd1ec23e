"""Many settings at once: side by side against one by one, and against scikit-learn under joblib.

    python -m benchmarks.sweeps

One by one is ``record``, with as many looks as the sweep takes, on one core. scikit-learn has both
cores, in threads and in processes that are started, and hold the data, before the clock runs; the
faster of the two counts. All go through the rows in the same order, once, without an intercept.

scikit-learn's ``penalty="l1"`` is the cumulative penalty, paid after learning: the line of ours
that is called so compares like with like. Truncated gradient takes as many steps on the same
examples with a penalty of its own.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial

import joblib
import numpy as np

from algorithms import CATALOGUE, Algorithm, order_of, record, sweep
from benchmarks.checkpoints import NOISY, PASSES
from benchmarks.kernels import ETA, ours, run_on_one_core, seconds, time_in_rounds, times
from benchmarks.report import Row, at_least, machine, table
from benchmarks.synthetic_stream import rcv1_shaped
from datasets import Dataset
from datasets.lookup import load

TOGETHER, FASTER = 16, 5.0
POINTS, FASTER_THAN_JOBLIB = 8, 10.0
"""So many step sizes and as many penalties are a sweep of 64 settings."""
ETAS = tuple(np.geomspace(0.01, 1.0, POINTS))
PENALTIES = tuple(np.geomspace(1e-6, 1e-3, POINTS))
CORES, ROUNDS, SHORT_ROUNDS = 2, 5, 15
SIDE_BY_SIDE, ONE_BY_ONE, KERNELS = "one pass", "single runs", "bare kernels"
BACKENDS = {"threads": "threading", "processes": "loky"}
LIKE_WITH_LIKE, AS_MANY_STEPS = "cumulative penalty (like with like)", "truncated gradient"


def gravities(n: int = TOGETHER) -> list[Algorithm]:
    """Truncated gradient at ``n`` gravities, from next to none to one that leaves little."""
    kind = CATALOGUE["truncated_gradient"]
    return [kind(eta=ETA, gravity=float(g)) for g in np.geomspace(1e-6, 1e-2, n)]


def side_by_side(
    stream: str, dataset: Dataset, order: np.ndarray, checkpoints: int, rounds: int = ROUNDS
) -> list[Row]:
    """The rows about one core: a sweep against its settings one by one, and against kernels."""
    algorithms = gravities()

    def one_by_one() -> None:
        for algorithm in algorithms:
            record(algorithm, dataset, order=order, checkpoints=checkpoints)

    together = partial(sweep, algorithms, dataset, order=order, checkpoints=checkpoints, threads=1)
    kernel = ours("truncated_gradient", dataset.X, dataset.y, order)
    together()  # compiled, or read from the kernel cache
    one_by_one()
    taken = time_in_rounds(
        {
            SIDE_BY_SIDE: run_on_one_core(partial(seconds, together)),
            ONE_BY_ONE: run_on_one_core(partial(seconds, one_by_one)),
            KERNELS: run_on_one_core(lambda: sum(kernel() for _ in algorithms)),
        },
        rounds,
    )
    looks = f"{checkpoints} checkpoint{'s' if checkpoints > 1 else ''}"
    what = f"{stream}: {len(algorithms)} gravities in one pass, {looks}, one core"
    rows = [against(what, taken, SIDE_BY_SIDE, name) for name in (ONE_BY_ONE, KERNELS)]
    ratio = times(taken[ONE_BY_ONE], taken[SIDE_BY_SIDE])
    rows[0].bar, rows[0].verdict = f"≥ {FASTER:g} ×", at_least(ratio, FASTER)
    return rows


def against(what: str, taken: dict[str, list[float]], own: str, peer: str) -> Row:
    """One line without a bar: how many times as long the peer took."""
    ratio = times(taken[peer], taken[own])
    return Row(what, time(taken[own]), f"{peer}: {time(taken[peer])}", f"{ratio:.1f} ×")


def time(taken: Sequence[float]) -> str:
    return f"{1e3 * statistics.median(taken):.4g} ms"


def settings_of(name: str) -> list[Algorithm]:
    """The 64 settings of one of our methods."""
    if name == LIKE_WITH_LIKE:
        kind = partial(CATALOGUE["cumulative_penalty"], payment="after learning")
        return [kind(eta=float(eta), l1=float(l1)) for eta in ETAS for l1 in PENALTIES]
    kind = CATALOGUE["truncated_gradient"]
    return [kind(eta=float(eta), gravity=float(g)) for eta in ETAS for g in PENALTIES]


def sklearn_weights(X, y, eta: float, penalty: float) -> np.ndarray:
    """The weights of one of scikit-learn's fits."""
    from sklearn.linear_model import SGDClassifier

    model = SGDClassifier(
        loss="log_loss",
        penalty="l1",
        alpha=penalty,
        learning_rate="constant",
        eta0=eta,
        max_iter=1,
        tol=None,
        shuffle=False,
        fit_intercept=False,
    )
    return model.fit(X, y).coef_


@contextmanager
def scikit_learns(X, y, backend: str) -> Iterator[Callable[[], list[np.ndarray]]]:
    """All 64 fits under joblib, with workers that are at work already."""
    settings = [(float(eta), float(l1)) for eta in ETAS for l1 in PENALTIES]
    with joblib.Parallel(n_jobs=CORES, backend=backend) as parallel:

        def run() -> list[np.ndarray]:
            return parallel(joblib.delayed(sklearn_weights)(X, y, *setting) for setting in settings)

        parallel(joblib.delayed(sklearn_weights)(X, y, *settings[0]) for _ in range(2 * CORES))
        yield run


def on_both_cores(dataset: Dataset, rounds: int = ROUNDS) -> list[Row]:
    """The rows about a sweep of 64 settings on both cores, and scikit-learn's."""
    order = np.arange(dataset.n_rows)
    names = (LIKE_WITH_LIKE, AS_MANY_STEPS)
    contenders = {
        name: partial(sweep, settings_of(name), dataset, order=order, checkpoints=1, threads=CORES)
        for name in names
    }
    for run in contenders.values():
        run()
    with ExitStack() as stack:
        for place, backend in BACKENDS.items():
            fits = scikit_learns(dataset.X, dataset.y, backend)
            contenders[place] = stack.enter_context(fits)
        timed = {name: partial(seconds, run) for name, run in contenders.items()}
        taken = time_in_rounds(timed, rounds)
    place = min(BACKENDS, key=lambda name: statistics.median(taken[name]))
    peer = f"scikit-learn SGD(l1), joblib, {place}"
    taken[peer] = taken[place]
    rows = []
    for name in names:
        said = name if name == LIKE_WITH_LIKE else f"{name} (as many steps)"
        row = against(f"{POINTS**2} settings of {said}, both cores", taken, name, peer)
        ratio = times(taken[peer], taken[name])
        row.bar, row.verdict = f"≥ {FASTER_THAN_JOBLIB:g} ×", at_least(ratio, FASTER_THAN_JOBLIB)
        rows.append(row)
    return rows


def rows() -> list[Row]:
    X, y = rcv1_shaped()
    stream = Dataset.from_arrays(X, y)
    as_it_stands = np.arange(stream.n_rows)
    noisy = load("breast_cancer", **NOISY)
    measured = []
    for looks in (1, 200):
        measured += side_by_side("RCV1-shaped stream", stream, as_it_stands, looks)
        what, order = f"breast cancer + 1000, {PASSES} passes", order_of(noisy, PASSES)
        measured += side_by_side(what, noisy, order, looks, SHORT_ROUNDS)
    return measured + on_both_cores(stream)


if __name__ == "__main__":
    print(machine())
    print(table(rows()))
