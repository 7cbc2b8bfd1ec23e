"""Visits to the app in one browser context: a page a test, or one page that tests share.

A fresh context has empty caches: 81 requests, and all of their scripts compiled anew, two seconds
each time. Streamlit keeps visitors apart by their connection, so that pages of one context are
strangers to each other all the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import BrowserContext, Locator, Page, TimeoutError, expect

from tests.support.browser import Watch
from tests.support.views import STAGE, figure, painted, repainted, revisions, start

# Where the knobs stand, and the sentence over the pictures: it comes with them, the knobs before.
STANDS = """[document.querySelector(".lab-headline")?.textContent,
    ...[...document.querySelectorAll(".lab-panel :is(input, select)")]
    .map((node) => [node.ariaLabel, node.type === "checkbox" ? node.checked : node.value])]"""

# What a link within the app does: another address, told to Streamlit as Back and Forward are.
TURN = """(path) => {
    document.activeElement?.blur();
    for (const open of document.querySelectorAll(".lab-open > .lab-more")) open.click();
    scrollTo(0, 0);
    history.pushState({}, "", path);
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
}"""


def turned(page: Page, path: str, names: Sequence[str] = STAGE) -> Page:
    """Turn an open page to another address, as a link would, and wait for its pictures."""
    last = names[-1]
    before = revisions(page, (last,)) if figure(page, last).count() else {last: 0}
    page.evaluate(TURN, path)
    repainted(page, before)
    painted(page, tuple(names))
    return page


def turned_to(page: Page, path: str, sign: Locator) -> None:
    """Turn an open page to another address, as a link would, and wait for a ``sign`` of it.

    An address that comes together with a movement, such as the end of the test before, is taken for
    an older one: then the link is followed once more.
    """
    page.evaluate(TURN, path)
    try:
        expect(sign).to_be_visible()
    except AssertionError:
        page.evaluate(TURN, path)
        expect(sign).to_be_visible(timeout=10_000)


class Pages:
    """Opens pages on the app, and remembers what went wrong in them since the last look."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.watch = Watch()
        self.watch.attach(context)

    def __call__(self, width: int = 1440, height: int = 900, dark: bool = False) -> Page:
        page = self.context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if dark else "light")
        return page

    def complaints(self) -> str:
        """The troubles since it was last asked; empty when all is well."""
        complaints = self.watch.complaints()
        self.watch.clear()
        return complaints


class Visit:
    """One page at an address, taken back to it before each test.

    What a test did to the address and the knobs is undone by the address, as a link would; what
    it did within pictures (zoom, the legend) is not: such tests open a page of their own.
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
        if self.page is not None and not self._taken_back():
            self.page.close()
            self.page = None
        if self.page is None:
            self.page = start(self.pages(), self.path, self.names)
            self.stood = self.page.evaluate(STANDS)
        return self.page

    def _taken_back(self) -> bool:
        try:
            self.page.mouse.up()
            self.page.set_default_timeout(15_000)
            self.page.set_viewport_size({"width": 1440, "height": 900})
            # An address that comes together with a movement is taken for an older one.
            if not self._turned(1_500) and not self._turned(10_000):
                return False
            expect(self.page.get_by_test_id("stAlert")).to_have_count(0, timeout=10_000)
            painted(self.page, self.names)
        except Exception:  # whatever the last test left behind, a fresh page has none of it
            return False
        return True

    def _turned(self, timeout: float) -> bool:
        """Turn to the address; whether all stands there as it first did, in time."""
        self.page.evaluate(TURN, self.path)
        stand = f"stood => JSON.stringify({STANDS}) === JSON.stringify(stood)"
        try:
            self.page.wait_for_function(stand, arg=self.stood, timeout=timeout)
        except TimeoutError:
            return False
        return True

    def close(self) -> None:
        """End the visit."""
        if self.page is not None:
            self.page.close()
