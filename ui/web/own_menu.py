"""Declaration of the app's own menu, by which Streamlit leaves the folder ``pages`` alone."""

from __future__ import annotations

import logging

import streamlit as st


def declare_own_menu() -> None:
    """Declare that the app has a menu of its own; to be called before the first visit.

    Until ``st.navigation`` has been called in a process, Streamlit takes each file in a folder
    named pages for a page, and would answer an address such as /playground with the bare file,
    beside a menu of its own.
    """
    logging.disable(logging.WARNING)  # that no page is being made
    try:
        st.navigation([st.Page(lambda: None, title="nothing")], position="hidden")
    finally:
        logging.disable(logging.NOTSET)
