"""What stands under the three pictures: weights, numbers, kernels, and what to take home."""

from __future__ import annotations

import inspect

import streamlit as st

import charts
from charts import Run
from datasets import Dataset
from ui import controls, export, runs
from ui.live.figures import live_figures
from ui.state import State

HEIGHT = "360px"
FORMATS = {
    "mean loss": "%.4f",
    "progressive error": "percent",
    "test error": "percent",
    "test AUC": "%.4f",
    "test mean squared error": "%.4g",
    "nonzero weights": "localized",
    "milliseconds": "%.2f",
    "M nonzeros/s": "%.0f",
}


def show(state: State, data: Dataset, learned: list[Run]) -> None:
    """All of it, in reading order."""
    _numbers(learned, data)
    chosen = next((run for run in learned if run.letter == state.view.rug), learned[0])
    pictures = [charts.weights(learned, data), charts.weight_paths(chosen, data)]
    live_figures("details", pictures, HEIGHT)
    with st.expander("The data, and what was done to it"):
        controls.told_of(data)
    with st.expander("Read the kernel"):
        _kernels(learned)
    with st.expander("Take it home: numbers and a script"):
        _take_home(state, learned)


def _numbers(learned: list[Run], data: Dataset) -> None:
    table = charts.numbers(learned, data)
    st.dataframe(
        table,
        column_config={
            name: st.column_config.NumberColumn(format=FORMATS.get(name)) for name in table
        },
    )


def _kernels(learned: list[Run]) -> None:
    algorithms = {run.algorithm.key: run.algorithm for run in learned}
    for algorithm, tab in zip(
        algorithms.values(), st.tabs([a.title for a in algorithms.values()]), strict=True
    ):
        with tab:
            st.markdown(f"{algorithm.idea} *{algorithm.source}*")
            st.latex(algorithm.formula)
            loop = algorithm.loop
            st.code(inspect.getsource(getattr(loop, "py_func", loop)), language="python")


def _take_home(state: State, learned: list[Run]) -> None:
    script = export.script(state, runs.source_of(state))
    left, right, _ = st.columns([1, 1, 2])
    left.download_button(
        "Numbers (CSV)",
        export.table(learned).to_csv(index=False),
        "sparsity-lab.csv",
        "text/csv",
        icon=":material/download:",
        width="stretch",
    )
    right.download_button(
        "Script (Python)",
        script,
        "sparsity_lab_runs.py",
        "text/x-python",
        icon=":material/download:",
        width="stretch",
    )
    st.code(script, language="python")
    with st.popover("The curves as tables"):
        st.dataframe(export.table(learned))
