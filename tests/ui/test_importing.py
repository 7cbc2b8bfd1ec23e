"""The first visit and the warm-up do not import the app at the same time."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.browser import ROOT

# Whether the app's packages are imported while the lock is held by another thread, and after it.
WATCHED = """
import runpy, sys, threading
from ui.importing import ONE_AT_A_TIME

def first_visit():
    runpy.run_path("app.py")

def warm_up():
    from ui import serve
    serve.warm_up()

importing = threading.Thread(target=globals()[sys.argv[1]])
ONE_AT_A_TIME.acquire()
importing.start()
importing.join(1.5)
print("charts" in sys.modules, importing.is_alive())
ONE_AT_A_TIME.release()
importing.join()
print("charts" in sys.modules)
"""


@pytest.mark.parametrize("which", ["first_visit", "warm_up"])
def test_it_waits_for_the_other(which):
    # Without a server Streamlit warns and the page stops early, but not before its imports.
    finished = subprocess.run(
        [sys.executable, "-c", WATCHED, which], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert finished.stdout.splitlines()[:2] == ["False True", "True"], finished.stderr[-2000:]
