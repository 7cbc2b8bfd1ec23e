"""Where a file's bytes are: on disk, or in memory once somebody has uploaded them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from datasets.errors import DatasetError


class Origin(Protocol):
    """A file: its ``name``, and its bytes as they are, packed or not."""

    @property
    def name(self) -> str: ...

    def read(self) -> bytes:
        """The bytes. Raises DatasetError, without the file's name, if they cannot be had."""

    def stamp(self) -> Hashable:
        """Changes when the bytes do."""


@dataclass(frozen=True)
class OnDisk:
    """A file of the data folder."""

    path: Path

    @property
    def name(self) -> str:
        return self.path.name

    def read(self) -> bytes:
        """The bytes, of one moment: a file that changes meanwhile is refused."""
        try:
            before = self.stamp()
            content = self.path.read_bytes()
            after = self.stamp()
        except OSError as error:
            reason = error.strerror or "unknown reason"
            raise DatasetError(
                f"the file cannot be read ({reason}): check that it is there."
            ) from None
        if before != after or len(content) != after[1]:
            raise DatasetError(
                "the file changed while it was read: try again when it is written to the end."
            )
        return content

    def stamp(self) -> tuple[int, int]:
        """When it was last written, in nanoseconds, and its size."""
        now = self.path.stat()
        return now.st_mtime_ns, now.st_size


@dataclass(frozen=True)
class InMemory:
    """An uploaded file."""

    name: str
    content: bytes

    def read(self) -> bytes:
        return self.content

    def stamp(self) -> str:
        """A digest of the bytes."""
        return sha256(self.content).hexdigest()
