"""Learning from disk: a file ten times as long in the same memory, and how fast.

    python -m benchmarks.from_disk

An RCV1-shaped file with hashed 62-bit ids, learned from in a process of its own.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.report import Row, at_most, machine, table
from benchmarks.synthetic_stream import rcv1_shaped

ROWS, COPIES = 20_000, (2, 20)
BAR = 1.1
LEARN = """
import resource, sys, time
from algorithms import CATALOGUE, record
from datasets import SvmlightStream
algorithm = CATALOGUE[sys.argv[2]](memory="live")
start = time.perf_counter()
trace = record(algorithm, SvmlightStream(sys.argv[1], rows=5000))
took = time.perf_counter() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(peak, took, trace.costs.seconds[-1], trace.costs.accesses[-1])
"""


def write(path: Path, copies: int) -> None:
    """The same rows over and over, each time under other ids: features come without end."""
    X, y = rcv1_shaped(ROWS)
    with path.open("w") as file:
        for copy in range(copies):
            for start, end, label in zip(X.indptr, X.indptr[1:], y, strict=False):
                # Words met in every copy keep their id; the rest are met in this copy alone.
                ids = [
                    j if j < 20_000 else j + (copy + 1) * 2**40
                    for j in X.indices[start:end].tolist()
                ]
                pairs = zip(ids, X.data[start:end].tolist(), strict=True)
                file.write(f"{label:.0f} " + " ".join(f"{j}:{v:.6g}" for j, v in pairs) + "\n")


def measure_learning(path: Path, key: str) -> list[float]:
    """Megabytes at the peak, seconds with and without reading, entries."""
    command = [sys.executable, "-c", LEARN, str(path), key]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    return [float(number) for number in answer.stdout.split()]


def rows() -> list[Row]:
    """One row: the peak of the short file and of the long one."""
    with tempfile.TemporaryDirectory() as folder:
        path, measured = Path(folder) / "stream.svm", []
        for copies in COPIES:
            write(path, copies)
            measured.append(
                (path.stat().st_size / 2**20, *measure_learning(path, "truncated_gradient"))
            )
    (small, low, *_), (large, high, took, learning, entries) = measured
    ratio = high / low
    return [
        Row(
            f"live features from disk, {small:.0f} and {large:.0f} MB of svmlight",
            f"{low:.0f} and {high:.0f} MB of memory, {large / took:.0f} MB/s "
            f"(learning alone {entries / learning / 1e6:.0f} M nonzeros/s)",
            "",
            f"{ratio:.2f} ×",
            f"≤ {BAR} ×",
            at_most(ratio, BAR),
        )
    ]


if __name__ == "__main__":
    print(machine())
    print(table(rows()))
