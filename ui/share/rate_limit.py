"""A limit on how often one client may ask for something."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable

MOST_CLIENTS = 1000
"""Clients that are remembered; of more, those are forgotten that asked longest ago."""


class RateLimit:
    """A limit of ``most`` requests within ``seconds`` for each client of this process.

    Parameters
    ----------
    now : returns the time in seconds.
    """

    def __init__(
        self, most: int, seconds: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.most, self.seconds, self.now = most, seconds, now
        self._requests: OrderedDict[str, deque[float]] = OrderedDict()

    def allow(self, client: str) -> bool:
        """Return whether a client may ask once more, and count that."""
        moments = self._requests.setdefault(client, deque())
        self._requests.move_to_end(client)
        while len(self._requests) > MOST_CLIENTS:
            self._requests.popitem(last=False)
        now = self.now()
        while moments and now - moments[0] > self.seconds:
            moments.popleft()
        if len(moments) >= self.most:
            return False
        moments.append(now)
        return True
