"""Origins of files: on disk, or uploaded and held in memory."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Protocol

from datasets.errors import DatasetError


class Origin(Protocol):
    """A file: its ``name``, and its bytes as they are, packed or not."""

    @property
    def name(self) -> str: ...

    def open(self) -> AbstractContextManager[BinaryIO]:
        """The bytes. Raises DatasetError, without the file's name, if they cannot be had."""

    def stamp(self) -> Hashable:
        """Changes when the bytes do."""

    def siblings(self) -> Mapping[str, Origin]:
        """The other files of its folder, or of its session, by name."""


@dataclass(frozen=True)
class OnDisk:
    """A file of a folder.

    Parameters
    ----------
    partner : a file of another folder that is looked at as if it were beside it.
    """

    path: Path
    partner: Path | None = None

    @property
    def name(self) -> str:
        return self.path.name

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """The bytes, of one moment: a file that changes meanwhile is refused."""
        try:
            before = self.stamp()
            with self.path.open("rb") as file:
                try:
                    yield file
                finally:  # whatever came of it, half of a file is worth no other complaint
                    if self.stamp() != before:
                        raise DatasetError(
                            "the file changed while it was read: try again when it is written to "
                            "the end."
                        )
        except OSError as error:
            reason = error.strerror or "unknown reason"
            raise DatasetError(
                f"the file cannot be read ({reason}): check that it is there."
            ) from None

    def stamp(self) -> tuple[int, int]:
        """The time it was last written, in nanoseconds, and its size."""
        now = self.path.stat()
        return now.st_mtime_ns, now.st_size

    def siblings(self) -> dict[str, OnDisk]:
        """The other files of its folder, by name, but for hidden ones."""
        paths = [self.partner] if self.partner else []
        with suppress(OSError), os.scandir(self.path.parent) as entries:
            names = sorted(entry.name for entry in entries if entry.is_file())
            paths = [*(self.path.with_name(name) for name in names if name[0] != "."), *paths]
        return {path.name: OnDisk(path) for path in paths if path != self.path}


class InMemory:
    """An uploaded file, until it is released.

    Attributes
    ----------
    name : the file's name.
    size : how many bytes it has, packed as it came.
    owner : the session it belongs to: nobody else is shown what was computed from it.
    digest : of its name and its bytes.
    session : gives the uploads of its owner, this one among them, in the order they came.
    """

    def __init__(self, name: str, content: bytes, owner: str = "") -> None:
        self.name = name
        self.size = len(content)
        self.owner = owner
        # The name's own digest first: no other name with other bytes comes to the same.
        digest = sha256(sha256(name.encode(errors="surrogatepass")).digest())
        digest.update(content)
        self.digest = digest.hexdigest()
        self.session: Callable[[], Iterable[InMemory]] = tuple
        self._content: bytes | None = content

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """The bytes. Raises DatasetError once they are released."""
        if self._content is None:
            raise DatasetError("this upload is no longer kept: upload the file again.")
        yield io.BytesIO(self._content)

    def stamp(self) -> tuple[str, str, str]:
        """The owner, the name and the digest, which outlast the bytes."""
        return self.owner, self.name, self.digest

    def siblings(self) -> dict[str, InMemory]:
        """The other uploads of its owner, by name; of two alike the one that came last."""
        return {file.name: file for file in self.session() if file is not self}

    def release(self) -> None:
        """Let go of the bytes, whoever still holds a recipe of this file."""
        self._content = None


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Put the file's name in front of what a DatasetError says."""
    try:
        yield
    except DatasetError as error:
        raise DatasetError(f"{name}: {error}") from error.__cause__
