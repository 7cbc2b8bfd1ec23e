"""File names of test sets: which file holds the test rows of another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from datasets.files.detection.extensions import split_extensions

TEST = ("test", "testing", "tst", "tes", "te", "t")
"""The words for a test file, the likeliest first."""

# Words between marks, in any case, and such as the one in KDDTrain+.
TRAINING_WORD = re.compile(
    r"(?i:(?<![a-z])(?:training|train|trn|tra|tr)(?![a-z]))|Train(?:ing)?(?![a-z])"
)
TEST_WORD = re.compile(
    r"(?i:(?<![a-z])(?:testing|test|tst|tes)(?![a-z])|\.te?(?![a-z]))|Test(?:ing)?(?![a-z])"
)


def test_file_of(name: str, others: Iterable[str]) -> str:
    """Return the one of the ``others`` that is named like the test rows of ``name``, or nothing.

    Such are x.svm and x.t.svm, x and x.t, x.tr and x.t, x_train.csv and x_test.csv, train.csv and
    test.csv, x.data and x.test, x.tra and x.tes; packed or not, in letters of any case.
    """
    there: dict[str, str] = {}
    for other in sorted(others):
        there.setdefault(_bare(other).lower(), other)
    likely = (name.lower() for name in _likely(_bare(name)))
    return next((there[name] for name in likely if name in there), "")


def _bare(name: str) -> str:
    """The name of a file without the ending that says how it is packed."""
    return name[: len(name) - len(split_extensions(name)[2])]


def _likely(name: str) -> Iterator[str]:
    """The names that the test file of ``name`` may have, the likeliest first."""
    if TEST_WORD.search(name):
        return
    words = list(TRAINING_WORD.finditer(name))
    if words:
        before, after = name[: words[-1].start()], name[words[-1].end() :]
        yield from (before + word + after for word in TEST)
        return
    stem, _, ending = name.rpartition(".")
    for word in reversed(TEST):
        marks = "._-" if len(word) > 2 else "."
        yield from (f"{name}{mark}{word}" for mark in marks)
        if stem:
            yield from (f"{stem}{mark}{word}.{ending}" for mark in marks)
        if ending.lower() == "data":
            yield f"{stem}.{word}"
