"""A class at two processes below a path behind real nginx; one of them dies in mid-question."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.support.browser import Server, serve
from tests.support.serving.class_client import news, request, table
from tests.support.serving.services import apart, children

pytestmark = pytest.mark.usefixtures("nginx")

QUESTION = "rounding.2"
EACH = 10
"""Seats at each of the processes."""


@dataclass
class Seat:
    """A browser of the class, whose home is one of the processes; a stream is asked for again."""

    url: str
    code: str
    home: str
    cookie: str = ""
    heard: list[dict] = field(default_factory=list)
    streams: int = 0

    async def post(self, action: str, **given: object) -> dict:
        """Send a request; the process that is home answers it, and no other."""
        path = "/class" if not self.code else f"/class/{self.code}/{action}"
        status, said, cookies = await request(self.url, path, given, self.crumbs())
        assert status in (200, 201), said
        assert "lab_home" not in cookies, "another process has answered"
        self.cookie = cookies or self.cookie
        return said

    def crumbs(self) -> str:
        return "; ".join(filter(None, [self.home, self.cookie]))

    async def listen(self) -> None:
        while True:
            self.streams += 1
            with suppress(OSError):
                path = f"/class/{self.code}/events"
                async for said in news(self.url, path, self.crumbs()):
                    self.heard.append(said)
            await asyncio.sleep(0.05)

    async def hears(self, **expected: object) -> dict:
        await until(lambda: bool(self.heard) and expected.items() <= self.heard[-1].items())
        return self.heard[-1]


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.01)


def process(server: Server, home: int) -> int:
    """The process that is the home of this number: they are started in order."""
    apps = []
    for child in children(server.process.pid):
        variables = Path(f"/proc/{child}/environ").read_text(errors="replace").split("\0")
        ports = [int(each[5:]) for each in variables if each.startswith("PORT=")]
        if "SPARSITY_LAB_PROCESSES=2" in variables:
            apps.append((*ports, child))
    return sorted(apps)[home][1]


async def lesson(server: Server) -> None:
    """A class of both processes, from its first step to its end."""
    lab, cookie = f"{server.url}/lab", f"lab_home_{server.url.rpartition(':')[2]}"
    teacher = Seat(lab, "", f"{cookie}=0")
    teacher.code = (await teacher.post("", page="rounding", query="step=1"))["code"]
    key = teacher.cookie
    await teacher.post("seat")
    teacher.cookie = f"{key}; {teacher.cookie}"
    seats = [Seat(lab, teacher.code.lower(), f"{cookie}={i % 2}") for i in range(2 * EACH)]
    for seat in seats:
        await seat.post("seat")
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(each.listen()) for each in [teacher, *seats]]
        # Each hears at once, wherever they live: what is kept until more has come is never heard.
        for seat in seats:
            await seat.hears(query="step=1")
        await teacher.post("lead", query="step=2", question={"key": QUESTION, "choices": 3})
        for seat in seats:
            await seat.hears(query="step=2", phase="open")
        await bet(server, teacher, seats)
        lines = await table(lab, f"/class/{teacher.code}/answers.csv", teacher.crumbs())
        assert len(lines) == 1 + len(seats)
        for task in tasks:
            task.cancel()


async def bet(server: Server, teacher: Seat, seats: list[Seat]) -> None:
    """All answer twice, and once more after a process was killed: each counts exactly once."""
    asked = {"question": QUESTION, "round": 1}

    async def answer(seat: Seat, *values: int) -> None:
        for value in values:
            await seat.post("answer", **asked, value=value)

    await asyncio.gather(*(answer(seat, 1, 2) for seat in seats))
    await teacher.hears(answered=len(seats), here=len(seats))
    here, there = seats[::2], seats[1::2]
    begun = [seat.streams for seat in here]
    for seat in there:
        seat.heard.clear()
    os.kill(process(server, 1), signal.SIGKILL)
    for seat in there:
        await until(lambda seat=seat: seat.streams > 1)
        seat.home = here[0].home
        assert (await seat.hears(query="step=2", phase="open"))["question"]["key"] == QUESTION
        assert "split" not in seat.heard[-1], "nothing is said before it is shown"
    await asyncio.gather(*(answer(seat, 3) for seat in there))
    await teacher.hears(answered=len(seats))
    await teacher.post("lead", phase="split")
    for seat in seats:
        assert (await seat.hears(phase="split"))["split"] == {"2": EACH, "3": EACH}
    assert [seat.streams for seat in here] == begun, "the others heard nothing of it"


def test_a_class_of_two_processes_below_a_path_loses_nothing_when_one_dies(tmp_path):
    shared = {"SPARSITY_LAB_DATA": str(tmp_path), "BASE_PATH": "/lab"}
    with serve("-m", "serving", WORKERS="2", ADDRESS="127.0.0.1", **shared) as server:
        server.wait()
        apart(asyncio.run, lesson(server))
        log = server.log()
    assert "Traceback" not in log and log.count("was ended by SIGKILL") == 1
    assert server.process.returncode == 0
