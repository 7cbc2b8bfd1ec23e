"""A page: what it shows of a view, computed without any session; and what a run of it shows beside.

The first half of ``Page`` needs no session, and all of it but ``note`` is pure: an event is
answered by it in any process (``ui.events``), and a run of the page shows the same
(``ui.session.page_run``).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Literal, NamedTuple

from charts import Film, Picture
from ui.address import Form
from ui.classroom.leader_movement import class_panel
from ui.live.element import LiveElement
from ui.live.panel import Panel
from ui.live.panels import PanelGroup
from ui.live.stage import StageState, stage_element
from ui.look import Look
from ui.session.progress import Progress
from ui.view import View

Row = Film | Sequence[Picture] | Any
"""A row: a film, pictures side by side, the picture of the weights, an element of its own with
``element(height, look)``, or what a run of the page alone shows, with ``show(height)``."""

Arrangement = Literal["column", "workbench", "story"]
"""Knobs above the pictures; beside them; or under a card of words and before them."""


class Page:
    """One page. Where a sentence stands in place of what it shows, it raised ValueError.

    Attributes
    ----------
    form : the way its address is written and read.
    plays : its runs are a film on first sight.
    picks : dots can be clicked; ``hidden_panels`` has the panel "pick" then.
    drags : figures may have handles that move knobs.
    """

    form: Form
    plays = False
    picks = False
    drags = False

    # Without a session: called by events and by runs of the page ---------------------------------

    def title(self, view: View) -> str:
        """Return what the tab says."""
        raise NotImplementedError

    def header_key(self, view: View) -> Hashable:
        """Return all that the top is made from: where it changes, the page has to run."""
        return view

    def needs_data(self, view: View) -> bool:
        """Return whether it shows the chosen dataset, which may be still to fetch."""
        return True

    def needs_run(self, view: View, moving: bool) -> bool:
        """Return whether a run alone can show a view: one that takes long has a bar that fills."""
        return False

    def arrangement(self, view: View) -> Arrangement:
        return "column"

    def panels(self, view: View, look: Look) -> list[PanelGroup]:
        """Return the knobs."""
        return []

    def panels_under(self, view: View, look: Look) -> list[PanelGroup]:
        """Return knobs that stand under the pictures."""
        return []

    def hidden_panels(self, view: View, progress: Progress) -> dict[str, Panel]:
        """Return what follows movements that come from a picture or a card, by their source."""
        return {}

    def evidence(self, view: View, look: Look) -> Any:
        """Return what the pictures are drawn from.

        Raises
        ------
        ValueError : a sentence on why there is nothing to show; a DatasetError is one.
        """
        raise NotImplementedError

    def note(self, view: View, evidence: Any, progress: Progress) -> None:
        """Keep what is to be kept of a view and its evidence."""

    def rows(self, view: View, evidence: Any) -> Sequence[Row]:
        """Return what moves, row by row."""
        raise NotImplementedError

    def lead(self, view: View, evidence: Any) -> str:
        """Return a sentence or two above the pictures that change with them."""
        return ""

    def score(self, evidence: Any) -> dict | None:
        """Return the runs with their numbers, above the pictures; see ``stage_element``."""
        return None

    def height(self, view: View, presenting: bool) -> str:
        """Return the height of a row, a CSS length."""
        raise NotImplementedError

    def cue(self, view: View) -> dict | None:
        """Return the state of the stage in a story; see ``StageState``."""
        return None

    def clock(self, view: View, evidence: Any) -> dict | None:
        """Return the length of the run that the transport goes through; see ``StageState``."""
        return None

    def card(self, view: View, evidence: Any) -> LiveElement | None:
        """Return the card of a story, which moves with the pictures."""
        return None

    def study(self, view: View, evidence: Any, progress: Progress) -> LiveElement | None:
        """Return the element by which the browser keeps what was tried; None where none does."""
        return None

    def readiness(self, evidence: Any) -> Callable[[], bool] | None:
        """Return a function that says whether what the pictures lack is there; None: all is."""
        return None

    def is_whole(self, view: View, evidence: Any) -> bool:
        """Return whether the elements above show all that the end of a movement changes."""
        return False

    # In a run of the page ------------------------------------------------------------------------

    def show_heading(self, view: View) -> None:
        """Show what stands above all else, where the knobs follow right after it."""

    def show_top(self, view: View) -> None:
        """Show what stands above all that moves."""

    def show_between(self, view: View, evidence: Any) -> None:
        """Show what stands between the panels and the pictures."""

    def show_under(self, view: View, evidence: Any, look: Look) -> None:
        """Show what stands right under the pictures when a movement has ended."""

    def show_aside(self, view: View) -> None:
        """Show what stands under the knobs of a story when a movement has ended."""

    def show_below(self, view: View, evidence: Any) -> None:
        """Show what follows when a movement has ended."""

    def shows_more(self, view: View, evidence: Any) -> bool:
        """Return whether this run shows something that the end of the next movement changes.

        There the browser asks for a run at once, and nothing is computed for an event in vain.
        """
        return not self.is_whole(view, evidence)


class Content(NamedTuple):
    """Evidence of the pictures, or the sentence that says why there is nothing to show."""

    evidence: Any
    problem: str
    rows: Sequence[Row] = ()
    lead: str = ""
    score: dict | None = None


def gather_evidence(page: Page, view: View, look: Look) -> tuple[Any, str]:
    """Return the evidence of a page, or None and a sentence that says why there is none."""
    try:
        return page.evidence(view, look), ""
    except ValueError as error:  # a DatasetError is one
        return None, str(error).removesuffix(".") + "."


def content_of(page: Page, view: View, look: Look) -> Content:
    """Return what a view leads to, computed."""
    evidence, problem = gather_evidence(page, view, look)
    if problem:
        return Content(None, problem)
    score = page.score(evidence)
    return Content(evidence, "", page.rows(view, evidence), page.lead(view, evidence), score)


@dataclass(frozen=True)
class Drawing:
    """A view of a page with its content, to be made into elements."""

    page: Page
    view: View
    content: Content
    look: Look

    def elements(self, state: StageState) -> list[LiveElement]:
        """Return what moves: a stage for films and figures that follow each other, and other rows.

        Parameters
        ----------
        state : how far the hand is; what the page says of a story is added.
        """
        page, rows = self.page, self.content.rows
        height = page.height(self.view, self.look.presenting)
        clock = page.clock(self.view, self.content.evidence)
        hands = {"picks": page.picks, "drags": page.drags}
        state = replace(state, cue=page.cue(self.view), clock=clock, **hands)
        made = []
        for own, some in groupby(rows, is_own):
            if own:
                made += [row.element(height, self.look) for row in some if hasattr(row, "element")]
                continue
            lead = "" if is_own(rows[0]) else self.content.lead
            stage = list(some), height, state, lead, self.content.score
            made.append(stage_element(page.form.page, *stage))
        return made


def is_own(row: Row) -> bool:
    """Return whether a row is an element of its own, and no part of the stage."""
    return hasattr(row, "element") or hasattr(row, "show")


def sources(page: Page, view: View, look: Look, progress: Progress) -> Mapping[str, Panel]:
    """Return the panels of a view by the name under which the browser reports their movements."""
    groups = [*page.panels(view, look), *page.panels_under(view, look)]
    shown = {panel.source: panel for group in groups for panel in group.panels}
    return shown | page.hidden_panels(view, progress) | class_panel(page.form)
