"""The page names the modules of its pictures before it is told of any, as soon as it can."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from threading import Timer

import pytest

from tests.support.many.turns import in_turn
from tests.support.serving.services import apart
from ui.live.assets import module_sources, modules
from ui.web import preload
from ui.web.security_headers import PAGE
from ui.web.static_files import find


@pytest.fixture(autouse=True)
def imported(monkeypatch):
    """The app has been imported."""
    monkeypatch.setattr(preload, "KNOWN", known := preload.Event())
    known.set()
    return known


def answered(path: str, method: str = "GET", packed: bool = False) -> bytes | None:
    """Ask for an address; None where somebody else has to answer."""
    heard, headers = [], [(b"accept-encoding", b"gzip" if packed else b"")]

    async def others(scope, receive, send):
        heard.append(None)

    async def send(message):
        heard.append(message.get("body"))

    scope = {"type": "http", "method": method, "path": path, "headers": headers}
    apart(asyncio.run, preload.Preload(others)(scope, None, send))
    return heard[-1]


def named(source: bytes) -> list[str]:
    return json.loads(re.search(r"of (\[.*\])\) {", source.decode()).group(1))


def test_the_page_is_streamlits_with_one_line_more():
    own = answered("/playground").decode()
    lines = PAGE.read_text("utf-8").splitlines()
    (more,) = [line for line in own.splitlines() if line not in lines]
    assert more.strip() == '<script type="module" async src="./preload.js"></script>'
    assert own.index(more) < own.index("</head>")
    assert [line for line in own.splitlines() if line != more] == lines
    assert gzip.decompress(answered("/", packed=True)).decode() == own


def test_all_that_pictures_need_is_named_once_and_is_there():
    addresses = named(answered("/preload.js"))
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
    assert preload.needed(["a/one.js"], sources) == list(sources)
    assert set(preload.needed(list(module_sources()), module_sources())) == set(module_sources())


def test_the_script_waits_until_the_app_is_imported_and_not_for_ever(imported, monkeypatch):
    imported.clear()
    Timer(0.05, imported.set).start()
    assert named(answered("/preload.js"))
    imported.clear()
    monkeypatch.setattr(preload, "LONGEST", 0.0)
    assert answered("/preload.js") == b""


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
    assert answered(path, method) is None
