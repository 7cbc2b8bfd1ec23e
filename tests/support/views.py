"""Helpers shared by the tests of pictures, pages and the browser."""

from __future__ import annotations

import base64
import json
import re
from contextlib import suppress
from functools import cache

import numpy as np
import streamlit as st
from playwright.sync_api import Frame, Locator, Page, TimeoutError, expect
from streamlit.testing.v1 import AppTest, local_script_runner

import charts
from algorithms import CATALOGUE, Comparator, random_order, record
from datasets import Dataset, Recipe, recipe
from knobs import format_value
from tests.naive import dataset
from tests.support.browser import ROOT
from ui import engine
from ui.engine import Material, comparators
from ui.live.stage import text_of
from ui.menu import SCRIPTS
from ui.playground.details import NUMBERS
from ui.view import View

# Each app looks through all that is installed for components: a tenth of a second, every time.
with suppress(ImportError, AttributeError):  # another release of Streamlit
    from streamlit.components.v2 import manifest_scanner

    manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)

# Pages hide the error from visitors; tests need it.
st.set_option("client.showErrorDetails", "full")

# Pages that are drawn without a browser wait for the best weights, on slow machines, too.
comparators.PATIENCE = 60.0

NOTHING = Comparator(l1=0.1, gap=1e-6, nonzeros=0, weights=np.zeros(1))
STAGE = ("truncation", "regret", "sparsity", "tradeoff")
DATA_STAGE = ("balance", "pattern", "relevance")
BATCH_STAGE = ("profile", "suboptimality", "sparsity", "tradeoff")
TABLE = "a,b,y\n" + "".join(f"{i},{i * i % 7},{i % 2}\n" for i in range(60))
AT_LEAST_ONE = re.compile(r"^[1-9]")

# The pictures that have not been painted: by Plotly, or `sketched` is enough.
PAINTED = """([names, sketched]) => names.filter((name) => {
    const node = document.querySelector(`[data-figure="${name}"]`);
    const painted = Number(node?.dataset.revision) >= 1;
    return !painted || !(sketched || !node.classList.contains("lab-moving"));
})"""
RESTS = """() => {
    const app = document.querySelector("[data-testid=stApp]");
    return app?.dataset.testScriptState === "notRunning" ? [] : [app?.dataset.testScriptState];
}"""


def toy(d: int = 6, n: int = 40, seed: int = 0, **more) -> Dataset:
    """A small classification dataset with a truth in its first feature."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d)) * (rng.random((n, d)) < 0.8)
    return dataset(X, np.where(X[:, 0] + 0.1 * rng.standard_normal(n) > 0, 1.0, -1.0), **more)


def named_runs(
    data: Dataset, *algorithms, loss: str = "logistic", passes: int = 2
) -> list[charts.Run]:
    """Named runs of ``algorithms`` over ``data``, all in one order."""
    order = random_order(data.n_rows, passes, 0)
    return charts.name_runs(algorithms, [record(a, data, loss, order) for a in algorithms])


def make(key: str, **knobs):
    """An algorithm by its key."""
    return CATALOGUE[key](**knobs)


def on(name: str, **options) -> Recipe:
    """The recipe of a dataset by its name."""
    return recipe(name)(**options)


def runs_of_view(view: View) -> tuple[Dataset, list[charts.Run]]:
    """The dataset and the runs of a view, as the page computes them."""
    material = Material.of(view)
    return material.data, charts.name_runs(view.runs, engine.traces(material, view))


def numbers(axis) -> np.ndarray:
    """The numbers of one axis of a curve as plotly.js reads them."""
    if isinstance(axis, dict):
        raw = base64.b64decode(axis["bdata"])
        return np.frombuffer(raw, f"<{axis['dtype']}").astype(float)
    return np.array([v if isinstance(v, int | float) else np.nan for v in axis], float)


def curves(picture: charts.Picture) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The numbers a browser is sent, decoded: name → (x, y)."""
    sent = json.loads(text_of(picture))["data"]
    return {curve["name"]: (numbers(curve["x"]), numbers(curve["y"])) for curve in sent}


# Without a browser -------------------------------------------------------------------------------


LESSON = """
from pages.lessons import LESSONS
from ui.lessons.show import show

show(next(lesson for lesson in LESSONS if lesson.key == {key!r}))
"""


def extremes(knob) -> tuple[str, ...]:
    """The ends of a knob, and every choice, as an address writes them."""
    if knob.flag or knob.choices:
        return ("0", "1") if knob.flag else knob.choices
    stops = knob.stops()
    return format_value(stops[0]), format_value(stops[-1])


