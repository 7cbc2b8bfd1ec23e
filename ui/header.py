"""The top of a page: which dataset, more about it, how to share what is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import streamlit as st

from ui import chooser, present
from ui.data import lost_upload, options
from ui.live.share import show_share
from ui.markdown import plain
from ui.study import keeper
from ui.view import View
from ui.visit import Visit

OWN = "Your own data"
"""The button behind which a file is taken in where there are more than the data to see."""


def header(
    view: View,
    behind: Mapping[str, Callable[[View], None]],
    more: Callable[[View], None] = lambda view: None,
    lesson: Mapping[str, Any] | None = None,
) -> None:
    """Show the list of datasets, what stands ``behind`` buttons, how to share it, and notes.

    On a page for the projector there is nothing but notes, and ``more``. ``lesson`` is for
    ``show_share``.
    """
    if present.presenting():
        more(view)
        notes()
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        with st.container(width=265):
            chooser.dataset(view)
        for label, draw in behind.items():
            # One that brings other data ends with the page it stood on.
            key = f"{label} on {view.recipe.key}" if label == OWN else label
            behind_a_button(label, key, partial(draw, view))
        links(lesson)
        more(view)
    notes()
    lost_upload.offer(view)
    keeper.keep_uploads(view)


def links(lesson: Mapping[str, Any] | None = None, paper: bool = False) -> None:
    """Show the button to share what is shown, to present it, and to keep it as a ``lesson``.

    ``paper`` is for ``show_share``, too.
    """
    if not present.presenting():
        with st.container(width="content"):
            show_share(lesson, paper)


def behind_a_button(label: str, key: str, draw: Callable[[], None], **look: str) -> None:
    """Show a button behind which something stands; it is made when the button is pressed.

    Most visitors press few of them, and all that stands on a page comes anew with every change.
    Once made it stays: whoever opens it again finds it there, and no file is chosen in an entry
    that is taken away at that moment.

    Parameters
    ----------
    key : one that changes leaves the button closed.
    draw : shows what stands there.
    look : what else ``st.popover`` takes.
    """
    made = f"{key}, once made"
    with st.popover(label, key=key, on_change="rerun", **look) as button:
        if button.open or made in st.session_state:
            st.session_state[made] = True
            draw()


def notes() -> None:
    """Say what had to be changed, why a movement was not followed, and what was done to data.

    A projector has no room for the last.
    """
    visit = Visit.current()
    if visit.notes:
        st.warning("  \n".join(map(plain, visit.notes)), icon=":material/info:")
    if visit.done and not present.presenting():
        st.markdown("  \n".join(f":small[{plain(sentence)}]" for sentence in visit.done))


def about(view: View) -> None:
    """Say which dataset this is, and show its options."""
    st.markdown(f"**{plain(view.recipe.title)}**  \n{plain(view.recipe.about)}")
    options.options(view, "about", options.SPLIT)
