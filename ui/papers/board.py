"""The overview: papers × claims, each with its mark and its word."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import streamlit as st

from charts.palette import HUES, REFERENCE
from papers.catalogue import PAPERS
from papers.outcome import Outcome
from papers.verdict import Verdict
from ui.live.assets import BROWSER, element
from ui.live.element import LiveElement
from ui.look import Look

COLOURS = {
    Verdict.SAME: HUES["green"][0],
    Verdict.SAME_ORDER: HUES["blue"][0],
    Verdict.NOISY: REFERENCE,
    Verdict.OTHER: HUES["vermilion"][0],
    Verdict.UNTESTABLE: REFERENCE,
}


@dataclass(frozen=True, eq=False)
class Board:
    """All claims."""

    outcomes: list[Outcome]

    def element(self, height: str, look: Look) -> LiveElement:
        """Return the element."""
        counts = Counter(outcome.verdict for outcome in self.outcomes)
        legend = [_verdict(verdict) | {"n": counts[verdict]} for verdict in Verdict]
        by_name = {outcome.name: outcome for outcome in self.outcomes}
        papers = [
            {
                "title": str(paper),
                "about": paper.title.removeprefix(f"{paper}: "),
                "claims": [_claim(by_name[f"{paper.key}.{each.key}"]) for each in paper.claims],
            }
            for paper in PAPERS
        ]
        return LiveElement("papers_board", _component, {"papers": papers, "legend": legend})


def _claim(outcome: Outcome) -> dict:
    claim = outcome.claim
    return _verdict(outcome.verdict) | {
        "name": outcome.name,
        "says": claim.says,
        "where": claim.source.where,
        "other": outcome.other_data,
    }


def _verdict(verdict: Verdict) -> dict:
    return {"mark": verdict.mark, "word": verdict.word, "colour": COLOURS[verdict]}


@st.cache_resource(show_spinner=False)
def _component():
    return element(BROWSER / "papers" / "board.js")
