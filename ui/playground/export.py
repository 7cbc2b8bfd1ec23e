"""Things to take home: a script that reproduces the runs, and their numbers."""

from __future__ import annotations

import csv
import re
from dataclasses import asdict, fields, replace
from inspect import signature
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

WHERE = (
    "Start it, in any folder, with a Python in which Sparsity Lab is installed."
    if __name__.startswith("sparsity_lab.")
    else "Save it in the project's folder, and start it there; from elsewhere Python finds its\n"
    "imports where PYTHONPATH names that folder."
)
"""Where the imports of a script are found; the wheel has others."""

FOLDER = "~/.local/share/sparsity-lab" if __name__.startswith("sparsity_lab.") else "data/"
PLACES = {
    "file": f"Its file has to lie in {FOLDER}, or in the folder that SPARSITY_LAB_DATA names.",
    "remote": f"Fetched once, into {FOLDER}, or into the folder that SPARSITY_LAB_DATA names.",
}
"""Where the file of a dataset is looked for, by its family."""
HANDED = "Your file has to lie where this is started: else put its folder before its name."
"""The same of an upload, which is read by its path, the data folder or not."""

MEASURED = {
    "classification": ("test AUC", "test loss"),
    "regression": ("test mean squared error",),
}
"""What is computed on the rows held out beside an estimator's own score, by task."""

LOSSES = '''
def losses(trace):
    """The losses as the page shows them: in the first pass each example is new."""
    if trace.final.diverged_at is not None:
        return f"diverged at step {trace.final.diverged_at:,}"
    if trace.loss is None:  # a batch run suffers no stream
        return f"loss at the end {trace.fit[-1]:.4g}"
    first = f"loss in the first pass {trace.costs.first_pass.mean_loss:.4g}"
    return first if trace.later_loss is None else f"{first}, in later ones {trace.later_loss:.4g}"
'''

SCRIPT = '''"""Reproduces the runs of a Sparsity Lab view.

{where}
"""

from math import inf

import datasets
from algorithms import CATALOGUE, evaluate, record

{load}

runs = {{
{runs}
}}

traces = {{
    letter: record(algorithm, data, {stream}) for letter, algorithm in runs.items()
}}

{losses}

if __name__ == "__main__":
    for letter, trace in traces.items():
        end = trace.final
        scores = evaluate(end.weights, data, {loss!r}, end.intercept)
        print(
            f"{{letter}} {{trace.algorithm.title}} after {{trace.steps[-1]:,}} steps: "
            f"{{losses(trace)}}",
            f"{{trace.sparsity.seen[-1]}} of {{data.n_features}} features in the examples",
            f"{{trace.sparsity.nonzeros[-1]}} of {{end.weights.size}} weights not zero",
            *(f"{{name}} {{score:.4g}}" for name, score in scores.items()),
            sep=", ",
        )
'''

LEARNERS = '''"""Learns what a Sparsity Lab view shows.

{where}
"""

from math import inf

import numpy as np

import datasets
from algorithms import evaluate, record
from algorithms.estimators import {names}

{load}

learners = {{
{runs}
}}

for learner in learners.values():
    learner.fit(data.X, data.y)

# A model that was saved on the page (“Model (JSON)”, of several “Model A (JSON)”) predicts a file
# of the same raw columns:
#     import pandas as pd
#     from algorithms.models import Model
#     print(Model.load("sparsity-lab-model-A.json").predict(pd.read_csv("new_rows.csv")))

{losses}

if __name__ == "__main__":
    rows = data if data.test is None else data.test
    for letter, learner in learners.items():
        # An estimator keeps no losses: the same run once more, looked at while it learns.
        trace = record(learner.as_algorithm(), data, {stream})
        w, b = learner.coef_.ravel(), learner.intercept_
        scores = {{{score!r}: learner.score(rows.X, rows.y)}}
        scores |= evaluate(w, data, {loss!r}, b, names={measures})
        print(
            letter,
            learner.method.title,
            f"keeps {{np.count_nonzero(w)}} of {{data.n_features}} weights, {{losses(trace)}},",
            ", ".join(f"{{name}} {{value:.4g}}" for name, value in scores.items()),
            "on its own rows" if data.test is None else "on the rows held out",
        )
'''


def script(view: View, data: Dataset | None = None) -> str:
    """A Python script that learns the same weights: every knob is written out.

    It has estimators where those learn the same from ``data``; without it, and of several classes
    or rows in time order, it records traces.
    """
    squared = view.stream.loss == "squared"
    if data is None or data.classes or data.in_time or (data.task == "regression" and not squared):
        return trace_script(view)
    return estimator_script(view, data.task, data.groups is not None)


