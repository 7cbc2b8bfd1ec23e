"""One trial: tests run in a process of their own, in which one module is a mutant."""

from __future__ import annotations

import importlib
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.machinery import PathFinder, SourceFileLoader
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from tools.mutants.changes import Change

SLOW = 3.0
"""Seconds: a test that takes longer is not run for each mutant."""
LIBRARIES = "hypothesis numba numpy pandas plotly.graph_objects scipy.sparse sklearn streamlit"
PROCESSES = get_context("fork")


def import_libraries() -> None:
    """Import here what each process would import for itself, two seconds a mutant.

    A command that gets SIGTERM ends its trial, too.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    for each in LIBRARIES.split():
        importlib.import_module(each)


class MutantLoader(SourceFileLoader):
    """A finder and loader of one module: the mutant, while its file stays as it is."""

    def __init__(self, tree: Path, change: Change) -> None:
        name = change.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        super().__init__(name, str(tree / change.path))
        self.mutant = change.mutant

    def find_spec(self, name, path, target=None):
        spec = PathFinder.find_spec(name, path) if name == self.name else None
        if spec is not None:
            spec.loader = self
        return spec

    def get_code(self, fullname):
        return compile(self.mutant, self.path, "exec", dont_inherit=True)


class Slow(BaseException):
    """Raised in a slow test, where Hypothesis and ``except Exception`` do not catch it."""


class Clock:
    """A plugin of pytest that leaves tests out, and notes the seconds of each other one."""

    def __init__(self, left_out: Sequence[str], stops: bool) -> None:
        self.left_out, self.stops, self.seconds = set(left_out), stops, {}
        signal.signal(signal.SIGALRM, self.stop)

    def stop(self, *_) -> None:
        raise Slow

    def pytest_collection_modifyitems(self, items):
        items[:] = [each for each in items if each.nodeid not in self.left_out]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item):
        signal.setitimer(signal.ITIMER_REAL, *([SLOW] * 2 if self.stops else [0.0]))
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0.0)

    def pytest_runtest_logreport(self, report):
        so_far = self.seconds.get(report.nodeid, 0.0)
        failed = report.failed or so_far is None
        self.seconds[report.nodeid] = None if failed else so_far + report.duration


def run(
    tree: Path,
    files: Sequence[str],
    jit: bool,
    limit: float,
    left_out: Sequence[str] = (),
    change: Change | None = None,
) -> tuple[str, dict[str, float | None]]:
    """Run tests: "killed", "survived" or "timed out", and the seconds of each, None if it failed.

    Without ``change`` every test is run, and slow ones fail.
    """
    answer, sent = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=_tests, args=(tree, files, jit, left_out, change, sent))
    process.start()
    sent.close()
    try:
        if not answer.poll(limit):
            return "timed out", {}
        code, seconds = answer.recv()
        return "survived" if code in (0, 5) else "killed", seconds
    except EOFError:  # the process has died
        return "killed", {}
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.join()


def _tests(
    tree: Path,
    files: Sequence[str],
    jit: bool,
    left_out: Sequence[str],
    change: Change | None,
    sent: Connection,
) -> None:
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.chdir(tree)
    sys.path[0] = str(tree)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    os.environ |= {"NUMBA_DISABLE_JIT": str(int(not jit)), "PYTHONDONTWRITEBYTECODE": "1"}
    sys.modules["numba"].config.DISABLE_JIT = int(not jit)
    if change:
        sys.meta_path.insert(0, MutantLoader(tree, change))
    clock = Clock(left_out, stops=change is None)
    options = [
        "-p",
        "no:cacheprovider",
        "-m",
        "not browser and not cluster",
        "-x" if change else "--continue-on-collection-errors",
    ]
    sent.send((int(pytest.main([*options, *files], plugins=[clock])), clock.seconds))
