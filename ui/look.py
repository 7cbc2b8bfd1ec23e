"""The circumstances under which a view is drawn: all that pictures depend on beside the view."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ui.playground.trial_log import TrialLog
    from ui.view import View


@dataclass(frozen=True)
class Look:
    """The circumstances of one drawing. Evidence and pictures read no session: it is all here.

    Parameters
    ----------
    moving : a hand is still moving a knob, so runs are sketched.
    presenting : the pictures are for a projector.
    knobs : the names of the knobs that stay on a projector; none for the usual ones.
    frame : the frame that the address names for films; -1 where it names none.
    point : the dragged point that the address names, as text.
    before : the view as it was when the last movement ended; None where there was none.
    history : the settings that were tried in the playground, by data and stream.
    progress : is called with the share of long work that is done; None where nobody watches.
    """

    moving: bool = False
    presenting: bool = False
    knobs: tuple[str, ...] = ()
    frame: int = -1
    point: str = ""
    before: View | None = None
    history: Mapping[Hashable, TrialLog] = field(default_factory=dict)
    progress: Callable[[float], None] | None = None

    @classmethod
    def at(cls, parameters: Mapping[str, str], **more: Any) -> Look:
        """Return the look that an address asks for."""
        frame = parameters.get("frame", "")
        named = (name.strip() for name in parameters.get("show", "").split(","))
        return cls(
            presenting=parameters.get("present") == "1",
            knobs=tuple(name for name in named if name),
            frame=int(frame) if frame.isdigit() and frame.isascii() and len(frame) < 10 else -1,
            point=parameters.get("point", ""),
            **more,
        )


AT_REST = Look()
"""Nothing moves, and nobody watches: as tests and scripts look at a page."""
