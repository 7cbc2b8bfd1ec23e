"""Tries files of all formats, most damaged, and pairs: ``python -m tests.support.fuzz_files 20000``

Each must make a dataset or be refused in a sentence; the first that does neither is shown, cut down
to what is needed, and the run ends with an error.
"""

from __future__ import annotations

import sys
from collections import Counter

from hypothesis import HealthCheck, given, settings

from tests.support.files import files, pairs
from tests.support.loading import try_to_load


def tried(examples: int) -> Counter[str]:
    """The number of files and of pairs that were read, and of those refused, by their ending."""
    outcomes: Counter[str] = Counter()

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(files(), pairs())
    def each(file: tuple[str, bytes], pair: tuple[str, bytes, bytes]) -> None:
        name, content = file
        outcome = "refused" if try_to_load(name, content) is None else "read"
        outcomes[f"{name.removeprefix('any')} {outcome}"] += 1
        kind, first, second = pair
        outcome = "refused" if try_to_load(f"any{kind}", first, second) is None else "read"
        outcomes[f"{kind}, a pair, {outcome}"] += 1

    each()
    return outcomes


if __name__ == "__main__":
    counts = tried(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
    for outcome, count in sorted(counts.items()):
        print(f"{count:7,} {outcome}")
    print(f"{counts.total():7,} in all")
