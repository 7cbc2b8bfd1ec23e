"""The page names the modules of its pictures as soon as the server knows them."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from threading import Timer

import pytest
from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse

from tests.support.many.turns import in_turn
from tests.support.serving.services import apart
from ui.live.assets import module_sources, modules
from ui.web import preload
from ui.web.security_headers import policy
from ui.web.static_files import find


@pytest.fixture(autouse=True)
def import_event(monkeypatch):
    """The app has been imported."""
    monkeypatch.setattr(preload, "KNOWN", known := preload.Event())
    known.set()
    return known


PAGE = "<html><head><script>ready()</script></head><body></body></html>"


def heard_from(app, path: str, method: str = "GET", packed: bool = False) -> list[dict]:
    """The messages of the answer of an app to a request."""
    heard, headers = [], [(b"accept-encoding", b"gzip" if packed else b"")]

    async def send(message):
        heard.append(message)

    scope = {"type": "http", "method": method, "path": path, "headers": headers}
    apart(asyncio.run, app(scope, None, send))
    return heard


def ask(path: str, method: str = "GET", packed: bool = False) -> bytes | None:
    """Ask for an address of an app that has one page; None where somebody else has to answer."""

    async def others(scope, receive, send):
        is_page = preload.PAGES.fullmatch(scope["path"]) and scope["method"] == "GET"
        assert not (is_page and Headers(scope=scope).get("accept-encoding"))
        await (HTMLResponse(PAGE) if is_page else PlainTextResponse("other"))(scope, receive, send)

    *_, last = heard_from(preload.Preload(others), path, method, packed)
    return None if last["body"] == b"other" else last["body"]


def names_in(source: bytes) -> list[str]:
    return json.loads(re.search(r"of (\[.*\])\) {", source.decode()).group(1))


def test_a_page_has_one_script_more():
    own = ask("/playground").decode()
    line = '<script type="module" async src="./preload.js"></script>'
    assert own.count(line) == 1 and own.index(line) < own.index("</head>")
    assert own.replace(f"  {line}\n  ", "") == PAGE
    assert gzip.decompress(ask("/", packed=True)).decode() == own


def test_a_page_without_a_head_goes_out_as_it_is_and_a_failure_too():
    for response in (HTMLResponse("<p>short"), HTMLResponse("<head></head>", 503)):
        start, body = heard_from(preload.Preload(response), "/data")
        assert start["status"] == response.status_code and body["body"] == response.body


def test_a_page_names_its_own_scripts_to_the_browser():
    start, _ = heard_from(preload.Preload(HTMLResponse(PAGE), policy=policy), "/")
    rules = Headers(raw=start["headers"])["content-security-policy"]
    assert rules == policy(PAGE) and "'sha256-" in rules
    start, _ = heard_from(preload.Preload(HTMLResponse(PAGE)), "/")
    assert "content-security-policy" not in Headers(raw=start["headers"])


def test_all_that_pictures_need_is_named_once_and_is_there():
    addresses = names_in(ask("/preload.js"))
    assert len(set(addresses)) == len(addresses) > 30
    assert all(find(address) for address in addresses)
    home = f"{modules()}/ui/live/browser"
    assert {f"{home}/stage/sketch.js", f"{home}/lib/dashes.js", f"{home}/lib/partners.js"} <= {
        *addresses
    }


def test_modules_that_are_imported_later_or_not_at_all_are_not_named():
    sources = {
        "a/one.js": b'import {\n  two,\n} from "../b/two.js";\nimport("./later.js");\n',
        "b/two.js": b'export { three } from "./three.js";\nimport "./four.js";\n// "./five.js";\n',
        "b/three.js": b'import { two } from "./two.js";\n',
        "b/four.js": b"",
    }
    assert preload.needed_modules(["a/one.js"], sources) == list(sources)
    assert set(preload.needed_modules(list(module_sources()), module_sources())) == set(
        module_sources()
    )


def test_the_script_waits_until_the_app_is_imported_and_not_for_ever(import_event, monkeypatch):
    import_event.clear()
    Timer(0.05, import_event.set).start()
    assert names_in(ask("/preload.js"))
    import_event.clear()
    monkeypatch.setattr(preload, "LONGEST", 0.0)
    assert ask("/preload.js") == b""


@in_turn(
    ("path", "method"),
    [
        ("/playground", "POST"),
        ("/preload.js", "PUT"),
        ("/_stcore/health", "GET"),
        ("/favicon.png", "GET"),
        ("/data/", "GET"),
        ("//data", "GET"),
    ],
)
def test_all_else_is_answered_by_the_app(path, method):
    assert ask(path, method) is None
