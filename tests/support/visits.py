"""Visits to the app in one browser context: a page a test, or one page that tests share.

A fresh context has empty caches: 81 requests, and all of their scripts compiled anew, two seconds
each time. Streamlit keeps visitors apart by their connection, so that pages of one context are
strangers to each other all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from playwright.sync_api import BrowserContext, Locator, Page, TimeoutError, expect

from tests.support.browser import Watch
from tests.support.views import STAGE, start, wait_for_paint, wait_for_rest, wait_until

# Where the knobs stand, and the sentence over the pictures: it comes with them, the knobs before.
STANDS = """[document.querySelector(".lab-headline")?.textContent,
    ...[...document.querySelectorAll(".lab-panel :is(input, select)")]
    .map((node) => [node.ariaLabel, node.type === "checkbox" ? node.checked : node.value])]"""

# Follow a link within the app: another address, announced to Streamlit as Back and Forward are. The
# pictures that stood there before are remembered.
TURN = """(path) => {
    document.activeElement?.blur();
    for (const open of document.querySelectorAll(".lab-open > .lab-more")) open.click();
    for (const open of document.querySelectorAll("dialog[open]")) open.close();
    document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
    const stood = [...document.querySelectorAll("[data-figure]")];
    window.painted = new Map(stood.map((node) => [node, Number(node.dataset.revision)]));
    history.pushState({}, "", path);
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
}"""

# Follow it once more; where the address is there already, Back is to lead to the one before.
AGAIN = """(path) => {
    const there = new URL(path, location.href).href === location.href;
    history[there ? "replaceState" : "pushState"]({}, "", path);
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
}"""

# Whether a picture has been painted since, there or anew.
REPAINTED = """(name) => {
    const node = document.querySelector(`[data-figure="${name}"]`);
    return Number(node?.dataset.revision) > (window.painted.get(node) ?? 0);
}"""


# Milliseconds after which a link is followed once more, and at last for how long it is waited for.
PATIENCE = (1_000, 2_000, 15_000)


def follow(
    page: Page, path: str, arrives: Callable[..., object], last: float = PATIENCE[-1]
) -> None:
    """Turn an open page to another address, as a link would, until it has come to it.

    An address that comes together with a movement, such as the end of the test before, is taken for
    an older one: then the link is followed once more, but not while the page may be on its way.

    Parameters
    ----------
    arrives : waits for what stands there, for as many milliseconds as its ``timeout``; then it
        raises.
    last : milliseconds it has at last.
    """
    page.evaluate(TURN, path)
    for patience in PATIENCE[:-1]:
        for _ in range(2):
            with suppress(TimeoutError, AssertionError):
                arrives(timeout=patience)
                return
            wait_for_rest(page)
        page.evaluate(AGAIN, path)
    arrives(timeout=last)


def navigate(page: Page, path: str, names: Sequence[str] = STAGE) -> Page:
    """Turn an open page to another address, as a link would, and wait for its pictures."""
    wait_for_rest(page)
    follow(page, path, partial(page.wait_for_function, REPAINTED, arg=names[-1]))
    wait_for_paint(page, tuple(names))
    return page


def turned_to(page: Page, path: str, sign: Locator) -> None:
    """Turn an open page to another address, as a link would, and wait for a ``sign`` of it."""
    follow(page, path, expect(sign).to_be_visible)


# The headings of a page that are not there, of one.
UNTITLED = """(title) => [...document.querySelectorAll("h1")]
    .some((node) => node.checkVisibility() && node.textContent.includes(title)) ? [] : [title]"""


def is_titled(page: Page, title: str) -> None:
    """Wait until that is the heading of the page."""
    wait_until(page, UNTITLED, title, 20_000)


# How often the page has said something to the server, since this was first asked.
MESSAGES = """() => {
    if (window.messages === undefined) {
        window.messages = 0;
        const { send } = WebSocket.prototype;
        WebSocket.prototype.send = function (...what) {
            window.messages += 1;
            return send.apply(this, what);
        };
    }
    return window.messages;
}"""


def messages(page: Page) -> int:
    """Return the number of messages the page has sent to the server since it was first asked."""
    return page.evaluate(MESSAGES)


class Pages:
    """Opens pages on the app, and remembers what went wrong in them since the last look."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.watch = Watch()
        self.watch.attach(context)

    def __call__(
        self, width: int = 1440, height: int = 900, dark: bool = False, moving: bool = False
    ) -> Page:
        """Open a page; what moves by itself moves in it only for those who ask for it."""
        page = self.context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        scheme, motion = "dark" if dark else "light", "no-preference" if moving else "reduce"
        page.emulate_media(color_scheme=scheme, reduced_motion=motion)
        return page

    def complaints(self) -> str:
        """The troubles since it was last asked; empty when all is well."""
        complaints = self.watch.complaints()
        self.watch.clear()
        return complaints


class Visit:
    """One page that tests share: taken back to its address before each test, or as it stands.

    What a test did to the address, the knobs, the window and the theme is undone; what it did
    within pictures (zoom, the legend) goes when it turns to another page of the app.
    """

    def __init__(
        self, pages: Pages, path: str = "/playground", names: Sequence[str] = STAGE
    ) -> None:
        self.pages = pages
        self.path = path
        self.names = tuple(names)
        self.page: Page | None = None
        self.stood: list = []

    def again(self) -> Page:
        """Return the page as it first stood; one that cannot be taken back is replaced."""
        if self.page is not None and not self._take_back():
            self.close()
        return self.page or self._open()

    def anywhere(self, width: int = 1440, height: int = 900, dark: bool = False) -> Page:
        """Return the page wherever it stands, for a test that turns to an address of its own."""
        if self.page is None:
            self._open()
        self._window(width, height, dark)
        wait_for_rest(self.page)
        return self.page

    def close(self) -> None:
        """End the visit."""
        if self.page is not None:
            self.page.close()
            self.page = None

    def _open(self) -> Page:
        self.page = start(self.pages(), self.path, self.names)
        self.stood = self.page.evaluate(STANDS)
        return self.page

    def _window(self, width: int = 1440, height: int = 900, dark: bool = False) -> None:
        self.page.mouse.up()
        self.page.set_default_timeout(15_000)
        self.page.set_viewport_size({"width": width, "height": height})
        scheme = "dark" if dark else "light"
        self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")

    def _take_back(self) -> bool:
        try:
            self._window()
            self.page.keyboard.press("Escape")  # what stands open would stay
            wait_for_rest(self.page)
            self._return()
            expect(self.page.get_by_test_id("stAlert")).to_have_count(0, timeout=10_000)
            wait_for_paint(self.page, self.names)
            wait_for_rest(self.page)  # a list that is open would be closed by what still comes
        except Exception:  # whatever the last test left behind, a fresh page has none of it
            return False
        return True

    def _return(self) -> None:
        """Turn to the address until all stands there as it first did."""
        stand = f"stood => JSON.stringify({STANDS}) === JSON.stringify(stood)"
        stands = partial(self.page.wait_for_function, stand, arg=self.stood)
        # To open it anew takes less than to wait any longer.
        follow(self.page, self.path, stands, last=3_000)
