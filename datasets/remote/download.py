"""Downloads in a thread: with progress, atomic, and shared by concurrent callers."""

from __future__ import annotations

import errno
import os
import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path

TIMEOUT = 20.0  # seconds without a byte, after which a server counts as silent
WATCH = 0.1  # seconds between two looks at the progress
PIECE = 1 << 16  # bytes received at a time
UNFINISHED = "tmp*"  # as pooch names a file that has not arrived whole
A_DAY = 86_400.0  # seconds after which nobody is at work on such a file

OnBytes = Callable[[int], None]
Work = Callable[[Path, OnBytes], object]
Progress = Callable[[float], None]


def retrieve(url: str, path: Path, known_hash: str | None, on_bytes: OnBytes) -> Path:
    """The file of an address, downloaded unless it is there already and as it should be.

    Parameters
    ----------
    url : the file's address.
    path : where it is kept. It gets this name only when it has arrived whole and has been checked.
    known_hash : "sha256:…" or "md5:…", or None where nobody states one: then any file will do.
    on_bytes : called with the number of bytes that have come over the wire, piece by piece.

    Raises OSError (of requests, whose errors all are), or ValueError for another checksum.
    """
    import pooch

    def receive(url: str, file: str, _: object) -> None:
        import requests

        with requests.get(url, timeout=TIMEOUT, stream=True) as answer, open(file, "wb") as output:
            answer.raise_for_status()
            so_far = 0
            for piece in answer.iter_content(PIECE):
                output.write(piece)
                # Of a packed answer fewer bytes come over the wire than are written.
                on_bytes(answer.raw.tell() - so_far)
                so_far = answer.raw.tell()

    pooch.get_logger().setLevel("WARNING")
    pooch.retrieve(url, known_hash, fname=path.name, path=path.parent, downloader=receive)
    return path


def download(
    work: Work, place: Path, size: int, progress: Progress | None = None
) -> Exception | None:
    """Fill a folder by ``work(folder, on_bytes)``; it becomes ``place`` once that has ended well.

    The work goes on in a thread of its own; ``progress`` is called here, in the caller's thread,
    with the part of ``size`` bytes that has arrived, in [0, 1]. A caller that gives up, by an
    exception out of ``progress`` or by Ctrl-C, does not end the work; the next one joins it. After
    a failure, or an end of the program, what arrived whole waits in ``.name.part`` for the next
    attempt; where it filled the disk, nothing stays. Returns what ``work`` raised, or OSError for a
    folder that cannot be made, or None.
    """
    with _lock:
        job = _jobs.get(place)
        if job is None or not job.is_alive():
            job = _jobs[place] = _Job(work, place)
            job.start()
    while job.is_alive():
        job.join(WATCH)
        if progress is not None:
            progress(min(job.n_bytes / size, 0.99))
    if job.trouble is None and progress is not None:
        progress(1.0)
    return job.trouble


class _Job(threading.Thread):
    """One download under way; a daemon, so that it does not keep the program from ending."""

    def __init__(self, work: Work, place: Path) -> None:
        super().__init__(name=f"download of {place.name}", daemon=True)
        self.work = work
        self.place = place
        self.staging = place.with_name(f".{place.name}.part")
        self.n_bytes = 0
        self.trouble: Exception | None = None

    def run(self) -> None:
        if self.place.is_dir():  # it arrived while this one was being asked for
            return
        try:
            self.staging.mkdir(parents=True, exist_ok=True)
            _remove_unfinished(self.staging)
            self.work(self.staging, self._count)
            self.staging.rename(self.place)
        except Exception as trouble:  # handed to whoever waits
            faster = self.place.is_dir()  # another process was
            self.trouble = None if faster else trouble
            # Nothing to go on from or to go on for, or no room: nothing stays.
            if faster or is_full(trouble) or not _has_files(self.staging):
                shutil.rmtree(self.staging, ignore_errors=True)

    def _count(self, n_bytes: int) -> None:
        self.n_bytes += n_bytes


def _remove_unfinished(staging: Path) -> None:
    """Remove what a program that was ended left half done; other programs may be at work here."""
    for unfinished in staging.rglob(UNFINISHED):
        if time.time() - unfinished.stat().st_mtime > A_DAY:
            unfinished.unlink()


def is_full(trouble: BaseException) -> bool:
    """Return whether something went wrong for want of room on the disk."""
    return isinstance(trouble, OSError) and trouble.errno in (errno.ENOSPC, errno.EDQUOT)


def _has_files(folder: Path) -> bool:
    return any(names for _, _, names in os.walk(folder))


_lock = threading.Lock()
_jobs: dict[Path, _Job] = {}
