"""The app in a subprocess and Chromium in front of it: for tests and benchmarks alike."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from tools.find_browser import is_root

ROOT = Path(__file__).resolve().parents[2]
ARTIFACTS = ROOT / "artifacts"

# A browser that says nothing to anybody: without these it looks for updates and sync at each start.
FLAGS = [
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Nothing beyond this machine is found. To block by routes would switch Chromium's cache off.
    # Names that end in .test, which nobody has, are this machine, too.
    "--host-resolver-rules=MAP *.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, "
    "EXCLUDE localhost, EXCLUDE ::1",
]
ONE_PROCESS = ["--process-per-site", "--renderer-process-limit=1"]
AT_HOME = re.compile(
    r"^(https?|wss?)://(127\.0\.0\.1|localhost|\[::1\]|[\w.-]+\.test)([:/]|$)|^(data|blob|about):"
)


def launch(playwright: Playwright, path: str) -> Browser:
    """Start the browser found at ``path``."""
    return playwright.chromium.launch(executable_path=path, args=flags())


def launch_at_home(playwright: Playwright, path: str, home: Path, base_url: str) -> BrowserContext:
    """Start the browser found at ``path`` with a profile, kept in the folder ``home``.

    A profile keeps what was compiled, as a visitor's browser does at a second visit; other contexts
    compile Streamlit and plotly.js at each page anew, a second each time. All of its pages share a
    process, so that none has to be started for them.
    """
    return playwright.chromium.launch_persistent_context(
        home, executable_path=path, args=[*flags(), *ONE_PROCESS], base_url=base_url
    )


def flags() -> list[str]:
    """Return the arguments of a browser."""
    return FLAGS + (["--no-sandbox"] if is_root() else [])


@dataclass
class Server:
    """The running app: its address, its process and what it printed."""

    url: str
    process: subprocess.Popen
    log_file: Path

    def log(self) -> str:
        return self.log_file.read_text(errors="replace")

    def healthy(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=5) as answer:
                return answer.status == 200
        except OSError:
            return False

    def wait(self, seconds: float = 60.0) -> None:
        """Return once the server answers; raise with its log if it does not."""
        end = time.monotonic() + seconds
        while not self.healthy():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"the app did not start; it printed:\n{self.log()}")
            time.sleep(0.02)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def serve(*command: str, **environment: str) -> Iterator[Server]:
    """The app on a free port, ended at the end. It may not answer yet: see ``Server.wait``.

    Parameters
    ----------
    command : Python's arguments, where it is started in another way than ``-m ui.serve``.
    """
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="sparsity-lab-") as folder:
        log_file = Path(folder) / "server.log"
        with log_file.open("w") as log:
            process = subprocess.Popen(
                [sys.executable, *(command or ("-m", "ui.serve"))],
                cwd=ROOT,
                env={**os.environ, **_settings(port), **environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        try:
            yield Server(f"http://127.0.0.1:{port}", process, log_file)
        finally:
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _settings(port: int) -> dict[str, str]:
    """The port of our own server, and that of Streamlit's where it is started alone."""
    return {"PORT": str(port), "STREAMLIT_SERVER_PORT": str(port), "PYTHONUNBUFFERED": "1"}


@dataclass
class Watch:
    """The troubles of a browser context: errors, and requests that leave this machine."""

    page_errors: list[str] = field(default_factory=list)
    console_errors: list[str] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)

    def attach(self, context: BrowserContext) -> None:
        context.on("page", self._attach_page)
        context.on("weberror", lambda e: self.page_errors.append(str(e.error)))
        # Nothing beyond this machine is found, so that whoever asks for it fails.
        context.on("requestfailed", lambda request: self._ask(request.url))

    def _attach_page(self, page: Page) -> None:
        page.on("console", self._hear)
        page.on("websocket", lambda w: self._ask(w.url))

    def _hear(self, message) -> None:
        if message.type == "error":
            self.console_errors.append(message.text)

    def _ask(self, url: str) -> None:
        if not AT_HOME.match(url):
            self._note(url)

    def _note(self, url: str) -> None:
        self.strangers.append(url)

    def clear(self) -> None:
        """Forget what went wrong so far."""
        self.page_errors.clear()
        self.console_errors.clear()
        self.strangers.clear()

    def complaints(self) -> str:
        """Everything that fails a test, as text; empty when all is well."""
        lines = [f"error in the page: {text}" for text in self.page_errors]
        lines += [f"request that leaves this machine: {url}" for url in self.strangers]
        lines += [text for text in self.console_errors if "Content Security Policy" in text]
        return "\n".join(lines)


def shot(page: Page, name: str, full_page: bool = False) -> Path:
    """Save a screenshot as ``artifacts/<name>.png``."""
    ARTIFACTS.mkdir(exist_ok=True)
    path = ARTIFACTS / f"{name}.png"
    page.screenshot(path=path, full_page=full_page)
    return path
