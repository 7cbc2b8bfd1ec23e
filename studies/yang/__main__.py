"""The study as a command: both halves of Table 1 in Markdown, and the time it took."""

from __future__ import annotations

import argparse
import sys
import time

from benchmarks.report import Row, at_most, machine, table
from studies.yang.printed_numbers import SIZES
from studies.yang.report import document
from studies.yang.study import repeats

REPEATS, LARGEST, CORES, BAR = 50, 10**4, 2, 5.0


def main() -> None:
    """Make Table 1 for every number of examples up to the one asked for."""
    asked = arguments()
    study, spent = {}, {}
    for n in (size for size in SIZES if size <= asked.largest):
        began = time.perf_counter()
        study[n] = repeats(n, asked.repeats, CORES)
        spent[n] = time.perf_counter() - began
        print(f"{n:,} examples: {spent[n]:.1f} s", file=sys.stderr, flush=True)
    print(document(study, asked.repeats))
    minutes = sum(spent.values()) / 60.0
    what = f"Yang Table 1, up to {asked.largest:,} examples, {asked.repeats} repeats, {CORES} cores"
    row = Row(what, f"{minutes:.1f} min")
    if (asked.repeats, asked.largest) == (REPEATS, LARGEST):
        row.bar, row.verdict = f"≤ {BAR:g} min", at_most(minutes, BAR)
    print(f"\n{machine()}\n{table([row])}")


def arguments() -> argparse.Namespace:
    """The arguments of the command."""
    parser = argparse.ArgumentParser(prog="python -m studies.yang", description=__doc__)
    parser.add_argument("--repeats", type=int, default=REPEATS, help="the paper's are 50")
    parser.add_argument("--largest", type=int, default=LARGEST, help="number of examples")
    return parser.parse_args()


if __name__ == "__main__":
    main()
