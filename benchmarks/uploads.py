"""The server's memory before uploads, with them, and after their session has ended.

    python -m benchmarks.uploads

Each file is uploaded on the page Data, which shows it. Then the browser's page is closed, and the
server is given the time after which it lets go of uploads.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from benchmarks.loading import write_rows
from benchmarks.report import Row, at_most, machine, table
from tests.support.browser import Server, launch, serve
from tools.find_browser import find_browser

FILES, ROWS = 5, 22_000
"""The number of files, and of rows in each, which makes 20 MB."""

FEATURES, EACH = 47_236, 70
PATIENCE = 120.0
REST = 100.0
"""Megabytes that may stay, less than the files alone: what Python keeps for its next objects."""


def write_files(folder: Path, n_files: int, n_rows: int) -> list[Path]:
    """Files of svmlight rows, no two alike."""
    first = folder / "0.svm"
    write_rows(first, n_rows, FEATURES, EACH)
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
    page.get_by_role("button", name="Upload a file").click()
    page.locator("input[type=file]").first.set_input_files(path)
    chosen = page.get_by_role("combobox", name="dataset", exact=True)
    expect(chosen).to_have_value(f"{path.name} · upload", timeout=60_000)
    expect(page.get_by_text(f"Remove {path.name} ")).to_be_attached(timeout=60_000)
    page.keyboard.press("Escape")


def memory(
    server: Server, browser: Browser, paths: Sequence[Path], patience: float
) -> tuple[float, float, float]:
    """Megabytes before the uploads, with them, and ``patience`` after their page was closed.

    Another visitor, who stays, has uploaded a small file before: the reader is imported.
    """
    context = browser.new_context(base_url=server.url)
    small = paths[0].with_name("small.svm")
    write_rows(small, 20, 10, 3)
    for visit in range(2):
        page = context.new_page()
        page.goto("/data")
        expect(page.get_by_text("427 examples")).to_be_visible(timeout=60_000)
        if visit == 0:
            upload(page, small)
    before = resident(server)
    for path in paths:
        upload(page, path)
    held = resident(server)
    page.close()
    after, end = held, time.monotonic() + patience + 20.0
    time.sleep(patience)
    while after - before > REST and time.monotonic() < end:
        time.sleep(0.5)
        after = resident(server)
    context.close()
    return before, held, after


def rows() -> list[Row]:
    """The three measurements."""
    with (
        tempfile.TemporaryDirectory() as name,
        serve(SPARSITY_LAB_DATA=name) as server,
        sync_playwright() as playwright,
    ):
        server.wait()
        browser = launch(playwright, find_browser())
        paths = write_files(Path(name), FILES, ROWS)
        size = sum(path.stat().st_size for path in paths) / 1e6
        before, held, after = memory(server, browser, paths, PATIENCE)
        browser.close()
    what = f"the server's memory, {FILES} uploads of {size / FILES:.0f} MB"
    return [
        Row(f"{what}: before", f"{before:.0f} MB"),
        Row(f"{what}: with them", f"{held:.0f} MB"),
        Row(
            f"{what}: {PATIENCE / 60:g} min after the page was closed",
            f"{after:.0f} MB",
            bar=f"≤ {REST:g} MB more than before",
            verdict=at_most(after - before, REST),
        ),
    ]


if __name__ == "__main__":
    print(machine())
    print(table(rows()))
