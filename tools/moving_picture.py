"""Make the moving picture of the README: gravity is dragged in the playground, pictures follow.

``python -m tools.moving_picture`` starts the app, drags in a browser as a hand would, and writes
``docs/moving.webp``. The file's description says what the first of its frames shows: the address,
spelled out, and the table of the runs as it was read on the page.
"""

from __future__ import annotations

import io
import json
import math
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.support.browser import launch, serve
from tools.find_browser import find_browser
from ui.address import spell_out
from ui.view import opening

TARGET = Path(__file__).resolve().parents[1] / "docs" / "moving.webp"
ADDRESS = "/playground?present=1&show=gravity"
SIZE, WIDTH = {"width": 1100, "height": 700}, 900
"""Pixels of the window, and the width of the picture."""

STEPS, FRAME_MS, HOLD_MS = 48, 90, 900
"""Places of the hand, milliseconds that each is shown, and that the picture rests at the end."""

LOWEST = 0.06
"""The share of the slider down to which the hand goes."""

NEXT = 0.01
"""A share of the slider that leads to its next place."""

ANSWER_MS, REST_MS = 160, 3000
"""Milliseconds that the pictures are given to follow the hand, and to come to rest."""

DESCRIPTION = 0x010E
"""The tag of EXIF for the description of an image."""

POINTER = """
const hand = document.createElement("div");
hand.style = "position:fixed;z-index:9999;width:18px;height:18px;margin:-9px;border-radius:50%;"
  + "background:#e8a33d99;border:2px solid #a8620f;pointer-events:none";
document.body.append(hand);
addEventListener("mousemove", ({clientX, clientY}) => {
  hand.style.left = `${clientX}px`; hand.style.top = `${clientY}px`;
}, true);
"""
"""A ring where the mouse is, which a screenshot leaves out."""


def places(start: float) -> list[float]:
    """Return the shares of the slider that the hand passes: down, and nearly back to its start."""
    shares = [(1 - math.cos(2 * math.pi * i / STEPS)) / 2 for i in range(STEPS)]
    way = [start + (LOWEST - start) * share for share in shares]
    return [*way, start + NEXT]  # a slider that is let go where it was taken has not changed


def picture(page: Page) -> Image.Image:
    """Return what the window shows, in the width of the picture."""
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    height = round(image.height * WIDTH / image.width)
    return image.resize((WIDTH, height), Image.Resampling.LANCZOS)


def description(page: Page) -> dict:
    """Return what a page of the opening view shows: its parameters, and the table of its runs."""
    rows = "rows => rows.map(row => [...row.cells].map(cell => cell.textContent.trim()))"
    return {
        "view": spell_out(opening()),
        "table": page.locator(".lab-score tr").evaluate_all(rows),
    }


def open_all(page: Page) -> None:
    """Open the view with all its pictures, each at rest."""
    page.locator('input[type=range][aria-label="gravity"]').wait_for()
    page.get_by_role("button", name="all pictures").click()
    page.wait_for_timeout(2 * REST_MS)  # the run plays as a film first


def drag(page: Page) -> list[Image.Image]:
    """Return the pictures of a drag of gravity; the last one is at rest."""
    slider = page.locator('input[type=range][aria-label="gravity"]')
    page.evaluate(POINTER)
    box = slider.bounding_box()
    share = slider.evaluate("s => (s.value - s.min) / (s.max - s.min)")
    radius, y = box["height"] / 2, box["y"] + box["height"] / 2
    frames = []
    for place in places(share):
        page.mouse.move(box["x"] + radius + place * (box["width"] - 2 * radius), y)
        if not frames:
            page.mouse.down()
        page.wait_for_timeout(ANSWER_MS)
        frames.append(picture(page))
    page.mouse.up()
    page.wait_for_timeout(REST_MS)
    return [*frames, picture(page)]


def main() -> None:
    path = find_browser()
    if path is None:
        sys.exit("There is no Chromium: install one, or name it in CHROMIUM.")
    with sync_playwright() as playwright, serve() as server:
        server.wait()
        browser = launch(playwright, path)
        page = browser.new_page(viewport=SIZE)
        page.goto(server.url + ADDRESS)
        open_all(page)
        exif = Image.Exif()
        exif[DESCRIPTION] = json.dumps(description(page))
        first, *others = drag(page)
        browser.close()
    times = [FRAME_MS] * len(others) + [HOLD_MS]
    more = {"append_images": others, "duration": times, "loop": 0, "exif": exif}
    first.save(TARGET, save_all=True, quality=70, method=6, **more)
    print(f"{TARGET}: {TARGET.stat().st_size / 1e6:.2f} MB, {sum(times) / 1000:.1f} s")


if __name__ == "__main__":
    main()
