"""The first visit and the warm-up do not import the app at once."""

from __future__ import annotations

import subprocess
import sys

from tests.support.browser import ROOT

# What of the app is there, and who still waits, while another thread holds the lock; and after.
WATCHED = """
import runpy, sys, threading
from ui import serve
from ui.import_lock import IMPORT_LOCK

warm = []

def first_visit():
    runpy.run_path("app.py")

def warm_up():
    serve.warm_up()
    warm.append(True)

def there():
    return [name in sys.modules for name in ("charts", "ui.engine", "pages.data")]

both = [threading.Thread(target=each) for each in (first_visit, warm_up)]
IMPORT_LOCK.acquire()
for each in both:
    each.start()
both[0].join(1.5)
print(there(), [each.is_alive() for each in both])
IMPORT_LOCK.release()
for each in both:
    each.join()
print(there(), warm)
from charts import label_cost
print(len(label_cost.cheapest_places.compiled.signatures))
print([name for name in ("pandas", "sklearn", "scipy.stats") if name in sys.modules])
"""


def test_each_waits_for_the_other():
    # Without a server Streamlit warns and the page stops early, but not before its imports.
    process = subprocess.run(
        [sys.executable, "-c", WATCHED], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert process.stdout.splitlines()[:4] == [
        "[False, False, False] [True, True]",
        "[True, True, True] [True]",
        "1",
        "[]",  # nothing that takes long and that the first pictures do without
    ], process.stderr[-2000:]
