"""The browser's closed forms, run in Chromium on vectors that Python has the answers for."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser

from tests.browser import ROOT


def evaluate(browser: Browser, files: list[str], expression: str, given: Any) -> Any:
    """What ``expression``, a function of ``given``, returns after the JS of ``files``."""
    source = "\n".join((ROOT / "ui" / "live" / f"{name}.js").read_text() for name in files)
    context = browser.new_context()
    try:
        page = context.new_page()
        run = "([source, given]) => new Function(source)()(given)"
        return page.evaluate(run, [f"{source}\nreturn {expression};", given])
    finally:
        context.close()
