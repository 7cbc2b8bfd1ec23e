"""Install the project as others would, in a fresh environment, and time it.

``python -m tools.wheel.try_out`` builds the wheel, installs it by pip, makes a first fit, and asks
the app; it prints seconds since the installation began, and fails where either takes longer than
two minutes. It needs the network.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import venv
from contextlib import suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[2]
MOST = 120.0
FIT = """
from sparsity_lab import datasets
from sparsity_lab.algorithms import CATALOGUE, record
data = datasets.load("breast_cancer", noise_features=1000, scaling="unit variance")
trace = record(CATALOGUE["truncated_gradient"](gravity=0.1, period=10), data, passes=10)
assert 0 < trace.used[-1] < data.n_features
"""


def main() -> None:
    """Do it all, and say how long it took."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        venv.create(folder / "env", with_pip=True)
        programs = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
        own = {"SPARSITY_LAB_CACHE": f"{name}/kernels", "SPARSITY_LAB_DATA": f"{name}/data"}
        run = {"cwd": name, "env": {**os.environ, **own, "PORT": os.environ.get("PORT", "8501")}}
        began = time.monotonic()
        subprocess.run([programs / "pip", "install", "--quiet", ROOT], check=True, **run)
        say("installed", began)
        subprocess.run([programs / "python", "-c", FIT], check=True, **run)
        say("first fit", began)
        app = subprocess.Popen([programs / "sparsity-lab"], **run)
        try:
            wait_for(app, f"http://127.0.0.1:{run['env']['PORT']}/gravity")
            say("app", began)
        finally:
            app.terminate()
            app.wait()


def wait_for(app: subprocess.Popen, address: str) -> None:
    """Return when the app answers. Exits with a sentence where it ends before."""
    while app.poll() is None:
        with suppress(URLError), urlopen(address, timeout=60) as answer:
            if answer.status == 200:
                return
        time.sleep(0.2)
    sys.exit("The app has ended.")


def say(what: str, began: float) -> None:
    """Print a line. Exits with a sentence where it took too long."""
    seconds = time.monotonic() - began
    print(f"{what}: {seconds:.0f} s", flush=True)
    if seconds > MOST:
        sys.exit(f"That is more than {MOST:.0f} s.")


if __name__ == "__main__":
    main()
