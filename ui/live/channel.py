"""The channel by which movements leave a page, and how far a run of it has followed them."""

from __future__ import annotations

from typing import Any

import streamlit as st

from ui.live.assets import BROWSER, element
from ui.live.element import LiveElement, mount
from ui.session.hand import Hand


def show_channel(hand: Hand, events: dict[str, Any] | None = None) -> None:
    """Tell the browser how far movements were followed, and whether events are answered here.

    To be called in what alone follows a hand that is still at it.

    Parameters
    ----------
    hand : its movements; the browser paces them by the time that the last ones took.
    events : ``{"page", "visit", "read", "shown", "rests"}``: the page and the token of the
        visitor's progress, the parameters of the view with which the run began and those with which
        it ends, and whether the end of a movement changes nothing beside elements of ours. None
        where each movement is a run of the page.
    """
    data = {"heard": hand.acknowledged, "took": hand.took(), **(events or {"page": ""})}
    mount(LiveElement("channel", _component, data))


@st.cache_resource(show_spinner=False)
def _component():
    return element(BROWSER / "events" / "channel.js")
