"""An upload that ended with its session: what is shown instead, and the way back to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import streamlit as st

from ui import shelf
from ui.address import Form
from ui.markdown import plain
from ui.view import View, opening
from ui.visit import Visit

PAGES = ("playground", "sweep", "data")
"""The pages whose knobs fit one dataset and no other; those of a lesson fit any."""


@dataclass(frozen=True)
class Lost:
    """The address of what a visitor had of an upload, and the form in which it is written."""

    form: Form
    parameters: Mapping[str, str]

    @property
    def key(self) -> str:
        """The upload's key."""
        return self.parameters["data"]


def lost(form: Form, parameters: Mapping[str, str]) -> Lost | None:
    """Return what an address has of an upload that is not there; None where it is there, or none.

    A file that is taken in again has the key that it had.
    """
    key = parameters.get("data", "")
    if form.page not in PAGES or not key.startswith(shelf.UPLOADED):
        return None
    return None if key in shelf.uploads().kinds else Lost(form, dict(parameters))


def instead(known: View) -> tuple[View, list[str]]:
    """Return the view that stands in for one of a lost upload, and a sentence on it.

    With the knobs of the file the curves of other data may be all the same.
    """
    view = replace(opening(), lessons=known.lessons)
    return view, [
        f"The upload of this link ended with its session; {view.recipe.key} is shown instead, with "
        "knobs that fit it. Upload the file again, and one click brings the knobs of the link back."
    ]


def offer_again() -> None:
    """Show the button that brings back what was lost, where its file is there again."""
    visit = Visit.current()
    if visit.lost is None or visit.view.recipe.key != visit.lost.key:
        return
    st.button(
        f"Use the earlier knobs of {plain(visit.view.recipe.title)} again",
        key="use_again",
        icon=":material/history:",
        on_click=_use_again,
    )


def _use_again() -> None:
    """Show what was lost."""
    visit = Visit.current()
    if visit.lost is None or visit.lost.key not in shelf.uploads().kinds:
        return
    view, notes = visit.lost.form.decode(visit.lost.parameters, visit.view)
    visit.change(view, ["The knobs are as they were before the file was lost."])
    visit.notes, visit.lost = notes, None
