"""The Dataset: a sparse matrix, a target, and a report of the steps that made them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
import scipy.sparse as sp

from datasets.arrays import as_csr, check_values, read_groups, read_names, read_weights
from datasets.blocks import as_block
from datasets.errors import DatasetError
from datasets.html import table_of
from datasets.provenance import Column, Provenance, Task, split_fields
from datasets.report import Step, steps
from datasets.targets import read_target
from datasets.wording import shorten

NAME_BYTES = 65
"""Bytes of the name of a feature and of its place in the list of all."""


@dataclass(frozen=True, eq=False)
class Dataset:
    """Examples to learn from. All arrays are read-only; ``from_arrays`` is the checked way in.

    Parameters
    ----------
    X : scipy CSR array [n_rows, n_features], float64 with int32 indices, sorted, no duplicates,
        no stored zeros: one physical form, so that each kernel is compiled once.
    y : float64 [n_rows]; -1 and +1 for classification, any finite number for regression, the number
        of the class, from 0, for multiclass.
    classes : the names of the classes of a multiclass task, else empty.
    groups : int64 [n_features], the group of each feature, numbered from 0 without gaps; or None.
    true_weights : float64 [n_features], the weights that made ``y``, where they are known; or None.
    n_noise : the last ``n_noise`` columns are random and known to be useless.
    in_time : the rows stand in the order in which they happened and are learned from in it.
    test : rows held out, with the same columns; or None.
    report : what was done to the data, step by step.
    provenance : where the data come from. ``name``, ``columns``, ``target_name`` and ``test_name``
        of a dataset are those of its provenance.
    """

    X: sp.csr_array
    y: np.ndarray = field(repr=False)
    task: Task
    feature_names: tuple[str, ...] = field(repr=False)
    classes: tuple[str, ...] = ()
    groups: np.ndarray | None = field(default=None, repr=False)
    true_weights: np.ndarray | None = field(default=None, repr=False)
    n_noise: int = 0
    in_time: bool = False
    test: Dataset | None = None
    report: tuple[Step, ...] = ()
    provenance: Provenance = field(default_factory=Provenance)
    plan: ClassVar[Callable[[Dataset], Any]]
    """``FeaturePlan.behind`` of a dataset; its module sets it, since it imports this one."""

    def __post_init__(self) -> None:
        rows = getattr(self.X, "format", "dense"), getattr(self.X, "dtype", None)
        if rows != ("csr", np.float64) or np.shape(self.y) != self.X.shape[:1]:
            raise DatasetError(
                "Dataset takes CSR of float64 and a number for each row: Dataset.from_arrays takes "
                "arrays of any form, and checks them."
            )
        for array in (*_arrays(self.X, self.y), self.groups, self.true_weights):
            if array is not None:
                array.flags.writeable = False

    def __repr__(self) -> str:
        kind = f"{len(self.classes)} classes" if self.classes else self.task
        parts = [f"{self.n_rows} × {self.n_features}", kind, f"{self.X.nnz} nonzeros"]
        if self.name:
            parts.insert(0, repr(shorten(self.name)))
        if self.test is not None:
            parts.append(f"{self.test.n_rows} rows kept back")
        return f"Dataset({', '.join(parts)})"

    def _repr_html_(self) -> str:
        return table_of(self)

    @property
    def n_rows(self) -> int:
        """The number of examples."""
        return self.X.shape[0]

    @property
    def n_features(self) -> int:
        """The number of columns of ``X``, noise features included."""
        return self.X.shape[1]

    @property
    def nbytes(self) -> int:
        """The bytes that its arrays take, those of the test rows, and about those of its names."""
        sides = [self] if self.test is None else [self, self.test]
        arrays = [array for side in sides for array in _arrays(side.X, side.y)]
        arrays += [array for array in (self.groups, self.true_weights) if array is not None]
        return sum(array.nbytes for array in arrays) + NAME_BYTES * self.n_features

    @property
    def density(self) -> float:
        """The fraction of the cells of ``X`` that are not zero."""
        return self.X.nnz / (self.n_rows * self.n_features)

    @property
    def name(self) -> str:
        """What the data are called: ``provenance.name``."""
        return self.provenance.name

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of the table the data came from: ``provenance.columns``."""
        return self.provenance.columns

    @property
    def target_name(self) -> str:
        """The column of that table that is predicted: ``provenance.target_name``."""
        return self.provenance.target_name

    @property
    def test_name(self) -> str:
        """The file that ``test`` came from, if any: ``provenance.test_name``."""
        return self.provenance.test_name

    @property
    def notes(self) -> tuple[str, ...]:
        """The report in sentences: what was done to the data."""
        return tuple(step.what for step in self.report)

    @classmethod
    def of(cls, data: Dataset | tuple[Any, Any]) -> Dataset:
        """Return a dataset as it is, and a tuple (X, y) as the dataset of these arrays.

        Raises DatasetError for anything else, and as ``from_arrays`` does.

        Examples
        --------
        >>> data = Dataset.of(([[1.0, 0.0], [0.0, 2.0]], ["no", "yes"]))
        >>> data.task, data.y
        ('classification', array([-1.,  1.]))
        >>> data.X.toarray()
        array([[1., 0.],
               [0., 2.]])
        """
        if isinstance(data, Dataset):
            return data
        if not cls.is_pair(data):
            raise DatasetError(
                f"the data are {type(data).__name__}: give a Dataset, or a tuple (X, y) of the "
                "features, one row per example, and the targets."
            )
        return cls.from_arrays(*data)

    @staticmethod
    def is_pair(data: Any) -> bool:
        """Return whether ``data`` is a tuple (X, y), and not a tuple of two such pairs."""
        if not isinstance(data, tuple) or len(data) != 2:
            return False
        return not all(isinstance(each, tuple) and len(each) == 2 for each in data)

    @staticmethod
    def checked_block(block: Any) -> tuple[sp.csr_array, np.ndarray]:
        """Return a block of a stream as it is learned from; see ``blocks.as_block``."""
        return as_block(block)

    @staticmethod
    def read_new_rows(
        rows: Any, columns: Mapping[str, Mapping], absent: str, reading: Mapping[str, str]
    ) -> tuple[sp.csr_array, list[str], list[str]]:
        """Return rows to predict as features, by name; see ``tables.new_rows``."""
        from datasets.tables.new_rows import read_new_rows

        return read_new_rows(rows, columns, absent, reading)

    @classmethod
    def from_arrays(
        cls,
        X: Any,
        y: Any,
        *,
        feature_names: Sequence[str] | None = None,
        groups: Any = None,
        true_weights: Any = None,
        task: Task | None = None,
        positive: str = "",
        copy: bool = True,
        **more: Any,
    ) -> Dataset:
        """Return a dataset of arrays, which are copied and checked.

        Raises TypeError for other keywords, and DatasetError, in one sentence, for: no rows or
        columns; lengths that differ; cells that are no finite number or beyond 1e100; a target with
        one value only, over 100 classes, words that differ in every row, or without ``positive``.

        Parameters
        ----------
        X : [n_rows, n_features], dense, scipy sparse or a DataFrame (whose column names are used).
        y : [n_rows] of numbers or text. Two different values make it classification: the larger
            number, or the text later in the alphabet ("+" before "-"), becomes +1. Text of 3 to 100
            kinds makes it multiclass, in the order of the alphabet; so do numbers that look like
            those of classes (``targets.are_classes``). Other numbers make it regression. Classes
            that are declared come as ``ClassCodes``.
        feature_names : one for each column; by default those of the DataFrame, or numbers.
        groups : [n_features] of whole numbers; they are renumbered from 0 without gaps.
        true_weights : [n_features], the weights that made ``y``, where they are known.
        task : taken instead of the guess from ``y``; with multiclass any numbers are classes.
        positive : the value of ``y`` that is +1 against all others together.
        copy : False to take over, and change, the arrays of a sparse ``X`` that nobody else holds.
        more : other fields of the dataset (``report``: what was done to the data before) and fields
            of its ``provenance`` (``name``, ``source``, …), which are not checked.
        """
        matrix, names = read_matrix(X, feature_names, copy)
        origin, others = split_fields(more)
        target = read_target(y, matrix.shape[0], task, positive, origin.get("target_name", ""))
        report = (*others.pop("report", ()), *steps("target", target.notes))
        return cls(
            X=matrix,
            **target.fields,
            feature_names=names,
            groups=read_groups(groups, matrix.shape[1]),
            true_weights=read_weights(true_weights, matrix.shape[1]),
            report=report,
            provenance=Provenance(tasks=target.tasks, **{"labels": target.labels} | origin),
            **others,
        )


def _arrays(X: sp.csr_array, y: np.ndarray) -> tuple[np.ndarray, ...]:
    return X.data, X.indices, X.indptr, y


def read_matrix(
    X: Any, feature_names: Sequence[str] | None, copy: bool
) -> tuple[sp.csr_array, tuple[str, ...]]:
    """Return the checked matrix and the names of its columns, those of a DataFrame if need be."""
    if feature_names is None:
        feature_names = getattr(X, "columns", None)
    matrix = as_csr(X, copy)
    names = read_names(feature_names, matrix.shape[1])
    check_values(matrix, names)
    return matrix, names
