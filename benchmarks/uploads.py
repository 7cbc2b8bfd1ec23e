"""The server's memory before uploads, with them, and after their session has ended.

    python -m benchmarks.uploads

Each file is uploaded on the page Data, which shows it. Then the browser's page is closed, and the
server is given the time after which it lets go of uploads. Once several files come from one
session, once a large one from session after session, each of which ends.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from benchmarks.loading import write_rows
from benchmarks.report import Row, at_most, machine, table
from tests.support.browser import Server, launch, serve
from tests.support.views import rested
from tools.find_browser import find_browser

FILES, ROWS = 5, 22_000
"""The number of files, and of rows in each, which makes 20 MB."""

FEATURES, EACH, REPEATED = 47_236, 70, 10
PATIENCE = 120.0
REST = 100.0
"""Megabytes that may stay, less than the files alone: what Python keeps for its next objects."""

SESSIONS, LARGE_ROWS, LARGE_REST = 20, 98_000, 50.0
"""Sessions that upload 99 MB each, nearly all that a server keeps; the rows of their file; the
megabytes that may stay."""


def write_files(folder: Path, n_files: int, n_rows: int) -> list[Path]:
    """Files of svmlight rows, no two alike."""
    first = folder / "0.svm"
    write_rows(first, n_rows // REPEATED, FEATURES, EACH)
    first.write_text(first.read_text() * REPEATED)
    paths = [first]
    for number in range(1, n_files):
        paths.append(folder / f"{number}.svm")
        paths[-1].write_text(first.read_text() + f"1 {number}:1\n")
    return paths


def resident(server: Server) -> float:
    """Megabytes of the server's process that are in memory."""
    text = Path(f"/proc/{server.process.pid}/status").read_text()
    lines = dict(line.split(":", 1) for line in text.splitlines())
    return int(lines["VmRSS"].split()[0]) * 1024 / 1e6


def upload(page: Page, path: Path) -> None:
    """Upload a file, and wait until the page shows it."""
    rested(page)
    page.get_by_role("button", name="Upload a file").click()
    rested(page)
    page.locator("input[type=file]").first.set_input_files(path)
    chosen = page.get_by_role("combobox", name="dataset", exact=True)
    expect(chosen).to_have_value(f"{path.name} · upload", timeout=60_000)
    expect(page.get_by_text(f"Remove {path.name} ")).to_be_attached(timeout=60_000)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
    rested(page)


def memory(
    server: Server,
    context: BrowserContext,
    paths: Sequence[Path],
    patience: float,
    rest: float = REST,
) -> tuple[float, float, float]:
    """Megabytes before the uploads, with them, and ``patience`` after their page was closed.

    It is given some more time while there is more than ``rest`` left.
    """
    with another_visitor(server, context, paths[0].parent):
        page = opened(server, context)
        before = resident(server)
        for path in paths:
            upload(page, path)
        held = resident(server)
        page.close()
        return before, held, settled(server, before + rest, patience)


def memory_of_sessions(
    server: Server, context: BrowserContext, path: Path, n_sessions: int, patience: float
) -> tuple[float, float, float]:
    """Megabytes before, at most, and ``patience`` after the last of so many sessions has ended.

    Each uploads the same file, which is its own nevertheless.
    """
    with another_visitor(server, context, path.parent):
        before = most = resident(server)
        for _ in range(n_sessions):
            page = opened(server, context)
            upload(page, path)
            most = max(most, resident(server))
            page.close()
        return before, most, settled(server, before + LARGE_REST, patience)


@contextmanager
def another_visitor(server: Server, context: BrowserContext, folder: Path) -> Iterator[None]:
    """Another visitor has uploaded a small file, so that the reader is imported, and stays."""
    small = folder / "small.svm"
    write_rows(small, 20, 10, 3)
    page = opened(server, context)
    upload(page, small)
    yield
    page.close()


def opened(server: Server, context: BrowserContext) -> Page:
    """Open the page Data, and wait until it stands."""
    page = context.new_page()
    page.goto(f"{server.url}/data")
    expect(page.get_by_text("427 examples")).to_be_visible(timeout=60_000)
    return page


def settled(server: Server, bar: float, patience: float) -> float:
    """Megabytes of the server once it has had the time to let go, and a little more."""
    time.sleep(patience)
    end = time.monotonic() + 20.0
    while resident(server) > bar and time.monotonic() < end:
        time.sleep(0.5)
    return resident(server)


def rows() -> list[Row]:
    """The measurements: several files of one session, then one of many sessions."""
    with (
        tempfile.TemporaryDirectory() as name,
        serve(SPARSITY_LAB_DATA=f"{name}/none") as server,
        sync_playwright() as playwright,
    ):
        server.wait()
        browser = launch(playwright, find_browser())
        context = browser.new_context()
        paths = write_files(Path(name), FILES, ROWS)
        size = sum(path.stat().st_size for path in paths) / 1e6
        several = memory(server, context, paths, PATIENCE)
        (large,) = write_files(Path(name), 1, LARGE_ROWS)
        one = large.stat().st_size / 1e6
        many = memory_of_sessions(server, context, large, SESSIONS, PATIENCE)
        browser.close()
    return [
        *_told(f"{FILES} uploads of {size / FILES:.0f} MB in a session", several, REST),
        *_told(f"{SESSIONS} sessions of {one:.0f} MB", many, LARGE_REST),
    ]


def _told(what: str, figures: tuple[float, float, float], rest: float) -> list[Row]:
    """Rows for the memory before, the most of it, and what stayed."""
    before, most, after = figures
    what = f"the server's memory, {what}"
    return [
        Row(f"{what}: before", f"{before:.0f} MB"),
        Row(f"{what}: with them", f"{most:.0f} MB"),
        Row(
            f"{what}: {PATIENCE / 60:g} min after the last page was closed",
            f"{after:.0f} MB",
            bar=f"≤ {rest:g} MB more than before",
            verdict=at_most(after - before, rest),
        ),
    ]


if __name__ == "__main__":
    print(machine())
    print(table(rows()))
