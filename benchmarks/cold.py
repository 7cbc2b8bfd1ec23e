"""The cost of each algorithm's first use, where no kernel has been compiled yet.

    python -m benchmarks.cold

Each algorithm has a process and an empty cache folder of its own; the clock runs from the call of
``record`` to its trace, the packages being imported already.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile

from algorithms import CATALOGUE
from benchmarks.report import Row, at_most, machine, table

BAR = 3.0
ROUNDS = 3
FIRST_USE = """
import sys, time
import datasets
from algorithms import CATALOGUE, record
algorithm = CATALOGUE[sys.argv[1]]()
data = datasets.load("breast_cancer", scaling="unit variance")
start = time.perf_counter()
record(algorithm, data, "logistic" if len(algorithm.losses) > 1 else algorithm.losses[0])
print(time.perf_counter() - start)
"""


def first_use(key: str) -> float:
    """Seconds of a first run with an empty cache of compiled kernels."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", FIRST_USE, key]
        environment = {**os.environ, "SPARSITY_LAB_CACHE": folder}
        answer = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=True
        )
    return float(answer.stdout)


def rows() -> list[Row]:
    """The slowest of all algorithms, the median of its rounds, and which ones come after it."""
    taken = {key: statistics.median(first_use(key) for _ in range(ROUNDS)) for key in CATALOGUE}
    slowest = sorted(taken, key=taken.get, reverse=True)
    times = ", ".join(f"{key} {taken[key]:.1f} s" for key in slowest[:4])
    what = f"first use of any of {len(taken)} algorithms, nothing compiled"
    return [Row(what, times, "", "", f"≤ {BAR:g} s", at_most(taken[slowest[0]], BAR))]


if __name__ == "__main__":
    print(machine())
    print(table(rows()))
