"""Preparation pipeline: group, expand, split, scale, compare, add columns, make unit rows."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import scipy.sparse as sp

from datasets.arrays import canonical_csr, check_values
from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.grouping import grouping_note, groups_of
from datasets.preparation.expansion import expand
from datasets.preparation.extra_columns import ExtraColumns
from datasets.preparation.kernel_features import compare_with_support
from datasets.preparation.options import Preparation
from datasets.preparation.scaling import ColumnScaling, fit_scaling, unit_rows
from datasets.preparation.split import append_test_rows, split_note, train_test_rows
from datasets.report import steps
from knobs import suggest


def prepare(
    dataset: Dataset, preparation: Preparation | Mapping | None = None, **options: Any
) -> Dataset:
    """Group, expand, split, scale, add a constant and noise, make unit rows: in this order.

    Rows that are compared with support examples are so once they are scaled, and of unit length
    where that is asked for; nothing but the constant and noise stands beside these features.

    Scales are learned from the training rows alone and applied to both sides. The noise features
    are drawn for the rows as they came, so no other option changes them, but shuffled columns are
    those of the prepared table. Both sides keep the rows' order. ``true_weights`` are rescaled with
    their columns, and 0 for new ones.

    Test rows that came from a file of their own stay the test rows, and no others are kept back.

    Raises DatasetError for groups that do not fit, for an expansion that grows too large, when a
    class has too few rows to be on both sides, when a value is taken beyond 1e100, and when
    ``dataset`` was split before.

    Parameters
    ----------
    preparation, options : what is done, as a ``Preparation``, by the names of its fields, or both,
        of which the names win.

    Examples
    --------
    >>> from datasets import Dataset
    >>> data = Dataset.of(([[1.0], [2.0], [3.0]], [1.0, 2.5, 3.0]))
    >>> prepare(data, scaling="unit variance", noise_features=2).n_features
    3
    """
    asked = asked_preparation(preparation, options)
    return prepare_splits(dataset, asked, [asked.seed])[0]


def asked_preparation(given: Preparation | Mapping | None, options: Mapping) -> Preparation:
    """Return the preparation that is given, as itself or by its options, changed by ``options``.

    Raises DatasetError for what is none, and for an option that it has not.
    """
    if isinstance(given, Preparation):
        start = given
    elif given is None or isinstance(given, Mapping):
        start, options = Preparation(), {**(given or {}), **options}
    else:
        raise DatasetError(
            f"{given!r} is no preparation: prepare(data, scaling='unit variance') or "
            "prepare(data, Preparation(scaling='unit variance'))."
        )
    known = [field.name for field in dataclasses.fields(Preparation)]
    for name in options:
        if name not in known:
            raise DatasetError(f"there is no option {name!r}: {suggest(name, known)}")
    return dataclasses.replace(start, **options) if options else start


def prepare_splits(
    dataset: Dataset, preparation: Preparation, seeds: Sequence[int]
) -> list[Dataset]:
    """Prepare a dataset with other training and test rows for each of ``seeds``.

    All else that is drawn, such as noise features, is drawn by the seed of ``preparation``. Scales
    are those of the training rows of each. It raises as ``prepare`` does.
    """
    refuse_split(dataset)
    together = apply_groups(append_test_rows(dataset), preparation.groups)
    before = expand(
        together, preparation.expansion, int(preparation.random_pairs), int(preparation.seed)
    )
    rows = (train_test_rows(before, dataset, preparation.test_fraction, int(s)) for s in seeds)
    return [_prepare_sides(before, *sides, preparation) for sides in rows]


def refuse_split(dataset: Dataset) -> None:
    """Raise DatasetError for a dataset that ``prepare`` has split."""
    if dataset.test is not None and not dataset.test_name:
        raise DatasetError(f"{dataset.name or 'the dataset'} is split already: prepare it once.")


def _prepare_sides(
    before: Dataset, train: np.ndarray, test: np.ndarray, preparation: Preparation
) -> Dataset:
    """The dataset with its training and its test rows, scaled and with all columns."""
    scaling = fit_scaling(before.X[train] if len(test) else before.X, preparation.scaling)
    scaled, to_unit_rows = scaling.notes(before.feature_names), preparation.scaling == "unit rows"
    if preparation.support_examples:
        before, scaled = compare_scaled(before, scaling, train, preparation)
        scaling, to_unit_rows = fit_scaling(before.X, "none"), False
    extra = ExtraColumns.of(before, preparation, scaling)
    whole = extra.extend(before, scaling)
    sides = [build_side(whole, rows, scaling, extra, to_unit_rows) for rows in (train, test)]
    done = (
        *steps("split", split_note(before, len(test), preparation.test_fraction)),
        *steps("scaled", scaled),
        *extra.report(before),
        *steps("scaled", unit_rows_note([X for X, _ in sides]) if to_unit_rows else ()),
    )
    (train_X, train_y), (test_X, test_y) = sides
    held_out = dataclasses.replace(whole, X=test_X, y=test_y, report=()) if len(test) else None
    provenance = before.provenance
    if preparation.changes():
        provenance = dataclasses.replace(provenance, preparation=preparation, recipe=None)
    changed = {"report": before.report + done, "test": held_out, "provenance": provenance}
    return dataclasses.replace(whole, X=train_X, y=train_y, **changed)


def apply_groups(dataset: Dataset, text: str) -> Dataset:
    """The dataset with the groups that ``text`` asks for, if it asks for any."""
    if not str(text).strip():
        return dataset
    groups = groups_of(dataset, str(text))
    done = steps("grouped", (grouping_note(groups, str(text)),))
    return dataclasses.replace(dataset, groups=groups, report=dataset.report + done)


def compare_scaled(
    dataset: Dataset, scaling: ColumnScaling, train: np.ndarray, preparation: Preparation
) -> tuple[Dataset, tuple[str, ...]]:
    """The dataset with its rows, once scaled, compared; and sentences on how they were scaled."""
    X = scaling.apply(dataset.X) if scaling.changes else dataset.X
    notes = scaling.notes(dataset.feature_names)
    if preparation.scaling == "unit rows":
        X, notes = unit_rows(X), unit_rows_note([X])
    return compare_with_support(dataset, X, train, preparation), notes


def build_side(
    whole: Dataset, rows: np.ndarray, scaling: ColumnScaling, extra: ExtraColumns, unit: bool
) -> tuple[sp.csr_array, np.ndarray]:
    """One side of the split with all its columns: ``(X, y)``."""
    if len(rows) == whole.n_rows and not (scaling.changes or extra.width or unit):
        return whole.X, whole.y
    X = extra.append_to(scaling.apply(whole.X[rows]), rows)
    X = canonical_csr(unit_rows(X) if unit else X)
    check_values(X, whole.feature_names)
    return X, whole.y[rows]


def unit_rows_note(sides: list[sp.csr_array]) -> tuple[str, ...]:
    """A sentence about rows made as long as one."""
    empty = sum(int(np.sum(np.diff(X.indptr) == 0)) for X in sides)
    left = f"; {empty:,} without any nonzero stayed as they are" if empty else ""
    return (f"Each row was divided by its Euclidean length{left}.",)
