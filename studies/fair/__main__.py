"""Run what has not been run yet, and write the report.

python -m studies.fair [--set KEY …] [--quick] [--coarse] [--out FILE]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from studies.fair import measure
from studies.fair.measure import Measurements, place_of, run_study
from studies.fair.methods import COARSE, FINE, TINY, Fineness
from studies.fair.report import Runs, report
from studies.fair.studies import ORDERS, QUICK, STUDIES, Study

REPORT = Path(__file__).resolve().parents[2] / "docs" / "fair.md"
COARSELY = "Coarse grids and few orders: this shows that the comparison works, and decides nothing."


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m studies.fair", description=__doc__)
    parser.add_argument("--set", action="append", metavar="KEY", help="run this dataset alone")
    parser.add_argument("--quick", action="store_true", help="two small made datasets")
    parser.add_argument("--coarse", action="store_true", help="coarse grids, four orders")
    parser.add_argument("--out", type=Path, help=f"instead of {REPORT.name}")
    return parser.parse_args(words)


def outcomes(study: Study, fine: Fineness, orders: int, may_run: bool) -> Measurements | None:
    """The outcomes of a dataset: from their file, or else by running it where that is wanted."""
    path = place_of(study, fine, orders)
    if not path.exists():
        if not may_run:
            return None
        measure.save(run_study(study, fine, orders, say), path)
    return measure.read(study, fine, path)


def say(line: str) -> None:
    """Print at once, also into a file."""
    print(line, flush=True)


def gather_runs(asked: argparse.Namespace) -> Runs:
    """Run what is asked for, and return it with what was run before."""
    studies = QUICK if asked.quick else STUDIES
    fine, orders = (TINY, 2) if asked.quick else (COARSE, 4) if asked.coarse else (FINE, ORDERS)
    flag = "--quick" if asked.quick else "--coarse"
    there = [study for study in studies if study.is_here]
    wanted = [study for study in there if not asked.set or study.dataset in asked.set]
    runs = {study: outcomes(study, fine, orders, study in wanted) for study in there}
    return Runs(
        results=[result for result in runs.values() if result is not None],
        lacking=[study for study in studies if study not in there],
        waiting=[study for study, result in runs.items() if result is None],
        orders=orders,
        command="make fair" if fine == FINE else f"python -m studies.fair {flag}",
        note=COARSELY if fine != FINE else "",
    )


def main(words: Sequence[str] | None = None) -> None:
    """Run, and write the report."""
    asked = arguments(words)
    text = report(gather_runs(asked))
    path = asked.out or (measure.ARTIFACTS / "quick.md" if asked.quick else REPORT)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    say(f"Written: {path.name}")


if __name__ == "__main__":
    main()
