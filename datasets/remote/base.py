"""Base class of datasets from the network: cache folder, download, error messages."""

from __future__ import annotations

import shutil
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.files import data_folder
from datasets.recipes import Family, Recipe
from datasets.remote.download import OnBytes, Progress, download
from datasets.remote.download_errors import DOWNLOAD_ERRORS, explain_errors

FOLDER = "fetched"  # within the data folder, where only files are datasets, not folders


@dataclass(frozen=True)
class RemoteDataset(Recipe):
    """A dataset from the network, kept in the data folder. A file of its name there wins over it.

    Attributes
    ----------
    size : roughly how many bytes are sent; text is packed on the way, and kept unpacked.
    shape : its rows and columns, the target not counted.
    differs : how it differs from what the papers learned from, in one sentence.
    server : who sends it.
    by_hand : how to do without the network, without a full stop.
    is_available : whether a server sends it, whenever it is asked for.
    """

    family: ClassVar[Family] = "remote"
    size: ClassVar[int] = 0
    shape: ClassVar[tuple[int, int]] = (0, 0)
    differs: ClassVar[str] = ""
    server: ClassVar[str] = ""
    by_hand: ClassVar[str] = ""
    is_available: ClassVar[bool] = True

    @classmethod
    def folder(cls) -> Path:
        """The folder it is kept in, which exists only when all of it has arrived."""
        return data_folder() / FOLDER / cls.key

    @classmethod
    def is_downloaded(cls) -> bool:
        """Return whether it can be built without the network."""
        return cls.folder().is_dir()

    @classmethod
    def stamp(cls) -> Hashable:
        return str(cls.folder())

    @classmethod
    def fetch(cls, progress: Progress | None = None) -> None:
        """Download it unless it is here; see ``download`` for ``progress`` and for giving up.

        Raises DatasetError, with the way by hand, for a server that cannot be reached, is silent,
        refuses or sends the wrong thing, and for a folder that cannot be written to.
        """
        if cls.is_downloaded():
            return
        trouble = download(cls.retrieve_files, cls.folder(), cls.size, progress)
        if trouble is not None:
            with explain_errors(cls.server, cls.by_hand):
                raise trouble

    def build(self) -> Dataset:
        """The dataset, fetched if it is not here, and again if what is here is damaged.

        Raises DatasetError.
        """
        self.fetch()
        try:
            content = self.retrieve_files(self.folder(), _ignore_bytes)
        except DOWNLOAD_ERRORS:
            shutil.rmtree(self.folder(), ignore_errors=True)
            self.fetch()
            with explain_errors(self.server, self.by_hand):
                content = self.retrieve_files(self.folder(), _ignore_bytes)
        return self.dataset(content)

    @classmethod
    def retrieve_files(cls, folder: Path, on_bytes: OnBytes) -> Any:
        """The files in a folder, into which what is missing or damaged is downloaded.

        Raises one of TROUBLES.
        """
        raise NotImplementedError

    def dataset(self, content: Any) -> Dataset:
        """The dataset in what ``retrieve_files`` returned. Raises DatasetError."""
        raise NotImplementedError


@dataclass(frozen=True)
class ManualDownload(RemoteDataset):
    """A dataset that no server is known to send in the papers' form: it says where to get it."""

    is_available: ClassVar[bool] = False

    @classmethod
    def fetch(cls, progress: Progress | None = None) -> None:
        """Raises DatasetError, with the way by hand."""
        raise DatasetError(f"{cls.differs}: {cls.by_hand}.")


def _ignore_bytes(n_bytes: int) -> None:
    """Count nothing: files that are there already."""
