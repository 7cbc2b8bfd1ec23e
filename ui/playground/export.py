"""Things to take home: a script that reproduces the runs, and their numbers."""

from __future__ import annotations

import csv
import re
from dataclasses import asdict, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from charts import Run
from datasets import Dataset
from datasets.recipes import SHORT_LIVED
from knobs import knobs_of, words_of
from ui.view import View

if TYPE_CHECKING:
    import pandas as pd

SCRIPT = '''"""Reproduces the runs of a Sparsity Lab view. Start it in the project's folder."""

from math import inf

import datasets
from algorithms import CATALOGUE, record

data = {load}

runs = {{
{runs}
}}

traces = {{
    letter: record(
        algorithm, data, loss={loss!r}, passes={passes}, seed={seed}, intercept={intercept}
    )
    for letter, algorithm in runs.items()
}}

if __name__ == "__main__":
    for letter, trace in traces.items():
        # A batch run suffers no stream: its mean loss is that of its final weights.
        first = trace.costs.first_pass
        mean = trace.fit[-1] if trace.loss is None else trace.loss[-1] / trace.steps[-1]
        print(
            letter,
            trace.algorithm.title,
            f"after {{trace.steps[-1]:,}} steps:",
            f"mean loss {{mean:.4f}},",
            "" if first is None else f"in the first pass {{first.mean_loss:.4f}},",
            f"{{trace.sparsity.seen[-1]}} of {{data.n_features}} features in the examples,",
            f"{{trace.sparsity.nonzeros[-1]}} of {{trace.final.weights.size}} weights not zero",
        )
'''


def script(view: View) -> str:
    """A Python script that makes the same traces: every knob is written out."""
    runs = [
        f"    {letter!r}: CATALOGUE[{algorithm.key!r}]({arguments(algorithm)}),"
        for letter, algorithm in zip(view.letters, view.runs, strict=True)
    ]
    stream = view.stream
    return SCRIPT.format(
        load=load_call(view),
        runs="\n".join(runs),
        loss=stream.loss,
        passes=stream.passes,
        seed=stream.order,
        intercept=stream.intercept,
    )


def load_call(view: View) -> str:
    """Return the call that loads its dataset; of an upload only the file's name is known."""
    recipe = view.recipe
    upload = recipe.family in SHORT_LIVED
    call = f"load_file({recipe.title!r}" if upload else f"load({recipe.key!r}"
    usual = type(recipe)()
    names = [field.name for field in fields(recipe)]
    options = {name: getattr(recipe, name) for name in names}
    changed = {n: value for n, value in options.items() if value != getattr(usual, n)}
    written = "".join(
        f", {name}={value!r}" for name, value in (changed | asdict(view.preparation)).items()
    )
    return f"datasets.{call}{written})"


def arguments(algorithm) -> str:
    """Return all knobs of an algorithm, as Python writes them."""
    names = (*knobs_of(algorithm), *words_of(algorithm))
    return ", ".join(f"{name}={getattr(algorithm, name)!r}" for name in names)


def table(runs: list[Run]) -> pd.DataFrame:
    """All traces at all checkpoints, one row each.

    ``pass`` is the one that a checkpoint lies in, empty in a batch run: from the second on, every
    example was seen before.
    """
    import pandas as pd

    columns = (
        "steps",
        "loss",
        "mistakes",
        "fit",
        "sparsity.nonzeros",
        "sparsity.l1_norm",
        "sparsity.seen",
        "costs.accesses",
        "operations",
        "costs.evaluations",
        "costs.seconds",
    )
    parts = [
        pd.DataFrame(
            {"run": run.letter, "name": run.name, "pass": _passes(run)}
            | {name.split(".")[-1]: attrgetter(name)(run.trace) for name in columns}
        )
        for run in runs
    ]
    return pd.concat(parts, ignore_index=True)


def _passes(run: Run) -> np.ndarray | float:
    """The pass that each checkpoint lies in, from 1."""
    if run.trace.loss is None:
        return np.nan
    return -(-run.trace.steps // run.trace.costs.examples.rows)


def weights(runs: list[Run], data: Dataset) -> pd.DataFrame:
    """Return the final weights by feature, the largest first.

    A feature whose weight is 0 in every run is left out. Of a multiclass task each class has rows
    of its own. The weights of a run that diverged are nan.
    """
    import pandas as pd

    shape = runs[0].trace.final.weights.shape
    several = [
        np.full(shape, np.nan) if run.has_diverged else run.trace.final.weights for run in runs
    ]
    columns = np.stack(several, axis=-1).reshape(-1, len(runs))
    sizes = np.nan_to_num(np.abs(columns)).max(axis=1)
    chosen = np.argsort(-sizes, kind="stable")[: np.count_nonzero(sizes)]
    names = {"feature": [data.feature_names[place % shape[-1]] for place in chosen]}
    if data.classes:
        names["class"] = [data.classes[place // shape[-1]] for place in chosen]
    titles = [f"{run.letter} {run.name}" for run in runs]
    return pd.DataFrame(names | dict(zip(titles, columns[chosen].T, strict=True)))


FORMULA, NUMBER = re.compile(r"[=+\-@\t\r]"), re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
"""The beginning of a text that a spreadsheet would compute, but for a number that is all of it."""


def csv_text(table: pd.DataFrame) -> str:
    """Return a table as CSV in which no text is a formula: an apostrophe makes it a text."""

    def harmless(cell: Any) -> Any:
        computed = isinstance(cell, str) and FORMULA.match(cell) and not NUMBER.fullmatch(cell)
        return f"'{cell}" if computed else cell

    texts = table.select_dtypes(exclude="number").columns
    guarded = table.assign(**{name: table[name].map(harmless) for name in texts})
    # Quoted, since pandas alone would not quote a carriage return, which ends a row.
    quoted = guarded.rename(columns=harmless)
    return quoted.to_csv(index=False, quoting=csv.QUOTE_NONNUMERIC)


LOADING = """import datasets

data = {load}
print(data.X.shape, data.task, *data.notes, sep="\\n")
"""


def loading(view: View) -> str:
    """Python that loads a dataset as it is shown."""
    return LOADING.format(load=load_call(view))


def svmlight(data: Dataset) -> bytes:
    """The examples as svmlight text, ids from 1."""
    from io import BytesIO

    from sklearn.datasets import dump_svmlight_file

    text = BytesIO()
    # Its writer wants a matrix, not an array, of SciPy.
    dump_svmlight_file(sp.csr_matrix(data.X), data.y, text, zero_based=False)
    return text.getvalue()
