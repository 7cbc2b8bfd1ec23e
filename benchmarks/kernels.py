"""Nonzeros per second on one core: our kernels, scikit-learn's and Vowpal Wabbit's.

    python -m benchmarks.kernels

Every contender runs once per round, and a ratio is the median of the rounds' ratios: the machine's
own speed drifts, and within a round it drifts for all. The process stays on one core, because
Vowpal Wabbit reads its cache in a second thread; what it makes of two cores has a line of its own.

Both peers run one penalty, the cumulative one: scikit-learn's weights pay after a step with their
feature, Vowpal Wabbit's before they are read. The lines of ``SAME_RULE`` compare like with like.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from algorithms import CATALOGUE
from benchmarks.report import Row, at_least, at_most, machine, table
from benchmarks.synthetic_stream import rcv1_shaped, uniform

ROUNDS = 9
ETA, GRAVITY = 0.1, 1e-4
OURS = {
    "truncated_gradient": {"gravity": GRAVITY, "threshold": float("inf"), "period": 1},
    "fobos": {"l1": GRAVITY},
    "rda": {"l1": GRAVITY, "gamma": 5.0},
    "subgradient": {"l1": GRAVITY},
    "rounding": {"threshold": 1e-3, "period": 10},
    "sgd": {},
    "cumulative_penalty": {"l1": GRAVITY},
    "cumulative_penalty, paid after learning": {"l1": GRAVITY, "payment": "after learning"},
}
MEASURED = ("truncated_gradient", "fobos", "rda")
SKLEARN, VW = "scikit-learn SGD(l1)", "Vowpal Wabbit, from its cache"
VW_THREADS = "Vowpal Wabbit, on every core"
SAME_RULE = {
    "cumulative_penalty, paid after learning": (SKLEARN,),
    "cumulative_penalty": (VW, VW_THREADS),
}
"""The runs that come to a peer's weights, and these peers."""
BARS = {SKLEARN: 2.0, VW: 3.5}
GROWTH = 4
DIMENSIONS = (10**3, 10**4, 10**5, 10**6, 10**7)


def run_on_one_core(run: Callable[[], float]) -> Callable[[], float]:
    """Keep ``run``, and the threads it starts, on one core (where the system can)."""
    if not hasattr(os, "sched_setaffinity"):
        return run

    def run_there() -> float:
        allowed = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {max(allowed)})
        try:
            return run()
        finally:
            os.sched_setaffinity(0, allowed)

    return run_there


def seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def time_in_rounds(
    contenders: dict[str, Callable[[], float]], rounds: int = ROUNDS
) -> dict[str, list[float]]:
    """The seconds of every contender in every round, by name."""
    taken = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, run in contenders.items():
            taken[name].append(run())
    return taken


def times(slow: list[float], fast: list[float]) -> float:
    """The median over the rounds of ``slow`` to ``fast``: so many times as long it took."""
    return statistics.median(a / b for a, b in zip(slow, fast, strict=True))


def configure(name: str):
    """The algorithm with its knobs; the step size where it has one."""
    kind = CATALOGUE[name.split(",")[0]]
    steps = {"eta": ETA, "schedule": "constant"} if hasattr(kind, "eta") else {}
    return kind(**steps, **OURS[name])


def ours(key: str, X, y, order: np.ndarray | None = None) -> Callable[[], float]:
    """From nothing to final weights, one pass unless an order says more.

    That is what scikit-learn's ``fit`` is timed for, too.
    """
    algorithm = configure(key)
    if order is None:
        order = np.arange(X.shape[0], dtype=np.int64)

    def fit():
        state = algorithm.start(X.shape[1], order.size)
        algorithm.advance(state, X, y, order, "logistic", check_input=False)
        algorithm.weights(state)

    fit()  # compiled, or read from the kernel cache, before the clock starts
    return lambda: seconds(fit)


def scikit_learn(X, y) -> Callable[[], float]:
    from sklearn.linear_model import SGDClassifier

    model = SGDClassifier(
        loss="log_loss",
        penalty="l1",
        alpha=GRAVITY,
        learning_rate="constant",
        eta0=ETA,
        max_iter=1,
        tol=None,
        shuffle=False,
        fit_intercept=False,
    )
    return lambda: seconds(lambda: model.fit(X, y))


