"""Those who wait for long work: it ends when nobody has looked at it for a while."""

from __future__ import annotations

import time

PATIENCE = 60.0
"""Seconds for which work goes on that nobody looks at."""


class Audience:
    """The visits that look at one piece of work, each with the moment of its last look."""

    def __init__(self) -> None:
        self._looks: dict[str, float] = {}

    def look(self, viewer: str) -> None:
        """Note that this viewer is still there."""
        self._looks[viewer] = time.monotonic()

    def leave(self, viewer: str) -> None:
        """Note that this viewer waits no longer."""
        self._looks.pop(viewer, None)

    @property
    def waiting(self) -> bool:
        """Whether somebody has looked lately."""
        return any(time.monotonic() - moment < PATIENCE for moment in list(self._looks.values()))
