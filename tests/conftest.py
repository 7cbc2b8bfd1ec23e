"""Fixtures for everyone: the running app, a browser, and pages that watch for errors.

    def test_it_opens(page):
        p = page(width=390, height=844, dark=True)
        p.goto("/playground")
        shot(p, "playground-phone-dark")

An error in the page, or a request that leaves this machine, fails the test that opened it.
Console errors are collected in ``page.watch.console_errors``.

Property tests draw the same examples every time, so that the suite says the same thing twice, and
of these a third (``tests.support.many.examples``); ``make checked`` draws them all, and
``make fuzz`` new ones.
"""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest
from hypothesis import settings

# What takes long to import is imported where it is used: the process that hands out the tests reads
# this file, too, and the others wait for it.
if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

    from tests.support.browser import Server
    from tests.support.visits import Pages, Visit

pytest.register_assert_rewrite("tests.support")  # a helper's assertion says what it compared

settings.register_profile("suite", derandomize=True, deadline=None, max_examples=34)
settings.register_profile("whole", derandomize=True, deadline=None)
settings.register_profile("fuzz", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))

SHORT = ("tests/charts/", "tests/datasets/", "tests/papers/")
"""The folders of which no file takes ten seconds."""

IN_CI = os.environ.get("CI", "").lower() == "true"


@pytest.fixture
def log_messages() -> Iterator[list[str]]:
    """The messages that are logged during a test, as they come."""
    messages = []
    ear = logging.Handler()
    ear.emit = lambda record: messages.append(record.getMessage())
    logging.getLogger().addHandler(ear)
    yield messages
    logging.getLogger().removeHandler(ear)


@pytest.fixture(scope="session")
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the running app: tests may put files there."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session")
def server(data_folder: Path) -> Iterator[Server]:
    """The running app."""
    from tests.support.browser import serve

    with serve(SPARSITY_LAB_DATA=str(data_folder)) as running:
        running.wait()
        yield running


@pytest.fixture(scope="session")
def app_url(server: Server) -> str:
    """The address of the running app."""
    return server.url


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium. Without one the test is skipped; in CI it fails."""
    from tools.find_browser import find_browser

    path = find_browser(light=True)
    if path is None:
        do_without("no Chromium here: install one or name it in CHROMIUM")
    return path


@pytest.fixture(scope="session")
def nginx() -> str:
    """The path of nginx. Without one the test is skipped; in CI it fails."""
    from serving.nginx import find

    path = find()
    if path is None:
        do_without("no nginx here: on Debian and Ubuntu it is the package nginx-light")
    return path


def do_without(reason: str) -> NoReturn:
    """Skip a test, for a reason; in CI it fails."""
    if IN_CI:
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright, of which there can be one at a time."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright, chromium: str) -> Iterator[Browser]:
    """Chromium without the app."""
    from tests.support.browser import launch

    started = launch(playwright, chromium)
    yield started
    started.close()


@pytest.fixture(scope="session")
def pages(
    playwright: Playwright, chromium: str, app_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pages]:
    """Pages on the app, all in one browser context; see ``tests.support.visits``."""
    from tests.support.browser import launch_at_home
    from tests.support.visits import Pages

    context = launch_at_home(playwright, chromium, tmp_path_factory.mktemp("home"), app_url)
    yield Pages(context)
    context.close()


@pytest.fixture
def page(pages: Pages) -> Iterator[Callable[..., Page]]:
    """``page(width, height, dark)`` opens a page on the app; they are closed after the test."""
    before = set(pages.context.pages)
    pages.watch.clear()
    yield pages
    for opened in pages.context.pages:
        if opened not in before:
            opened.close()
    if complaints := pages.complaints():
        pytest.fail(complaints, pytrace=False)


@pytest.fixture(scope="session")
def shared_visit(pages: Pages) -> Iterator[Visit]:
    """The visit in whose page most tests move: to open a page takes as long as four of them."""
    from tests.support import three_runs
    from tests.support.visits import Visit

    visit = Visit(pages, three_runs.path())
    yield visit
    visit.close()


@pytest.fixture
def opening(pages: Pages, shared_visit: Visit) -> Iterator[Page]:
    """The playground with three runs, in a page that all who move in it share."""
    pages.watch.clear()
    yield shared_visit.again()
    if complaints := pages.complaints():
        pytest.fail(complaints, pytrace=False)


@pytest.fixture
def anywhere(pages: Pages, shared_visit: Visit) -> Iterator[Page]:
    """The same page wherever it stands, for tests that turn to an address of their own."""
    pages.watch.clear()
    yield shared_visit.anywhere()
    if complaints := pages.complaints():
        pytest.fail(complaints, pytrace=False)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give tests in a browser a second try: it and the app share two cores with the others.

    Short files go last, so that processes end together: of the others one may take half a minute,
    which a process that has begun with it at the end would take alone.
    """
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))
    items.sort(key=lambda item: item.nodeid.startswith(SHORT))


def pytest_collection_finish() -> None:
    """Keep the garbage collector from all that was imported and collected: it stays to the end."""
    import tests.support.views  # noqa: F401  # it gives pages the patience they need, in every test

    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo):
    """Put what the server printed under a failed browser test."""
    report = yield
    server = getattr(item, "funcargs", {}).get("server")
    if report.failed and server is not None:
        log = "\n".join(server.log().splitlines()[-60:])
        report.sections.append(("what the app printed", log))
    return report


def pytest_terminal_summary(terminalreporter) -> None:
    """Say why a test was tried again: without it nobody learns what fails once in ten runs."""
    for report in terminalreporter.getreports("rerun"):
        terminalreporter.section(f"first try of {report.nodeid}")
        terminalreporter.line(report.longreprtext)
