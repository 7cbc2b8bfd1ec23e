"""Details under the pictures: weights, numbers, kernels, what to take home."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from textwrap import dedent
from typing import Any

import streamlit as st

import charts
from algorithms import Algorithm, card
from algorithms.dataset_stats import DatasetStats
from algorithms.kernel import kernel
from algorithms.online import storage
from charts import Run
from charts.playground.score import never_occurring
from datasets import Dataset
from ui.engine import Material
from ui.live.stage import show_stage
from ui.markdown import plain
from ui.playground import export, model_file, trial_history
from ui.session.progress import Progress
from ui.sweep.form import SWEEP
from ui.sweep.moves import of_playground
from ui.view import View

HEIGHT = "360px"
MEASURED = {
    "first-pass loss": "loss",
    "first-pass error": "test error",
    "mean loss": "loss",
    "training loss": "loss",
    "progressive error": "test error",
    "test error": "test error",
    "test AUC": "test AUC",
    "test mean squared error": "test mean squared error",
    "test loss": "test loss",
}
"""The columns whose numbers have as many digits as those of a measure."""

FORMATS = {"milliseconds": "{:.2f}", "M nonzeros/s": "{:.0f}"}
NAMES = {
    "first-pass loss": "loss, first pass",
    "first-pass error": "errors, first pass",
    "mean loss": "loss, all passes",
    "training loss": "loss at the end",
    "progressive error": "errors, all passes",
    "test error": "errors, held-out rows",
    "test AUC": "AUC, held-out rows",
    "test mean squared error": "squared error, held-out rows",
    "test loss": "loss, held-out rows",
    "nonzero weights": "features kept",
    "false features": "useless features kept",
    "missed features": "useful features missed",
    "M nonzeros/s": "million entries per second",
}
"""The columns in the words of the page."""

NUMBERS, STUDY = "Numbers and weights", "Your study"
TOOLS = kernel.__module__, storage.__name__
"""The modules of what kernels are made with, whatever they learn."""
SECTIONS = (
    NUMBERS,
    "Tried",
    "Read the kernel",
    "About the data",
    "For the curious",
    "Take it home",
    STUDY,
)


def is_open() -> bool:
    """Return whether a section is open."""
    return st.session_state.get("section") is not None


def show(
    material: Material,
    view: View,
    learned: list[Run],
    measure: str,
    progress: Progress,
    curious: Callable[[], str],
    study: Callable[[], None],
) -> None:
    """Show all of it, in reading order; ``curious`` returns what the pictures leave to the curious.

    ``study`` shows what this browser keeps.

    Whatever stands on the page comes anew with every change, and is walked through by the browser
    at every movement of a knob, so of the sections only the one that is open exists.
    """
    data = material.data
    section = st.segmented_control("More", SECTIONS, key="section", label_visibility="collapsed")
    if section == NUMBERS:
        _numbers(view, data, learned)
    elif section == "Tried":
        trial_history.section(progress, material, measure)
    elif section == "Read the kernel":
        _kernels(learned, data)
    elif section == "About the data":
        _about(data)
    elif section == "For the curious":
        st.markdown(plain(curious()))
    elif section == "Take it home":
        _take_home(view, data, learned)
    elif section == STUDY:
        study()


def _numbers(view: View, data: Dataset, learned: list[Run]) -> None:
    """The runs in a plain table, and their final weights."""
    table = charts.numbers(learned, data)
    for name in table:
        table[name] = _texts(name, table[name])
    names = NAMES | ({"nonzero weights": "weights not 0"} if data.task == "multiclass" else {})
    st.table(table.rename(columns=names))
    if data.task == "classification":
        st.caption("A prediction of exactly 0 names no class and counts as an error.")
    chosen = next((run for run in learned if run.letter == view.display.rug), learned[0])
    pictures = [charts.weights(learned, data), charts.weight_paths(chosen, data)]
    show_stage("details", [pictures], HEIGHT)


def _texts(name: str, column: Sequence[float]) -> list[str]:
    """The numbers of a column of the table, – for those that a run has not."""
    if name in MEASURED:
        return charts.amounts(column, MEASURED[name])
    text = FORMATS.get(name, "{:,}").format
    return [text(value) if value == value else "–" for value in column]


def _about(data: Dataset) -> None:
    unseen = data.n_features - int(DatasetStats.of(data).occurring.sum())
    st.markdown(
        f"{data.n_rows:,} examples to learn from × {data.n_features:,} features, "
        f"{data.density:.1%} of the entries nonzero. "
        f"{never_occurring(unseen, data.n_features) if unseen else ''} "
        f"{plain(' '.join(data.notes))} "
        f"Source: {plain(data.provenance.source)}. Licence: {plain(data.provenance.licence)}."
    )


def _kernels(learned: list[Run], data: Dataset) -> None:
    algorithms = [run.algorithm for run in learned]
    called: dict[Any, None] = {}
    for algorithm in {each.key: each for each in algorithms}.values():
        st.markdown(f"**{algorithm.title}**")
        st.latex(algorithm.formula)
        headings = {heading: plain(text) for heading, text in card(algorithm).items()}
        st.table(headings, width="content")
        # The knobs of two runs may ask for two loops.
        for loop in dict.fromkeys(_loop(a, data) for a in algorithms if a.key == algorithm.key):
            st.code(_source(loop), language="python", wrap_lines=True)
            called |= dict.fromkeys(_parts(loop))
    if called:
        st.markdown("**What they call**")
        st.code("\n\n\n".join(map(_source, called)), language="python", wrap_lines=True)


def _source(function: Any) -> str:
    return dedent(inspect.getsource(_without_compiling(function))).strip()


def _without_compiling(function: Any) -> Any:
    return getattr(function, "py_func", function)


def _parts(loop: Any) -> list[Any]:
    """The compiled functions that a loop calls: the rule, the loss, the step size; no tools."""
    loop = _without_compiling(loop)
    named = (loop.__globals__.get(name) for name in loop.__code__.co_names)
    parts = [each for each in named if hasattr(each, "py_func")]
    return [each for each in parts if not each.__module__.startswith(TOOLS)]


def _loop(algorithm: Algorithm, data: Dataset) -> Any:
    """The loop by which a run goes through these examples."""
    if algorithm.kind == "batch":
        return type(algorithm).loop
    return algorithm.loop_for(data.n_features, data.X.nnz / data.n_rows)


def _take_home(view: View, data: Dataset, learned: list[Run]) -> None:
    script = export.script(view, data)
    first, left, middle, right = st.columns(4)
    first.download_button(
        "Weights (CSV)",
        export.csv_text(export.weights(learned, data)),
        "sparsity-lab-weights.csv",
        "text/csv",
        icon=":material/download:",
        width="stretch",
        help="The final weight of each feature in each run, the largest first.",
    )
    left.download_button(
        "Numbers (CSV)",
        export.csv_text(export.table(learned)),
        "sparsity-lab.csv",
        "text/csv",
        icon=":material/download:",
        width="stretch",
    )
    middle.download_button(
        "Script (Python)",
        script,
        "sparsity_lab_runs.py",
        "text/x-python",
        icon=":material/download:",
        width="stretch",
    )
    right.page_link(
        "pages/sweep.py",
        label="Sweep these runs",
        icon=":material/arrow_forward:",
        query_params=SWEEP.encode(of_playground(view)),
        help="Each of them with many settings, compared at the same number of features.",
    )
    model_file.buttons(view, data, learned)
    st.code(script, language="python", wrap_lines=True)
    st.markdown("**The curves as a table**")
    st.dataframe(export.table(learned), hide_index=True)
