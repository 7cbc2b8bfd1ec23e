"""The papers as a command: list the claims, or compute some and store what comes out.

``python -m papers`` lists every claim with its verdict. ``python -m papers langford.periods``
computes what is not stored yet of one, ``python -m papers all`` of all; ``--set spambase`` one case
alone. Each repetition is stored as it ends: an interrupted command goes on where it was. After a
change of the code that is to change no number, ``--carry`` computes one repetition of each case
alone and keeps the others, if it comes back as it was.
"""

from __future__ import annotations

import argparse
import os
import sys
import time

from papers.carry import carry_over
from papers.catalogue import PAPERS, all_claims, find_claim
from papers.compute import compute_all, open_tasks
from papers.once import folder_for_values
from papers.outcome import Outcome
from papers.results import Results, load_results, save_results


def main() -> None:
    """List, or compute."""
    options = parse_arguments()
    if options.data:
        os.environ["SPARSITY_LAB_DATA"] = options.data
    if not options.claim:
        list_claims()
        return
    named = [name for name, _ in all_claims()] if options.claim == ["all"] else options.claim
    with folder_for_values():
        for name in named:
            compute(name, options)


def list_claims() -> None:
    """Print every claim: its mark, its name, what it says."""
    for paper in PAPERS:
        print(f"\n{paper.authors}: {paper.title}")
        for claim in paper.claims:
            name = f"{paper.key}.{claim.key}"
            outcome = Outcome(name, claim, load_results(name))
            data = " ≈" if outcome.other_data else ""
            old = " (of an earlier version of the code)" if outcome.is_stale else ""
            verdict = outcome.verdict
            print(f"  {verdict.mark} {name}: {verdict.word}{data}{old}. {claim.says}")


def compute(name: str, options: argparse.Namespace) -> None:
    """Compute what is open of a claim, store it, and print what came out."""
    claim, began = find_claim(name), time.perf_counter()
    results = load_results(name)
    if options.carry:
        results = carry_over(name, claim, results, options.cores)
        save_results(name, claim, results.rows.values())
        stale = Outcome(name, claim, results).is_stale
        print(f"{name}: {'some rows are not carried over' if stale else 'of this code'}")
        return
    tasks, missing = open_tasks(claim, results, options.set or (), options.again)
    for case, why in missing.items():
        print(f"{name}, {case}: {why}", file=sys.stderr)
    for done, rows in enumerate(compute_all(name, claim, tasks, options.cores), 1):
        results = Results(results.rows | {row.place: row for row in rows})
        save_results(name, claim, results.rows.values())
        print(f"\r{name}: {done} of {len(tasks)}", end="", file=sys.stderr, flush=True)
    if tasks:
        print(file=sys.stderr)
    outcome = Outcome(name, claim, results)
    reading, finding = outcome.best
    spent = time.perf_counter() - began
    print(f"{finding.verdict.mark} {name}: {finding.verdict.word}, “{reading}” ({spent:.1f} s)")
    for reading, finding in outcome.by_reading.items():
        print(f"    {reading}: {finding.verdict.word}. {finding.because}")


def parse_arguments() -> argparse.Namespace:
    """Return the arguments of the command."""
    parser = argparse.ArgumentParser(prog="python -m papers", description=__doc__)
    parser.add_argument("claim", nargs="*", help='names such as langford.periods, or "all"')
    parser.add_argument("--set", action="append", help="one case alone; may be given again")
    parser.add_argument("--data", help="the folder with files of the papers' data sets")
    parser.add_argument("--again", action="store_true", help="compute what is stored, too")
    parser.add_argument("--carry", action="store_true", help="compute a sample alone")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
