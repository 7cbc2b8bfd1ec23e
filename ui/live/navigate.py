"""Navigation to another page that follows something the hand did, such as a click on a dot."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import token_hex
from urllib.parse import urlencode

import streamlit as st

from ui.live.assets import BROWSER, element


def navigate(page: str, parameters: Mapping[str, str]) -> None:
    """Have the browser navigate to a page of the app, as a link would, once.

    Parameters
    ----------
    page : its path, "" for the first page.
    parameters : of its address.
    """
    address = f"./{page}?{urlencode(parameters)}"
    _component()(key="navigate", data={"address": address, "n": token_hex(8)})


@st.cache_resource(show_spinner=False)
def _component():
    return element(BROWSER / "navigate.js")
