"""Papers: what five papers claim, recomputed claim by claim."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import streamlit as st

from ui import movement, present
from ui.header import links, notes
from ui.live.card import card_element
from ui.live.element import LiveElement
from ui.live.panel import Panel, Selection
from ui.live.panels import PanelGroup
from ui.look import Look
from ui.page import Arrangement, Page, Row
from ui.papers.below import show_claim
from ui.papers.board import Board
from ui.papers.card import card, mover
from ui.papers.evidence import ClaimEvidence, gather
from ui.papers.form import KEY, PAPERS_FORM, knobs_type, name_at, place
from ui.papers.picture import claim_picture, shows_all_cases, shows_all_readings
from ui.papers.recomputation import recompute
from ui.session.page_run import show
from ui.session.progress import Progress
from ui.title import title_of
from ui.view import View

HEIGHT = "clamp(260px, calc(100vh - 330px), 520px)"

PURPOSE = """# What five papers claim, and what comes out here

Each claim is computed again by the code that this app runs, and judged in a way that was fixed
before. Open one to see the paper’s numbers beside ours. The last heading is a comparison of ours:
sparse methods at the same number of features."""


class Papers(Page):
    """The page of papers."""

    form = PAPERS_FORM

    def title(self, view: View) -> str:
        return title_of("Papers")

    def header_key(self, view: View) -> Hashable:
        return bool(place(view).step)

    def needs_data(self, view: View) -> bool:
        return False

    def arrangement(self, view: View) -> Arrangement:
        return "story" if place(view).step else "column"

    def panels(self, view: View, look: Look) -> list[PanelGroup]:
        """Return the choices of a claim: a case, and a reading where only one is drawn."""
        current = place(view)
        if not current.step:
            return []
        name = name_at(current)
        claim = gather(view).outcome.claim
        only = () if shows_all_cases(claim) or len(claim.cases) == 1 else ("case",)
        if len(claim.readings) > 1 and not shows_all_readings(claim):
            only += ("reading",)
        move = movement.lesson(KEY, knobs_type(name))
        panel = Panel(KEY, "choices", current.knobs, move, Selection(only))
        return [PanelGroup(KEY, [panel] if only else [])]

    def hidden_panels(self, view: View, progress: Progress) -> dict[str, Panel]:
        current = place(view)
        return {"story": Panel("story", "", current.knobs, mover())} if current.step else {}

    def evidence(self, view: View, look: Look) -> ClaimEvidence | list:
        return gather(view)

    def note(self, view: View, evidence: Any, progress: Progress) -> None:
        """Compute a claim at once that takes no longer than a reader waits."""
        if isinstance(evidence, ClaimEvidence) and evidence.is_quick and evidence.here is None:
            recompute(evidence.outcome.name)

    def rows(self, view: View, evidence: Any) -> Sequence[Row]:
        if isinstance(evidence, ClaimEvidence):
            return [[claim_picture(evidence)]]
        return [Board(evidence)]

    def height(self, view: View, presenting: bool) -> str:
        return present.story(1) if presenting else HEIGHT

    def card(self, view: View, evidence: Any) -> LiveElement | None:
        if not isinstance(evidence, ClaimEvidence):
            return None
        return card_element(card(evidence, place(view).step))

    def is_whole(self, view: View, evidence: Any) -> bool:
        return not isinstance(evidence, ClaimEvidence)

    def show_top(self, view: View) -> None:
        if place(view).step:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.markdown("# Papers, claim by claim", width="content")
                links()
        else:
            st.markdown(PURPOSE)
        notes()

    def show_below(self, view: View, evidence: Any) -> None:
        if isinstance(evidence, ClaimEvidence):
            show_claim(evidence)


PAGE = Papers()

if __name__ == "__main__":
    show(PAGE)
