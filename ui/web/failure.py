"""Handler of errors in a page: a sentence for the visitor, while the details are in the log."""

from __future__ import annotations

import streamlit as st

SENTENCE = (
    "The app failed while it made this page; the details are in the server's log. Load the page "
    "anew. If that does not help, [begin at the first page](./)."
)


def show_sentence(_error: Exception) -> bool:
    """Show the sentence instead of what Streamlit would, and return True for that."""
    st.error(SENTENCE, icon=":material/error:")
    return True
