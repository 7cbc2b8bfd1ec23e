"""Compiled kernels are kept for the next process; damaged, full or refused folders harm nobody."""

from __future__ import annotations

import errno
import os
import time
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile

import numba
import numpy as np
import pytest
from numba.core.caching import FunctionCache

from algorithms.cache import folder as folders
from algorithms.cache.files import KernelCache, KernelFiles, complain
from algorithms.kernel import kernel, read_only
from algorithms.online.fobos import Fobos
from algorithms.online.sgd import SGD

PLACES = "SPARSITY_LAB_CACHE", "XDG_CACHE_HOME"

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")


def triple(value):
    return 3 * value


@pytest.fixture
def kernel_folder(tmp_path, monkeypatch) -> Path:
    """The folder of compiled kernels, an empty one."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))  # read again at the first compilation
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    complain.cache_clear()
    return tmp_path


def files(kernel_folder: Path) -> list[Path]:
    return [path for path in kernel_folder.rglob("*") if path.is_file()]


def is_cached() -> bool:
    """Return whether the kernel was there, compiled; it computes the right thing anyway."""
    compiled = kernel(triple)
    assert compiled(2.0) == 6.0
    return bool(compiled.stats.cache_hits)


def flip_bit(content: bytes) -> bytes:
    """One bit in the middle, where the code stands, is another."""
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


DAMAGES = {
    "cut short": lambda content: content[:-100],
    "emptied": lambda content: b"",
    "scrambled": flip_bit,
    "whole, and no kernel": lambda content: sha256(b"junk").digest() + b"junk",
    "a text": lambda content: b"not a kernel at all, but long enough to be taken for one",
}


def test_a_damaged_kernel_is_compiled_again_and_kept_again(kernel_folder):
    assert [is_cached(), is_cached()] == [False, True]
    (file,) = files(kernel_folder)
    for damage in DAMAGES.values():
        file.write_bytes(damage(file.read_bytes()))
        assert [is_cached(), is_cached()] == [False, True]
    assert files(kernel_folder) == [file]


def test_a_kernel_of_another_signature_is_never_taken_for_this_one(kernel_folder):
    """As two processes could leave it that started at once on an empty folder."""
    store = KernelFiles(str(kernel_folder), "f", b"stamp")
    store.save("whole numbers", "their code")
    store.save("fractions", "other code")
    one, other = (store._path(store._identity(key)) for key in ("whole numbers", "fractions"))
    os.replace(one, other)
    assert store.load("fractions") is None and store.load("whole numbers") is None
    assert KernelFiles(str(kernel_folder), "f", b"newer").load("fractions") is None


@pytest.mark.parametrize("place", ["fdopen", "replace"])
def test_on_a_full_disk_kernels_are_used_and_not_kept(
    kernel_folder, monkeypatch, log_messages, place
):
    def full(*arguments, **more):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr(os, place, full)
        assert not is_cached() and not is_cached()
    assert files(kernel_folder) == []
    (message,) = log_messages
    assert "No space left on device" in message
    assert [is_cached(), is_cached()] == [False, True]


def test_the_place_of_a_kernel_is_the_same_for_every_copy_of_the_sources(kernel_folder):
    (place,) = {KernelCache(loop.py_func).cache_path for loop in (SGD.loop, Fobos.loop)}
    assert place == str(kernel_folder / "algorithms.online")
    elsewhere = KernelCache(triple).cache_path
    assert Path(elsewhere).parent == kernel_folder and elsewhere != place


def test_files_are_looked_for_when_a_kernel_is_first_called(kernel_folder):
    compiled = kernel(triple)
    assert "_cache_file" not in vars(compiled._cache)
    assert compiled(2.0) == 6.0 and "_cache_file" in vars(compiled._cache)


def test_threads_that_look_at_once_find_the_same_files(kernel_folder, monkeypatch):
    compiled, own = kernel(triple), FunctionCache.__init__

    def slow(cache, function):
        own(cache, function)
        time.sleep(0.2)  # Numba's own files are in place already

    monkeypatch.setattr(FunctionCache, "__init__", slow)
    types = (numba.types.float64,)
    with ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(compiled._cache.holds, types, compiled.targetctx)]
        time.sleep(0.1)
        asked.append(pool.submit(compiled._cache.holds, types, compiled.targetctx))
    assert [each.result() for each in asked] == [False, False]
    assert isinstance(compiled._cache._cache_file, KernelFiles)


def test_one_version_of_a_kernel_serves_arrays_that_may_be_written_and_ones_that_may_not():
    first = numba.njit(lambda x: x[0])
    fixed = np.arange(3.0)
    fixed.flags.writeable = False
    for array in (np.arange(3.0), fixed):
        (view,) = read_only(array)
        assert first(view) == 0.0
        with pytest.raises(ValueError, match="read-only"):
            view[0] = 1.0
    assert len(first.signatures) == 1


def test_a_folder_that_takes_no_file_gives_way_to_one_of_this_process(tmp_path, monkeypatch):
    def read_only(dir, **more):
        if Path(dir) == tmp_path / "there":
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return TemporaryFile(dir=dir, **more)

    own = folders.temporary_folder()
    monkeypatch.setattr(folders.tempfile, "TemporaryFile", read_only)
    (tmp_path / "there" / "part").mkdir(parents=True)
    (tmp_path / "there" / "part" / "one.kernel").write_text("compiled")
    (tmp_path / "file").touch()
    assert folders.writable(tmp_path / "other") == tmp_path / "other"
    assert folders.writable(tmp_path / "there") == own / "there"
    assert (own / "there" / "part" / "one.kernel").read_text() == "compiled"
    assert folders.writable(tmp_path / "file" / "kernels") == own / "kernels"


def test_a_folder_of_a_process_ends_with_it_and_not_with_its_copies(tmp_path, monkeypatch):
    ends = []
    monkeypatch.setattr(folders.atexit, "register", ends.append)
    monkeypatch.setattr(folders.tempfile, "tempdir", str(tmp_path))
    own = folders.temporary_folder.__wrapped__()
    (own / "kernels").mkdir()
    with monkeypatch.context() as forked:
        forked.setattr(os, "getpid", lambda: -1)
        ends[0]()
    assert own.parent == tmp_path and own.exists()
    ends[0]()
    assert list(tmp_path.iterdir()) == []


def test_without_a_folder_nothing_is_written_beside_the_sources(monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(Path(__file__) / "no folder"))
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(Path(__file__) / "no folder"))
    before = set(files(Path(__file__).parent))
    assert not is_cached() and not is_cached()
    assert set(files(Path(__file__).parent)) == before


def test_a_user_without_a_home_has_the_folder_that_is_named_or_one_for_the_process(monkeypatch):
    def homeless():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(folders.Path, "home", homeless)
    for place in PLACES:
        monkeypatch.delenv(place, raising=False)
    assert folders.cache_folder().parent == folders.temporary_folder()
    monkeypatch.setenv("XDG_CACHE_HOME", "/elsewhere")
    assert folders.cache_folder().parent == Path("/elsewhere/sparsity-lab")
    monkeypatch.setenv("SPARSITY_LAB_CACHE", "/named")
    assert folders.cache_folder().parent == Path("/named")
