"""Files whose addresses change with their content are compressed once and cached for good."""

from __future__ import annotations

import asyncio
import gzip
import re

import pytest
from starlette.datastructures import Headers
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp

from tests.support.serving.services import apart
from ui.web import static_files
from ui.web.static_files import FOREVER, StaticFiles

SCRIPT = b"const answer = 42;\n" * 100
STREAMLITS = "/static/js/index.a1b2.js"


@pytest.fixture(autouse=True)
def _as_before(monkeypatch):
    """No file is registered, and no server runs; at the end it is as it was."""
    monkeypatch.setattr(static_files, "_files", {})
    monkeypatch.setattr(StaticFiles, "running", False)


class App:
    """Has a page at any address; counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    async def __call__(self, scope, receive, send) -> None:
        self.asked += 1
        await HTMLResponse("a page")(scope, receive, send)


def get(app: ASGIApp, path: str, method: str = "GET", **more: str) -> tuple[Headers, bytes]:
    """The headers and the content of an answer."""
    heard = []

    async def send(message):
        heard.append(message)

    headers = [(name.replace("_", "-").encode(), text.encode()) for name, text in more.items()]
    scope = {"type": "http", "method": method, "path": path, "headers": headers}
    apart(asyncio.run, app(scope, None, send))
    return Headers(raw=heard[0]["headers"]), heard[1]["body"]


def test_a_script_of_streamlits_is_read_once_and_sent_as_the_browser_reads_it(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(static_files, "STREAMLITS_FOLDER", tmp_path)
    script = tmp_path / STREAMLITS.lstrip("/")
    script.parent.mkdir(parents=True)
    script.write_bytes(SCRIPT)
    files = StaticFiles(app := App())
    headers, body = get(files, STREAMLITS)
    assert "content-encoding" not in headers and body == SCRIPT
    for _ in range(2):
        headers, body = get(files, STREAMLITS, accept_encoding="br, gzip", range="bytes=0-9")
        assert headers["content-encoding"] == "gzip" and gzip.decompress(body) == SCRIPT
        assert headers["cache-control"] == FOREVER
        assert headers["content-type"].startswith("text/javascript")
        script.write_bytes(b"")
    assert app.asked == 0


def test_all_scripts_that_streamlits_page_names_are_read():
    folder = static_files.STREAMLITS_FOLDER
    page = (folder / "index.html").read_text(encoding="utf-8")
    names = re.findall(r'"\./(static/[^"]+)"', page)
    assert any(name.endswith(".js") for name in names)
    for name in names:
        assert static_files.STREAMLITS.fullmatch(name) and (folder / name).is_file()


def test_where_streamlit_has_no_such_file_it_answers_itself():
    files = StaticFiles(App())
    for path in ("/static/js/none.js", "/data", "/static/js/../x.js"):
        headers, body = get(files, path)
        assert body == b"a page" and "immutable" not in headers.get("cache-control", "")


def test_what_is_registered_is_sent_without_asking_the_app(tmp_path):
    (tmp_path / "one.js").write_bytes(SCRIPT)
    static_files.register("component/ours.1/one.js", tmp_path / "one.js")
    files = StaticFiles(app := App())
    assert StaticFiles.running
    headers, body = get(files, "/component/ours.1/one.js", method="HEAD", accept_encoding="gzip")
    assert gzip.decompress(body) == SCRIPT and headers["cache-control"] == FOREVER
    assert "javascript" in headers["content-type"] and app.asked == 0
    get(files, "/component/ours.1/one.js", method="PUT")
    get(files, "/component/ours.1/two.js")
    assert app.asked == 2


def test_a_large_file_is_compressed_beside_the_server(tmp_path, monkeypatch):
    monkeypatch.setattr(static_files, "LARGE", 10)
    (tmp_path / "one.js").write_bytes(SCRIPT)
    static_files.register("one.js", tmp_path / "one.js")
    _, body = get(StaticFiles(App()), "/one.js", accept_encoding="gzip")
    assert gzip.decompress(body) == SCRIPT
