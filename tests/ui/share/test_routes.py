"""The routes of short links: what is kept, where it leads, and nowhere else."""

from __future__ import annotations

from urllib.parse import parse_qsl, urljoin, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette

from tests.support.serving.page_client import Answer, PageClient
from ui.share import routes
from ui.share.link_store import SWITCH
from ui.share.routes import reachable_hosts, share_routes, way_to
from ui.web.redirects import Redirects

PAGES = dict.fromkeys(["home", "playground", "gravity"])
QUERY = "a=sgd&pin1=a%3Dsgd%26b%3Dfobos&pin1.question=Why%3F"


@pytest.fixture
def client(tmp_path, monkeypatch) -> PageClient:
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    app = Starlette(routes=share_routes(lambda: PAGES))
    app.add_middleware(Redirects)
    return PageClient(app)


def keep(
    client: PageClient, page: str = "playground", query: str = QUERY, name: str = ""
) -> Answer:
    return client.post("/l", {"page": page, "query": query, "name": name})


def test_a_short_link_leads_to_the_page(client):
    answer = keep(client)
    assert answer.status == 201
    there = client.get(f"/l/{answer.json()['name'].lower()}", accept="text/html")
    assert there.status == 302 and there.headers["cache-control"] == "no-store"
    page, _, query = there.headers["location"].partition("?")
    assert page == "../playground" and parse_qsl(query) == parse_qsl(QUERY)


def test_the_first_page_has_one_too(client):
    name = keep(client, "", "").json()["name"]
    assert client.get(f"/l/{name}").headers["location"] == "../"


@pytest.mark.parametrize("base", ["", "/lab"])
def test_behind_a_path_it_stays_there(client, base):
    name = keep(client).json()["name"]
    there = client.get(f"/l/{name}").headers["location"]
    assert urljoin(f"https://example.edu{base}/l/{name}", there).startswith(
        f"https://example.edu{base}/playground?"
    )


def test_streamlit_s_own_path_stands_before_the_routes():
    paths = [route.path for route in share_routes(lambda: PAGES, "/lab")]
    assert paths == ["/lab/l", "/lab/l", "/lab/l/{name}", "/lab/qr"]


@pytest.mark.parametrize(
    "page", ["//evil.org", "https://evil.org", "nowhere", "../x", "playground/../..", "\\evil"]
)
def test_no_other_address_is_kept(client, page):
    answer = keep(client, page)
    assert answer.status == 400 and answer.json()["sentence"].startswith("This is no page")


@given(st.text(max_size=60))
def test_whatever_stands_in_the_file_leads_nobody_away(target):
    there = way_to(target)
    if there is not None:
        parts = urlsplit(urljoin("https://lab.edu/l/KXRTB", there))
        assert (parts.scheme, parts.netloc) == ("https", "lab.edu")
        assert there.isascii() and there.isprintable() and parts.path.count("/") == 1


def test_a_name_that_nobody_gave_is_no_page(client):
    answer = client.get("/l/<script>", accept="text/html")
    assert answer.status == 404 and "<script>" not in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.org"},
        {"origin": ""},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "none"},
        {"content_type": "text/plain"},
    ],
)
def test_another_site_makes_no_link(client, headers):
    answer = client.post("/l", {"page": "playground", "query": "", "name": ""}, **headers)
    assert answer.status == 400 and answer.json()["sentence"] == "Another site may not do this."
    assert client.post("/qr", {"text": "x"}, **headers).status == 400


@pytest.mark.parametrize(
    "body", ["", "[]", "{}", '{"page": 1, "query": "", "name": ""}', "[" * 9000, "x" * 50_000]
)
def test_what_no_page_sends_is_refused(client, body):
    for path in ("/l", "/qr"):
        answer = client.post(path, body)
        assert answer.status == 400 and answer.json()["sentence"]


def test_one_client_makes_so_many_links(client, monkeypatch):
    monkeypatch.setattr(routes, "PER_HOUR", 2)
    assert [keep(client, query=f"a={n}").status for n in range(4)] == [201, 201, 429, 429]


def test_where_none_are_kept_that_is_said_before(client, monkeypatch):
    assert client.get("/l").json()["sentence"] == ""
    monkeypatch.setenv(SWITCH, "0")
    assert client.get("/l").json()["sentence"] == "This server keeps no short links."
    assert keep(client).status == 403


def test_hosts_are_those_that_other_machines_reach(client, monkeypatch):
    assert reachable_hosts(["localhost", "127.0.0.1", "*.edu", "*", "10.0.0.7"]) == ["10.0.0.7"]
    monkeypatch.setenv("ALLOWED_HOSTS", "10.0.0.7 lab.local")
    assert client.get("/l").json()["hosts"] == ["10.0.0.7", "lab.local"]


def test_a_code_is_made_of_a_link(client):
    rows = client.post("/qr", {"text": "http://10.0.0.7:8501/l/KXRTB"}).json()["rows"]
    assert len(rows) == 25 and all(len(row) == 25 and set(row) <= set("01") for row in rows)
    assert all(row[:7] == "1111111" for row in (rows[0], rows[6], rows[-1])), "three corners"
    assert rows[0][-7:] == "1111111" and rows[7][:8] == "00000000"
    assert client.post("/qr", {"text": ""}).status == 400
    sentence = client.post("/qr", {"text": "x" * 1201}).json()["sentence"]
    assert sentence.startswith("A code of 1,201 letters is too fine")
