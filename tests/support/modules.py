"""The browser modules, run in Chromium without the app, on what Python knows the answers for."""

from __future__ import annotations

from functools import cache
from typing import Any

from playwright.sync_api import Browser, Page, Route

from ui.live.assets import module_sources

MODULES = "http://modules.local"

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
    page = modules_page(browser)
    page.goto(f"{MODULES}/")
    return page.evaluate(RUN, [[f"{MODULES}/{name}.js" for name in modules], expression, given])


def modules_page(browser: Browser) -> Page:
    """The page in which the modules of a browser are run."""
    for context in browser.contexts:
        for page in context.pages:
            if page.url == f"{MODULES}/":
                return page
    page = browser.new_context().new_page()
    page.route(f"{MODULES}/**", serve)
    return page


@cache
def sources() -> dict[str, bytes]:
    """The modules as the app serves them."""
    return module_sources()


def serve(route: Route) -> None:
    name = route.request.url.removeprefix(f"{MODULES}/")
    if not name:
        route.fulfill(body="<!doctype html>", content_type="text/html")
    elif name in sources():
        route.fulfill(body=sources()[name], content_type="text/javascript")
    else:  # such as plotly.js: a request without an answer would hold up the next document
        route.fulfill(status=404)


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
