"""The section of a page that shows the study which this browser keeps, and saves a report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from secrets import token_hex
from types import MappingProxyType

import streamlit as st

from ui.live.assets import element
from ui.study.keeper import STUDY
from ui.study.report import Findings, report

ABOUT_REPORT = (
    "One HTML file with the sentences, the pictures, all settings, the weights and a script in "
    "Python. It opens without the app and without a network."
)

ASKED = "report_asked"
"""Where a session notes that a report was asked for."""


def show(gather: Callable[[], Findings]) -> None:
    """Show the study, and the button that saves a report.

    Parameters
    ----------
    gather : returns what the report says; called when it is asked for.
    """
    st.button(
        "Save a report",
        key="save_report",
        icon=":material/description:",
        help=ABOUT_REPORT,
        on_click=_ask,
    )
    if st.session_state.get(ASKED):
        show_list({"report": report(gather()), "n": token_hex(8)})
        st.session_state[ASKED] = False
    else:
        show_list()


def _ask() -> None:
    """Note that a report was asked for: a run that gives way to another one forgets a click."""
    st.session_state[ASKED] = True


def show_list(data: Mapping[str, str] = MappingProxyType({})) -> None:
    """Show what this browser keeps, to be opened, named, compared and forgotten.

    Parameters
    ----------
    data : ``{"report", "n"}`` where a report is to be saved: its HTML, and another text each time.
    """
    _component()(key="study", data=dict(data))


@st.cache_resource(show_spinner=False)
def _component():
    return element(STUDY / "study.js", STUDY / "keep_choice.css")
