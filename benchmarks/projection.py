"""Projection on the L1 ball: by pivot and Condat against NumPy's sort, by tree against the pivot.

    python -m benchmarks.projection

Every contender runs once per round on one core; a ratio is the median of the rounds' ratios. Tree
and pivot take several steps per round, one after the other as online learning does, since a pivot
between two steps of the tree would take it out of the caches.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable

import numpy as np

from algorithms.kernel import kernel
from algorithms.projection import pivot, project_l1_ball, shrink
from algorithms.projection.tree import tree
from algorithms.projection.tree.nodes import start
from benchmarks.kernels import run_on_one_core, seconds
from benchmarks.report import Row, at_least, at_most, machine, table

N, ROUNDS = 10**6, 15
BARS = {"pivot": 5.0, "condat": 15.0}
SHARES = (0.001, 0.1, 0.5)
D, CHANGED, WARM, STEPS, TREE_BAR = 2 * 10**6, 1000, 600, 20, 15.0
# The z at which, after some steps, about 5 % of the entries are nonzero and stay so many.
RADII = {"Zipf": 1.0e5, "uniform": 6.4e4}
FIRST_BAR = 3.0
FIRST_USES = {
    **{
        method: f"project_l1_ball(v, 1.0, {method!r})"
        for method in ("sort", "pivot", "condat", "tree")
    },
    "simplex": "project_simplex(v, 1.0)",
    "weighted": "project_weighted_l1_ball(v, v * v, 1.0)",
    "kept tree": "kept = start(3); tree.add(*kept, 1, 2.0); tree.project(*kept, 1.0)",
}
FIRST_USE = """
import time
import numpy as np
from algorithms.projection import *
from algorithms.projection import tree
from algorithms.projection.tree.nodes import start
v = np.array([1.0, -2.0, 3.0])
begin = time.process_time()
{}
print(time.process_time() - begin)
"""


def by_numpys_sort(v: np.ndarray, z: float) -> np.ndarray:
    """Duchi et al. 2008, Fig. 1, as one writes it in NumPy."""
    size = np.abs(v)
    mu = np.sort(size)[::-1]
    lower = np.cumsum(mu)
    lower -= z
    lower /= np.arange(1, v.size + 1)
    theta = max(lower[np.count_nonzero(mu > lower) - 1], 0.0)
    size -= theta
    return np.copysign(np.maximum(size, 0.0, out=size), v)


def radius(v: np.ndarray, share: float) -> float:
    """The z at which so large a share of the entries stays nonzero."""
    size = np.abs(v)
    return float(np.maximum(size - np.quantile(size, 1.0 - share), 0.0).sum())


def time_runs(runs: dict[str, Callable[[], object]]) -> dict[str, list[float]]:
    """Seconds of each contender, round by round."""
    taken = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            taken[name].append(run_on_one_core(lambda run=run: seconds(run))())
    return taken


def against(what: str, own: list[float], peer: str, theirs: list[float], bar: float) -> Row:
    """One row from the seconds of two contenders."""
    ratio = statistics.median(b / a for a, b in zip(own, theirs, strict=True))
    mine, other = (f"{1e3 * statistics.median(taken):.2f} ms" for taken in (own, theirs))
    row = Row(what, mine, f"{peer}: {other}", f"{ratio:.1f} ×", f"≥ {bar:g} ×")
    row.verdict = at_least(ratio, bar)
    return row


def dense() -> list[Row]:
    """One projection of a vector of normal numbers."""
    v, out = np.random.default_rng(0).standard_normal(N), np.empty(N)
    rows = []
    for share in SHARES:
        z = radius(v, share)
        runs = {"sort": lambda z=z: by_numpys_sort(v, z)}
        for method in BARS:
            runs[method] = lambda z=z, method=method: project_l1_ball(v, z, method, out)
            runs[method]()
        taken = time_runs(runs)
        for method, bar in BARS.items():
            what = f"project 10^6, {share:.1%} stay, by {method}"
            rows.append(against(what, taken[method], "NumPy's sort", taken["sort"], bar))
    return rows


@kernel
def steps_by_tree(weights, nodes, state, features, changes, z):
    """Read some entries, change them, project, so many times."""
    p = 0.0
    for t in range(features.shape[0]):
        for j in features[t]:
            p += tree.read(weights, state, j)
        for i in range(features.shape[1]):
            tree.add(weights, nodes, state, features[t, i], changes[t, i])
        tree.project(weights, nodes, state, z)
    return p


@kernel
def steps_by_pivot(w, scratch, features, changes, z):
    """The same on an array."""
    p = 0.0
    for t in range(features.shape[0]):
        for j in features[t]:
            p += w[j]
        for i in range(features.shape[1]):
            w[features[t, i]] += changes[t, i]
        theta, _ = pivot.threshold(w, True, z, scratch)
        if theta > 0.0:
            shrink(w, theta, True, w)
    return p


def draw_features(law: str, draw: np.random.Generator) -> np.ndarray:
    """The features of each step, (steps, ``CHANGED``)."""
    shape = WARM + ROUNDS * STEPS, CHANGED
    if law == "uniform":
        return draw.integers(0, D, shape)
    chance = 1.0 / (np.arange(D) + 30.0)
    ranks = np.searchsorted(np.cumsum(chance / chance.sum()), draw.random(shape))
    return draw.permutation(D)[ranks.clip(max=D - 1)]


def sparse(law: str) -> Row:
    """Steps that change few entries of many, as online learning does (Duchi et al. 2008, §7)."""
    draw, z, kept = np.random.default_rng(1), RADII[law], start(D)
    features = draw_features(law, draw)
    changes = draw.standard_normal(features.shape)
    steps_by_tree(*kept, features[:WARM], changes[:WARM], z)
    w, scratch = tree.values(kept.weights, kept.state), np.empty(D)
    share = np.count_nonzero(w) / D
    steps_by_pivot(w.copy(), scratch, features[:0], changes[:0], z)

    def rounds():
        for t in range(WARM, len(features), STEPS):
            yield features[t : t + STEPS], changes[t : t + STEPS], z

    mine, theirs = rounds(), rounds()
    taken = time_runs(
        {
            "tree": lambda: steps_by_tree(*kept, *next(mine)),
            "pivot": lambda: steps_by_pivot(w, scratch, *next(theirs)),
        }
    )
    worst = np.abs(tree.values(kept.weights, kept.state) - w).max()
    if worst > 1e-9:
        raise AssertionError(f"tree and pivot are {worst:.1e} apart")
    what = f"by tree, {CHANGED} of 2·10^6 changed, {law}, {share:.1%} stay"
    one = {method: [s / STEPS for s in several] for method, several in taken.items()}
    return against(what, one["tree"], "pivot on all", one["pivot"], TREE_BAR)


def first_use(code: str) -> float:
    """Seconds of processor time of a call with an empty cache of compiled kernels."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", FIRST_USE.format(code)]
        environment = {**os.environ, "SPARSITY_LAB_CACHE": folder}
        answer = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=True
        )
    return float(answer.stdout)


def first() -> Row:
    """The first use of each function, nothing compiled."""
    taken = {name: first_use(code) for name, code in FIRST_USES.items()}
    times = ", ".join(f"{name} {s:.1f}" for name, s in taken.items())
    what = "first use of a projection, nothing compiled"
    verdict = at_most(max(taken.values()), FIRST_BAR)
    return Row(what, f"{times} s", "", "", f"≤ {FIRST_BAR:g} s", verdict)


def rows() -> list[Row]:
    return [*dense(), *map(sparse, RADII), first()]


if __name__ == "__main__":
    print(machine())
    print(table(rows()))
