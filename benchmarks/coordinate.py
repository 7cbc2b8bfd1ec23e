"""Seconds to a duality gap on one core: coordinate descent here, scikit-learn, skglm and celer.

    python -m benchmarks.coordinate

2000 examples, 4000 features, all dense, once independent and once correlated. Every contender gets
X as it likes it best, columns in one piece; ours a ``Dataset``, which holds X by rows and sparse,
and once the same columns. Each peer's tolerance is the loosest with which its weights reach the
gap, by one and the same gap for all, relative to the objective at 0. Every contender runs once per
round, after a warm-up; the ratio is the median over rounds of ours to the round's fastest peer.
"""

from __future__ import annotations

import statistics
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from threadpoolctl import threadpool_limits

from algorithms.batch.coordinate_descent import CoordinateDescent
from algorithms.batch.group_coordinate_descent import GroupCoordinateDescent
from algorithms.batch.problem import Problem
from algorithms.losses import Loss
from benchmarks.kernels import run_on_one_core, seconds
from benchmarks.report import Row, at_most, machine, table
from datasets import Dataset

N, D, GROUP = 2000, 4000, 10
DESIGNS = {"independent": 0.0, "correlated": 0.9}
SHARES, GAPS = (10, 100), (1e-6, 1e-8)
TOLERANCES = 10.0 ** -np.arange(2.0, 13.0, 0.5)
ROUNDS, BAR = 5, 1.0
ROWS, COLUMNS = "from sparse rows", "from dense columns"
PEERS = {1: ("scikit-learn", "skglm", "celer"), GROUP: ("skglm", "celer")}


@dataclass(frozen=True)
class Task:
    """½/n ‖y − Xw‖² + λ Σ_g √d_g ‖w_g‖₂ over groups of ``group`` neighbours."""

    X: np.ndarray
    y: np.ndarray
    group: int
    l1: float

    def norms(self, v: np.ndarray) -> np.ndarray:
        return np.linalg.norm(v.reshape(-1, self.group), axis=1)

    def gap(self, w: np.ndarray) -> float:
        """The duality gap of ``w``, relative to the objective at 0, written down plainly."""
        r, held = self.y - self.X @ w, self.l1 * self.group**0.5
        excess = max(1.0, self.norms(self.X.T @ r).max() / len(r) / held)
        primal = 0.5 * r @ r / len(r) + held * self.norms(w).sum()
        u = r / excess
        return (primal - (u @ self.y - 0.5 * u @ u) / len(r)) / self.scale

    @property
    def scale(self) -> float:
        return 0.5 * float(self.y @ self.y) / len(self.y)


def tasks(rho: float, group: int) -> Iterator[tuple[int, Task]]:
    """Neighbouring features correlate by ``rho``; 100 weights or 20 groups are true; noise ⅓."""
    rng = np.random.default_rng(0)
    X = np.asfortranarray(rng.standard_normal((N, D)))
    for j in range(1, D):
        X[:, j] = rho * X[:, j - 1] + (1.0 - rho**2) ** 0.5 * X[:, j]
    true = rng.choice(D // group, 100 if group == 1 else 20, replace=False)
    w = np.zeros((D // group, group))
    w[true] = rng.standard_normal((len(true), group))
    signal = X @ w.ravel()
    y = signal + rng.standard_normal(N) * np.linalg.norm(signal) / (3.0 * N**0.5)
    largest = Task(X, y, group, 1.0).norms(X.T @ y).max() / N / group**0.5
    for share in SHARES:
        yield share, Task(X, y, group, largest / share)


def peer(name: str, task: Task) -> Callable[[float], np.ndarray]:
    """The weights that a peer finds with a tolerance."""
    import celer
    import skglm
    from sklearn.linear_model import Lasso

    module = {"celer": celer, "skglm": skglm}.get(name)
    held = task.l1 * task.group**0.5

    def fit(tolerance: float) -> np.ndarray:
        settings = {"fit_intercept": False, "tol": tolerance}
        if module is None:
            model = Lasso(held, max_iter=100_000, **settings)
        elif task.group == 1:
            model = module.Lasso(held, max_iter=1000, **settings)
        else:
            model = module.GroupLasso(task.group, held, max_iter=1000, **settings)
        return model.fit(task.X, task.y).coef_

    return fit


def ours(task: Task, gap: float, rows: bool) -> Callable[[], np.ndarray]:
    """Our weights, from the dense columns or from a dataset."""
    kind = CoordinateDescent if task.group == 1 else GroupCoordinateDescent
    solver = kind(l1=task.l1, tolerance=gap)
    groups = np.arange(D) // task.group
    if rows:
        data = Dataset.from_arrays(task.X, task.y, task="regression", groups=groups)
        return lambda: solver.solve(data, "squared").weights
    return lambda: solver.reach(Problem.of(task.X, task.y, Loss.squared, groups=groups)).weights


def tune_peers(
    fits: dict[str, Callable], task: Task
) -> Iterator[tuple[float, dict[str, Callable]]]:
    """Each of ``GAPS`` with the peers that reach it, each at the loosest tolerance that does."""
    at = dict.fromkeys(fits, 0)
    for gap in GAPS:
        for name, fit in fits.items():
            while at[name] < len(TOLERANCES) and task.gap(fit(TOLERANCES[at[name]])) > gap:
                at[name] += 1
        reached = {name: TOLERANCES[i] for name, i in at.items() if i < len(TOLERANCES)}
        yield gap, {name: partial(fits[name], tolerance) for name, tolerance in reached.items()}


def compare(what: str, task: Task, gap: float, peers: dict[str, Callable]) -> Row:
    """Ours against the fastest peer."""
    own = {ROWS: ours(task, gap, True), COLUMNS: ours(task, gap, False)}
    for name, fit in own.items():
        reached = task.gap(fit())
        if reached > 1.01 * gap:
            raise RuntimeError(f"{name}: a gap of {reached:.1e} where {gap:.0e} was asked for")
    taken = {name: [] for name in (*own, *peers)}
    for _ in range(ROUNDS):
        for name, fit in (own | peers).items():
            taken[name].append(run_on_one_core(partial(seconds, fit))())

    def time(name: str) -> str:
        return f"{1e3 * statistics.median(taken[name]):.0f} ms"

    fastest = [min(times) for times in zip(*(taken[name] for name in peers), strict=True)]
    ratio = statistics.median(a / b for a, b in zip(taken[ROWS], fastest, strict=True))
    measured = f"{time(ROWS)}, {COLUMNS} {time(COLUMNS)}"
    theirs = ", ".join(f"{name} {time(name)}" for name in peers)
    return Row(what, measured, theirs, f"{ratio:.2f} ×", f"≤ {BAR} ×", at_most(ratio, BAR))


def rows() -> list[Row]:
    measured = []
    with warnings.catch_warnings(), threadpool_limits(1):
        warnings.simplefilter("ignore")  # a tolerance too loose or too tight is tried on purpose
        for group, penalty in ((1, "lasso"), (GROUP, "group lasso")):
            for design, rho in DESIGNS.items():
                for share, task in tasks(rho, group):
                    fits = {name: peer(name, task) for name in PEERS[group]}
                    for gap, peers in tune_peers(fits, task):
                        what = f"{penalty}, {design}, λmax/{share}, gap {gap:.0e}"
                        measured.append(compare(what, task, gap, peers))
    return measured


if __name__ == "__main__":
    print(machine())
    print(table(rows()))
