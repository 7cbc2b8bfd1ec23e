"""The browser modules, run in Chromium without the app, on what Python knows the answers for."""

from __future__ import annotations

from functools import cache
from typing import Any

from playwright.sync_api import Browser, Route

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

    ``modules`` are paths in the project, without their ending.
    """
    context = browser.contexts[0] if browser.contexts else browser.new_context()
    page = context.new_page()
    try:
        page.route(f"{MODULES}/**", serve)
        page.goto(f"{MODULES}/")
        return page.evaluate(RUN, [[f"{MODULES}/{name}.js" for name in modules], expression, given])
    finally:
        page.close()


@cache
def sources() -> dict[str, bytes]:
    """The modules as the app serves them."""
    return module_sources()


def serve(route: Route) -> None:
    name = route.request.url.removeprefix(f"{MODULES}/")
    if name:
        route.fulfill(body=sources()[name], content_type="text/javascript")
    else:
        route.fulfill(body="<!doctype html>", content_type="text/html")
