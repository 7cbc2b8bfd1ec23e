"""The supervisor, over processes that do nothing but answer."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable

import pytest

from serving.ports import INNER
from serving.service import Service, last_words
from serving.supervisor import NotStartedError, Timing, supervise
from tests.support.browser import ROOT, free_port
from tests.support.serving.services import BARE, answering, apart, children, start_command, there

QUICK = Timing(soon=0.02, between=0.02, patience=0.2, parting=0.1, shortest=0.01, silences=2)


@contextlib.asynccontextmanager
async def keep_running(*groups: list[Service], timing: Timing = QUICK) -> AsyncIterator[list[str]]:
    """The services, once all have answered; the list is what was said about them."""
    sentences, stop, up = [], asyncio.Event(), asyncio.Event()
    task = asyncio.create_task(supervise(groups, up.set, stop, sentences.append, timing))
    ready = asyncio.create_task(up.wait())
    await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
    try:
        yield sentences
    finally:
        ready.cancel()
        stop.set()
        await task


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(20.0):
        while not true():
            await asyncio.sleep(0.01)


@pytest.fixture
def ours(monkeypatch) -> list[int]:
    """The processes that were started, in order."""
    processes, start = [], Service.start

    async def note_process(self: Service) -> asyncio.subprocess.Process:
        process = await start(self)
        processes.append(process.pid)
        return process

    monkeypatch.setattr(Service, "start", note_process)
    return processes


def test_services_run_until_the_end_is_asked_for(ours):
    async def run() -> None:
        async with keep_running([answering(), answering()], [answering()]):
            assert len(ours) == 3 and all(there(process) for process in ours)

    apart(asyncio.run, run())
    assert not any(there(process) for process in ours)


def test_a_process_that_dies_is_started_again_with_what_it_left_ended(ours):
    async def run() -> None:
        forgotten = start_command("import time; time.sleep(60)")
        async with keep_running([answering("Process 1", forgotten)]) as sentences:
            (left,) = children(ours[0])
            os.kill(ours[0], signal.SIGKILL)
            await until(lambda: len(ours) == 2 and there(ours[1]))
            assert sentences == ["Process 1 was ended by SIGKILL. It is started again."]
            await until(lambda: not there(left))  # the system takes a moment to end it

    apart(asyncio.run, run())


def test_a_process_that_stands_still_is_started_again(ours):
    async def run() -> None:
        async with keep_running([answering("Process 1")], timing=QUICK) as sentences:
            os.kill(ours[0], signal.SIGSTOP)
            await until(lambda: len(ours) == 2)
            assert sentences == ["Process 1 did not answer 2 times. It is started again."]
            assert not there(ours[0])

    apart(asyncio.run, run())


def test_a_process_that_never_comes_up_ends_everything(ours):
    broken = Service("Process 2", (*BARE, "raise SystemExit(3)"), INNER, free_port())

    async def run() -> None:
        async with keep_running([answering(), broken]):
            pass

    with pytest.raises(NotStartedError, match=r"Process 2 ended with status 3, 3 times\."):
        apart(asyncio.run, run())
    assert len(ours) == 4 and not any(there(process) for process in ours)


def test_a_process_that_is_deaf_to_the_end_is_ended_by_force(ours):
    async def run() -> None:
        deaf = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        async with keep_running([answering(before=deaf)], timing=Timing(soon=0.02, parting=0.05)):
            pass

    apart(asyncio.run, run())
    assert not there(ours[0])


@pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux tells a process of its parent's end"
)
def test_nothing_outlives_a_supervisor_that_is_killed():
    code = """
import asyncio
from serving.supervisor import supervise
from tests.support.serving.services import answering
services, up = [answering(), answering()], lambda: print("up", flush=True)
asyncio.run(supervise([services], up, asyncio.Event(), print))
"""
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as supervisor:
        assert supervisor.stdout.readline() == "up\n"
        processes = children(supervisor.pid)
        supervisor.kill()
    assert len(processes) == 2
    end = time.monotonic() + 20.0
    while any(there(process) for process in processes) and time.monotonic() < end:
        time.sleep(0.01)
    assert not any(there(process) for process in processes)


def test_pauses_grow_and_have_an_end():
    pauses = [Timing().pause(failed) for failed in range(12)]
    assert pauses[:4] == [0.5, 1.0, 2.0, 4.0] and pauses[-1] == 30.0 == Timing().pause(10**6)


def test_the_end_of_a_process_is_put_into_words():
    assert last_words(1) == "ended with status 1"
    assert last_words(-9) == "was ended by SIGKILL"
    assert last_words(-99) == "was ended by signal 99"
