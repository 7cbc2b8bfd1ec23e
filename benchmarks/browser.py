"""The speed of the playground, in Chromium at 1440 × 900, against the app itself.

    python -m benchmarks.browser

Counted is what a person sees: ``probe.js`` notes in the page when a slider's input event happened
and when the frame with the new picture was handed to the screen.
"""

from __future__ import annotations

import contextlib
import itertools
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from algorithms.budget.scheduler import workers
from benchmarks.report import Row, at_least, at_most, machine, table
from tests.support.browser import launch, serve
from tools.find_browser import find_browser

# Four algorithms on breast cancer + 1000 noise features, and the knob that is moved.
FOUR_ALGORITHMS = (
    "/playground?data=breast_cancer&data.noise_features=1000&data.scaling=unit+variance"
    "&a=truncated_gradient&a.eta=0.01&a.gravity=0.05&b=rounding&b.eta=0.01&b.threshold=0.05"
    "&c=fobos&c.eta=0.01&c.l1=0.05&d=subgradient&d.eta=0.01&d.l1=0.05"
)
KNOB = "gravity"

FIGURES = ["truncation", "regret", "sparsity", "tradeoff"]
# A knob may leave the truncation functions as they are: the others always change.
MUST_CHANGE = FIGURES[1:]
PRESSES = 60
DRAG_SECONDS = 3.0
MOVE_EVERY = 0.016
STARTS = 3
DRAGS = 5


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    path = find_browser()
    if path is None:
        raise RuntimeError("no Chromium found: install one or name it in CHROMIUM")
    with sync_playwright() as playwright:
        browser = launch(playwright, path)
        yield browser
        browser.close()


def new_page(browser: Browser) -> Page:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_init_script(path=Path(__file__).with_name("probe.js"))
    return context.new_page()


def wait_for_paints(page: Page, figures: list[str], seconds: float = 60.0) -> None:
    page.wait_for_function("names => probe.has(names)", arg=figures, timeout=1000 * seconds)


def settle(page: Page, quiet: int = 500) -> None:
    """Wait until nothing was painted for ``quiet`` milliseconds: at rest comes a finer picture."""
    before, now = -1, page.evaluate("probe.paints.length")
    while before != now:
        page.wait_for_timeout(quiet)
        before, now = now, page.evaluate("probe.paints.length")


def slider(page: Page) -> Locator:
    return page.locator(f'input[type=range][aria-label="{KNOB}"]').first


def open_playground(browser: Browser, url: str) -> Page:
    page = new_page(browser)
    page.goto(url + FOUR_ALGORITHMS)
    wait_for_paints(page, FIGURES)
    slider(page).wait_for()
    settle(page, 1000)
    return page


def change_to_picture(page: Page) -> list[float]:
    """Milliseconds from each input event until every figure that changed was on the screen."""
    slider(page).focus()
    taken = []
    for i in range(PRESSES):
        page.evaluate("probe.clear()")
        page.keyboard.press("ArrowLeft" if i % 2 else "ArrowRight")
        wait_for_paints(page, MUST_CHANGE, 10.0)
        settle(page)
        start = page.evaluate("probe.inputs[0]")
        paints = [page.evaluate("([f, t]) => probe.after(f, t)", [f, start]) for f in FIGURES]
        taken.append(max(paint for paint in paints if paint is not None) - start)
    return taken


