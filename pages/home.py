"""Home: the first page of all."""

from __future__ import annotations

import streamlit as st

from ui.address import HOME
from ui.title import show_title
from ui.visit import Visit

PLAYGROUND = "pages/playground.py"


def show() -> None:
    """Show the page; an address that is older than it leads to the playground."""
    parameters = st.query_params.to_dict()
    if parameters:
        st.switch_page(PLAYGROUND, query_params=parameters)
    visit = Visit.current()
    visit.settle(HOME)
    st.markdown("# Watch a learner drop the features it does not need")
    show_title("Sparsity Lab")


if __name__ == "__main__":
    show()
