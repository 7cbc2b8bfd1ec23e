"""A real server shows uploads to their session alone, and lets go of them when its page has been
closed."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from benchmarks.uploads import memory, opened, upload, write_files
from tests.support.browser import Server, serve

pytestmark = pytest.mark.browser
IMPATIENT = "from ui import serve, shelf; shelf.PATIENCE = 1.0; serve.main()"


def strangers_see_nothing(server: Server, browser: Browser, path: Path) -> None:
    """Upload a file in one browser, and open its address in another."""
    mine, strange = (browser.new_context(base_url=server.url) for _ in range(2))
    page = opened(mine)
    upload(page, path)
    page.wait_for_url(re.compile("data=upload-"))
    other = strange.new_page()
    other.goto(page.url)
    expect(other.get_by_text("The upload of this link ended with its session")).to_be_visible(
        timeout=60_000
    )
    assert path.name not in other.locator("body").inner_text()
    other.get_by_role("combobox", name="dataset", exact=True).click()
    expect(other.get_by_role("option").first).to_be_visible()
    assert path.name not in other.locator("body").inner_text()
    mine.close()
    strange.close()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_memory_of_uploads_is_given_back_when_their_page_is_closed(browser, tmp_path):
    paths = write_files(tmp_path, 2, 16_000)
    size = sum(path.stat().st_size for path in paths) / 1e6
    with serve("-c", IMPATIENT, SPARSITY_LAB_DATA=str(tmp_path / "none")) as server:
        server.wait()
        before, held, after = memory(server, browser, paths, 1.0, rest=0.75 * size)
        strangers_see_nothing(server, browser, paths[0])
    assert held - before > 2 * size, "the files, and the datasets in them"
    # The allocator keeps some of it; the files would be all of it once more, the datasets twice.
    assert after - before < 0.75 * size, "neither files nor datasets"
