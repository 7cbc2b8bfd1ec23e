"""Browsers of students in a class: when a step of the leader stands on their screens."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator

from playwright.async_api import Page, async_playwright

from tests.support.browser import flags
from tools.find_browser import find_browser

SIZES = ((1280, 720), (390, 844), (820, 1180))
"""Of their windows, in turns: a laptop, a phone, a tablet."""
PATIENCE_MS = 60_000

# Which step the card names, once for each, when the frame with it has been handed to the screen.
PROBE = """
window.steps = {};
const { port1, port2 } = new MessageChannel();
let place = "";
port1.onmessage = () => (window.steps[place] ??= performance.timeOrigin + performance.now());
const look = () => {
  const here = document.querySelector(".lab-card .lab-place")?.textContent ?? "";
  if (here !== place) port2.postMessage((place = here));
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
NUMBER = re.compile(r"Step (\d+) of ")


@contextlib.asynccontextmanager
async def screens(url: str, code: str, browsers: int) -> AsyncIterator[list[Page]]:
    """Have so many browsers, a process each, follow a class; yield their pages.

    Raises RuntimeError where there is no Chromium.
    """
    path = find_browser()
    if path is None:
        raise RuntimeError("no Chromium found: install one or name it in CHROMIUM")
    async with async_playwright() as playwright:
        pages = []
        for number in range(browsers):
            browser = await playwright.chromium.launch(executable_path=path, args=flags())
            width, height = SIZES[number % len(SIZES)]
            page = await browser.new_page(viewport={"width": width, "height": height})
            await page.add_init_script(PROBE)
            await page.goto(f"{url}/?class={code}")
            await page.wait_for_selector(".lab-card .lab-place", timeout=PATIENCE_MS)
            pages.append(page)
        yield pages
        for page in pages:
            await page.context.browser.close()


async def shown_at(page: Page) -> dict[int, float]:
    """Return when each step stood on the screen of a page, by the system's clock in seconds."""
    noted = await page.evaluate("() => window.steps")
    named = ((NUMBER.match(place), at) for place, at in noted.items())
    return {int(found[1]): at / 1e3 for found, at in named if found}
