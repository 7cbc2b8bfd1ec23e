"""Short links: names for long addresses of the app, in one SQLite file of the data folder.

Several processes may use the file at once; a restart loses nothing.
"""

from __future__ import annotations

import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from ui.share.codes import draw_code
from ui.web.json_requests import RequestError

SWITCH = "SPARSITY_LAB_LINKS"
"""The environment variable that is 0 where no short links are to be kept."""

NAME = re.compile(r"[A-Z0-9][A-Z0-9-]{2,29}", re.ASCII)
"""A name as it is kept, in capitals."""

LONGEST_TARGET = 8000
"""Letters of an address: some servers take no longer ones."""

MOST_LINKS = 4000
DAYS, DAYS_WHEN_FULL = 180, 30
"""Days without use after which a link goes; of too many, the oldest one goes sooner."""

ATTEMPTS = 20
DAY = 86_400
PATIENCE = 5.0
"""Seconds for which another process may be writing."""

TABLE = """CREATE TABLE IF NOT EXISTS links (
    name TEXT PRIMARY KEY, target TEXT NOT NULL, digest TEXT NOT NULL, used INTEGER NOT NULL
) WITHOUT ROWID"""
INDEX = "CREATE INDEX IF NOT EXISTS links_digest ON links (digest)"


class LinkError(RequestError):
    """A short link that is not made."""


def is_allowed() -> bool:
    """Return whether whoever runs the server lets it keep short links."""
    return os.environ.get(SWITCH, "") != "0"


def links_file() -> Path:
    """Return the file of the short links: in a folder, for files of the data folder are data."""
    from datasets.files import data_folder

    return data_folder() / "links" / "links.sqlite3"


class LinkStore:
    """The short links of a server.

    Parameters
    ----------
    file : where they are kept; its folder is made with the first one.
    now : returns the time in seconds.
    """

    def __init__(self, file: Path, now: Callable[[], float] = time.time) -> None:
        self.file, self.now = file, now

    def check(self) -> None:
        """Do nothing where links can be kept.

        Raises
        ------
        LinkError : the server may not keep any, or cannot.
        """
        with self._open():
            pass

    def add(self, target: str, name: str = "") -> str:
        """Keep an address under a name, and return that name.

        Parameters
        ----------
        target : a page of the app and its parameters, ``playground?a=sgd``.
        name : "" for one that is drawn; an address that has one already keeps it.

        Raises
        ------
        LinkError : the name is none or another address has it; there is no room, or no file.
        """
        if len(target) > LONGEST_TARGET:
            raise LinkError(
                f"This link has {len(target):,} letters, and at most {LONGEST_TARGET:,} are kept.",
                413,
            )
        name = name.strip().upper()
        if name and not NAME.fullmatch(name):
            raise LinkError(
                "A name has 3 to 30 characters: letters from A to Z, digits and hyphens; the first "
                "is no hyphen."
            )
        with self._open() as links:
            self._remove_unused(links)
            return self._add_named(links, target, name) if name else self._add(links, target)

    def find(self, name: str) -> str | None:
        """Return the address that a name stands for, in capitals or not; None where there is none.

        Raises
        ------
        LinkError : the file cannot be read.
        """
        name = name.upper()
        if not (is_allowed() and NAME.fullmatch(name) and self.file.exists()):
            return None
        try:
            place = f"{self.file.resolve().as_uri()}?mode=ro"
            with closing(sqlite3.connect(place, PATIENCE, uri=True)) as links:
                row = links.execute(
                    "SELECT target, used FROM links WHERE name = ?", [name]
                ).fetchone()
        except sqlite3.Error as error:
            raise LinkError("This server cannot read its short links now.", 503) from error
        if row is None or row[1] < self._today() - DAYS:
            return None
        if row[1] < self._today():
            self._note_use(name)
        return row[0]

    def _note_use(self, name: str) -> None:
        """Have a link stay longer, where that can be written."""
        with suppress(LinkError), self._open() as links:
            links.execute("UPDATE links SET used = ? WHERE name = ?", [self._today(), name])

    def _today(self) -> int:
        return int(self.now() // DAY)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """A connection in a transaction that waits for those of other processes."""
        if not is_allowed():
            raise LinkError("This server keeps no short links.", 403)
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.file, PATIENCE, isolation_level=None)) as links:
                links.execute("BEGIN IMMEDIATE")
                links.execute(TABLE)
                links.execute(INDEX)
                yield links
                links.execute("COMMIT")
        except (OSError, sqlite3.Error) as error:
            raise LinkError("This server cannot keep short links now.", 503) from error

    def _remove_unused(self, links: sqlite3.Connection) -> None:
        """Make room for one more link."""
        links.execute("DELETE FROM links WHERE used < ?", [self._today() - DAYS])
        (count,) = links.execute("SELECT count(*) FROM links").fetchone()
        if count < MOST_LINKS:
            return
        oldest = "SELECT name FROM links WHERE used < ? ORDER BY used LIMIT 1"
        links.execute(
            f"DELETE FROM links WHERE name = ({oldest})", [self._today() - DAYS_WHEN_FULL]
        )
        if not links.execute("SELECT changes()").fetchone()[0]:
            raise LinkError("This server keeps as many short links as it may.", 507)

    def _add_named(self, links: sqlite3.Connection, target: str, name: str) -> str:
        row = links.execute("SELECT target FROM links WHERE name = ?", [name]).fetchone()
        if row is not None and row[0] != target:
            raise LinkError(f"{name} is the name of another link: choose another one.", 409)
        self._write(links, name, target)
        return name

    def _add(self, links: sqlite3.Connection, target: str) -> str:
        known = "SELECT name FROM links WHERE digest = ? AND target = ? ORDER BY length(name), name"
        row = links.execute(known, [digest(target), target]).fetchone()
        for name in [row[0]] if row else (draw_code() for _ in range(ATTEMPTS)):
            there = links.execute("SELECT target FROM links WHERE name = ?", [name]).fetchone()
            if there is None or there[0] == target:
                self._write(links, name, target)
                return name
        raise LinkError("This server found no free name: press the button once more.", 503)

    def _write(self, links: sqlite3.Connection, name: str, target: str) -> None:
        row = [name, target, digest(target), self._today()]
        links.execute("INSERT OR REPLACE INTO links VALUES (?, ?, ?, ?)", row)


def digest(target: str) -> str:
    """Return a short key of an address, by which it is found."""
    return sha256(target.encode()).hexdigest()[:16]
