"""The study as a command: tables in Markdown, and the time it took."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from benchmarks.report import Row, at_most, machine, table
from datasets import Dataset, DatasetError
from studies.langford import periods, report
from studies.langford.sets import SCALING, TABLE_1, UCI, differences, is_regression, paper_set
from studies.langford.sparsification import STEPS, Search, sparsify

LOOSER = {"ad": 0.013}
"""Sets for which the paper gives a second tolerance."""
BAR = 10.0


def main() -> None:
    """Study the sets that are asked for, or all, and print what came of them."""
    asked = arguments()
    if asked.folder:
        os.environ["SPARSITY_LAB_DATA"] = asked.folder
    study = Study(Search(), asked.scaling)
    for name in asked.set or TABLE_1:
        study.add(name)
    print("\n\n".join("\n".join(lines) for lines in study.parts()))
    lines = [*periods.rows(), *time_rows(study.spent, study.search)]
    print(f"\n{machine()}\n{table(lines)}")


@dataclass
class Study:
    """The sets studied so far."""

    search: Search
    scaling: str
    done: report.Study = field(default_factory=dict)
    curves: dict[str, periods.Curves] = field(default_factory=dict)
    differences: dict[str, list[str]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    spent: dict[str, float] = field(default_factory=dict)

    def add(self, name: str) -> None:
        """Study one set, or note that it is missing."""
        began = time.perf_counter()
        try:
            plain = paper_set(name, False, self.scaling)
        except DatasetError as error:
            self.missing.append(str(error))
            print(error, file=sys.stderr)
            return
        self.differences[name] = differences(name, plain)
        self._sparsify(name, plain, None)
        if name in UCI:
            noisy = paper_set(name, True, self.scaling)
            self._sparsify(name, noisy, LOOSER.get(name))
        self.spent[name] = time.perf_counter() - began
        if noisy_figure(name):
            best = self.done[name, True].plain.candidate
            eta, decay = best.algorithm.eta / STEPS, best.algorithm.decay
            self.curves[name] = periods.curves(noisy, eta, decay, best.passes)

    def _sparsify(self, name: str, dataset: Dataset, looser: float | None) -> None:
        noise = dataset.n_noise > 0
        progress = Progress(name + (" + 1000" if noise else ""))
        self.done[name, noise] = sparsify(dataset, self.search, looser, progress)

    def parts(self) -> Iterator[list[str]]:
        """Yield the lines of each part of the report."""
        if self.done:
            yield report.sparsification(self.done, self.search, self.scaling)
        if self.curves:
            yield report.periods(self.curves)
        yield report.notes(self.differences, self.missing)


def noisy_figure(name: str) -> bool:
    """Return whether Figs. 4 and 5 show the set: the paper leaves the degenerate wpbc out."""
    return name in UCI and name != "wpbc" and not is_regression(name)


def time_rows(spent: dict[str, float], search: Search) -> Iterator[Row]:
    """Yield the lines about the time that §6.1 took."""
    uci = [name for name in spent if name in UCI]
    minutes = sum(spent[name] for name in uci) / 60.0
    what = f"Langford §6.1, {len(uci)} of {len(UCI)} UCI sets, {len(search):,} settings"
    whole = len(uci) == len(UCI)
    yield Row(
        what,
        f"{minutes:.1f} min",
        bar=f"≤ {BAR:g} min" if whole else "",
        verdict=at_most(minutes, BAR) if whole else "",
    )
    for name in spent:
        yield Row(f"of these {name}" if name in UCI else name, f"{spent[name]:.1f} s")


class Progress:
    """A line on the terminal that says which share of a set is done."""

    def __init__(self, what: str) -> None:
        self.what, self.last = what, 0

    def __call__(self, share: float) -> None:
        percent = 10 * int(10 * share)
        if percent != self.last:
            self.last = percent
            end = "\n" if percent == 100 else ""
            print(f"\r{self.what}: {percent} %", end=end, file=sys.stderr, flush=True)


def arguments() -> argparse.Namespace:
    """The arguments of the command."""
    parser = argparse.ArgumentParser(prog="python -m studies.langford", description=__doc__)
    parser.add_argument("folder", nargs="?", help="where the files of the sets are")
    parser.add_argument("--set", action="append", choices=tuple(TABLE_1), help="one set alone")
    how = ("none", "max-abs 1", SCALING)
    parser.add_argument("--scaling", default=SCALING, choices=how, help="of the columns")
    return parser.parse_args()


if __name__ == "__main__":
    main()