def open_lesson(key: str, **parameters: str) -> AppTest:
    """A lesson at an address, run once; its frame is the browser tests' business."""
    st.cache_resource.clear()
    app = AppTest.from_string(LESSON.format(key=key), default_timeout=60)
    for name, value in parameters.items():
        app.query_params[name] = value
    return app.run()


BUTTONS = ("About the data", "Upload a file", "Its options")
"""The buttons behind which something stands that is made when they are pressed."""


def framed_app() -> AppTest:
    """The app in its frame, not run yet, with all that stands behind buttons."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for key in (*BUTTONS, *(f"course_on_{form.page}" for form in SCRIPTS)):
        app.session_state[key] = True
    app.session_state["section"] = NUMBERS
    return app


def wait_for_end(runner: local_script_runner.LocalScriptRunner, timeout: float = 3) -> None:
    """Wait for the end of a script's thread; Streamlit asks a thousand times a second for it."""
    runner._script_thread.join(timeout)
    asked(runner, timeout if not runner._script_thread.is_alive() else 0.0)


asked, local_script_runner.require_widgets_deltas = (
    local_script_runner.require_widgets_deltas,
    wait_for_end,
)


def open_app(**parameters: str) -> AppTest:
    """The playground at an address, run once."""
    # Each AppTest has a registry of components of its own; the app keeps theirs in this cache.
    st.cache_resource.clear()
    app = framed_app().switch_page("pages/playground.py")
    for name, value in parameters.items():
        app.query_params[name] = value
    return app.run()


def payload_of(app: AppTest, key: str) -> dict | None:
    """The payload of the live part ``key``, or None when it is not on the page."""
    for node in app.main:
        if getattr(node, "key", None) == key and node.type == "bidi_component":
            (data,) = json.loads(node.proto.json)
            return data
    return None


def pictures(app: AppTest, key: str = "stage_playground") -> dict[str, dict]:
    """The figures of a stage by name; each has figure (decoded), alt and caption."""
    stage = payload_of(app, key) or {"rows": []}
    drawn = [picture for row in stage["rows"] for picture in row.get("pictures", [])]
    return {p["name"]: {**p, "figure": json.loads(p["figure"])} for p in drawn}


def values(app: AppTest, key: str = "panels_playground") -> dict[str, dict]:
    """The positions of the knobs, by panel."""
    return {panel["source"]: panel["values"] for panel in payload_of(app, key)["panels"]}


# In a browser ------------------------------------------------------------------------------------


def start(page: Page, path: str = "/playground", names: tuple[str, ...] = STAGE) -> Page:
    """Open ``path`` and wait for its painted pictures; the playground's first film is not shown."""
    page.set_default_timeout(15_000)
    if "sparsity" in names:
        page.emulate_media(reduced_motion="reduce")
    page.goto(path)
    wait_for_paint(page, names)
    return page


def wait_for_paint(page: Page | Frame, names: tuple[str, ...] = STAGE) -> None:
    """Wait until the pictures have been painted, by Plotly and not as a first sketch."""
    wait_until(page, PAINTED, [names[:1], True], 30_000)
    use(page, names[0])
    wait_until(page, PAINTED, [names, False], 30_000)


def wait_until(page: Page | Frame, so: str, given: object, milliseconds: float) -> None:
    """Wait until ``so``, a function of the browser, finds nothing that is missing; else name it.

    It is asked at each frame; ``expect`` asks after 0.1, 0.25 and 0.5 s more, then once a second.
    """
    all_there = f"given => ({so})(given).length === 0"
    try:
        page.wait_for_function(all_there, arg=given, timeout=milliseconds)
    except TimeoutError:
        missing = page.evaluate(so, given)
        assert not missing, f"still missing after {milliseconds / 1000:g} s: {missing}"


def use(page: Page, name: str) -> None:
    """Move a mouse over a picture, as somebody does who uses the page: only then Plotly comes."""
    figure(page, name).dispatch_event("pointermove", {"pointerType": "mouse"})


def wait_for_rest(page: Page) -> None:
    """Wait until the server has made all of the page.

    What is opened before, behind a button, is closed again by what it still sends.
    """
    wait_until(page, RESTS, None, 60_000)


def figure(page: Page, name: str) -> Locator:
    return page.locator(f'[data-figure="{name}"]')


def plot(page: Page, name: str) -> Locator:
    """The element in which Plotly draws a picture; its label is the picture in words."""
    return figure(page, name).locator(".lab-plot")


def revisions(page: Page, names: tuple[str, ...] = STAGE) -> dict[str, int]:
    """The number of times each picture has been painted."""
    return {n: int(figure(page, n).get_attribute("data-revision") or 0) for n in names}


