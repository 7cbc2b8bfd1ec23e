"""Everything that is measured, in one table.

What the papers claim is recomputed by a command of its own, see docs/papers.md.
"""

from __future__ import annotations

from collections.abc import Callable

from benchmarks import (
    browser,
    checkpoints,
    cold,
    coordinate,
    estimators,
    from_disk,
    kernels,
    lessons,
    loading,
    projection,
    sweep_memory,
    sweeps,
    uploads,
)
from benchmarks.report import Row, machine, table
from benchmarks.visits import costs

PARTS = {
    "the live playground": browser.live_rows,
    "starting": browser.start_rows,
    "lessons": lessons.rows,
    "kernels": kernels.rows,
    "looking at runs": checkpoints.rows,
    "sweeps": sweeps.rows,
    "a search by scikit-learn": estimators.rows,
    "memory of a sweep": sweep_memory.rows,
    "projections": projection.rows,
    "coordinate descent": coordinate.rows,
    "loading files": loading.rows,
    "learning from disk": from_disk.rows,
    "uploads": uploads.rows,
    "visits": costs.rows,
    "first uses": cold.rows,
}


def measure(name: str, part: Callable[[], list[Row]]) -> list[Row]:
    """The rows of one part, or one row that says why there are none."""
    print(f"Measuring {name} …", flush=True)
    try:
        return part()
    except Exception as error:  # whatever it is, the other parts are still worth measuring
        print(f"{type(error).__name__}: {error}")
        lines = str(error).strip().splitlines() or [type(error).__name__]
        return [Row(name, f"not measured: {lines[0]}", verdict="missed")]


def main() -> None:
    rows = [row for name, part in PARTS.items() for row in measure(name, part)]
    print(machine())
    print(table(rows))


if __name__ == "__main__":
    main()
