"""Datasets of OpenML: the ARFF file, and OpenML's metadata on its columns."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple
from urllib.parse import unquote

import numpy as np
import scipy.sparse as sp

from datasets.content import Rows, Table
from datasets.dataset import Dataset
from datasets.files import file_recipe
from datasets.files.origin import OnDisk
from datasets.remote.base import RemoteDataset
from datasets.remote.download import OnBytes, retrieve
from datasets.remote.download_errors import explain_errors
from datasets.report import Step
from datasets.tables import table_dataset
from datasets.targets import check_task
from datasets.wording import join_words
from knobs import words

if TYPE_CHECKING:
    import pandas as pd

SERVER = "https://www.openml.org/api/v1/json"
DESCRIPTION, FEATURES = "data", "data/features"
UNKNOWN = 412  # OpenML's status for a number it does not know
CHUNK = 5000  # rows


class Download(NamedTuple):
    """A file of OpenML, and the names in it of the target and of columns that are no features."""

    path: Path
    target: str
    non_features: tuple[str, ...]


@dataclass(frozen=True)
class OpenML(RemoteDataset):
    """A dataset of OpenML. Its class is made by ``openml_recipe``.

    Attributes
    ----------
    data_id : OpenML's number of this version, which never changes.
    name : its name there.
    plus : the class that is +1; empty for the rule of ``Dataset.from_arrays``.
    form : "table" for columns of whatever kind, "numbers" for nothing but numbers.
    classes : whether the target's numbers are names of classes.
    numbers : the number that is predicted for each class, where it is one.
    """

    server: ClassVar[str] = "OpenML"
    data_id: ClassVar[int]
    name: ClassVar[str]
    plus: ClassVar[str] = ""
    form: ClassVar[Literal["table", "numbers"]] = "table"
    classes: ClassVar[bool] = False
    numbers: ClassVar[Mapping[str, int]] = {}

    positive: str = words(
        "one class against the rest",
        "The value of the target that becomes +1; all others become −1. Empty: as it is.",
    )
    task: str = words(
        "classes or amounts",
        "Numbers can be the numbers of classes, or amounts. Empty: as the papers have it.",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        check_task(self.task or None)

    @classmethod
    def retrieve_files(cls, folder: Path, on_bytes: OnBytes) -> Download:
        """OpenML's file, whose MD5 is the one it states, and its word on the columns."""
        import requests

        try:
            stated = _query(DESCRIPTION, cls.data_id, folder, on_bytes)["data_set_description"]
        except requests.HTTPError as error:
            if error.response.status_code == UNKNOWN:
                raise ValueError(f"Dataset with data_id {cls.data_id} not found") from error
            raise
        features = _query(FEATURES, cls.data_id, folder, on_bytes)["data_features"]["feature"]
        known = f"md5:{stated['md5_checksum']}"
        path = retrieve(stated["url"], folder / "data.arff", known, on_bytes)
        (target,) = (column["name"] for column in features if column["is_target"] == "true")
        ignored = (
            column["name"]
            for column in features
            if "true" in (column["is_ignore"], column["is_row_identifier"])
        )
        return Download(path, target, tuple(ignored))

    def dataset(self, content: Download) -> Dataset:
        """The dataset in the file, which is read as any ARFF file is. Raises DatasetError."""
        with explain_errors(self.server, self.by_hand):
            file = file_recipe(OnDisk(content.path), self.key)
            read = file(target=content.target).content()
        if isinstance(read, Rows):
            target = _numbers_or_words(read.labels)
            return self._of_rows(read.X, target, read.names, read.report)
        features = [
            name for name in read.frame if name not in (*content.non_features, content.target)
        ]
        # OpenML declares as the categories {0,1} what the papers count as one column.
        words = dict.fromkeys(read.frame.select_dtypes("category"), "str")
        frame = read.frame.astype(words)[[*features, content.target]].rename(columns=unquote)
        if self.form == "numbers":
            target = _numbers_or_words(frame.iloc[:, -1].to_numpy())
            return self._of_rows(_sparse(frame.iloc[:, :-1]), target, list(frame)[:-1], ())
        report = self.read_report((len(frame), len(features)))
        task = self.task or None
        goal = frame.columns[-1]
        if self._predicts_numbers(frame[goal]):
            frame = frame.assign(**{goal: frame[goal].astype(str).map(self.numbers).astype(float)})
            occurring = {str(name) for name in read.frame[content.target]}
            spelled = join_words(f"{c} {n}" for c, n in self.numbers.items() if c in occurring)
            report = (*report, Step("target", f"Target: numbers of the classes, {spelled}."))
            task = "regression"
        return table_dataset(
            Table(frame, report),
            self.metadata(),
            target=goal,
            reason=f"as {self.server} says",
            positive=self._asked_for(),
            task=task,
        )

    def _predicts_numbers(self, target: pd.Series) -> bool:
        """Return whether the classes are numbers to be predicted, as their paper has them."""
        asked = self._asked_for() or self.task not in ("", "regression")
        return bool(self.numbers) and not asked and set(target.astype(str)) <= set(self.numbers)

    def _of_rows(
        self, X: sp.csr_array, y: np.ndarray, names: Sequence[str], report: tuple[Step, ...]
    ) -> Dataset:
        return Dataset.from_arrays(
            X,
            y,
            feature_names=names,
            task=self.task or ("multiclass" if self.classes and not self._asked_for() else None),
            positive=self._asked_for(),
            report=(*self.read_report(X.shape), *report),
            copy=False,
            **self.metadata(),
        )

    def _asked_for(self) -> str:
        usual = self.plus if self.task in ("", "classification") else ""
        return str(self.positive).strip() or usual

    def read_report(self, shape: tuple[int, int]) -> tuple[Step, ...]:
        """Steps about where it came from, how it differs, and if it is not what it used to be."""
        came = f"OpenML's dataset {self.data_id}, {self.name}: {shape[0]:,} rows × {shape[1]:,}."
        steps = (Step("read", came), Step("read", self.differs))
        if shape == self.shape:
            return steps
        expected = f"{self.shape[0]:,} rows × {self.shape[1]:,} were expected."
        return (*steps, Step("read", expected))


