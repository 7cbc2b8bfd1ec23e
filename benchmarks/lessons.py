"""The speed of lessons: films played and scrubbed, knobs dragged, in Chromium at 1440 × 900.

    python -m benchmarks.lessons

A picture counts when its canvas or figure was drawn anew; messages are frames sent to the server.
Knobs are dragged with the film at its end, where there is most to draw, DRAGS times through the
same stops. The first time every stop is computed, later some are remembered.
"""

from __future__ import annotations

import statistics

from playwright.sync_api import Page

from benchmarks.browser import chromium
from benchmarks.report import Row, at_least, at_most, machine, table
from pages.lessons import LESSONS
from tests.support.browser import serve

SECONDS, DRAGS = 3.0, 3
DRAWN = "Number(document.querySelector('.lab-player')?.dataset.drawn ?? 0)"
PAINTED = """[...document.querySelectorAll('[data-revision], [data-drawn]')]
    .map((node) => Number(node.dataset.revision ?? node.dataset.drawn))"""

# Drawings in the time it takes to put the slider somewhere else at every frame of the screen.
SCRUB = """async (seconds) => {
    const slider = document.querySelector('.lab-bar input[type=range]');
    const drawn = () => Number(document.querySelector('.lab-player').dataset.drawn);
    const [before, start] = [drawn(), performance.now()];
    let i = 0;
    while (performance.now() - start < 1000 * seconds) {
        slider.value = (7 * i++) % (Number(slider.max) + 1);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise(requestAnimationFrame);
    }
    return (drawn() - before) / ((performance.now() - start) / 1000);
}"""

# A hand that moves the first slider at every frame of the screen, through the middle half of it.
DRAG = """async (seconds) => {
    const slider = document.querySelector('.lab-panel input[type=range]');
    const start = performance.now();
    for (let i = 0; performance.now() - start < 1000 * seconds; i++) {
        slider.value = Math.round(slider.max * (0.5 + 0.25 * Math.abs(((i / 60) % 2) - 1)));
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise(requestAnimationFrame);
    }
    return (performance.now() - start) / 1000;
}"""


def rows() -> list[Row]:
    """The slowest lesson of each kind of movement; all of them are printed."""
    played, scrubbed, dragged, first, messages = {}, {}, {}, {}, 0
    with serve() as server, chromium() as browser:
        server.wait()
        for lesson in LESSONS:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            sent: list = []
            page.on("websocket", lambda w, sent=sent: w.on("framesent", lambda m: sent.append(m)))
            page.goto(f"{server.url}/{lesson.key}?step=0&frame=0")
            page.wait_for_function(f"{PAINTED}.some((n) => n > 0)", timeout=60_000)
            page.wait_for_timeout(2500)
            if page.locator(".lab-player").count():
                before = len(sent)
                played[lesson.key] = play(page)
                scrubbed[lesson.key] = page.evaluate(SCRUB, SECONDS)
                messages += len(sent) - before
                page.get_by_role("button", name="To the end").click()
            rates = [drag(page) for _ in range(DRAGS)]
            first[lesson.key], dragged[lesson.key] = rates[0], statistics.median(rates)
            page.context.close()
    return [
        slowest("film played", played, 50.0),
        slowest("film scrubbed", scrubbed, 50.0),
        Row("messages while films play", f"{messages}", bar="0", verdict=at_most(messages, 0)),
        slowest("lesson dragged", dragged, 20.0),
        slowest("lesson dragged for the first time", first, None),
    ]


def play(page: Page) -> float:
    """Drawings per second while the film plays at a pace that changes the frame at each of them."""
    page.get_by_label("speed").select_option("2")
    before = page.evaluate(DRAWN)
    bar = page.locator(".lab-bar")
    bar.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_timeout(1000 * SECONDS)
    drawn = page.evaluate(DRAWN) - before
    bar.get_by_role("button", name="Pause", exact=True).click()
    return drawn / SECONDS


def drag(page: Page) -> float:
    """New pictures per second, of the one that changes most, while the first slider is dragged."""
    before = page.evaluate(PAINTED)
    took = page.evaluate(DRAG, SECONDS)
    after = page.evaluate(PAINTED)
    return max(now - then for now, then in zip(after, before, strict=False)) / took


def slowest(what: str, rates: dict[str, float], bar: float | None) -> Row:
    measured = {key: value for key, value in rates.items() if value == value}
    key = min(measured, key=measured.get)
    middle = statistics.median(measured.values())
    text = f"{measured[key]:.0f}/s for {key}, median of {len(measured)} lessons {middle:.0f}/s"
    print(what, {key: round(value) for key, value in rates.items() if value == value})
    if bar is None:
        return Row(f"{what}, slowest", text)
    return Row(f"{what}, slowest", text, bar=f"≥ {bar:.0f}/s", verdict=at_least(measured[key], bar))


if __name__ == "__main__":
    print(machine())
    print(table(rows()))
