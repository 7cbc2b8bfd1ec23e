"""The circumstances under which a view is drawn: all that evidence depends on beside the view."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ui.playground.ledger import Ledger
    from ui.view import View


@dataclass(frozen=True)
class Look:
    """The circumstances of one drawing. Evidence and pictures read no session: it is all here.

    Parameters
    ----------
    moving : a hand is still moving a knob, so runs are sketched.
    presenting : the pictures are for a projector.
    before : the view as it was at the last full run; None where there was none.
    history : the settings that were tried in the playground, by data and stream.
    progress : is told the share of long work that is done; None where nobody watches.
    """

    moving: bool = False
    presenting: bool = False
    before: View | None = None
    history: Mapping[Hashable, Ledger] = field(default_factory=dict)
    progress: Callable[[float], None] | None = None


AT_REST = Look()
"""Nothing moves, and nobody watches: as tests and scripts look at a page."""
