"""Tries files of all formats, most damaged, and pairs: ``python -m tests.support.fuzz_files 20000``

Each must make a dataset or be refused in a sentence; the first that does neither is shown, cut down
to what is needed, and the run ends with an error. So does a dataset
whose classes or features carry a word of a second header, if no byte of the file was damaged.
Datasets are counted apart if such a word, or a mark of missing cells such as a dash, became a class
or a category, which may be right in a column of words.
"""

from __future__ import annotations

import sys
from collections import Counter

from hypothesis import HealthCheck, given, settings

from datasets import Dataset
from datasets.vocabulary import is_mark
from tests.support.files import UNITS, doubly_headed_texts, files, pairs
from tests.support.loading import try_to_load

HEADED = "read, with a header's word"


def try_files(examples: int) -> Counter[str]:
    """The number of files and of pairs that were read, and of those refused, by their ending."""
    outcomes: Counter[str] = Counter()

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(files(), pairs(), doubly_headed_texts())
    def each(file: tuple[str, bytes], pair: tuple[str, bytes, bytes], headed: bytes) -> None:
        name, content = file
        outcomes[f"{name.removeprefix('any')} {outcome(try_to_load(name, content))}"] += 1
        kind, first, second = pair
        outcomes[f"{kind}, a pair, {outcome(try_to_load(f'any{kind}', first, second))}"] += 1
        word = outcome(try_to_load("any.tab", headed))
        assert word != HEADED, headed
        outcomes[f".tab with a second header, intact, {word}"] += 1

    each()
    return outcomes


def outcome(dataset: Dataset | None) -> str:
    """Return a word for what became of a file."""
    if dataset is None:
        return "refused"
    if carries_units(dataset):
        return HEADED
    categories = (name.partition("=")[2] for name in dataset.feature_names if "=" in name)
    return "read, with a mark" if any(map(is_mark, (*dataset.classes, *categories))) else "read"


def carries_units(dataset: Dataset) -> bool:
    """Return whether a class or a category is a word of a second header, whole."""
    categories = (name.partition("=")[2] for name in dataset.feature_names if "=" in name)
    words = {*UNITS, "unit-class", "continuous", "discrete", "class", "float", "str"}
    return not words.isdisjoint((*dataset.classes, *categories))


if __name__ == "__main__":
    counts = try_files(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
    for outcome, count in sorted(counts.items()):
        print(f"{count:7,} {outcome}")
    print(f"{counts.total():7,} in all")
