"""The memory of a sweep: the most that its process has, beyond what it has before.

    python -m benchmarks.sweep_memory

Each sweep runs in a child process of its own, on the stream with RCV1's shape. The C library gives
memory back as it does in the app's server; as it comes, it would keep what threads have freed. The
bar counts the data as they are held once, and 16 bytes for each weight of each setting; whatever
Python, NumPy and compiled kernels take before is measured first and not counted.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from algorithms import CATALOGUE
from benchmarks.report import Row, at_most, machine, table
from benchmarks.synthetic_stream import rcv1_shaped
from datasets import Dataset, Preparation, Recipe
from sweeps import Method, Request, Run, lend
from ui.serve import lend_memory

MOST = 2.0
"""So many times the data and the weights may be had at most."""

WEIGHT = 16
"""Bytes of each weight of each setting that the bar counts."""

ROWS = 100_000
SWEEPS = {
    "64 settings of truncated gradient": {"key": "truncated_gradient", "n": 64},
    "64 settings of RDA": {"key": "rda", "n": 64},
    "256 settings of truncated gradient": {"key": "truncated_gradient", "n": 256},
    "64 settings of truncated gradient, 5 folds": {
        "key": "truncated_gradient",
        "n": 64,
        "folds": 5,
    },
}
KNOBS = {"truncated_gradient": "gravity", "rda": "l1"}


@dataclass(frozen=True)
class Stream(Recipe):
    """The made stream with RCV1's shape."""

    n_rows: int = ROWS

    def build(self) -> Dataset:
        """Return the stream as a dataset."""
        return Dataset.from_arrays(*rcv1_shaped(self.n_rows), task="classification", copy=False)


def rows() -> list[Row]:
    """The measurements, a child process for each."""
    return [_row(what, settings) for what, settings in SWEEPS.items()]


def _row(what: str, settings: dict[str, Any]) -> Row:
    """One line: the most memory of a sweep, against what the bar allows."""
    command = [sys.executable, "-m", "benchmarks.sweep_memory", json.dumps(settings)]
    root = Path(__file__).resolve().parents[1]
    child = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    found = json.loads(child.stdout.splitlines()[-1])
    counted = found["data"] + found["weights"]
    return Row(
        f"memory of a sweep, {what}",
        f"{found['peak']:.0f} MB",
        f"data {found['data']:.0f} MB, weights {found['weights']:.0f} MB",
        f"{found['peak'] / counted:.2f} ×",
        f"≤ {MOST:g} ×",
        at_most(found["peak"] / counted, MOST),
    )


def measure(key: str, n: int, folds: int = 0) -> dict[str, float]:
    """Megabytes of one sweep in this process: its data, its weights, and the most beyond imports.

    Parameters
    ----------
    key : of the algorithm, whose penalty takes ``n`` values.
    """
    lend_memory()
    _sweep(Stream(n_rows=200), key, 4, folds)  # kernels are loaded, whatever they take
    before = memory("VmRSS")
    recipe = Stream()
    dataset = recipe.build()
    lend(recipe, Preparation(), dataset)
    Path("/proc/self/clear_refs").write_text("5")  # the making of the stream took more
    _sweep(recipe, key, n, folds)
    peak = memory("VmHWM") - before
    X, y = dataset.X, dataset.y
    data = sum(array.nbytes for array in (X.data, X.indices, X.indptr, y)) / 1e6
    return {
        "data": data,
        "weights": WEIGHT * n * dataset.n_features / 1e6,
        "peak": peak,
    }


def _sweep(recipe: Recipe, key: str, n: int, folds: int) -> None:
    """Run ``n`` settings to their end."""
    values = tuple(float(value) for value in np.geomspace(1e-6, 1e-2, n))
    method = Method(CATALOGUE[key](), ((KNOBS[key], values),))
    run = Run(Request(recipe, Preparation(), (method,), folds=folds), scheduler="").start()
    run.wait()
    if run.share < 1.0:
        raise RuntimeError(" ".join(run.notes))


def memory(mark: str) -> float:
    """Megabytes of this process that are in memory: now, "VmRSS", or at most so far, "VmHWM"."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(mark)).split()[1]) * 1024 / 1e6


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(measure(**json.loads(sys.argv[1]))))
    else:
        print(machine())
        print(table(rows()))
