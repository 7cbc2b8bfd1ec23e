"""A class that comes and goes for two hours: what the server still holds after a quarter of it.

    python -m benchmarks.soak [--minutes 120] [--sessions 30]

So many visitors are there at any time. Each opens the playground on some dataset, turns a knob
every two seconds, leaves after a minute or two without a word, and another one comes. Every few
seconds the server's memory, threads and open files are noted, and what its own memories hold. From
the first quarter on nothing may grow: memory by less than a megabyte a minute, threads and files
not at all, and no memory beyond its bound, in entries or in bytes. A visitor whom the app fails
ends the measurement.

The first quarter has to be longer than the four minutes until the first visitors who left are given
up: for two minutes Streamlit keeps their sessions for those who come back, each with an event loop
of three open files. A soak of less than 16 minutes sees these coming.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import tempfile
import threading
import time
from collections import Counter
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import numpy as np

from benchmarks.load import EVERY, Student, family, resident
from benchmarks.report import Row, at_most, machine, table
from tests.support.browser import Server, serve
from tests.support.serving.session import open_session

MINUTES, SESSIONS = 120.0, 30
STAYS = (40.0, 120.0)
"""Seconds that a visitor stays, at least and at most."""
LOOKS, OFTEN = 240, 0.5
"""Looks at the server, and seconds between two of them at least."""
FILES = 3
"""Open files of the event loop of a session."""
SLOPE, MORE = 1.0, 2.0
"""Megabytes a minute, and threads or files, by which the server may grow."""
LATE = 30.0
"""Seconds after which what the server has noted is too old."""
NEVER_BOUND = 1e300
NAMES = {
    "threads": "threads",
    "files": f"open files, {FILES} of each session among them",
    "other_files": "open files but for those of sessions",
}
WITH = "import sys; from benchmarks.soak import start_notes; from ui import serve; "
WITH += "start_notes(sys.argv[1]); serve.main()"
"""The server, which writes down what its memories hold into the file that it is given."""
CHOICES = ("breast_cancer", "digits_4_9", "diabetes", "sparse_linear", "grouped_linear")


@dataclass
class Sample:
    """The state of the server at one moment: minutes since the start, megabytes, counts.

    Its sessions are those with a page and those that are kept for a page that comes back; threads
    that Python has made are counted by their names, too.
    """

    minute: float
    megabytes: float
    threads: int
    files: int
    sessions: int = 0
    named: Counter[str] = field(default_factory=Counter)

    @property
    def other_files(self) -> int:
        """The open files but for those of sessions, which come and go with them."""
        return self.files - FILES * self.sessions


def _quarters(numbers: list[float]) -> list[float]:
    return [statistics.median(part) for part in np.array_split(numbers, 4)]


def _join_numbers(numbers: list[float]) -> str:
    return ", ".join(f"{number:g}" for number in numbers)


@dataclass
class SoakResult:
    """A measurement: its looks, the changes that were answered, the visits that were paid."""

    looks: list[Sample] = field(default_factory=list)
    changes: int = 0
    visits: int = 0
    slowest: float = 0.0

    def later(self) -> list[Sample]:
        """Return the looks after the first quarter."""
        return self.looks[len(self.looks) // 4 :]

    def slope(self) -> float:
        """Return the megabytes a minute by which memory grows after the first quarter."""
        later = self.later()
        minutes = [look.minute for look in later]
        return float(np.polyfit(minutes, [look.megabytes for look in later], 1)[0])

    def quarters(self, name: str) -> list[float]:
        """Return the medians of a count in the four quarters of the time."""
        return _quarters([getattr(look, name) for look in self.looks])

    def changed_threads(self) -> str:
        """Return these medians for Python's threads, name by name, where they differ."""
        names = sorted(set().union(*(look.named for look in self.looks)))
        medians = {name: _quarters([look.named[name] for look in self.looks]) for name in names}
        return "; ".join(
            f"{name} {_join_numbers(each)}" for name, each in medians.items() if len(set(each)) > 1
        )

    def growth(self, name: str) -> float:
        """Return by how much a count is higher in the last quarter than in the second."""
        _first, second, _third, last = self.quarters(name)
        return last - second


@dataclass
class MemoryUse:
    """A memory of the server: its values and bytes, and the bounds of both."""

    entries: int
    most: int
    nbytes: float
    most_bytes: float

    def over(self) -> bool:
        """Return whether it holds more than it may; one value alone it may keep in any case."""
        return self.entries > self.most or (self.entries > 1 and self.nbytes > self.most_bytes)


