"""What stands on top of a page: which dataset, more about it, the link to what is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

import streamlit as st

from datasets import DatasetError
from ui import chooser, session
from ui.data import options
from ui.live.copy_link import copy_link
from ui.markdown import plain
from ui.shelf import recipe
from ui.view import View


def header(state: View, behind: Mapping[str, Callable[[View], None]]) -> None:
    """The list of datasets, what stands ``behind`` buttons, and the link to copy."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        with st.container(width=320):
            chooser.dataset(state)
        for label, draw in behind.items():
            with st.popover(label):
                draw(state)
        with st.container(width=130):
            copy_link()


def notes() -> None:
    """What had to be changed in an address, or why a movement was not followed."""
    if session.notes():
        st.warning(plain("  \n".join(session.notes())), icon=":material/info:")


def about(state: View) -> None:
    """Which dataset this is, and its options."""
    with suppress(DatasetError):  # a file that has gone: the page says so below
        kind = recipe(state.data)
        st.markdown(f"**{plain(kind.title)}**  \n{plain(kind.about)}")
    options.options(state, "about", options.SPLIT)