def estimator_script(view: View, task: str, has_groups: bool = False) -> str:
    """A script with the estimator of each run.

    Parameters
    ----------
    task : classification or regression.
    has_groups : whether the data name groups; where not, group methods make blocks on the page,
        which an estimator does where it is asked to.
    """
    from algorithms.estimators import CLASSIFIERS, REGRESSORS  # scikit-learn takes a second

    kinds = REGRESSORS if task == "regression" else CLASSIFIERS
    names = [kinds[algorithm.key].__name__ for algorithm in view.runs]
    runs = [a if has_groups else with_blocks(a) for a in view.runs]
    given = [f"{arguments(a)}, {stream_arguments(view, kinds[a.key])}" for a in runs]
    runs = [
        f"    {letter!r}: {name}({values}),"
        for letter, name, values in zip(view.letters, names, given, strict=True)
    ]
    return LEARNERS.format(
        where=WHERE,
        names=", ".join(sorted(set(names))),
        load=load_lines(view),
        runs="\n".join(runs),
        stream=record_arguments(view),
        loss=view.stream.loss,
        losses=LOSSES,
        score="R²" if task == "regression" else "accuracy",
        measures=MEASURED[task],
    )


def with_blocks(algorithm: Any) -> Any:
    """Return a method that makes blocks where it would have the groups of the data."""
    if getattr(algorithm, "structure", "") != "data":
        return algorithm
    return replace(algorithm, structure="blocks")


def stream_arguments(view: View, estimator: type) -> str:
    """Return the parameters of an estimator beside its knobs, as far as it has them."""
    stream = view.stream
    wanted = {
        "loss": repr(stream.loss),
        "passes": repr(stream.passes),
        "random_state": repr(stream.order),
        "fit_intercept": repr(stream.intercept),
        "groups": "data.groups",
    }
    there = signature(estimator).parameters
    return ", ".join(f"{name}={value}" for name, value in wanted.items() if name in there)


def trace_script(view: View) -> str:
    """A script that records the trace of each run."""
    runs = [
        f"    {letter!r}: CATALOGUE[{algorithm.key!r}]({arguments(algorithm)}),"
        for letter, algorithm in zip(view.letters, view.runs, strict=True)
    ]
    return SCRIPT.format(
        where=WHERE,
        load=load_lines(view),
        runs="\n".join(runs),
        stream=record_arguments(view),
        loss=view.stream.loss,
        losses=LOSSES,
    )


def record_arguments(view: View) -> str:
    """Return what ``record`` is given beside a method and the examples."""
    stream = view.stream
    given = {"loss": stream.loss, "passes": stream.passes, "seed": stream.order}
    given["intercept"] = stream.intercept
    return ", ".join(f"{name}={value!r}" for name, value in given.items())


def load_lines(view: View) -> str:
    """Return Python that loads the dataset; a comment says where a file has to lie.

    Of an upload only the file's name is known, which no comment holds: it may have two lines.
    """
    recipe = view.recipe
    upload = recipe.family in SHORT_LIVED
    place = HANDED if upload else PLACES.get(recipe.family, "")
    comment = f"# {place}\n" if place else ""
    call = f"load_file({recipe.title!r}" if upload else f"load({recipe.key!r}"
    usual = type(recipe)()
    names = [field.name for field in fields(recipe)]
    options = {name: getattr(recipe, name) for name in names}
    changed = {n: value for n, value in options.items() if value != getattr(usual, n)}
    written = "".join(
        f", {name}={value!r}" for name, value in (changed | asdict(view.preparation)).items()
    )
    return f"{comment}data = datasets.{call}{written})"


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


LOADING = '''"""Loads the examples of a Sparsity Lab view.

{where}
"""

import datasets

{load}
print(data.X.shape, data.task, *data.notes, sep="\\n")
'''


def loading(view: View) -> str:
    """Python that loads a dataset as it is shown."""
    return LOADING.format(where=WHERE, load=load_lines(view))


def svmlight(data: Dataset) -> bytes:
    """The examples as svmlight text, ids from 1."""
    from io import BytesIO

    from sklearn.datasets import dump_svmlight_file

    text = BytesIO()
    # Its writer wants a matrix, not an array, of SciPy.
    dump_svmlight_file(sp.csr_matrix(data.X), data.y, text, zero_based=False)
    return text.getvalue()
