"""The files of compiled kernels: written whole or not at all, and read only where they are whole.

Numba's own come with an index for each function, and are read as they lie there. A file cut short
by a full disk made every call fail from then on; one with another bit in it would be run. Of two
processes that compile different signatures of one function at once, the index of one could name the
code of the other. So here each signature has a file of its own, which begins with a digest of the
rest and says what it is.
"""

from __future__ import annotations

import logging
import os
import pickle
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.core.serialize import dumps

from algorithms.cache.folder import SOURCES

DIGEST = sha256().digest_size
ENDING = ".kernel"


class KernelFiles:
    """The files of one function, by signature.

    Parameters
    ----------
    folder : where they lie.
    name : of the function.
    stamp : of its source.
    """

    def __init__(self, folder: str, name: str, stamp: Any) -> None:
        self.folder, self.name, self.stamp = Path(folder), name, stamp

    def load(self, key: Any) -> Any:
        """Return what was saved under ``key``; None where nothing was, or it is damaged."""
        identity = self._identity(key)
        try:
            content = self._path(identity).read_bytes()
        except OSError:
            return None
        digest, packed = content[:DIGEST], content[DIGEST:]
        if sha256(packed).digest() != digest:
            return None
        written, data = pickle.loads(packed)
        return data if written == identity else None

    def holds(self, key: Any) -> bool:
        """Return whether there is a file of what was saved under ``key``."""
        return self._path(self._identity(key)).exists()

    def save(self, key: Any, data: Any) -> None:
        """Keep ``data`` under ``key``. Raises OSError, and leaves nothing, where it cannot be."""
        identity = self._identity(key)
        packed = dumps((identity, data))
        handle, unfinished = tempfile.mkstemp(dir=self.folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(sha256(packed).digest() + packed)
            os.replace(unfinished, self._path(identity))
        except BaseException:
            with suppress(OSError):
                os.unlink(unfinished)
            raise

    def flush(self) -> None:
        """Remove all saved files."""
        for path in self.folder.glob(f"{self.name}.*{ENDING}"):
            path.unlink(missing_ok=True)

    def _identity(self, key: Any) -> tuple:
        return numba.__version__, self.stamp, key

    def _path(self, identity: tuple) -> Path:
        digest = sha256(repr(identity).encode()).hexdigest()[:16]
        return self.folder / f"{self.name}.{digest}{ENDING}"


class _ByContent(UserProvidedCacheLocator):
    """Numba's place for the kernels of a file, the same for every copy of this package.

    Numba names it after the folder of the sources. Ours carries a digest of them all already, so a
    second clone finds what the first has compiled.
    """

    def __init__(self, py_func: Callable, py_file: str) -> None:
        super().__init__(py_func, py_file)
        folder = Path(py_file).resolve().parent
        if folder.is_relative_to(SOURCES):
            part = ".".join(("algorithms", *folder.relative_to(SOURCES).parts))
            self._cache_path = os.path.join(numba.config.CACHE_DIR, part)


class _OfOurFolder(CompileResultCacheImpl):
    """Numba's way to pack a kernel, which looks for no other folder, such as the sources' own."""

    _locator_classes = (_ByContent,)


class KernelCache(FunctionCache):
    """Numba's cache of one function, on files that may be lost, damaged or refused.

    A kernel that cannot be read is compiled again, and one that cannot be kept is used all the
    same.
    """

    _impl_class = _OfOurFolder

    def __init__(self, function: Callable) -> None:
        self._py_func, self._lock = function, Lock()

    def __getattr__(self, name: str) -> Any:
        """Look for the files when they are first asked for: most kernels are not, in a visit."""
        with self._lock:
            if "_enabled" not in vars(self):
                # All at once: other threads look there without the lock.
                vars(self).update(_looked_for(self._py_func))
        if name not in vars(self):
            raise AttributeError(name)
        return vars(self)[name]

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled kernel for a signature, or None."""
        try:
            return super().load_overload(sig, target_context)
        except Exception as error:  # whatever a file holds, it must not be the end of all runs
            complain(f"A compiled kernel could not be read ({error}).")
            return None

    def holds(self, sig: Any, target_context: Any) -> bool:
        """Return whether there is a file of the compiled kernel for a signature."""
        key = self._index_key(sig, target_context.codegen())
        return self._enabled and self._cache_file.holds(key)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled kernel, where there is room for it."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            complain(f"Compiled kernels cannot be kept ({error.strerror}).")


class _AsNumbaFinds(FunctionCache):
    _impl_class = _OfOurFolder


def _looked_for(function: Callable) -> dict[str, Any]:
    """All that Numba's cache of a function knows of its files, and these in place of Numba's."""
    try:
        found = _AsNumbaFinds(function)
    except RuntimeError:  # the folder has gone, and there can be no other
        return {"_cache_path": None, "_enabled": False}
    stamp, name = found._impl.locator.get_source_stamp(), found._impl.filename_base
    return vars(found) | {"_cache_file": KernelFiles(found.cache_path, name, stamp)}


@cache
def complain(sentence: str) -> None:
    """Say in the log, once, why kernels are compiled again."""
    logging.getLogger(__name__).warning("%s They are compiled again when needed.", sentence)