def vowpal_wabbit(X, y, folder: Path) -> Callable[[], float]:
    """Seconds for one pass over the binary cache: 12 passes less 2 passes, divided by 10.

    The difference leaves out start-up and the writing of the cache. ``--sgd``, no intercept and a
    table of 2^16 weights are its fastest settings, and the nearest to the same algorithm.
    """
    import vowpalwabbit

    text = folder / "stream.vw"
    with text.open("w") as file:
        for start, end, label in zip(X.indptr, X.indptr[1:], y, strict=False):
            pairs = zip(X.indices[start:end].tolist(), X.data[start:end].tolist(), strict=True)
            file.write(f"{label:.0f} | " + " ".join(f"{j}:{v:.7g}" for j, v in pairs) + "\n")
    settings = (
        f"-d {text} --cache_file {folder / 'stream.cache'} --loss_function logistic --quiet "
        f"--sgd --noconstant -b 16 --l1 {GRAVITY} -l {ETA} --power_t 0 --holdout_off --passes "
    )

    def passes(n: int) -> float:
        # All passes run in the constructor.
        return seconds(lambda: vowpalwabbit.Workspace(f"{settings}{n}").finish())

    passes(1)  # writes the cache
    return lambda: (passes(12) - passes(2)) / 10


def throughput() -> list[Row]:
    """The rows about the RCV1-shaped stream."""
    X, y = rcv1_shaped()
    with tempfile.TemporaryDirectory() as folder:
        vw = vowpal_wabbit(X, y, Path(folder))
        contenders = {key: run_on_one_core(ours(key, X, y)) for key in OURS}
        contenders[SKLEARN] = run_on_one_core(scikit_learn(X, y))
        contenders[VW] = run_on_one_core(vw)
        contenders[VW_THREADS] = vw
        taken = time_in_rounds(contenders)

    def median_speed(name: str) -> str:
        return f"{X.nnz / statistics.median(taken[name]) / 1e6:.0f} M nonzeros/s"

    def against(key: str, peer: str) -> Row:
        ratio = times(taken[peer], taken[key])
        row = Row(key, median_speed(key), f"{peer}: {median_speed(peer)}", f"{ratio:.2f} ×")
        if peer in BARS:
            row.bar, row.verdict = f"≥ {BARS[peer]} ×", at_least(ratio, BARS[peer])
        return row

    peers_of = dict.fromkeys(MEASURED, (SKLEARN, VW, VW_THREADS)) | SAME_RULE
    lines = [against(key, peer) for key, peers in peers_of.items() for peer in peers]
    return lines + [Row(key, median_speed(key)) for key in OURS if key not in peers_of]


def step_cost(key: str, n_features: int, n_rows: int = 20_000) -> float:
    """Microseconds for one step of 60 nonzeros, drawn evenly over all features."""
    X, y = uniform(n_rows, n_features)
    order = np.arange(n_rows, dtype=np.int64)
    algorithm = configure(key)
    state = algorithm.start(n_features, 6 * n_rows)

    def run() -> float:
        given = state, X, y, order, "logistic"
        return seconds(lambda: algorithm.advance(*given, check_input=False))

    # The first pass also brings the weights into memory, once and for all.
    taken = [run_on_one_core(run)() for _ in range(6)]
    return 1e6 * statistics.median(taken[1:]) / n_rows


def growth(key: str) -> Row:
    """The cost of a step as d grows: it should depend on the nonzeros, and on the caches."""
    costs = [step_cost(key, d) for d in DIMENSIONS]
    measured = " → ".join(f"{cost:.2f}" for cost in costs) + " µs"
    what, ratio = f"{key}: a step, d = 10^3, 10^4 … 10^7", costs[-1] / costs[0]
    return Row(what, measured, "", f"{ratio:.1f} ×", f"≤ {GROWTH} ×", at_most(ratio, GROWTH))


def rows() -> list[Row]:
    return [*throughput(), *(growth(key) for key in (*MEASURED, "sgd"))]


if __name__ == "__main__":
    print(machine())
    print(table(rows()))
