"""The browser modules, run in Chromium without the app, on what Python knows the answers for."""

from __future__ import annotations

from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, Page

from ui.live.assets import module_sources

# The modules' exports by their names, as `expression` knows them; a default one is `show`.
RUN = """async ([modules, expression, given]) => {
    const found = Object.assign({}, ...(await Promise.all(modules.map((name) => import(name)))));
    found.show = found.default;
    delete found.default;
    const run = new Function(...Object.keys(found), `return ${expression};`);
    return run(...Object.values(found))(given);
}"""


def evaluate(browser: Browser, modules: list[str], expression: str, given: Any) -> Any:
    """Return what ``expression``, a function of ``given``, returns; it sees the modules' exports.

    ``modules`` are paths in the project, without their ending. Each time the document is a new one,
    in a page that is kept: to open another takes longer than most of what is run in it.
    """
    page, home = modules_page(browser), modules_home()
    page.goto(home)
    return page.evaluate(RUN, [[f"{home}{name}.js" for name in modules], expression, given])


def modules_page(browser: Browser) -> Page:
    """The page in which the modules of a browser are run."""
    for context in browser.contexts:
        for page in context.pages:
            if page.url == modules_home():
                return page
    return browser.new_context().new_page()


@cache
def modules_home() -> str:
    """The address below which this process serves the modules: what it has, a browser asks once."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Modules)
    Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"


@cache
def sources() -> dict[str, bytes]:
    """The modules as the app serves them, and an empty page."""
    return {"": b"<!doctype html>", **module_sources()}


class Modules(BaseHTTPRequestHandler):
    """Serves the modules; there is nothing else, such as plotly.js."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        name = self.path[1:]
        body = sources().get(name)
        self.send_response(404 if body is None else 200)
        self.send_header("Content-Type", "text/javascript" if name else "text/html")
        self.send_header("Content-Length", str(len(body or b"")))
        self.send_header("Cache-Control", "max-age=3600")
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, *said: object) -> None:
        """Say nothing of requests."""


BOX = {"left": 40, "right": 240, "top": 30, "bottom": 130}
"""Where axes stand in what ``sketch_pixels`` draws, in pixels."""

LOOK = {"text": "#000000", "grid": "#eeeeee", "font": "sans-serif"}
"""The look of a page, in the form that modules take."""

PIXELS = """({ figure, at, look, asked }) => {
    const canvas = document.createElement("canvas");
    sketch(canvas, figure, { width: 260, height: 160 }, {}, at, look);
    const pen = canvas.getContext("2d");
    return asked.map(([x, y]) => [...pen.getImageData(x, y, 1, 1).data]);
}"""


def sketch_pixels(
    browser: Browser, figure: dict, at: dict, asked: list[tuple[int, int]], look: dict = LOOK
) -> list[list[int]]:
    """Return the colour of each asked pixel, (red, green, blue, alpha), of a sketched figure."""
    given = {"figure": figure, "at": at, "look": look, "asked": asked}
    return evaluate(browser, ["ui/live/browser/stage/sketch"], PIXELS, given)


def trace(name: str, colour: str, height: float, mode: str = "lines", **more) -> dict:
    """Return a level curve of three points, 3 pixels wide, with dots of 9."""
    return {
        "type": "scatter",
        "mode": mode,
        "name": name,
        "x": [0.0, 5.0, 10.0],
        "y": [height] * 3,
        "line": {"color": colour, "width": 3},
        "marker": {"color": colour, "size": 9},
        **more,
    }
