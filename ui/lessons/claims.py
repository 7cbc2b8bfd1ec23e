"""The claims of papers that a lesson speaks of, each with what came of it."""

from __future__ import annotations

from urllib.parse import urlencode

import streamlit as st

from papers.catalogue import all_claims
from ui.markdown import plain
from ui.papers.evidence import outcome_of


def claims_of(lesson: str) -> list[str]:
    """Return a line of Markdown for each claim that names the lesson."""
    lines = []
    for name, claim in all_claims():
        if claim.notes.lesson == lesson:
            verdict = outcome_of(name).verdict
            link = f"papers?{urlencode({'claim': name})}"
            lines.append(f"* [{plain(claim.says)}]({link}) {verdict.mark} {verdict.word}")
    return lines


def show_claims(lesson: str) -> None:
    """Show the list; nothing where no claim names the lesson."""
    lines = claims_of(lesson)
    if lines:
        st.markdown("\n".join(["**What papers claim of it, computed again**", "", *lines]))
