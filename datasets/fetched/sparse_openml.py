"""Datasets of OpenML in sparse ARFF, downloaded by scikit-learn and read here."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from hashlib import md5
from pathlib import Path

from datasets.content import Rows
from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.fetched.openml import OpenML
from datasets.files.arff import read_arff


@dataclass(frozen=True)
class SparseOpenML(OpenML):
    """A dataset whose file is sparse.

    ``fetch_openml`` of scikit-learn 1.9.1 takes time in nonzeros times columns for one, and a row
    that leaves out its class, as the format allows for the first, gets any class at all.
    """

    @classmethod
    def ask(cls, folder: Path) -> bytes:
        """The file, whose MD5 is the one OpenML states; one that fails is fetched once more."""
        from sklearn.datasets import _openml

        home = str(folder / "openml")
        stated = _openml._get_data_description_by_id(cls.data_id, home, n_retries=1)

        def read() -> bytes:
            with closing(_openml._open_openml_url(stated["url"], home, n_retries=1)) as file:
                content = file.read()
            if md5(content).hexdigest() != stated["md5_checksum"]:
                raise ValueError("its MD5 checksum differs")
            return content

        path = _openml._openml_path_from_url(stated["url"])
        return _openml._retry_with_clean_cache(path, home)(read)()

    def dataset(self, content: bytes) -> Dataset:
        """The dataset in an ARFF file. Raises DatasetError."""
        rows = read_arff(content)
        if not isinstance(rows, Rows):
            raise DatasetError(f"{self.server}'s file is not sparse any more: {self.by_hand}.")
        return Dataset.from_arrays(
            rows.X,
            rows.y,
            feature_names=rows.names,
            positive=str(self.positive).strip() or self.plus,
            report=(*self.read_report(rows.X.shape), *rows.report),
            copy=False,
            **self.described(),
        )
