"""The folder of the compiled kernels, and one for this process alone where that cannot be had."""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[1]


def cache_folder() -> Path:
    """Return the folder of the compiled kernels; ``SPARSITY_LAB_CACHE`` moves it.

    Its name is made of all the sources of the algorithms. Bounds-checked code is other code, so
    ``NUMBA_BOUNDSCHECK=1`` has a folder of its own.
    """
    sources = hashlib.sha256()
    for path in sorted(SOURCES.rglob("*.py")):
        sources.update(path.relative_to(SOURCES).as_posix().encode())
        sources.update(path.read_bytes())
    checked = "-boundscheck" if os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0") else ""
    return _base() / f"kernels-{sources.hexdigest()[:16]}{checked}"


def _base() -> Path:
    named = os.environ.get("SPARSITY_LAB_CACHE")
    if named:
        return Path(named)
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sparsity-lab"
    except RuntimeError:  # a user without a home
        return temporary_folder()


def writable(folder: Path) -> Path:
    """Return ``folder``, made where it is not there; or one of its name for this process alone.

    A folder may be there and yet be no place to write to, as in the image of a container; what was
    compiled there is found in the other one, too.
    """
    try:
        return _check_takes_files(folder)
    except OSError:
        own = _check_takes_files(temporary_folder() / folder.name)
        _link_kernels(folder, own)
        return own


def _link_kernels(folder: Path, own: Path) -> None:
    with suppress(OSError):  # where links are not allowed, kernels are compiled again
        for kernel in folder.glob("*/*.kernel"):
            link = own / kernel.relative_to(folder)
            link.parent.mkdir(exist_ok=True)
            if not link.exists():
                link.symlink_to(kernel)


def _check_takes_files(folder: Path) -> Path:
    """Return ``folder``. Raises OSError where it can take no file."""
    folder.mkdir(parents=True, exist_ok=True)
    tempfile.TemporaryFile(dir=folder).close()
    return folder


@cache
def temporary_folder() -> Path:
    """Return a folder of this process, which is removed when the process ends."""
    folder, owner = Path(tempfile.mkdtemp(prefix="sparsity-lab-")), os.getpid()

    def remove() -> None:
        if os.getpid() == owner:  # and not a copy that was forked off it
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)
    return folder
