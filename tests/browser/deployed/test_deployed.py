"""The app as people put it up, behind nginx: under other names, below a path, in a frame."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, WebSocket, expect

from pages.lessons import LESSONS
from tests.support.browser import serve
from tests.support.serving.front import free_port, front, listens, proxy_path, site, text_page
from tests.support.views import (
    address_has,
    drag_and_upload,
    drag_gravity,
    slider,
    start,
    take_in,
    wait_for_paint,
    wait_for_rest,
)
from tests.support.visits import TURN

pytestmark = pytest.mark.browser

PLAIN = ("-m", "streamlit", "run", "app.py", "--server.address=127.0.0.1")


def framing(address: str) -> str:
    return text_page(f'<!doctype html><iframe width=1200 height=800 src="{address}"></iframe>')


@pytest.fixture(scope="module")
def port(nginx: str) -> Iterator[int]:
    """The port of an nginx that has each app under names and paths of its own."""
    port = free_port()
    plain_name, course = f"http://lab.example.test:{port}", f"http://course.test:{port}"
    kept = f"http://kept.example.test:{port}/lab"
    allowed = {"ALLOWED_HOSTS": "*.example.test", "FRAME_ANCESTORS": course}
    with serve(*PLAIN) as plain, serve(BASE_PATH="/lab", **allowed) as ours:
        sites = (
            site("lab.example.test", port, proxy_path("/", plain.url)),
            site("hub.example.test", port, proxy_path("/user/ann/proxy/8501/", f"{plain.url}/")),
            site("kept.example.test", port, proxy_path("/lab/", ours.url)),
            site("stripped.example.test", port, proxy_path("/lab/", f"{ours.url}/")),
            site(
                "other.test", port, proxy_path("/", plain.url), "proxy_set_header Host $proxy_host;"
            ),
            site("course.test", port, framing(f"{kept}/playground?embed=true")),
            site("plain.test", port, framing(f"{plain_name}/playground")),
        )
        plain.wait()
        ours.wait()
        with front(nginx, *sites):
            listens(port)
            yield port
        assert "Traceback" not in plain.log()


def asked_for(p: Page) -> list[str]:
    """The paths that the page asks for from now on, those of its WebSockets included."""
    paths = list[str]()

    def note(asked: Request | WebSocket) -> None:
        address = urlsplit(asked.url)
        if address.netloc:  # else what the page has made itself
            paths.append(address.path)

    p.on("request", note)
    p.on("websocket", note)
    return paths


# First of all: what is asked for first in a process decides what Streamlit takes its pages for.
def test_plain_streamlit_shows_the_app_under_any_name_and_whichever_page_is_first(page, port):
    p = start(page(), f"http://lab.example.test:{port}/playground")
    expect(p.locator(".st-key-menu").get_by_role("link", name="Sweep")).to_be_visible()
    expect(p.get_by_test_id("stSidebarNav")).to_have_count(0)
    wait_for_rest(p)
    drag_and_upload(p)
    expect(p.get_by_test_id("stException")).to_have_count(0)
    assert page.watch.console_errors == []


def test_plain_streamlit_stands_behind_a_path_that_a_hub_takes_off(page, port):
    p, home = page(), f"http://hub.example.test:{port}/user/ann/proxy/8501/"
    asked = asked_for(p)
    p.goto(f"{home}data/nonsense")
    expect(p.locator(".st-key-menu").get_by_role("link", name="Sweep")).to_be_visible()
    assert p.url == home, "an address of two parts leads home"
    expect(p.locator(".lab-course a")).to_have_count(len(LESSONS))
    p.locator(".lab-course a").first.click()
    expect(p.get_by_role("heading", name="Learn from one example at a time")).to_be_visible()
    assert p.url == f"{home}online"
    for lesson in LESSONS[-2:]:
        p.evaluate(TURN, lesson.key)
        expect(p.get_by_role("heading", name=lesson.entry.claim, level=1)).to_be_visible()
        wait_for_rest(p)
    expect(p.get_by_test_id("stException")).to_have_count(0)
    assert [path for path in asked if not path.startswith("/user/ann/proxy/8501/")] == []
    assert page.watch.console_errors == []


def test_where_a_proxy_passes_no_connection_on_the_page_says_what_it_lacks(page, port):
    p = page()
    p.clock.install()
    with p.expect_response("**/preload.js"):
        p.goto(f"http://other.test:{port}/")
    sentence = p.get_by_role("alert")
    for _ in range(20):  # the script has come, and may not have begun
        p.clock.run_for(2_000)
        if sentence.count():
            break
    expect(sentence).to_contain_text("a proxy before the server refuses it")


@pytest.mark.parametrize("name", ["kept", "stripped"])
def test_a_path_may_stand_before_the_app_whether_a_proxy_keeps_it_or_not(page, port, name):
    p, home = page(), f"http://{name}.example.test:{port}/lab/"
    asked = asked_for(p)
    start(p, f"{home}playground/")
    assert p.url == f"{home}playground", "the last slash is taken off within the path"
    drag_gravity(p)
    take_in(p)
    wait_for_rest(p)
    p.locator(".st-key-menu").get_by_role("link", name="Home").click()
    expect(p).to_have_url(home)
    p.locator(".lab-course a").first.click()
    expect(p).to_have_url(f"{home}online")
    p.get_by_role("button", name="Share and present").press("Enter")
    p.get_by_role("button", name="Open a class").press("Enter")
    expect(p.locator(".lab-class-bar")).to_contain_text("Students: 0 here")
    assert {"/lab/_stcore/stream", "/lab/live"} <= set(asked)
    assert [path for path in asked if not path.startswith("/lab/")] == []
    assert page.watch.console_errors == []


def test_in_a_frame_of_a_course_the_app_has_no_menu_and_takes_files_in(page, port):
    p = page()
    p.set_default_timeout(15_000)
    # Those of visits that stood in no frame; the page that tests share needs its own to send files.
    p.context.clear_cookies(domain=re.compile(r"\.test$"))
    p.goto(f"http://course.test:{port}/")
    frame = p.frames[1]
    wait_for_paint(frame)
    expect(frame.get_by_role("link", name="Sweep", exact=True)).to_have_count(0)
    heading = frame.get_by_role("heading", name="How few features are enough?")
    assert heading.evaluate("node => node.getBoundingClientRect().left") < 12, "no margin"
    inside = "document.querySelector('[data-testid=stMain]')"
    assert frame.evaluate(f"{inside}.scrollWidth <= {inside}.clientWidth"), "nothing is cut off"
    slider(frame, "run A", "gravity").press("ArrowRight")
    address_has(frame, embed="true", a="truncated_gradient")
    assert p.context.cookies(frame.url) == [], "the browser keeps no cookie of another site"
    take_in(frame)
    frame.wait_for_url(re.compile(r"embed=true.*data=upload-"))


def test_where_no_cookie_is_kept_plain_streamlit_says_why_it_takes_no_file(page, port):
    p = page()
    p.goto(f"http://plain.test:{port}/")
    frame = p.frames[1]
    wait_for_rest(frame)
    frame.get_by_role("button", name="Your own data").click()
    expect(frame.get_by_text("Open this page in a window of its own")).to_be_visible()
