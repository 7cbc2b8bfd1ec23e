"""What ``try_out`` has the fresh environment do: a notebook, scripts of the app, a model.

This file is copied into an empty folder first, for Python has a script's own folder on its path:
what is imported here is the wheel.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

FIGURE = "application/vnd.plotly.v1+json"


def notebook(source: str, target: str) -> None:
    """Execute a notebook of the package as Jupyter does, and say when the first figure is there."""
    import nbformat
    import sparsity_lab
    from nbclient import NotebookClient

    def say(cell: dict, **_: object) -> None:
        if any(FIGURE in output.get("data", ()) for output in cell.get("outputs", ())):
            print("figure", flush=True)

    (folder,) = sparsity_lab.__path__
    asked = nbformat.read(Path(folder, "notebooks", source), as_version=4)
    nbformat.write(NotebookClient(asked, on_cell_executed=say).execute(), target)


def scripts() -> None:
    """Write the scripts of the opening view, and of a sweep, as the app exports them."""
    from sparsity_lab import charts
    from sparsity_lab.sweeps import Method, Request
    from sparsity_lab.ui.playground import export
    from sparsity_lab.ui.sweep.export import script
    from sparsity_lab.ui.view import opening

    view = opening()
    base = view.runs[-1]
    method = Method(base, (("threshold", (0.02, 0.05)),))
    request = Request(view.recipe, view.preparation, (method,), orders=2)
    (run,) = charts.name_runs([base])
    contest = charts.Contest(run, SimpleNamespace(measure="test AUC"), ("threshold",))
    Path("runs.py").write_text(export.trace_script(view), "utf-8")
    Path("learners.py").write_text(export.estimator_script(view, "classification"), "utf-8")
    Path("sweep.py").write_text(script(view, request, [contest]), "utf-8")


def predict(model: str, rows: str) -> None:
    """Hold a model to the last column of a table, which has what the app's run predicts."""
    import numpy as np
    import pandas as pd
    from sparsity_lab.algorithms.models import Model

    table = pd.read_csv(rows)
    expected = table.pop("expected")
    found = Model.load(model).decision_function(table)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    print(len(found), "rows")


if __name__ == "__main__":
    {"notebook": notebook, "scripts": scripts, "predict": predict}[sys.argv[1]](*sys.argv[2:])
