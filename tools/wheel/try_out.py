"""Install the project as others would, in a fresh environment, and time it.

``python -m tools.wheel.try_out`` builds the wheel and installs it by pip, beside Jupyter's kernel.
Then, in an empty folder, a notebook draws the README's picture, a first fit is made, scripts that
the app exports run, a model that it saves predicts, and the app answers. It prints the seconds of
the installation and of each, and fails where both together take longer than two minutes, and where
a number is not the app's. It needs the network.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from contextlib import suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pandas as pd

from datasets import Preparation
from tools.wheel import readme_picture
from ui import engine
from ui.playground import model_file
from ui.view import opening

ROOT = Path(__file__).resolve().parents[2]
ELSEWHERE = Path(__file__).with_name("elsewhere.py")
JUPYTER = ("nbclient", "ipykernel")
MOST = 120.0
FIT = """
from sparsity_lab import datasets
from sparsity_lab.algorithms import CATALOGUE, record
data = datasets.load("breast_cancer", noise_features=1000, scaling="unit variance")
trace = record(CATALOGUE["truncated_gradient"](gravity=0.1, period=10), data, passes=10)
assert 0 < trace.used[-1] < data.n_features
"""


class Outsider:
    """A fresh environment and an empty folder, in which nothing of the project is on the path."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder / "env", with_pip=True)
        self.programs = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
        self.home = folder / "home"
        self.home.mkdir()
        own = {"SPARSITY_LAB_CACHE": f"{folder}/kernels", "SPARSITY_LAB_DATA": f"{folder}/data"}
        self.environment = {"PORT": "8501", **os.environ, **own}
        self.environment.pop("PYTHONPATH", None)
        self.installing = 0.0

    def start(self, program: str, *arguments: str, **options: object) -> subprocess.Popen:
        command = [self.programs / program, *arguments]
        return subprocess.Popen(command, cwd=self.home, env=self.environment, text=True, **options)

    def run(self, program: str, *arguments: str) -> str:
        """Return what a program prints. Exits with a sentence where it fails."""
        with self.start(program, *arguments, stdout=subprocess.PIPE) as process:
            printed = process.stdout.read()
        if process.returncode:
            sys.exit(f"{program} {' '.join(arguments)[:80]} has failed.")
        return printed

    def install(self) -> None:
        began = time.monotonic()
        self.run("pip", "install", "--quiet", str(ROOT), *JUPYTER)
        shutil.copy(ELSEWHERE, self.home)
        self.say("installed", began)
        self.installing = time.monotonic() - began

    def say(self, what: str, began: float) -> None:
        """Print a line; exits where it took too long, the installation counted."""
        seconds = self.installing + time.monotonic() - began
        print(f"{what}: {seconds:.0f} s", flush=True)
        if seconds > MOST:
            sys.exit(f"That is more than {MOST:.0f} s.")


def main() -> None:
    """Do it all, and say how long it took."""
    with tempfile.TemporaryDirectory() as name:
        outsider = Outsider(Path(name))
        outsider.install()
        try_notebook(outsider)
        began = time.monotonic()
        outsider.run("python", "-c", FIT)
        outsider.say("first fit", began)
        try_scripts(outsider)
        try_model(outsider)
        try_app(outsider)


def try_notebook(outsider: Outsider) -> None:
    """Hold the figures of the notebook to the README's picture, which is the app's first view."""
    began = time.monotonic()
    name = Path(readme_picture.NOTEBOOK).name
    command = ("elsewhere.py", "notebook", name, "executed.ipynb")
    with outsider.start("python", *command, stdout=subprocess.PIPE) as process:
        if process.stdout.readline() == "figure\n":
            outsider.say("first figure in a notebook", began)
        process.stdout.read()
    if process.returncode:
        sys.exit("The notebook has failed.")
    notebook = json.loads((outsider.home / "executed.ipynb").read_text("utf-8"))
    ours, theirs = readme_picture.pictures_of_the_app(), readme_picture.pictures_of(notebook)
    if found := readme_picture.differences(ours, theirs):
        sys.exit(f"The notebook does not draw the README's picture: {found}")
    print(f"the README's picture: {len(theirs)} figures, the same curves")


def try_scripts(outsider: Outsider) -> None:
    """Run what the app exports; each says where it runs, and keeps what the app's runs keep."""
    outsider.run("python", "elsewhere.py", "scripts")
    evidence = readme_picture.evidence_of_the_app()
    kept = [
        f" {run.trace.used[-1]} of {evidence.material.data.n_features} weights"
        for run in evidence.runs
    ]
    expected = {"runs.py": kept, "learners.py": kept, "sweep.py": ["A Rounding in test AUC:"]}
    for name, words in expected.items():
        head = (outsider.home / name).read_text("utf-8").partition("import ")[0]
        printed = outsider.run("python", name)
        if "is installed" not in head or not all(each in printed for each in words):
            sys.exit(f"{name} is not what it says: {head}\n{printed}")
    print("scripts of the app keep what it keeps: " + ", ".join(expected))


def try_model(outsider: Outsider) -> None:
    """Have a model that the app saves predict the rows that it held out."""
    view, evidence = opening(), readme_picture.evidence_of_the_app()
    data, run = evidence.material.data, evidence.runs[0]
    model = model_file.model_text(view, data, run)
    (outsider.home / "model.json").write_text(model, "utf-8")
    split = Preparation(test_fraction=view.preparation.test_fraction, seed=view.preparation.seed)
    raw = engine.dataset(view.recipe, split).test
    expected = data.test.X @ run.trace.final.weights + run.trace.final.intercept
    table = pd.DataFrame(raw.X.toarray(), columns=raw.feature_names)
    table.assign(expected=expected).to_csv(outsider.home / "rows.csv", index=False)
    printed = outsider.run("python", "elsewhere.py", "predict", "model.json", "rows.csv")
    print(f"a model of the app predicts the same: {printed.strip()}")


def try_app(outsider: Outsider) -> None:
    """Start the app, and ask it for a page."""
    began = time.monotonic()
    app = outsider.start("sparsity-lab")
    try:
        wait_for(app, f"http://127.0.0.1:{outsider.environment['PORT']}/gravity")
        outsider.say("app", began)
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


if __name__ == "__main__":
    main()
