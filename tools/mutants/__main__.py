"""Change the code in one place at a time, and see whether the tests next to it notice.

    make mutants [SAMPLE=300] [SEED=0]
    python -m tools.mutants [--sample 300] [--seed 0] [--skip GLOB …] [PACKAGE …]

Each package has an equal share of the sample. The tests of a mutant are those that mirror it, its
folder below ``tests/`` and the files straight in the folders above that one, and those elsewhere
that import it or have its name; those that name it go first. An interrupted command goes on where
it was, and a survivor is tried again when its tests have changed: outcomes are kept in
``artifacts/mutants``. docs/testing.md has the score.
"""

from __future__ import annotations

import argparse
import fnmatch
import hashlib
import json
import re
import shutil
from collections import Counter, defaultdict
from pathlib import Path

from tools.mutants.changes import Change, changes
from tools.mutants.trial import import_libraries, run

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "artifacts" / "mutants"
PACKAGES = ("algorithms", "charts", "datasets", "sweeps", "ui")
# The lanes of a vector are machine code alone, which a mutant is not, see ``COMPILES``.
SKIPPED = ["algorithms/side_by_side/*"]
OUTSIDE = (".git", ".venv", "node_modules", "artifacts", ".hypothesis")
# A mutant of compiled code is run as Python: the machine code of the original lies in a cache.
COMPILES = "algorithms.kernel import"


def digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def draw(root: Path, package: str, sample: int, seed: int, skip: list[str]) -> list[Change]:
    """Draw changes of a package; an edit of the code replaces only those that it touches."""
    paths = [path.relative_to(root).as_posix() for path in (root / package).rglob("*.py")]
    paths = [path for path in paths if not any(fnmatch.fnmatch(path, each) for each in skip)]
    every = {each.name: each for path in paths for each in changes(path, (root / path).read_text())}
    return [
        every[name] for name in sorted(every, key=lambda name: digest(str(seed), name))[:sample]
    ]


def nearby_tests(root: Path, path: str) -> list[list[str]]:
    """Return the test files of a module: those that name it, and the others next to it."""
    tests, module = root / "tests", path.removesuffix(".py").removesuffix("/__init__")
    folder, name = tests / Path(path).parent, module.rpartition("/")[2]
    near = sorted(folder.rglob("test_*.py"))
    while folder.parent != tests:
        folder = folder.parent
        near += sorted(folder.glob("test_*.py"))
    parent = Path(module).parent.as_posix().replace("/", r"\.")
    imported = re.compile(rf"\b{parent}(\.{name}\b| import [^\n]*\b{name}\b)")
    named = re.compile(rf"\b(test_)?{name}\b")
    naming = [each for each in near if named.search(f"{each.stem} {each.read_text()}")]
    far = [each for each in sorted(tests.rglob("test_*.py")) if each not in near]
    of_it = (e for e in far if e.stem.startswith(f"test_{name}") or imported.search(e.read_text()))
    naming += of_it
    stages = (naming, [each for each in near if each not in naming])
    return [[each.relative_to(root).as_posix() for each in stage] for stage in stages if stage]


class Store(dict):
    """A dictionary that is kept in a file."""

    def __init__(self, path: Path) -> None:
        super().__init__(json.loads(path.read_text()) if path.exists() else {})
        self.path = path

    def keep(self, key: str, value: object) -> object:
        self[key] = value
        self.path.write_text(json.dumps(self, indent=0, ensure_ascii=False))
        return value


class Trials:
    """Mutants tried in a copy of the tree."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.tree = folder / "tree"
        shutil.rmtree(self.tree, ignore_errors=True)
        shutil.copytree(root, self.tree, ignore=shutil.ignore_patterns(*OUTSIDE))
        self.outcomes, self.clean = Store(folder / "outcomes.json"), Store(folder / "clean.json")

    def outcome(self, change: Change) -> str:
        """Return "killed", "survived" or "timed out"."""
        stages = nearby_tests(self.tree, change.path)
        state = digest(*((self.tree / file).read_text() for stage in stages for file in stage))
        known = self.outcomes.get(change.name, ["", ""])
        if known[0] == "killed" or known[1] == state:
            return known[0]
        outcomes = (self._try(change, stage) for stage in stages)
        outcome = next((each for each in outcomes if each != "survived"), "survived")
        return self.outcomes.keep(change.name, [outcome, state])[0]

    def _try(self, change: Change, files: list[str]) -> str:
        jit = COMPILES not in (self.tree / change.path).read_text()
        seconds = self._seconds(files, jit)
        passed = {test.partition("::")[0] for test, s in seconds.items() if s is not None}
        files = [file for file in files if file in passed]
        limit = 30.0 + 5.0 * sum(s or 0.0 for s in seconds.values())
        left_out = [test for test, s in seconds.items() if s is None]
        return run(self.tree, files, jit, limit, left_out, change)[0] if files else "survived"

    def _seconds(self, files: list[str], jit: bool) -> dict[str, float | None]:
        """Return the seconds of each test where nothing is changed; None: it is left out.

        The files are run together, as with a mutant: a test may fail after others alone.
        """
        key = digest(str(jit), *files, *((self.tree / file).read_text() for file in files))
        return self.clean.get(key) or self.clean.keep(key, run(self.tree, files, jit, 900.0)[1])


def main() -> None:
    """Try a sample of mutants, and print the survivors and the score."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants")
    parser.add_argument("package", nargs="*", default=PACKAGES)
    parser.add_argument("--sample", type=int, default=300, help="of all packages together")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--skip", action="append", default=SKIPPED, help="files to leave alone")
    asked = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    trials = Trials(ROOT, FOLDER)
    import_libraries()
    counts, survivors = defaultdict(Counter), []
    for package in asked.package:
        share = asked.sample // len(asked.package)
        for change in draw(trials.tree, package, share, asked.seed, asked.skip):
            outcome = trials.outcome(change)
            counts[package][outcome] += 1
            line = f"{change.path}:{change.line}\n    {change.before}\n    {change.after}"
            print(f"{outcome:9} {line}", flush=True)
            survivors += [line] if outcome == "survived" else []
    print("\nSurvivors:", *survivors, "", score(counts), sep="\n")


def score(counts: dict[str, Counter]) -> str:
    """Return a line for each package and one for all; a mutant without an end is noticed, too."""
    lines = []
    for package, of in {**counts, "all": sum(counts.values(), Counter())}.items():
        numbers = ", ".join(f"{of[word]:3} {word}" for word in ("killed", "timed out", "survived"))
        noticed = 1.0 - of["survived"] / max(of.total(), 1)
        lines.append(f"{package:10} {numbers}: {100 * noticed:.0f} % noticed")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
