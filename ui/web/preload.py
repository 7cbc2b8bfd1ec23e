"""The page, with a script that has the browser fetch our modules while the server still imports.

A browser hears of our modules with the first elements, and of what those import when
it has them, six times in a row. By then the person waits for nothing else, for half a second. So
the page names all that its pictures need as soon as the server knows it, which is before there is
anything to show. By the same script it says so where no connection comes about.
"""

from __future__ import annotations

import asyncio
import json
import posixpath
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from threading import Event
from time import monotonic

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.web.base_path import path_inside
from ui.web.fonts import with_our_fonts
from ui.web.static_files import accepts_gzip, ask, content_response

ADDRESS = "/preload.js"
PAGES = re.compile(r"/[\w-]*", re.ASCII)
"""The addresses of pages."""

FRESH = "no-cache"
"""The page and its script change with the app, under the same address."""

FIRST = (
    "early.js",
    "events/channel.js",
    "events/reporter.js",
    "panels/panels.js",
    "stage/stage.js",
    "share/share.js",
)
"""The modules in ``ui/live/browser`` that pages with pictures begin with."""

IMPORTED = re.compile(r"""^(?:import|export)\b[^;]*?["'](\.[^"']+)["'];""", re.MULTILINE)

SCRIPT = """for (const address of %s) {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.fetchPriority = "low";
  link.href = new URL(address, document.baseURI).href;
  document.head.append(link);
}
import(new URL("%s", document.baseURI).href);
"""

UNCONNECTED = "no_connection.js"
"""The module that says so where the page gets no connection, by which all others would come."""

KNOWN = Event()
"""The app has been imported: it is known what its modules are."""
LONGEST, OFTEN = 20.0, 0.02
"""Seconds that the script waits for that, and between two looks."""


HEAD_END = b"</head>"
"""The place in a page before which a script is put; a page without it goes out as it is."""


class Preload:
    """Middleware that adds a script to each page, and answers for the script.

    Parameters
    ----------
    policy : the Content-Security-Policy of a page; by default a page has none.
    """

    def __init__(self, app: ASGIApp, policy: Callable[[str], str] | None = None) -> None:
        self.app, self.policy = app, policy
        self._pages: dict[tuple[bytes, bool], Response] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        answer = self.app
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            path = path_inside(scope)
            if path == ADDRESS:
                answer = await _script_soon(accepts_gzip(scope))
            elif PAGES.fullmatch(path):
                answer = await self._page(scope)
        await answer(scope, receive, send)

    async def _page(self, scope: Scope) -> ASGIApp:
        """The app's page with the script; the app itself where it answers with something else."""
        own = await ask(self.app, scope)
        if own.status != 200 or not own.headers.get("content-type", "").startswith("text/html"):
            return self.app
        packed = accepts_gzip(scope)
        if (own.body, packed) not in self._pages:
            if len(self._pages) > 4:  # a Streamlit whose pages differ
                self._pages.clear()
            self._pages[own.body, packed] = self._with_script(own.body, packed)
        return self._pages[own.body, packed]

    def _with_script(self, body: bytes, packed: bool) -> Response:
        line = f'  <script type="module" async src=".{ADDRESS}"></script>\n  '
        body = with_our_fonts(body)
        body = body.replace(HEAD_END, line.encode() + HEAD_END, 1)
        response = content_response(body, packed, FRESH, "text/html")
        if self.policy is not None:
            response.headers["Content-Security-Policy"] = self.policy(body.decode())
        return response


async def _script_soon(packed: bool) -> Response:
    """The script, as soon as the app has been imported; an empty one where that takes long."""
    end = monotonic() + LONGEST
    while not KNOWN.is_set():
        if monotonic() > end:
            return content_response(b"", packed, FRESH, "text/javascript")
        await asyncio.sleep(OFTEN)
    return script(packed)


@cache
def script(packed: bool) -> Response:
    """Return the script that names our modules; the app has been imported."""
    from ui.live.assets import BROWSER, ROOT, module_sources, modules

    home = BROWSER.relative_to(ROOT).as_posix()
    names = needed_modules([f"{home}/{name}" for name in FIRST], module_sources())
    addresses = [f"{modules()}/{name}" for name in names]
    text = SCRIPT % (json.dumps(addresses), f"{modules()}/{home}/{UNCONNECTED}")
    return content_response(text.encode(), packed, FRESH, "text/javascript")


def needed_modules(names: Sequence[str], sources: Mapping[str, bytes]) -> list[str]:
    """Return ``names`` of modules and of all that has to be there before they run."""
    found = dict.fromkeys(names)
    waiting = list(names)
    while waiting:
        name = waiting.pop(0)
        for other in IMPORTED.findall(sources[name].decode()):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), other))
            if path not in found:
                found[path] = None
                waiting.append(path)
    return list(found)
