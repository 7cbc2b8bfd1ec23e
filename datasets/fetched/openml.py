"""Datasets of OpenML, by scikit-learn's ``fetch_openml``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal
from urllib.parse import unquote

import numpy as np
import scipy.sparse as sp

from datasets.content import Table
from datasets.dataset import Dataset
from datasets.fetched.fetched import Fetched
from datasets.report import Step
from datasets.tables import table_dataset
from knobs import words


@dataclass(frozen=True)
class OpenML(Fetched):
    """A dataset of OpenML. Its class is made by ``openml_set``.

    data_id, name : OpenML's number and name of this version, which never changes.
    plus : the class that is +1; empty for the rule of ``Dataset.from_arrays``.
    form : "table" for columns of whatever kind, "numbers" for nothing but numbers.
    classes : the target's numbers are names of classes.
    dtype : NumPy's name of a type that holds every cell, where that saves much memory.
    """

    server: ClassVar[str] = "OpenML"
    data_id: ClassVar[int]
    name: ClassVar[str]
    plus: ClassVar[str] = ""
    form: ClassVar[Literal["table", "numbers"]] = "table"
    classes: ClassVar[bool] = False
    dtype: ClassVar[str | None] = None

    positive: str = words(
        "one class against the rest",
        "The value of the target that becomes +1; all others become −1. Empty: as it is.",
    )

    @classmethod
    def ask(cls, folder: Path) -> Any:
        """What ``fetch_openml`` returns: a frame, or arrays where the form is numbers."""
        from sklearn.datasets import fetch_openml

        # Whichever parser reads it, fetch_openml first compares the MD5 of the file with the one
        # OpenML states, at each reading, out of the folder too; a file that fails is fetched once
        # more. pandas is left to find the columns' types, as in a CSV file: OpenML's "nominal"
        # would make categories, and scikit-learn 1.9.1 stumbles over pandas 3.1's categories when
        # they are numbers.
        return fetch_openml(
            data_id=cls.data_id,
            data_home=folder,
            as_frame=cls.form == "table",
            parser="pandas",
            n_retries=1,
            read_csv_kwargs={"dtype": cls.dtype, "quotechar": "'"},
        )

    def dataset(self, content: Any) -> Dataset:
        """The dataset in a frame or arrays. Raises DatasetError."""
        positive = str(self.positive).strip() or self.plus
        if self.form == "table":
            table = Table(plain(content), self.read_report(content.data.shape))
            target = table.frame.columns[-1]
            return table_dataset(table, self.described(), self.key, target, positive=positive)
        return Dataset.from_arrays(
            sp.csr_array(content.data),
            numbers_or_words(content.target),
            feature_names=content.feature_names,
            task="multiclass" if self.classes and not positive else None,
            positive=positive,
            report=self.read_report(content.data.shape),
            copy=False,
            **self.described(),
        )

    def read_report(self, shape: tuple[int, int]) -> tuple[Step, ...]:
        """Where it came from, how it differs, and if it is not what it used to be."""
        came = f"OpenML's dataset {self.data_id}, {self.name}: {shape[0]:,} rows × {shape[1]:,}."
        steps = (Step("read", came), Step("read", self.differs))
        if shape == self.shape:
            return steps
        expected = f"{self.shape[0]:,} rows × {self.shape[1]:,} were expected."
        return (*steps, Step("read", expected))


def plain(content: Any) -> Any:
    """The frame, the target last, in which OpenML's escapes are the characters they stand for."""
    (target,) = content.target_names
    frame = content.frame[[*content.feature_names, target]]
    return frame.rename(columns=unquote)


def numbers_or_words(target: np.ndarray) -> np.ndarray:
    """The labels as numbers where all are numbers: OpenML writes both as words."""
    try:
        return np.asarray(target).astype(np.float64)
    except ValueError:
        return np.asarray(target)


def openml_set(
    key: str, data_id: int, name: str, kind: type[OpenML] = OpenML, **described: Any
) -> type[OpenML]:
    """The recipe of one dataset; ``described`` are the class variables of Recipe and ``kind``."""
    place = f"https://www.openml.org/d/{data_id}"
    by_hand = (
        f"download it from {place} as CSV or ARFF and put it into the data folder as {key}.csv or "
        f"{key}.arff"
    )
    described["source"] += f"; as OpenML's dataset {data_id} ({name}), {place}"
    members = {"key": key, "data_id": data_id, "name": name, "by_hand": by_hand, **described}
    doc = {"__doc__": described["about"], "__module__": __name__}
    return type(f"{kind.__name__}{data_id}", (kind,), {**doc, **members})
