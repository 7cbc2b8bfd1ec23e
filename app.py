"""The frame: what every page stands in, and the way from one to another.

Start it with ``python -m ui.serve`` (or ``make run``), which warms up before the first visit;
``streamlit run app.py`` works too.
"""

import streamlit as st

from ui.importing import ONE_AT_A_TIME

with ONE_AT_A_TIME:
    import pages.data
    import pages.home
    import pages.playground
    import pages.sweep  # noqa: F401  # what stands in them is imported here, too
    from pages.lessons import LESSONS
    from ui import menu
    from ui.live.early import load_early
    from ui.turnstile import TURNSTILE

st.set_page_config(
    page_icon="ui/icon.svg",
    layout="wide",
    initial_sidebar_state="collapsed",
)

load_early()

with TURNSTILE.turn():
    menu.run(LESSONS)
