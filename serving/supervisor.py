"""A supervisor of services: starts them, checks their health, restarts them, ends them all."""

from __future__ import annotations

import asyncio
import time
from asyncio.subprocess import Process
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from serving.service import Service, end, last_words


class NotStartedError(Exception):
    """A service that does not come up, however often it is started."""


@dataclass(frozen=True)
class Timing:
    """The timeouts and limits of a supervisor; all but the last three in seconds.

    Parameters
    ----------
    first : until a service that was started must have answered.
    soon, between : between two questions, before the first answer and after it.
    patience : until an answer must have come.
    parting : until a service that was asked to end must have ended.
    shortest, longest : before another start; twice as long each time that it did not answer.
    silences : questions without an answer, one after the other, that make a service a dead one.
    attempts : starts without an answer, when none has answered yet, that end everything.
    """

    first: float = 120.0
    soon: float = 0.1
    between: float = 1.0
    patience: float = 10.0
    parting: float = 5.0
    shortest: float = 0.5
    longest: float = 30.0
    silences: int = 3
    attempts: int = 3

    def pause(self, failed: int) -> float:
        """Return the seconds before the next start after ``failed`` ones without an answer."""
        return min(self.shortest * 2 ** min(failed, 20), self.longest)


class ServiceKeeper:
    """One service, kept running; ``came_up`` once it has answered for the first time."""

    def __init__(self, service: Service, timing: Timing, say: Callable[[str], None]) -> None:
        self.service, self.timing, self.say = service, timing, say
        self.came_up = asyncio.Event()

    async def keep(self) -> None:
        """Run the service, and start it again whenever it has ended, until this is cancelled.

        Raises NotStartedError where the first starts come to nothing.
        """
        failed = 0
        while True:
            answered, reason = await self.once()
            failed = 0 if answered else failed + 1
            if failed >= self.timing.attempts and not self.came_up.is_set():
                raise NotStartedError(f"{self.service.name} {reason}, {failed} times.")
            self.say(f"{self.service.name} {reason}. It is started again.")
            await asyncio.sleep(self.timing.pause(failed))

    async def once(self) -> tuple[bool, str]:
        """Run the service once; return whether it ever answered, and what became of it."""
        process = await self.service.start()
        try:
            return await self.watch(process)
        finally:
            await end(process, self.timing.parting)

    async def watch(self, process: Process) -> tuple[bool, str]:
        """Ask a process how it is until it ends or has to be ended."""
        timing, started, answered, silences = self.timing, time.monotonic(), False, 0
        ended = asyncio.ensure_future(process.wait())
        try:
            while not ended.done():
                if await self.service.is_healthy(timing.patience):
                    answered, silences = True, 0
                    self.came_up.set()
                else:
                    silences += answered
                if ended.done():
                    break
                if silences >= timing.silences:
                    return True, f"did not answer {silences} times"
                if not answered and time.monotonic() - started > timing.first:
                    return False, f"did not answer within {timing.first:g} s"
                await asyncio.wait({ended}, timeout=timing.between if answered else timing.soon)
            return answered, last_words(ended.result())
        finally:
            ended.cancel()


async def supervise(
    groups: Sequence[Sequence[Service]],
    announce: Callable[[], None],
    stop: asyncio.Event,
    say: Callable[[str], None],
    timing: Timing | None = None,
) -> None:
    """Keep services running until ``stop`` is set. Raises NotStartedError; all have ended then.

    Parameters
    ----------
    groups : the services; a group is started when all of the one before have answered, and ended
        before it.
    announce : called once all have answered.
    say : called with a sentence when something happens.
    timing : the timeouts and limits; the usual ones by default.
    """
    timing, stages = timing or Timing(), []
    stopped = asyncio.ensure_future(stop.wait())
    try:
        for group in groups:
            keepers = [ServiceKeeper(service, timing, say) for service in group]
            stages.append([asyncio.create_task(keeper.keep()) for keeper in keepers])
            if not await wait_for(asyncio.create_task(all_up(keepers)), stages, stopped):
                return
        announce()
        await wait_for(stopped, stages, stopped)
    finally:
        stopped.cancel()
        for stage in reversed(stages):
            for task in stage:
                task.cancel()
            await asyncio.gather(*stage, return_exceptions=True)


async def all_up(keepers: Sequence[ServiceKeeper]) -> None:
    for keeper in keepers:
        await keeper.came_up.wait()


async def wait_for(
    goal: asyncio.Future, stages: Sequence[Sequence[asyncio.Task]], stopped: asyncio.Future
) -> bool:
    """Return whether ``goal`` was reached before a stop. Raises errors of tasks."""
    tasks = {task for stage in stages for task in stage}
    await asyncio.wait({goal, stopped, *tasks}, return_when=asyncio.FIRST_COMPLETED)
    if not goal.done():
        goal.cancel()
    for task in tasks:
        if task.done():
            task.result()
    return not stopped.done()