def drag(page: Page) -> tuple[float, float]:
    """Pictures per second, and the longest gap in milliseconds, while the slider is dragged."""
    box = slider(page).bounding_box()
    share = slider(page).evaluate("s => (s.value - s.min) / (s.max - s.min)")
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + share * box["width"], y)
    page.mouse.down()
    page.evaluate("probe.clear()")
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < DRAG_SECONDS:
        # There and back again between 20 % and 80 % of the track.
        phase = abs((2 * elapsed / DRAG_SECONDS) % 2 - 1)
        page.mouse.move(box["x"] + (0.2 + 0.6 * phase) * box["width"], y)
        time.sleep(max(0.0, MOVE_EVERY - (time.perf_counter() - start - elapsed)))
    inputs = page.evaluate("probe.inputs")
    paints = page.evaluate("probe.paints.filter(p => p.figure == 'regret').map(p => p.time)")
    page.mouse.up()
    if len(inputs) < 2:
        raise RuntimeError("the drag did not move the slider")
    times = [inputs[0], *(t for t in paints if inputs[0] < t <= inputs[-1]), inputs[-1]]
    rate = 1000 * (len(times) - 2) / (inputs[-1] - inputs[0])
    return rate, max(b - a for a, b in itertools.pairwise(times))


@contextlib.contextmanager
def busy_cores() -> Iterator[None]:
    """Keep all cores busy but one; of a single one, that one."""
    loops: list[subprocess.Popen] = []
    try:
        for _ in range(workers()):
            loops.append(subprocess.Popen([sys.executable, "-c", "while True: pass"]))
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def drag_beside_work(page: Page) -> float:
    """Pictures per second of a drag while one core alone is free; the median of some."""
    rates = []
    with busy_cores():
        for _ in range(DRAGS):
            settle(page, 1000)
            rates.append(drag(page)[0])
    return statistics.median(rates)


def start_to_picture(browser: Browser, **environment: str) -> float:
    """Seconds from starting the server to its first four pictures, in a page already there.

    By the page's own clock: after the first pictures it runs plotly.js, and is deaf meanwhile.
    """
    page = new_page(browser)
    environment["PYTHONDONTWRITEBYTECODE"] = ""  # as for who calls ``make run``
    start = time.time()
    with serve(**environment) as server:
        server.wait()
        page.goto(f"{server.url}/playground", wait_until="commit")
        wait_for_paints(page, FIGURES, 120.0)
        first = [page.evaluate("f => probe.after(f, 0)", figure) for figure in FIGURES]
        painted = (page.evaluate("performance.timeOrigin") + max(first)) / 1000
        page.context.close()
    return painted - start


def live_rows() -> list[Row]:
    with chromium() as browser, serve() as server:
        server.wait()
        page = open_playground(browser, server.url)
        taken = sorted(change_to_picture(page))
        settle(page, 1000)
        rate, gap = drag(page)
        beside = drag_beside_work(page)
    p50, p95 = statistics.median(taken), taken[int(0.95 * (len(taken) - 1))]
    what = "change → new picture, 4 charts × 4 algorithms"
    return [
        Row(f"{what}, p50", f"{p50:.0f} ms", bar="≤ 60 ms", verdict=at_most(p50, 60)),
        Row(f"{what}, p95", f"{p95:.0f} ms", bar="≤ 100 ms", verdict=at_most(p95, 100)),
        Row("drag", f"{rate:.0f} pictures/s", bar="≥ 20 pictures/s", verdict=at_least(rate, 20)),
        Row("drag, longest gap between pictures", f"{gap:.0f} ms"),
        Row(
            "drag, all cores busy but one",
            f"{beside:.1f} pictures/s",
            bar="≥ 24 pictures/s",
            verdict=at_least(beside, 24),
        ),
    ]


def start_rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        cold = start_to_picture(browser, SPARSITY_LAB_CACHE=folder)
    with chromium() as browser:
        start_to_picture(browser)  # fills the kernel cache, if nothing did before
        warm = statistics.median(start_to_picture(browser) for _ in range(STARTS))
    what = "start → first picture"
    return [
        Row(f"{what}, warm", f"{warm:.1f} s", bar="≤ 3 s", verdict=at_most(warm, 3)),
        Row(f"{what}, first start ever", f"{cold:.1f} s", bar="≤ 15 s", verdict=at_most(cold, 15)),
    ]


if __name__ == "__main__":
    print(machine())
    print(table(live_rows() + start_rows()))
