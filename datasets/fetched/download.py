"""Downloading beside whoever waits for it: watched, all or nothing, and once for all who ask."""

from __future__ import annotations

import os
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

TIMEOUT = 20.0  # seconds without a byte, after which a server counts as silent
WATCH = 0.1  # seconds between two looks at the progress

Work = Callable[[Path], object]
Progress = Callable[[float], None]


def download(
    work: Work, place: Path, size: int, progress: Progress | None = None
) -> Exception | None:
    """Have ``work(folder)`` fill a folder, which becomes ``place`` once it has ended well.

    The work goes on in a thread of its own; ``progress`` is called here, in the caller's thread,
    with the part of ``size`` bytes that has arrived, in [0, 1]. A caller that gives up, by an
    exception out of ``progress`` or by Ctrl-C, does not end the work; the next one joins it. After
    a failure, or an end of the program, what arrived whole waits in ``.name.part`` for the next
    attempt. Returns what ``work`` raised, or OSError for a folder that cannot be made, or None.
    """
    with _lock:
        job = _jobs.get(place)
        if job is None or not job.is_alive():
            job = _jobs[place] = _Job(work, place)
            job.start()
    arrived = 0.0
    while job.is_alive():
        job.join(WATCH)
        # What is in its place already is no longer in the folder that is looked at.
        arrived = max(arrived, min(bytes_in(job.staging) / size, 0.99))
        if progress is not None:
            progress(arrived)
    if job.trouble is None and progress is not None:
        progress(1.0)
    return job.trouble


def bytes_in(folder: Path) -> int:
    """The size of all files in a folder, 0 where there is none; they may come and go meanwhile."""
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.stat(os.path.join(parent, name)).st_size
            except FileNotFoundError:  # a download that has just got its final name
                continue
    return total


@contextmanager
def impatient() -> Iterator[None]:
    """Sockets opened meanwhile give up after ``TIMEOUT`` seconds of silence, with TimeoutError.

    scikit-learn offers no timeout of its own, so it is Python's default one, which the whole
    process shares: the first to come sets it, the last to leave takes it back.
    """
    global _waiting, _before
    with _lock:
        if _waiting == 0:
            _before = socket.getdefaulttimeout()
            socket.setdefaulttimeout(TIMEOUT)
        _waiting += 1
    try:
        yield
    finally:
        with _lock:
            _waiting -= 1
            if _waiting == 0:
                socket.setdefaulttimeout(_before)


class _Job(threading.Thread):
    """One download under way; a daemon, so that it does not keep the program from ending."""

    def __init__(self, work: Work, place: Path) -> None:
        super().__init__(name=f"download of {place.name}", daemon=True)
        self.work = work
        self.place = place
        self.staging = place.with_name(f".{place.name}.part")
        self.trouble: Exception | None = None

    def run(self) -> None:
        if self.place.is_dir():  # it arrived while this one was being asked for
            return
        try:
            self.staging.mkdir(parents=True, exist_ok=True)
            with impatient():
                self.work(self.staging)
            self.staging.rename(self.place)
        except Exception as trouble:  # handed to whoever waits
            self.trouble = trouble
            if bytes_in(self.staging) == 0:  # nothing to go on from: no empty folders stay
                shutil.rmtree(self.staging, ignore_errors=True)


_lock = threading.Lock()
_jobs: dict[Path, _Job] = {}
_waiting = 0
_before: float | None = None
