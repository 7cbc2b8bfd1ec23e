"""Files from disk to datasets: the time it takes, and the memory that sparse rows need.

    python -m benchmarks.loading

Each file is read in a process of its own, in which the packages have been imported and a small
file of the same format has been read before.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from benchmarks.report import Row, at_most, machine, table

ROUNDS = 3
TABLE = (20_000, 1_000)
RCV1 = (100_000, 47_236, 60)
TABLE_BAR, ROWS_BAR, MEMORY_BAR, BACK_BAR = 3.0, 4.0, 3.0, 50.0
READ = """
import sys, time
from pathlib import Path
import datasets
from datasets.files import file_recipe
from datasets.files.origin import OnDisk

def peak():  # of this process; getrusage begins with the peak of the one that started it
    lines = dict(line.split(":") for line in Path("/proc/self/status").read_text().splitlines())
    return 1024 * int(lines["VmHWM"].split()[0])

small, path = map(Path, sys.argv[1:3])
datasets.load_file(small)
recipe = file_recipe(OnDisk(path), path.stem)()
before, start = peak(), time.perf_counter()
made = recipe.content() if sys.argv[3] == "content" else recipe.build()
took = time.perf_counter() - start
size = 0 if sys.argv[3] == "content" else 12 * made.X.nnz + 4 * made.n_rows
print(took, peak() - before, size)
"""

BACK = """
import time
from datasets import Preparation, recipe
from ui import engine

wide, wine = [recipe(name)() for name in ("wide", "wine")]
for one in (wide, wine):
    engine.dataset(one, Preparation())
start = time.perf_counter()
engine.dataset(wide, Preparation())
print(time.perf_counter() - start)
"""


def write_table(path: Path, n_rows: int, n_columns: int, gaps: bool = True) -> None:
    """Numbers, whole numbers and words in turn; in every second column a tenth is missing."""
    rng = np.random.default_rng(0)
    words = np.array(["red", "green", "light blue", "dark grey"], object)
    columns = []
    for at in range(n_columns):
        if at % 3 == 0:
            cells = np.char.mod("%.6g", rng.standard_normal(n_rows)).astype(object)
        elif at % 3 == 1:
            cells = rng.integers(0, 1000, n_rows).astype(str).astype(object)
        else:
            cells = words[rng.integers(0, len(words), n_rows)]
        if at % 2 and gaps:
            cells[rng.random(n_rows) < 0.1] = ""
        columns.append(cells)
    columns[-1] = rng.integers(0, 2, n_rows).astype(str)
    with path.open("w") as file:
        file.write(",".join(f"c{at}" for at in range(n_columns)) + "\n")
        file.writelines(",".join(row) + "\n" for row in zip(*columns, strict=True))


def write_rows(path: Path, n_rows: int, n_features: int, n_each: int) -> None:
    """svmlight lines with some ids far more often than others, as words are."""
    rng = np.random.default_rng(0)
    with path.open("w") as file:
        for row in range(n_rows):
            ids = np.unique((n_features * rng.random(n_each + 1) ** 2).astype(int))[:n_each] + 1
            values = rng.random(len(ids)).tolist()
            pairs = zip(ids.tolist(), values, strict=True)
            cells = " ".join(f"{j}:{value:.6g}" for j, value in pairs)
            file.write(f"{1 - 2 * (row % 2)} {cells}\n")


def measure(small: Path, path: Path, what: str) -> list[float]:
    """Seconds, additional bytes at the peak, and the bytes of X; medians."""
    command = [sys.executable, "-c", READ, str(small), str(path), what]
    rounds = [
        [float(number) for number in run.stdout.split()]
        for run in (
            subprocess.run(command, capture_output=True, text=True, check=True)
            for _ in range(ROUNDS)
        )
    ]
    return [statistics.median(numbers) for numbers in zip(*rounds, strict=True)]


def switching_back(folder: Path) -> float:
    """Seconds until the app has a dataset again that it has read before, ``wide`` in ``folder``."""
    command = [sys.executable, "-c", BACK]
    environment = {**os.environ, "SPARSITY_LAB_DATA": str(folder)}
    answer = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return float(answer.stdout)


def table_rows(folder: Path) -> list[Row]:
    """A table to a dataset, and the way back to it."""
    small, wide = folder / "small.csv", folder / "wide.csv"
    write_table(small, 20, 5)
    write_table(wide, *TABLE)
    took, *_ = measure(small, wide, "dataset")
    reading, *_ = measure(small, wide, "content")
    back = 1e3 * switching_back(folder)
    cells = "{:,} × {:,}".format(*TABLE)
    return [
        Row(
            f"a CSV of {cells} mixed cells ({wide.stat().st_size / 1e6:.0f} MB) to a dataset",
            f"{took:.2f} s, of which reading {reading:.2f} s",
            bar=f"≤ {TABLE_BAR:g} s",
            verdict=at_most(took, TABLE_BAR),
        ),
        Row(
            "switching back to it in the app",
            f"{back:.1f} ms",
            bar=f"≤ {BACK_BAR:g} ms",
            verdict=at_most(back, BACK_BAR),
        ),
    ]


def sparse_rows(folder: Path) -> list[Row]:
    """Sparse rows to a dataset, and the memory that takes."""
    few, many = folder / "few.svm", folder / "many.svm"
    write_rows(few, 20, 10, 3)
    write_rows(many, *RCV1)
    took, peak, size = measure(few, many, "dataset")
    shape = "{:,} × {:,}".format(*RCV1[:2])
    return [
        Row(
            f"svmlight of {shape} ({many.stat().st_size / 1e6:.0f} MB) to a dataset",
            f"{took:.2f} s",
            bar=f"≤ {ROWS_BAR:g} s",
            verdict=at_most(took, ROWS_BAR),
        ),
        Row(
            "the same, additional memory at the peak",
            f"{peak / 1e6:.0f} MB for an X of {size / 1e6:.0f} MB",
            ratio=f"{peak / size:.1f} ×",
            bar=f"≤ {MEMORY_BAR:g} ×",
            verdict=at_most(peak / size, MEMORY_BAR),
        ),
    ]


def rows() -> list[Row]:
    """A table, sparse rows, and the memory of those."""
    with tempfile.TemporaryDirectory() as name:
        return [*table_rows(Path(name)), *sparse_rows(Path(name))]


if __name__ == "__main__":
    print(machine())
    print(table(rows()))
