"""A Dask cluster of this machine's processes, as somebody would start one by hand."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from distributed import Client

from tests.support.sources import ROOT

SCHEDULER = (
    "distributed.cli.dask_scheduler",
    "--host",
    "127.0.0.1",
    "--port",
    "0",
    "--no-dashboard",
)
WORKER = ("distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard")


@contextmanager
def cluster(folder: Path, n_workers: int) -> Iterator[tuple[str, list[subprocess.Popen]]]:
    """The address of a scheduler, and the processes of its workers; all end with the context."""
    file = folder / "scheduler.json"
    processes = [_start(SCHEDULER, file, folder)]
    try:
        processes += [_start(WORKER, file, folder) for _ in range(n_workers)]
        address = _address(file)
        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(n_workers, timeout=120.0)
        yield address, processes[1:]
    finally:
        for process in processes:
            process.kill()
        for process in processes:
            process.wait()


def _start(command: tuple[str, ...], file: Path, folder: Path) -> subprocess.Popen:
    """A process of the cluster, which finds the others by ``file``."""
    whole = [sys.executable, "-m", *command, "--scheduler-file", str(file)]
    with (folder / "cluster.log").open("a") as log:
        return subprocess.Popen(whole, cwd=ROOT, stdout=log, stderr=log)


def _address(file: Path) -> str:
    """The scheduler's address, once it has written it down."""
    end = time.monotonic() + 120.0
    while time.monotonic() < end:
        try:
            return json.loads(file.read_text())["address"]
        except (OSError, ValueError):
            time.sleep(0.05)
    raise TimeoutError("the scheduler did not start")