def _query(asked: str, data_id: int, folder: Path, on_bytes: OnBytes) -> dict[str, Any]:
    """OpenML's answer to a question about a dataset, kept beside the file; asked again if damaged.

    Nobody states a checksum of it; it says what the file's is.
    """
    url, path = f"{SERVER}/{asked}/{data_id}", folder / f"{asked.replace('/', '-')}.json"
    try:
        return json.loads(retrieve(url, path, None, on_bytes).read_bytes())
    except ValueError:
        path.unlink(missing_ok=True)
    try:
        return json.loads(retrieve(url, path, None, on_bytes).read_bytes())
    except ValueError:
        path.unlink(missing_ok=True)
        raise


def _sparse(frame: pd.DataFrame) -> sp.csr_array:
    """The numbers of a frame, some rows at a time, so that no second dense copy is made."""
    tops = range(0, len(frame), CHUNK)
    parts = [sp.csr_array(frame.iloc[top : top + CHUNK].to_numpy(np.float64)) for top in tops]
    return sp.vstack(parts, format="csr")


def _numbers_or_words(target: np.ndarray) -> np.ndarray:
    """The labels as numbers where all are numbers: OpenML writes both as words."""
    try:
        return target.astype(np.float64)
    except ValueError:
        return target.astype(str)


def openml_recipe(key: str, data_id: int, name: str, **members: Any) -> type[OpenML]:
    """The recipe of one dataset; ``members`` are the class variables of Recipe and OpenML."""
    place = f"https://www.openml.org/d/{data_id}"
    by_hand = (
        f"download it from {place} as CSV or ARFF and put it into the data folder as {key}.csv or "
        f"{key}.arff"
    )
    members["source"] += f"; as OpenML's dataset {data_id} ({name}), {place}"
    members = {"key": key, "data_id": data_id, "name": name, "by_hand": by_hand, **members}
    doc = {"__doc__": members["about"], "__module__": __name__}
    return type(f"OpenML{data_id}", (OpenML,), {**doc, **members})
