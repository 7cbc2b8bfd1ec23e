"""Find a Chromium for the browser tests, or get one.

``python -m tools.find_browser`` prints its path; with ``--install`` it gets one if none is there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
LIGHT = "chromium-headless-shell"
"""Debian's Chromium that has no windows: a page takes it a quarter of a second less."""


def works(path: str) -> bool:
    """True where this browser starts: a downloaded one may lack libraries of the system."""
    if os.name == "nt":  # where --version opens a window
        return True
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0


def playwrights_own(light: bool) -> str | None:
    """The browser that Playwright downloaded earlier, if it did."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return downloaded_browser(path, light)


def downloaded_browser(whole: Path, light: bool) -> str | None:
    """The browser at ``whole``, or the one without windows that lies beside it, or None."""
    number = whole.parts[-3].rpartition("-")[2]  # …/chromium-1255/chrome-linux64/chrome
    shells = whole.parents[2].glob(f"chromium_headless_shell-{number}/*/*headless*shell*")
    found = [*(path for path in shells if os.access(path, os.X_OK)), *[whole] * whole.exists()]
    return str(found[0 if light else -1]) if found else None


def find_browser(light: bool = False) -> str | None:
    """The path of a Chromium that starts, or None. The variable CHROMIUM goes first.

    Parameters
    ----------
    light : rather one without windows; visitors' browsers have them, so benchmarks do not ask.
    """
    names = (LIGHT, *NAMES) if light else (*NAMES, LIGHT)
    for name in (os.environ.get("CHROMIUM"), *names):
        path = shutil.which(name) if name else None
        if path and works(path):
            return path
    own = playwrights_own(light)
    return own if own and works(own) else None


def install_browser() -> str | None:
    """Get a browser: Playwright's download, else Debian's package when root. Its path, or None."""
    print("No browser found: trying Playwright's download", flush=True)
    attempt([sys.executable, "-m", "playwright", "install", "chromium"])
    path = find_browser()
    if path is None and is_root() and shutil.which("apt-get"):
        print("Playwright's browser is not to be had: installing Debian's with apt-get", flush=True)
        for package in (LIGHT, "chromium"):
            if path is None:
                install_package(package)
                path = find_browser()
    return path


def install_package(package: str) -> None:
    """Have apt-get install one of Debian's packages, quietly."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    attempt(["apt-get", "-qq", "update"], quiet)
    attempt(["apt-get", "-qq", "install", "-y", package], quiet)


def attempt(command: list[str], environment: dict[str, str] | None = None) -> None:
    """Run an installer quietly. What counts is whether a browser is there afterwards."""
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=900)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"  {command[0]}: {error}")
        return
    if done.returncode != 0:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["no message"]
        reason = next((line for line in lines if line.startswith(("Error", "E:"))), lines[-1])
        print(f"  {' '.join(command[-2:])}: {reason}")


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def main() -> int:
    path = find_browser(light=True)
    if path is None and "--install" in sys.argv[1:]:
        path = install_browser()
    if path is None:
        print(
            "No Chromium found: install one, or name it in the environment variable CHROMIUM. "
            "Without it the browser tests are skipped, and in CI they fail."
        )
        return 0  # the other tests still say something
    print(f"Browser: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
