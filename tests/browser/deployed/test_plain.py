"""The app on Streamlit alone, with no server of ours: as a host or a colleague starts it.

``make test STREAMLIT=1.66.1`` runs this file, and nothing else, on another release.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from pages.lessons import LESSONS
from tests.support.browser import ROOT, Watch, serve
from tests.support.views import (
    drag_and_upload,
    start,
    wait_for_paint,
    wait_for_rest,
)
from tests.support.visits import TURN, is_titled

pytestmark = pytest.mark.browser

ALL = os.environ.get("WALKS") == "all"
"""All is done in both ways; else without our middleware alone: with it ``test_deployed`` moves a
knob, sends a file and opens lessons, and other tests see the rest on a server of ours."""

WAYS = ("script", "st.App") if ALL else ("script",)

REFUSED = "WebSocket connection to"
"""The words of a browser for a connection of ours that Streamlit alone does not have."""

ASKED_FIRST = ("_stcore/health", "_stcore/host-config")
"""The addresses by which Streamlit's page finds out, below its own, where the server is."""


def without_app(folder: Path) -> Path:
    """Return a copy of the app's script in which Streamlit finds no ``st.App``."""
    script = folder / "app.py"
    text = (ROOT / "app.py").read_text()
    assert text.count("st.App(") == 1
    script.write_text(text.replace("st.App(", "None("))
    for name in ("pages", "ui", ".streamlit"):
        (folder / name).symlink_to(ROOT / name)
    return script


@pytest.fixture(scope="module", params=WAYS)
def app_url(request: pytest.FixtureRequest, tmp_path_factory) -> Iterator[str]:
    """The address of the app, with the middleware of its ``st.App`` and without."""
    whole = request.param == "st.App"
    script = ROOT / "app.py" if whole else without_app(tmp_path_factory.mktemp("script"))
    with serve("-m", "streamlit", "run", str(script), "--server.address=127.0.0.1") as server:
        server.wait()
        yield server.url
        assert "Traceback" not in server.log()


@pytest.fixture(scope="module")
def watch() -> Watch:
    return Watch()


@pytest.fixture(scope="module")
def visit(browser: Browser, app_url: str, watch: Watch) -> Iterator[Page]:
    """One visitor, who begins at the first page."""
    context = browser.new_context(base_url=app_url, viewport={"width": 1440, "height": 900})
    watch.clear()
    watch.attach(context)
    context.on("response", partial(note_refusal, watch))
    p = context.new_page()
    p.set_default_timeout(20_000)
    p.emulate_media(reduced_motion="reduce")
    p.goto("/")
    expect(p.locator(".lab-course a").first).to_be_visible(timeout=30_000)
    yield p
    context.close()


@pytest.fixture
def p(visit: Page, watch: Watch) -> Iterator[Page]:
    yield visit
    expect(visit.get_by_test_id("stException")).to_have_count(0)
    assert not watch.complaints() and [x for x in watch.console_errors if not is_known(x)] == []
    watch.clear()


def is_known(error: str) -> bool:
    """True for the words on an address that is not there: ``note_refusal`` looks at those."""
    return error.startswith((REFUSED, "Failed to load resource"))


def note_refusal(watch: Watch, response: Response) -> None:
    """Note what is not there, unless Streamlit's page looks for the server."""
    if response.status >= 400 and not response.url.endswith(ASKED_FIRST):
        watch.page_errors.append(f"{response.status} {response.url}")


def test_every_lesson_opens(p):
    assert p.locator(".lab-course a").count() == len(LESSONS)
    for lesson in LESSONS:
        p.evaluate(TURN, lesson.key)
        is_titled(p, lesson.entry.claim)
        wait_for_rest(p)


def test_a_step_of_a_lesson_has_its_film(p, app_url):
    p.goto("/rounding?step=1")
    player = p.locator(".lab-player")
    expect(player).to_have_attribute("data-drawn", re.compile("^[1-9]"), timeout=30_000)
    frame = player.get_attribute("data-frame")
    place = p.locator(".lab-card .lab-place")
    expect(place).to_contain_text("Step 1 of")
    p.get_by_role("button", name="To the beginning").click()
    p.get_by_role("button", name="Play", exact=True).click()
    expect(player).not_to_have_attribute("data-frame", re.compile(f"^(0|{frame})$"))
    p.locator(".lab-ways [name=next]").click()
    expect(place).to_contain_text("Step 2 of")


def test_a_knob_that_is_dragged_is_in_the_address_and_a_file_is_taken_in(p):
    start(p)
    drag_and_upload(p)


def test_a_sweep_is_run(p, app_url):
    p.goto("/sweep?data=breast_cancer&plan.orders=2&a=rounding&a.values=4&b=sgd")
    # Before Streamlit 1.66 the name of a button had that of its icon before it.
    p.get_by_role("button", name=re.compile(r"\bRun$")).click()
    wait_for_paint(p, ("frontier",))
    expect(p.get_by_text("All settings")).to_be_visible(timeout=30_000)
