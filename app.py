"""The app: what every page stands in, and the way from one to another.

Start it with ``python -m ui.serve`` (or ``make run``), which warms up before the first visit, or
with ``streamlit run app.py``, as hosts of Streamlit apps do. A Streamlit that knows no ``st.App``
runs this file as a script, with nothing of ours before it.
"""

from pathlib import Path

import streamlit as st

from ui.import_lock import IMPORT_LOCK
from ui.web import contract

with IMPORT_LOCK:
    from pages.catalogue import PAGES
    from pages.lessons import LESSONS
    from ui import menu
    from ui.classroom.contest_routes import contest_routes
    from ui.classroom.file_routes import file_routes
    from ui.classroom.routes import class_routes
    from ui.classroom.streams import HUB, class_lifespan
    from ui.events.class_settings import setting_finder
    from ui.events.class_uploads import find_upload
    from ui.events.class_words import PageWords
    from ui.events.route import live_route
    from ui.live.early import load_early
    from ui.live.reporter import show_reporter
    from ui.playground.contest_judge import PlaygroundJudge
    from ui.render_queue import RENDER_QUEUE
    from ui.share.routes import share_routes
    from ui.sheet.routes import sheet_route

ICON = str(Path(__file__).with_name("ui") / "icon.svg")


def frame() -> None:
    """Show the page that was asked for, in what all pages have in common."""
    st.set_page_config(
        page_icon=ICON,
        layout="wide",
        initial_sidebar_state="collapsed",
    )
    contract.check()
    load_early()
    show_reporter()
    with RENDER_QUEUE.slot():
        menu.run(LESSONS)


if __name__ == "app":  # `streamlit run app.py` found the st.App below, and serves it
    from ui.web import base_path, failure, preload
    from ui.web.first_calls import make_first_calls
    from ui.web.middleware import middleware

    make_first_calls()
    preload.KNOWN.set()
    base = base_path.streamlits_path()
    app = st.App(
        __file__,
        routes=[
            live_route(lambda: PAGES, base),
            *share_routes(lambda: PAGES, base),
            sheet_route(lambda: PAGES, base),
            *class_routes(HUB, setting_finder(lambda: PAGES), base, PageWords(lambda: PAGES)),
            *contest_routes(HUB, PlaygroundJudge, base),
            *file_routes(HUB, find_upload, base),
        ],
        lifespan=class_lifespan,
        middleware=middleware(),
        on_script_error=failure.show_sentence,
    )
else:
    frame()
