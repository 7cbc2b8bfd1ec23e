"""The first visit and the warm-up do not import the app at the same time."""

from __future__ import annotations

import subprocess
import sys

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


def test_each_waits_for_the_other():
    # Without a server Streamlit warns and the page stops early, but not before its imports.
    each = [
        subprocess.Popen(
            [sys.executable, "-c", WATCHED, which],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for which in ("first_visit", "warm_up")
    ]
    for process in each:
        printed, complaints = process.communicate(timeout=60)
        assert printed.splitlines()[:2] == ["False True", "True"], complaints[-2000:]