def wait_for_repaint(page: Page, before: dict[str, int]) -> None:
    """Wait until every picture was painted again, and by Plotly."""
    page.wait_for_function(
        """before => Object.entries(before).every(([name, n]) => {
            const node = document.querySelector(`[data-figure="${name}"]`);
            return Number(node?.dataset.revision) > n && !node.classList.contains("lab-moving");
        })""",
        arg=before,
    )


def panel(page: Page, label: str) -> Locator:
    """The panel of that name, which is hidden where all its knobs are."""
    return page.get_by_role("group", name=label, exact=True, include_hidden=True)


def more_knobs(page: Page, label: str) -> Locator:
    """The button behind which knobs of a panel stand: its own, or that of all panels there."""
    group = page.locator(".lab-panels").filter(has=panel(page, label))
    return panel(page, label).locator(".lab-more").or_(group.locator(".lab-together"))


def more(page: Page, label: str) -> None:
    """Show the knobs of a panel that are seldom turned."""
    button = more_knobs(page, label)
    if button.get_attribute("aria-expanded") == "false":
        button.click()


def slider(page: Page, label: str, knob: str) -> Locator:
    return panel(page, label).locator(f'input[type=range][aria-label="{knob}"]')


def entry(page: Page, label: str, knob: str) -> Locator:
    return panel(page, label).locator(f'input[aria-label="{knob}, exact"]')


def algorithm(page: Page, letter: str) -> Locator:
    """The select of the algorithm of a run."""
    return page.locator(f'select[aria-label="algorithm of run {letter}"]')


def choice(page: Page, label: str, knob: str) -> Locator:
    return panel(page, label).locator(f'select[aria-label="{knob}"]')


def choose(page: Page, label: str, knob: str, option: str) -> None:
    """Choose an option of a knob, behind the button or not."""
    more(page, label)
    choice(page, label, knob).select_option(option)


def enter(page: Page, label: str, knob: str, text: str) -> None:
    """Type a number and confirm it."""
    entry(page, label, knob).fill(text)
    entry(page, label, knob).press("Enter")


def drag_gravity(page: Page) -> None:
    """Drag the gravity of run A and let it go: the address must say where it is."""
    gravity = slider(page, "run A", "gravity")
    box = gravity.bounding_box()
    for i in range(5):
        page.mouse.move(box["x"] + (0.5 + 0.03 * i) * box["width"], box["y"] + box["height"] / 2)
        if i == 0:
            page.mouse.down()
    page.mouse.up()
    held = gravity.get_attribute("aria-valuetext")
    address_has(page, a__gravity=f"{float(held):.6g}")


def take_in(page: Page | Frame, table: str = TABLE) -> None:
    """Upload a table, and wait until it is shown."""
    page.get_by_role("button", name="Your own data").click()
    field = page.get_by_test_id("stPopoverBody").locator("input[type=file]").first
    field.set_input_files({"name": "mine.csv", "mimeType": "text/csv", "buffer": table.encode()})
    chosen = page.get_by_role("combobox", name="dataset", exact=True)
    expect(page.get_by_test_id("stPopoverBody").get_by_role("alert")).to_have_count(0)
    expect(chosen).to_have_value("mine.csv · upload", timeout=30_000)


def drag_and_upload(page: Page) -> None:
    """Drag a knob, take a file in, and look at its data: what each way of serving has to bear."""
    drag_gravity(page)
    wait_for_rest(page)
    take_in(page)
    wait_for_paint(page)
    # A run that begins by itself, as it does when the best weights are found, takes the click of a
    # link away.
    expect(page.get_by_text("still being sought")).to_have_count(0, timeout=60_000)
    wait_for_rest(page)
    page.locator(".st-key-menu").get_by_role("link", name="Data").click()
    wait_for_paint(page, DATA_STAGE)


def show_numbers(page: Page) -> None:
    """Show the table of the runs and their weights, where they are not there already."""
    if not page.get_by_test_id("stTable").count():
        page.get_by_test_id("stButtonGroup").get_by_text(NUMBERS).click()


def address_has(page: Page, **parameters: str | None) -> None:
    """Wait until the address bar holds ``parameters`` (``__`` stands for a dot; None: it is not
    there)."""
    wanted = {name.replace("__", "."): value for name, value in parameters.items()}
    page.wait_for_function(
        """wanted => {
            const held = new URLSearchParams(location.search);
            return Object.entries(wanted).every(([name, value]) => held.get(name) === value);
        }""",
        arg=wanted,
    )
