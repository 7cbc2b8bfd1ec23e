"""What stands on top of every page: which dataset, more about it, the link to what is shown."""

from __future__ import annotations

from contextlib import suppress

import streamlit as st

from datasets import DatasetError
from ui import chooser, preparing, session
from ui.live.copy_link import copy_link
from ui.shelf import recipe
from ui.state import State
from ui.wording import plain


def header(state: State, title: str = "Sparsity Lab", about: bool = True) -> None:
    """The title, the list of datasets, more about the one that is shown, and the link."""
    name, which, more, _, link = st.columns(
        [1.3, 2.2, 1.1, 4.2, 1.1], vertical_alignment="center", gap="small"
    )
    name.markdown(f"### {title}")
    with which:
        chooser.dataset(state)
    if about:
        with more, st.popover("About the data", width="stretch"):
            _about(state)
    with link:
        copy_link()


def notes() -> None:
    """What had to be changed in an address, or why a movement was not followed."""
    if session.notes():
        st.warning(plain("  \n".join(session.notes())), icon=":material/info:")


def _about(state: State) -> None:
    with suppress(DatasetError):  # a file that has gone: the page says so below
        kind = recipe(state.data)
        st.markdown(f"**{plain(kind.title)}**  \n{plain(kind.about)}")
    preparing.options(state, "about", preparing.SPLIT)
