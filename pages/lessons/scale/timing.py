"""The time of a step of truncated gradient on this machine, against the number of features."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import numpy as np
import scipy.sparse as sp

from algorithms import CATALOGUE
from algorithms.kernel import kernel
from ui.lessons.evidence import remember

ROWS = 500
EACH = 29
"""Features of an example, as many as a click of the stream has."""
PULLS = 10
"""A call pulls all weights so often, so that what the call itself takes does not count."""
REPEATS = 8
"""A time is the least of so many."""
DIMENSIONS = {
    "every weight at every step": (10**3, 10**4, 10**5, 10**6),
    "lazy: a place for every feature": (10**3, 10**4, 10**5, 10**6),
    "lazy: a place for what lives": (10**3, 10**4, 10**5, 10**6, 10**7, 10**8, 10**9),
}
EAGER, LAZY, LIVE = DIMENSIONS


@remember(most=9)
def times(measurement: int) -> dict[str, list[float]]:
    """Return the seconds of a step at each of ``DIMENSIONS``; each ``measurement`` is made once."""
    lazy = [lazy_step(d, "dense") for d in DIMENSIONS[LAZY]]
    eager = [step + shrinking(d) for d, step in zip(DIMENSIONS[EAGER], lazy, strict=True)]
    return {EAGER: eager, LAZY: lazy, LIVE: [lazy_step(d, "live") for d in DIMENSIONS[LIVE]]}


def lazy_step(d: int, memory: str) -> float:
    """Return the time of a step of the kernel, on examples of EACH features drawn evenly from d."""
    draw = np.random.default_rng(0)
    ids = np.arange(EACH) * (d // EACH) + draw.integers(0, d // EACH, (ROWS, EACH))
    kind = np.int64 if memory == "live" else np.int32
    indptr = np.arange(0, ids.size + 1, EACH).astype(kind)
    values = np.full(ids.size, EACH**-0.5)
    X = sp.csr_array((values, ids.ravel().astype(kind), indptr), shape=(ROWS, d))
    y = draw.choice((-1.0, 1.0), ROWS)
    order = np.arange(ROWS)
    algorithm = CATALOGUE["truncated_gradient"](eta=0.1, gravity=1e-3, memory=memory)
    state = algorithm.start(d, REPEATS * ROWS)
    given = state, X, y, order, "logistic"
    return least(lambda: algorithm.advance(*given, check_input=False)) / ROWS


def shrinking(d: int) -> float:
    """Return the time to pull all of d weights, compiled as the kernel of a step is."""
    w = np.linspace(-1.0, 1.0, d)
    return least(lambda: _pull_all(w, 1e-4, PULLS)) / PULLS


@kernel
def _pull_all(w: np.ndarray, pull: float, times: int) -> None:
    """Pull all weights toward 0, so many times."""
    for _ in range(times):
        for j in range(len(w)):
            if w[j] > 0.0:
                w[j] = max(w[j] - pull, 0.0)
            else:
                w[j] = min(w[j] + pull, 0.0)


def least(run: Callable[[], object]) -> float:
    """Return the least seconds of REPEATS runs; the first also compiles and fetches memory."""
    taken = []
    for _ in range(REPEATS):
        began = perf_counter()
        run()
        taken.append(perf_counter() - began)
    return min(taken)
