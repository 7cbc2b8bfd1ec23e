"""The frame: what every page stands in, and the way from one to another.

Start it with ``python -m ui.serve`` (or ``make run``), which warms up before the first visit, or
with ``streamlit run app.py``, as hosts of Streamlit apps do.
"""

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from ui.importing import ONE_AT_A_TIME
from ui.web import failure
from ui.web.ahead import KNOWN, Ahead
from ui.web.base_path import BasePath
from ui.web.message_filter import MessageFilter
from ui.web.own_menu import declare_own_menu
from ui.web.room import Room
from ui.web.wayward import Wayward

with ONE_AT_A_TIME:
    from pages.catalogue import PAGES
    from pages.lessons import LESSONS
    from ui import menu
    from ui.events.route import live_route
    from ui.live.early import load_early
    from ui.turnstile import TURNSTILE

ICON = str(Path(__file__).with_name("ui") / "icon.svg")


def frame() -> None:
    """Show the page that was asked for, in what all pages have in common."""
    st.set_page_config(
        page_icon=ICON,
        layout="wide",
        initial_sidebar_state="collapsed",
    )
    load_early()
    with TURNSTILE.turn():
        menu.run(LESSONS)


if __name__ == "app":  # `streamlit run app.py` found the st.App below, and serves it
    declare_own_menu()
    KNOWN.set()
    app = st.App(
        __file__,
        routes=[live_route(lambda: PAGES)],
        middleware=[Middleware(each) for each in (BasePath, Wayward, Room, Ahead, MessageFilter)],
        on_script_error=failure.say_so,
    )
else:
    frame()
