"""The speed of lessons: films played and scrubbed, knobs dragged, in Chromium at 1440 × 900.

    python -m benchmarks.lessons [LESSON ...]

Films and knobs are those of the first step of a story that has one, with its card beside them, and
the knobs once more in free play, where there is most to draw. A picture counts when its canvas or
figure was drawn anew; messages are frames sent to the server. A knob is dragged with the film at
its end, DRAGS times through the same stops. The first time every stop is computed, later some are
remembered.
"""

from __future__ import annotations

import contextlib
import statistics
import sys
from collections.abc import Iterator, Sequence

from playwright.sync_api import Browser, Page

from benchmarks.browser import chromium
from benchmarks.report import Row, at_least, at_most, machine, table
from charts import Film
from knobs import Knob, knobs_of
from pages.lessons import LESSONS
from tests.support.browser import serve
from ui import engine
from ui.lessons import Lesson
from ui.lessons.show import example
from ui.lessons.story import SHOWN
from ui.lessons.story_card import knobs_at

SECONDS, DRAGS = 3.0, 3
PLAYED, SCRUBBED = "film of a step played", "film of a step scrubbed"
DRAGGED = "knob of a step dragged", "knob dragged in free play"
FIRST = ", for the first time"
BARS = {PLAYED: 50.0, SCRUBBED: 50.0} | {
    what + time: bar for what in DRAGGED for time, bar in (("", 20.0), (FIRST, None))
}
"""The pictures per second of the slowest lesson that are asked for, by kind of movement."""
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


def rows(keys: Sequence[str] = ()) -> list[Row]:
    """The slowest lesson of each kind of movement; all of them are printed.

    Parameters
    ----------
    keys : the lessons that are measured; empty for all.
    """
    rates: dict[str, dict[str, float]] = {what: {} for what in BARS}
    messages = 0
    with serve() as server, chromium() as browser:
        server.wait()
        for lesson in LESSONS:
            if keys and lesson.key not in keys:
                continue
            film, knobs = steps_measured(lesson)
            if film:
                with open_step(browser, server.url, lesson, film) as (page, sent):
                    before = len(sent)
                    rates[PLAYED][lesson.key] = play(page)
                    rates[SCRUBBED][lesson.key] = page.evaluate(SCRUB, SECONDS)
                    messages += len(sent) - before
            for what, step in zip(DRAGGED, (knobs, 0), strict=True):
                if step is not None:
                    with open_step(browser, server.url, lesson, step) as (page, _):
                        first, again = drags(page)
                    rates[what + FIRST][lesson.key], rates[what][lesson.key] = first, again
    return [slowest(what, measured, BARS[what]) for what, measured in rates.items()] + [
        Row("messages while films play", f"{messages}", bar="0", verdict=at_most(messages, 0))
    ]


def steps_measured(lesson: Lesson) -> tuple[int | None, int | None]:
    """Return the first step whose end shows a film, and the first with a slider; None for none."""
    data = engine.dataset(*example(lesson)) if lesson.example else None
    sliders = {name for name, knob in knobs_of(lesson.knobs).items() if _is_slider(knob)}
    film = knobs = None
    for number, step in enumerate(lesson.story.steps, 1):
        if film is None:
            evidence = lesson.evidence(knobs_at(lesson, number, SHOWN), data)
            if any(isinstance(row, Film) for row in step.scene_of(SHOWN).stage(evidence)):
                film = number
        if knobs is None and sliders & set(step.knobs):
            knobs = number
    return film, knobs


def _is_slider(knob: Knob) -> bool:
    return not knob.choices and not knob.flag


@contextlib.contextmanager
def open_step(browser: Browser, url: str, lesson: Lesson, step: int) -> Iterator[tuple[Page, list]]:
    """Open a step of a lesson, 0 for free play, with the end of its bet; the page and its messages.

    The messages are those that the page sends, as they go.
    """
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    sent: list = []
    page.on("websocket", lambda w: w.on("framesent", lambda m: sent.append(m)))
    page.goto(f"{url}/{lesson.key}?step={step}&bet={SHOWN}&frame=0")
    page.wait_for_function(f"() => {PAINTED}.some((n) => n > 0)", timeout=60_000)
    page.wait_for_timeout(2500)
    yield page, sent
    page.context.close()


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


def drags(page: Page) -> tuple[float, float]:
    """The pictures per second of the first drag, and of the one in the middle of DRAGS."""
    if page.locator(".lab-player").count():
        page.get_by_role("button", name="To the end").click()
    rates = [drag(page) for _ in range(DRAGS)]
    return rates[0], statistics.median(rates)


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
    print(table(rows(sys.argv[1:])))
