"""Start the app's server: ``python -m ui.serve``, on ``PORT`` (8501) of ``ADDRESS`` (127.0.0.1).

What the first visit needs is imported, loaded and compiled while the visitor's browser is still
fetching the page.
"""

from __future__ import annotations

import gc
import os

# All that is imported stays. To look through it for garbage, again and again while more of it
# comes, takes a quarter of the work up to the first picture.
if __name__ == "__main__":
    gc.disable()

# Sessions share the cores. Threads of linear algebra that wait for each other on busy ones took
# three times as long as one alone; to be said before NumPy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Arrow's own allocator, by which tables go to the browser, keeps what it once had; the system's
# gives it back when the library asks it to.
os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")

import ctypes
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

try:
    Path.home()
except RuntimeError:  # a user without a home, in which Streamlit looks for its settings
    from algorithms.cache.folder import temporary_folder

    os.environ["HOME"] = str(temporary_folder())

from ui.web import contract  # noqa: F401  # before Streamlit

# isort: split
import streamlit as st
import uvicorn

from ui.classroom.contest import ContestJudge
from ui.classroom.contest_routes import contest_routes
from ui.classroom.file_routes import file_routes
from ui.classroom.routes import class_routes
from ui.classroom.streams import HUB, class_lifespan
from ui.events.class_settings import setting_finder
from ui.events.class_uploads import find_upload
from ui.events.class_words import PageWords
from ui.events.route import live_route
from ui.share.routes import share_routes
from ui.sheet.routes import sheet_route
from ui.web import base_path, failure, security_headers
from ui.web.first_calls import make_first_calls
from ui.web.message_packing import PackingProtocol
from ui.web.middleware import middleware
from ui.web.preload import KNOWN
from ui.web.rule_check import rule_route

MMAP_THRESHOLD, TRIM_THRESHOLD = -3, -1
"""As GNU's malloc.h names them: bytes from which an array is a piece of memory of its own, and
bytes that a thread keeps."""

FIRST_PICTURE = 2.0
"""Seconds that are left to the first visitor, about as many as a picture takes to be there."""

APP = Path(__file__).resolve().parents[1] / "app.py"


def warm_up() -> None:
    """Do the opening view's work once; caches keep it."""
    from ui.import_lock import IMPORT_LOCK

    with IMPORT_LOCK:
        import charts
        from ui import engine
        from ui.engine import Material
        from ui.live import assets  # noqa: F401  # by which it is known what browsers need
        from ui.view import opening

    KNOWN.set()
    view = opening()
    material = Material.of(view)
    runs = charts.name_runs(view.runs, engine.traces(material, view))
    # On a core beside, if there is nothing to compile.
    engine.comparator_soon(material, patience=0.0)
    engine.spread(material, view)
    # Names in pictures look for their places in compiled code, too.
    charts.sparsity(runs)


def begin() -> None:
    """Warm up: first for the first picture, then for other datasets.

    From then on garbage is looked for, but not among all that is there for good by then: to look
    through it takes 0.2 s.
    """
    from ui.import_lock import IMPORT_LOCK

    try:
        with IMPORT_LOCK:
            from algorithms.cache.compile_queue import COMPILE_QUEUE
        with COMPILE_QUEUE.deferring():
            warm_up()
            time.sleep(FIRST_PICTURE)
            with IMPORT_LOCK:
                from ui import engine, openings
                from ui.view import opening

            engine.comparator(engine.Material.of(opening()))
        # Whatever is searched for, it is with these kernels.
        openings.refit(opening())
    finally:
        gc.collect()  # what is garbage by now would stay with the rest
        gc.freeze()
        gc.enable()


def all_pages() -> Mapping[str, Any]:
    """Return all pages by their keys. To import them takes long: the first visit waits for that."""
    from ui.import_lock import IMPORT_LOCK

    with IMPORT_LOCK:
        from pages.catalogue import PAGES
    return PAGES


def contest_judge() -> ContestJudge:
    """Return what computes the runs of contests."""
    from ui.import_lock import IMPORT_LOCK

    with IMPORT_LOCK:
        from ui.playground.contest_judge import PlaygroundJudge
    return PlaygroundJudge()


@asynccontextmanager
async def lifespan(app: st.App) -> AsyncIterator[None]:
    """Warm up beside the server, which answers from the first moment."""
    threading.Thread(target=begin, name="warm-up", daemon=True).start()
    async with class_lifespan(app):
        yield


def make_app() -> st.App:
    """Return the app.

    Raises ValueError with a sentence where the environment asks for what cannot be.
    """
    # The first App says where settings lie: beside the app, wherever it is started. They are read
    # once, when one is first asked for.
    st.App(APP)
    make_first_calls()
    base = base_path.streamlits_path()
    return st.App(
        APP,
        lifespan=lifespan,
        routes=[
            live_route(all_pages, base),
            rule_route(base),
            *share_routes(all_pages, base),
            sheet_route(all_pages, base),
            *class_routes(HUB, setting_finder(all_pages), base, PageWords(all_pages)),
            *contest_routes(HUB, contest_judge, base),
            *file_routes(HUB, find_upload, base),
        ],
        middleware=middleware(guarded=True),
        on_script_error=failure.show_sentence,
    )


def lend_memory() -> None:
    """Have the GNU C library return freed memory to the system.

    It would learn from the first large array that is freed to keep others, up to 64 MB for each
    thread, and give none of that back when it is asked to.
    """
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        library.mallopt(MMAP_THRESHOLD, 4_000_000)
        library.mallopt(TRIM_THRESHOLD, 8_000_000)


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that visitors can reach.

    Raises OSError where the port is taken, or the host is none of this machine.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named: asyncio has its connections send small messages at once then. They
    # would wait for each other otherwise, up to 40 ms in each movement of a knob.
    server = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind((host, port))
        server.listen(2048)
    except OSError:
        server.close()
        raise
    return server


def main() -> None:
    lend_memory()
    # A thread that computes gives way to the one that sends after 1 ms, not 5.
    sys.setswitchinterval(0.001)
    host, port = security_headers.listening_address(), os.environ.get("PORT") or "8501"
    if not (port.isdigit() and 0 < int(port) < 65536):
        sys.exit(f"PORT is “{port}”: it must be a number from 1 to 65535.")
    try:
        app, path = make_app(), base_path.base_path()
    except ValueError as error:
        sys.exit(str(error))
    try:
        server = listening(host, int(port))
    except OSError as error:
        sys.exit(f"Port {port} of {host} cannot be had: {error.strerror}. Name another PORT.")
    name = "localhost" if host == "127.0.0.1" else host
    print(f"Sparsity Lab: http://{name}:{port}{path and f'{path}/'}", flush=True)
    settings = uvicorn.Config(
        app,
        ws=PackingProtocol,
        ws_max_size=1_000_000 * st.get_option("server.maxWidgetStateSize"),
        ws_per_message_deflate=False,
        access_log=False,
        use_colors=False,
        log_level="warning",
    )
    uvicorn.Server(settings).run(sockets=[server])


if __name__ == "__main__":
    main()
