"""First calls to Streamlit, before the first visit."""

from __future__ import annotations

import logging

import streamlit as st


def make_first_calls() -> None:
    """Declare that the app has a menu of its own, and show an element to nobody.

    Until ``st.navigation`` has been called in a process, Streamlit takes each file in a folder
    named pages for a page, and would answer an address such as /playground with the bare file,
    beside a menu of its own. At the first element it looks through all modules, to find out whether
    it runs in a console: that takes 0.02 s while there are few, and 0.2 s of the first visit.
    """
    logging.disable(logging.WARNING)  # that no page is being made
    try:
        st.navigation([st.Page(lambda: None, title="nothing")], position="hidden")
        st.empty()
    finally:
        logging.disable(logging.NOTSET)
