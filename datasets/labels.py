"""Label encoding of test rows with the classes of the training rows."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np

from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.targets import as_amounts, as_numbers, class_name
from datasets.wording import join_words, pluralize


class Labels(NamedTuple):
    """The number that each value of a target became in a dataset; none for amounts.

    Parameters
    ----------
    numbers : by the value as it is spelled.
    """

    numbers: dict[str, float]

    @classmethod
    def of(cls, dataset: Dataset, target: np.ndarray) -> Labels:
        """The numbers in ``dataset.y`` of the values of ``target`` [n_rows], row by row."""
        if dataset.task == "regression":
            return cls({})
        values, rows = np.unique(target, return_index=True)
        return cls(
            {class_name(v): float(dataset.y[row]) for v, row in zip(values, rows, strict=True)}
        )

    def read(self, target: np.ndarray) -> tuple[np.ndarray, np.ndarray, list[str]]:
        """Return ``(y, rows, sentences)``: the numbers of the rows whose value is known.

        Parameters
        ----------
        target : numbers or words [n_rows].

        Raises DatasetError for words where there were numbers, and where no value is known.
        """
        if not self.numbers:
            return as_amounts_of(target), np.arange(len(target)), []
        values, codes = np.unique(target, return_inverse=True)
        words = [class_name(value) for value in values]
        values_meant = self.match(words)
        unknown = [word for word, value in zip(words, values_meant, strict=True) if value is None]
        if len(unknown) == len(words):
            raise DatasetError(
                f"its classes ({join_words(unknown)}) are none of those of the training rows "
                f"({join_words(self.numbers)}): write them as they are written there."
            )
        numbers = np.array([np.nan if v is None else self.numbers[v] for v in values_meant])[codes]
        rows = np.flatnonzero(~np.isnan(numbers))
        sentences = spelling_notes(words, values_meant)
        if unknown:
            sentences.append(
                f"{pluralize(len(target) - len(rows), 'row')} of classes that the training rows do "
                f"not have left out: {join_words(unknown)}."
            )
        return numbers[rows], rows, sentences

    def match(self, words: list[str]) -> list[str | None]:
        """Return the value that each word means, or None.

        It may be written with a full stop, as in the test file of UCI's adult, or in letters of
        another case.
        """
        uses = Counter(value.casefold() for value in self.numbers)
        folded = {v.casefold(): v for v in self.numbers if uses[v.casefold()] == 1}
        known = folded | {value: value for value in self.numbers}

        def first(*spellings: str) -> str | None:
            return next((known[word] for word in spellings if word in known), None)

        bare = [word.removesuffix(".") for word in words]
        pairs = zip(words, bare, strict=True)
        return [first(w, b, w.casefold(), b.casefold()) for w, b in pairs]


def as_amounts_of(target: np.ndarray) -> np.ndarray:
    """The target as numbers [n_rows]. Raises DatasetError where it is none."""
    numbers = as_numbers(target)
    if numbers is None:  # the numbers of declared categories are words
        numbers = as_amounts(target.tolist())
    if numbers is None:
        raise DatasetError(
            f"the target holds words ({join_words(np.unique(target))}), and that of the training "
            "rows numbers: write numbers here, too."
        )
    return numbers


def spelling_notes(words: list[str], values_meant: list[str | None]) -> list[str]:
    """A sentence about classes that are not written as in the training rows."""
    pairs = zip(words, values_meant, strict=True)
    changed = [f"{word!r} for {value!r}" for word, value in pairs if value not in (None, word)]
    if not changed:
        return []
    return [f"Classes are written otherwise than in the training rows: {join_words(changed)}."]