def start_notes(path: str) -> None:
    """Have this process write down, again and again, its sessions and what its memories hold."""
    from streamlit import runtime

    from ui.memo import memories

    def sessions() -> int:
        return len(runtime.get_instance()._session_mgr.list_sessions()) if runtime.exists() else 0

    def write() -> None:
        while True:
            held = [
                MemoryUse(memo.entries, memo.most, memo.nbytes, min(memo.most_bytes, NEVER_BOUND))
                for memo in memories()
            ]
            unfinished = Path(f"{path}.new")
            named = Counter(re.sub(r"\W.*|_\d+$", "", each.name) for each in threading.enumerate())
            there = {"sessions": sessions(), "named": named}
            there["memories"] = [asdict(each) for each in held]
            unfinished.write_text(json.dumps(there))
            os.replace(unfinished, path)
            time.sleep(OFTEN)

    threading.Thread(target=write, daemon=True).start()


def measure(process: int, minute: float) -> Sample:
    """Look at a server, all its processes together."""
    threads = files = 0
    for each in family(process):
        threads += len(os.listdir(f"/proc/{each}/task"))
        files += len(os.listdir(f"/proc/{each}/fd"))
    megabytes = resident(process) * os.sysconf("SC_PAGE_SIZE") / 1e6
    return Sample(minute, megabytes, threads, files)


async def come_and_go(url: str, draw: random.Random, end: float, soaked: SoakResult) -> None:
    """Visitors, one after the other, until ``end``."""
    while time.perf_counter() < end:
        leaves = min(time.perf_counter() + draw.uniform(*STAYS), end)
        dataset = f"data={draw.choice(CHOICES)}"
        async with open_session(url, draw, dataset, Student) as session:
            soaked.visits += 1
            while (start := time.perf_counter()) < leaves:
                await session.change()
                soaked.changes += 1
                soaked.slowest = max(soaked.slowest, session.taken[-1])
                await session.listen(max(0.0, EVERY - (time.perf_counter() - start)))


async def soak(
    server: Server, sessions: int, minutes: float, held: Path
) -> tuple[SoakResult, list]:
    """Let visitors come and go, and look; also the memories that ever were beyond their bound."""
    soaked, over = SoakResult(), {}
    start = time.perf_counter()
    end = start + 60.0 * minutes
    between = max(60.0 * minutes / LOOKS, OFTEN)

    async def look() -> None:
        while time.perf_counter() < end - between / 2:
            await asyncio.sleep(between)
            minute = (time.perf_counter() - start) / 60.0
            if time.time() - held.stat().st_mtime > LATE:
                raise RuntimeError("The server notes no more what it holds.")
            there = json.loads(held.read_text())
            seen = measure(server.process.pid, minute)
            named = Counter(there["named"])
            soaked.looks.append(replace(seen, sessions=there["sessions"], named=named))
            for number, numbers in enumerate(there["memories"]):
                if MemoryUse(**numbers).over():
                    over[number] = MemoryUse(**numbers)

    visitors = [
        come_and_go(server.url, random.Random(number), end, soaked) for number in range(sessions)
    ]
    await asyncio.gather(look(), *visitors)
    return soaked, list(over.values())


def rows(sessions: int, minutes: float) -> list[Row]:
    """Measure, and say how it went."""
    with tempfile.TemporaryDirectory() as folder:
        held = Path(folder) / "held.json"
        with serve("-c", WITH, str(held)) as server:
            server.wait()
            soaked, over = asyncio.run(soak(server, sessions, minutes, held))
            n_memories = len(json.loads(held.read_text())["memories"])
    later, slope = soaked.later(), soaked.slope()
    megabytes = [look.megabytes for look in later]
    what = f"{sessions} visitors at a time for {minutes:g} minutes, {soaked.visits} in all"
    measured = f"{slope:+.2f} MB a minute after the first quarter ({min(megabytes):.0f} to "
    measured += f"{max(megabytes):.0f} MB); {soaked.changes} changes, the slowest took "
    measured += f"{soaked.slowest:.1f} s"
    measured += f"; medians of the quarters {_join_numbers(soaked.quarters('sessions'))} sessions"
    kept = [Row(f"{what}: memory", measured, bar=f"≤ {SLOPE:g}", verdict=at_most(slope, SLOPE))]
    for name, noun in NAMES.items():
        growth = soaked.growth(name)
        last = f"{growth:+g} since the second quarter; medians of the quarters "
        last += _join_numbers(soaked.quarters(name))
        kept.append(Row(noun, last, bar=f"≤ {MORE:+g}", verdict=at_most(growth, MORE)))
    kept.append(Row("threads by their names, where quarters differ", soaked.changed_threads()))
    beyond = f"{len(over)} of {n_memories} were ever beyond their bound: {over}"
    kept.append(Row("memories", beyond, bar="0", verdict=at_most(len(over), 0.0)))
    return kept


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak")
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--sessions", type=int, default=SESSIONS)
    arguments = parser.parse_args()
    print(machine())
    print(table(rows(arguments.sessions, arguments.minutes)))
