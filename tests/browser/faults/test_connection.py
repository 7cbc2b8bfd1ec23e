"""A page whose connection or server goes and comes back: it heals itself, in the same state."""

from __future__ import annotations

import os
import time

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import free_port, serve
from tests.support.views import address_has, enter

pytestmark = pytest.mark.browser

SOON, AT_LAST = 3.0, 15.0
"""Seconds within which a page heals itself once its server answers again: on a quiet machine, and
on any, beside other tests and with all of the server's imports still to come."""

# The browser loses its connections; the server can be reached again when the window is not `away`,
# and knows it again unless it was `forgotten`: Streamlit tells it by the third protocol it names.
CONNECTIONS = """
    const Connection = window.WebSocket;
    const all = [];
    window.WebSocket = class extends Connection {
        constructor(address, protocols = []) {
            const kept = window.forgotten ? protocols.slice(0, 2) : protocols;
            super(window.away ? `ws://${location.host}/nowhere` : address, kept);
            all.push(this);
        }
    };
    window.lose = () => all.splice(0).forEach((each) => each.close());
    const ask = window.fetch;
    window.fetch = (...what) =>
        window.away ? Promise.reject(new TypeError("away")) : ask(...what);
"""

# The page notes when it has healed: to look at it from outside takes up to a second longer.
HEALED = """(words) => {
    const look = setInterval(() => {
        const stands = document.querySelector(".lab-headline").textContent.includes(words);
        if (!stands || !location.search.includes("period=19")) return;
        clearInterval(look);
        window.healed = Date.now() / 1000;
    }, 10);
}"""


def cut_every(p: Page, steps: int) -> None:
    """Move the knob of the first page."""
    enter(p, "rule", "period", str(steps))


def words(steps: int) -> str:
    return f"every {steps} examples"


def stands(p: Page, steps: int) -> None:
    """The sentence over the picture is of that knob, and so is the address."""
    lead = p.locator(".lab-headline")
    expect(lead).to_contain_text(words(steps), timeout=20_000)
    address_has(p, period=str(steps))


def line_text(p: Page, text: str) -> None:
    expect(p.locator(".lab-connection")).to_contain_text(text, timeout=20_000)


def test_a_page_heals_itself_when_its_connection_comes_back(page):
    p = page()
    p.add_init_script(CONNECTIONS)
    p.goto("/?period=5")
    stands(p, 5)
    p.evaluate("away = true; lose()")
    line_text(p, "cannot be reached")
    cut_every(p, 20)
    p.evaluate("away = false")
    stands(p, 20)
    expect(p.locator(".lab-connection")).to_have_text("")  # nothing was lost
    p.evaluate("away = forgotten = true; lose()")
    line_text(p, "cannot be reached")
    cut_every(p, 19)
    p.evaluate("away = false")
    stands(p, 19)  # what was moved meanwhile, on what the address says
    line_text(p, "had to begin this visit anew")
    cut_every(p, 18)
    stands(p, 18)


@pytest.mark.skipif(os.environ.get("WALKS") != "all", reason="two servers' start: make walks")
def test_a_page_heals_itself_when_the_server_was_started_anew(page):
    p = page()
    port = str(free_port())
    with serve(PORT=port) as server:
        server.url = f"http://127.0.0.1:{port}"
        server.wait()
        p.goto(f"{server.url}/?period=5")
        stands(p, 5)
        server.process.kill()
        server.process.wait()
    line_text(p, "cannot be reached")
    cut_every(p, 19)
    p.evaluate(HEALED, words(19))
    with serve(PORT=port) as server:
        server.url = f"http://127.0.0.1:{port}"
        server.wait()
        back = time.time()
        stands(p, 19)
        took = p.evaluate("() => healed") - back
        print(f"the page had healed {took:.1f} s after the server was back (bar: {SOON:g} s)")
        assert took < AT_LAST
        line_text(p, "had to begin this visit anew")
        cut_every(p, 18)
        stands(p, 18)
