"""Prepare any dataset before learning: group, expand, split, scale, add, shorten."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from datasets.arrays import canonical, check_values
from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.grouping import grouping_note, groups_of
from datasets.preparation.added import Added
from datasets.preparation.expansion import EXPANSIONS, expanded
from datasets.preparation.noise import KINDS
from datasets.preparation.scaling import ColumnScaling, fit_scaling, unit_rows
from datasets.preparation.split import sides_of, split_note, with_test_rows_below
from datasets.report import steps
from knobs import SWITCH, check_knobs, knob, linear, one_of, words


@dataclass(frozen=True)
class Preparation:
    """The options common to all datasets. Creating one raises ValueError out of a knob's range."""

    noise_features: int = knob(
        0,
        "m",
        "noise features",
        linear(0, 1000, integer=True),
        "How many random, useless features to add.",
    )
    scaling: str = knob(
        "none",
        "",
        "scaling",
        one_of("none", "unit variance", "max-abs 1", "unit rows"),
        "How to make features, or rows, comparable in size.",
    )
    test_fraction: float = knob(
        0.0,
        "",
        "test share",
        linear(0.0, 0.5),
        "The fraction of the rows held out to test on.",
    )
    seed: int = knob(
        0,
        "",
        "split seed",
        linear(0, 99, integer=True, most=10**9),
        "Which random split, and which random features.",
    )
    groups: str = words(
        "groups",
        "Which features are one group: none, one-hot, blocks 5, prefix _ or numbers 1x3,2x3. "
        "Empty: as they come.",
    )
    expansion: str = knob(
        "none",
        "",
        "expansion",
        one_of(*EXPANSIONS),
        "New features: powers, or products of two or three of different groups.",
    )
    constant: bool = knob(
        False,
        "",
        "constant feature",
        SWITCH,
        "Whether to add a feature that is 1 in every row; Langford et al. count it.",
        rare=True,
    )
    noise_kind: str = knob(
        KINDS[0],
        "",
        "kind of noise",
        one_of(*KINDS),
        "What noise features are: mostly 0, or never.",
        rare=True,
    )

    def __post_init__(self) -> None:
        check_knobs(self)


def prepare(dataset: Dataset, preparation: Preparation) -> Dataset:
    """Group, expand, split, scale, add a constant and noise, make unit rows: in this order.

    Scales are learned from the training rows alone and applied to both sides. The noise features
    are drawn for the rows as they came, so no other option changes them. Both sides keep the
    rows' order. ``true_weights`` are rescaled with their columns, and 0 for new ones.

    Test rows that came from a file of their own stay the test rows, and no others are kept back.

    Raises DatasetError for groups that do not fit, for an expansion that grows too large, when a
    class has too few rows to be on both sides, when a value is taken beyond 1e100, and when
    ``dataset`` was split before.

    Examples
    --------
    >>> from datasets import Dataset
    >>> data = Dataset.of(([[1.0], [2.0], [3.0]], [1.0, 2.5, 3.0]))
    >>> prepare(data, Preparation(scaling="unit variance", noise_features=2)).n_features
    3
    """
    if dataset.test is not None and not dataset.test_name:
        raise DatasetError(f"{dataset.name or 'the dataset'} is split already: prepare it once.")
    together = grouped(with_test_rows_below(dataset), preparation.groups)
    before = expanded(together, preparation.expansion)
    train, test = sides_of(before, dataset, preparation.test_fraction, int(preparation.seed))
    scaling = fit_scaling(before.X[train] if len(test) else before.X, preparation.scaling)
    added = Added.of(before, preparation)
    whole = added.described(before, scaling)
    to_unit_rows = preparation.scaling == "unit rows"
    sides = [finished(whole, rows, scaling, added, to_unit_rows) for rows in (train, test)]
    done = (
        *steps("split", split_note(before, len(test), preparation.test_fraction)),
        *steps("scaled", scaling.notes(before.feature_names)),
        *added.report(before),
        *steps("scaled", unit_rows_note([X for X, _ in sides]) if to_unit_rows else ()),
    )
    (train_X, train_y), (test_X, test_y) = sides
    held_out = dataclasses.replace(whole, X=test_X, y=test_y, report=()) if len(test) else None
    return dataclasses.replace(
        whole, X=train_X, y=train_y, report=before.report + done, test=held_out
    )


def grouped(dataset: Dataset, text: str) -> Dataset:
    """The dataset with the groups that ``text`` asks for, if it asks for any."""
    if not str(text).strip():
        return dataset
    groups = groups_of(dataset, str(text))
    done = steps("grouped", (grouping_note(groups, str(text)),))
    return dataclasses.replace(dataset, groups=groups, report=dataset.report + done)


def finished(
    whole: Dataset, rows: np.ndarray, scaling: ColumnScaling, added: Added, unit: bool
) -> tuple[sp.csr_array, np.ndarray]:
    """One side of the split with all its columns: ``(X, y)``."""
    if len(rows) == whole.n_rows and not (scaling.changes or added.width or unit):
        return whole.X, whole.y
    X = added.beside(scaling.apply(whole.X[rows]), rows)
    X = canonical(unit_rows(X) if unit else X)
    check_values(X, whole.feature_names)
    return X, whole.y[rows]


def unit_rows_note(sides: list[sp.csr_array]) -> tuple[str, ...]:
    """A sentence about rows made as long as one."""
    empty = sum(int(np.sum(np.diff(X.indptr) == 0)) for X in sides)
    left = f"; {empty:,} without any nonzero stayed as they are" if empty else ""
    return (f"Each row was divided by its Euclidean length{left}.",)
