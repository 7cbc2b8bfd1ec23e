"""The hand of one visitor: how far its movements were followed, and what it did in this run."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter


@dataclass
class Hand:
    """The movements of a hand as runs of the page follow them.

    Parameters
    ----------
    acknowledged : the number of the last movement that was followed.
    acted : the hand did something in this run, or the run came of itself: nobody followed a link.
    ended : a movement has ended since the last full run: all of the page must follow.
    moving : a knob is still being moved.
    arrived : the moment at which the last movements arrived, in seconds.
    """

    acknowledged: int = 0
    acted: bool = False
    ended: bool = False
    moving: bool = False
    arrived: float = field(default_factory=perf_counter)

    def rest(self) -> None:
        """Begin a full run, in which all that was done so far is shown."""
        self.acted = self.ended = self.moving = False

    def act(self) -> None:
        """Note that something was done for good."""
        self.acted = self.ended = True

    def arrive(self) -> None:
        """Note that movements have arrived."""
        self.acted, self.arrived = True, perf_counter()

    def took(self) -> float:
        """Return the milliseconds since the last movements arrived."""
        return 1e3 * (perf_counter() - self.arrived)
