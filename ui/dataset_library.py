"""The datasets a visitor may choose from: the catalogue, the data folder, and what they uploaded.

Uploads live in the visitor's session and end with it; their browser may keep a copy
(``ui.study``). A session is kept for a while when its
browser is gone, since only the connection may be; after two minutes the uploads are let go, which
take more room than all else of it, and with them all that was computed from them.
"""

from __future__ import annotations

import ctypes
import gc
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import fields
from weakref import WeakSet

import streamlit as st
from streamlit.typing import UploadedFile

import datasets
from datasets import DatasetError, Recipe
from datasets.files.data_file import DataFile
from datasets.files.origin import InMemory
from ui import memo
from ui.budget.uploads import MOST_MEGABYTES, everybodys
from ui.classroom.class_data import class_recipe, is_gone
from ui.classroom.files import SHARED
from ui.web import contract, upload_quota

UPLOADED = "upload-"
"""Prefix of the keys of uploads; they go on with a digest of name and content."""

PATIENCE = 120.0
"""Seconds without a browser after which uploads are let go; a session is kept longer."""


class Uploads:
    """The uploads of one session, by key, in the order they came."""

    def __init__(self) -> None:
        # The windows that are connected for events: a browser is there as long as one is.
        self.windows = 0
        self.kinds: dict[str, type[DataFile]] = {}
        # Keys of uploads that the visitor removed, and of those that their browser does not have.
        self.removed: set[str] = set()
        self.missing: set[str] = set()
        # Nobody else has it: what is computed from these uploads is nobody else's either.
        self._owner = secrets.token_hex(16)
        self._timer: threading.Timer | None = None
        _everybodys.add(self)

    @property
    def size(self) -> int:
        """The bytes they take, as they came."""
        return sum(kind.origin.size for kind in self.kinds.values())

    def files(self) -> list[InMemory]:
        """The files themselves: one may hold the test rows of another."""
        return [kind.origin for kind in self.kinds.values()]

    def put(self, name: str, content: bytes) -> str:
        """Take a file in and return its key.

        Raises DatasetError for a name that says nothing, and where there is no room for it.
        """
        kind = datasets.upload_recipe(name, content, self._owner)
        with _counting:
            if kind.key not in self.kinds:
                self._make_room_for(kind.origin)
                self.kinds[kind.key] = kind
                kind.origin.session = self.files
        return kind.key

    def _make_room_for(self, file: InMemory) -> None:
        """Raise DatasetError where a file would be too much, for the session or for the server."""
        size = f"{file.name}: its {file.size / 1e6:.1f} MB"
        if self.size + file.size > MOST_MEGABYTES * 1e6:
            raise DatasetError(
                f"{size} and your other uploads would be more than the {MOST_MEGABYTES} MB that "
                "are kept for you: remove one of them, or upload less."
            )
        if sum(other.size for other in list(_everybodys)) + file.size > everybodys() * 1e6:
            raise DatasetError(
                f"{size} cannot be kept now: the uploads of all visitors together may have "
                f"{everybodys():,} MB. Try again later, or upload less."
            )

    def drop(self, key: str) -> None:
        """Let go of one, and of what was computed from it."""
        kind = self.kinds.pop(key, None)
        if kind is not None:
            kind.origin.release()
            memo.forget(kind.stamp())

    def end(self) -> None:
        """Let go of all, unless the browser is back."""
        if self.windows:
            self.begin_patience()
            return
        for key in list(self.kinds):
            self.drop(key)
        _give_back()

    def begin_patience(self) -> None:
        """Wait until the browser, which is gone, may no longer come back."""
        self.back()
        self._timer = threading.Timer(PATIENCE, self.end)
        self._timer.daemon = True
        self._timer.start()

    def back(self) -> None:
        """Wait no longer: the browser is there."""
        if self._timer is not None:
            self._timer.cancel()


_everybodys: WeakSet[Uploads] = WeakSet()
_counting = threading.Lock()


def _give_back() -> None:
    """Hand the memory that was let go back to the system, which glibc otherwise keeps for later."""
    gc.collect()  # a session that has ended is a circle of references, and may hold datasets
    with suppress(OSError, TypeError, AttributeError):  # another system's C library
        ctypes.CDLL(None).malloc_trim(0)


@st.cache_resource(scope="session", on_release=Uploads.begin_patience, show_spinner=False)
def _watch(_uploads: Uploads) -> Uploads:
    """Have Streamlit say when the browser of these has gone."""
    _uploads.back()
    return _uploads


_lent = ContextVar[Uploads | None]("uploads", default=None)
"""The uploads of the visitor whose event is being answered, in the thread that does so."""


@contextmanager
def lend_uploads(uploads: Uploads | None) -> Iterator[None]:
    """Have this thread, which is none of a session, find these uploads; none where there are none.

    Parameters
    ----------
    uploads : of the visitor for whom it works.
    """
    token = _lent.set(uploads or Uploads())
    try:
        yield
    finally:
        _lent.reset(token)


def uploads() -> Uploads:
    """Return the uploads of this visitor."""
    if (held := _lent.get()) is not None:
        return held
    kept = st.session_state.get("uploads")
    if kept is None:
        kept = st.session_state["uploads"] = Uploads()
    if kept.kinds:
        _watch(kept)
    return kept


def put(name: str, content: bytes) -> str:
    """Take an upload in and return its key.

    Raises DatasetError for a name that says nothing, and where there is no room for it.
    """
    key = uploads().put(name, content)
    uploads()  # Streamlit says from now on when the browser has gone
    return key


def trained_with(key: str) -> str:
    """Return the key of the upload whose test rows an upload holds, judged by their names."""
    kinds = uploads().kinds
    own = [name for name, kind in kinds.items() if kind().test_file() is kinds[key].origin]
    return own[-1] if own else ""


def drop(key: str) -> None:
    """Let go of an upload, and of what was computed from it."""
    uploads().drop(key)


def forget_file(file: UploadedFile) -> None:
    """Have Streamlit let go of a file that was read, which it keeps as long as its session."""
    upload_quota.forget(contract.upload_name(file))
    file.truncate(0)


def everything() -> dict[str, type[Recipe]]:
    """The recipe of everything there is to choose, by key; uploads last."""
    return datasets.all_recipes() | uploads().kinds


def absent(recipe: Recipe) -> bool:
    """Return whether the dataset has to be fetched from the network first."""
    return recipe.family == "remote" and not recipe.is_downloaded()


def renew_recipe(old: Recipe) -> Recipe:
    """Return the recipe of the same name as it is now: a file may have come or gone meanwhile."""
    try:
        kind = recipe(old.key)
    except DatasetError:  # loading says so
        return old
    if kind is type(old):
        return old
    options = {field.name: getattr(old, field.name, None) for field in fields(kind)}
    try:
        return kind(**{name: option for name, option in options.items() if option is not None})
    except ValueError:
        return kind()


def is_lost(key: str) -> bool:
    """Return whether a key is that of an upload which this visitor does not have.

    So is that of a file of a class which is over.
    """
    if key.startswith(SHARED):
        return is_gone(key)
    return key.startswith(UPLOADED) and key not in uploads().kinds


def recipe(key: str) -> type[Recipe]:
    """The recipe behind a key. Raises DatasetError for one that is not there."""
    if key.startswith(SHARED):
        return class_recipe(key)
    if not key.startswith(UPLOADED):
        return datasets.recipe(key)
    kinds = uploads().kinds
    if key not in kinds:
        raise DatasetError("this upload ended with its session, or was removed: upload it again.")
    return kinds[key]
