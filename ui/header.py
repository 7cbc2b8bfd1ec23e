"""What stands on top of every page: which dataset, more about it, the link to what is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

import streamlit as st

from datasets import DatasetError
from ui import chooser, preparing, session
from ui.live.copy_link import copy_link
from ui.shelf import recipe
from ui.state import State
from ui.wording import plain


def header(state: State, behind: Mapping[str, Callable[[State], None]]) -> None:
    """The name of the place, the list of datasets, what stands ``behind`` buttons, and the link."""
    rest = 5.3 - 1.3 * len(behind)
    widths = [1.3, 2.4, *[1.2] * len(behind), rest, 1.1]
    name, which, *buttons, _, link = st.columns(widths, vertical_alignment="center", gap="small")
    name.markdown("### Sparsity Lab")
    with which:
        chooser.dataset(state)
    for column, (label, draw) in zip(buttons, behind.items(), strict=True):
        with column, st.popover(label, width="stretch"):
            draw(state)
    with link:
        copy_link()


def notes() -> None:
    """What had to be changed in an address, or why a movement was not followed."""
    if session.notes():
        st.warning(plain("  \n".join(session.notes())), icon=":material/info:")


def about(state: State) -> None:
    """Which dataset this is, and its options."""
    with suppress(DatasetError):  # a file that has gone: the page says so below
        kind = recipe(state.data)
        st.markdown(f"**{plain(kind.title)}**  \n{plain(kind.about)}")
    preparing.options(state, "about", preparing.SPLIT)
