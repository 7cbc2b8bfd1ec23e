"""Bind a widget of Streamlit to a value of the view.

The frontend sends what its widgets show with each message. A message that left before the browser
heard of Back, or of a change made elsewhere, so brings old values, and Streamlit calls their
callbacks. An old value is no choice, and must not undo what it does not know of.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from ui.view import View
from ui.visit import Visit


def bind(name: str, shown: Callable[[View], Any], change: Callable[[Any], None]) -> dict[str, Any]:
    """Return the ``key`` and the ``on_change`` of a widget that shows a value of the view.

    Parameters
    ----------
    name : the widget's key; another one after each address that somebody went to.
    shown : what the widget shows of a view.
    change : follows a choice, which is another value than the one shown.
    """
    visit = Visit.current()
    arrivals = visit.address.arrivals
    key = f"{name}_{arrivals}" if arrivals else name
    st.session_state[key] = shown(visit.view)

    def take() -> None:
        now = Visit.current()
        value = st.session_state[key]
        if now.address.arrivals == arrivals and value != shown(now.view):
            change(value)

    return {"key": key, "on_change": take}
