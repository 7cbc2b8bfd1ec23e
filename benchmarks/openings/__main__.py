"""Fit the opening runs to every dataset that is here, and print what came of it.

python -m benchmarks.openings [FOLDER]
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

from benchmarks.openings.measure import COLUMNS, MOST_SECONDS, Opening, open_dataset
from benchmarks.openings.odd_data import odd_data
from benchmarks.report import machine
from datasets import Dataset, DatasetError, all_recipes


def here() -> Iterator[tuple[str, Dataset]]:
    """Yield the datasets that can be read here by name: catalogue, data folder, odd ones."""
    for name, kind in all_recipes().items():
        try:
            yield name, kind().build()
        except DatasetError as reason:
            print(f"{name}: {reason}", flush=True)
    for n_rows in (300, 2000):
        for name, dataset in odd_data(n_rows).items():
            yield f"{name} ({dataset.n_rows:,})", dataset


def verdicts(openings: list[Opening]) -> Iterator[str]:
    """Yield a line for each bar, with the datasets that miss it."""
    bars = {
        "no run diverges": [each.name for each in openings if each.has_diverged],
        "60 % of the gain with 80 % of the features, where any value can": [
            each.name for each in openings if each.could_be_sparser
        ],
        "what cannot be reached is said": [each.name for each in openings if each.lacks_note],
        "as many features as the others, mostly": [each.name for each in openings if each.unlike],
        "as many features at the end as mostly": [each.name for each in openings if each.unsteady],
        "at most a second": [each.name for each in openings if each.seconds > MOST_SECONDS],
    }
    for bar, missing in bars.items():
        yield f"{bar}: " + (f"missed by {', '.join(missing)}" if missing else "met")


def main() -> None:
    """Fit, print a line for each dataset, then the bars."""
    if len(sys.argv) > 1:
        os.environ["SPARSITY_LAB_DATA"] = sys.argv[1]
    print(machine())
    print(f"| {' | '.join(COLUMNS)} |\n|{' --- |' * len(COLUMNS)}")
    openings, notes = [], []
    for name, raw in here():
        openings.append(open_dataset(name, raw))
        print(openings[-1].line, flush=True)
        notes += [f"{name}: {note}" for note in openings[-1].tuning.notes]
    print("\n".join(notes))
    print("\n".join(verdicts(openings)))


if __name__ == "__main__":
    main()
