"""The frame: what every page stands in, and the pages in reading order.

Start it with ``python -m ui.serve`` (or ``make run``), which warms up before the first visit;
``streamlit run app.py`` works too.
"""

import streamlit as st

from pages import LESSONS
from ui.lessons.present import presenting
from ui.lessons.show import page
from ui.live.early import load_early

st.set_page_config(
    page_title="Sparsity Lab",
    page_icon="ui/icon.svg",
    layout="wide",
    initial_sidebar_state="collapsed",
)

load_early()

PAGES = {
    "": [
        st.Page("pages/playground.py", title="Playground", default=True),
        st.Page("pages/data.py", title="Data"),
    ],
    "Lessons": [page(lesson) for lesson in LESSONS],
}

st.navigation(PAGES, position="hidden" if presenting() else "top").run()
