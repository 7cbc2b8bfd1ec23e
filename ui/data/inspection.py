"""A dataset in numbers and tables, and what was done to it."""

from __future__ import annotations

import streamlit as st

from algorithms.dataset_stats import DatasetStats
from datasets import STAGES, Dataset
from ui import engine
from ui.data import group_editor, prediction
from ui.engine import Material
from ui.markdown import plain
from ui.playground import export
from ui.view import View

ROWS, COLUMNS = 25, 40
"""Size of a table's preview."""


def size(data: Dataset) -> str:
    """Return in a line how large a dataset is; **bold** is."""
    counts = {
        "examples": f"{data.n_rows:,}",
        "features": f"{data.n_features:,}",
        "nonzeros": f"{data.X.nnz:,}",
        "of all cells": f"{data.density:.2%}",
    }
    if data.test is not None:
        of = f"test rows from {data.test_name}" if data.test_name else "held out"
        counts[of] = f"{data.test.n_rows:,}"
    unseen = data.n_features - int(DatasetStats.of(data).occurring.sum())
    if unseen:
        counts["features in no example"] = f"{unseen:,}"
    if data.n_noise:
        counts["noise features"] = f"{data.n_noise:,}"
    if data.groups is not None:
        counts["groups"] = f"{data.groups.max() + 1:,}"
    if data.true_weights is not None:
        counts["true weights"] = f"{(data.true_weights != 0).sum():,}"
    return " \u2003".join(f"**{value}** {what}" for what, value in counts.items())


def show(view: View, material: Material) -> None:
    """Show one section at a time: the browser walks through all of a page at every movement."""
    data = material.data
    sections = {
        "Features": lambda: _features(material),
        "What was done": lambda: _report(data),
        "Groups": lambda: group_editor.editor(view),
        "Rows": lambda: _rows(data),
        "Take it home": lambda: _take_home(view),
        "Predict": lambda: prediction.section(view),
    }
    chosen = st.segmented_control(
        "Section",
        list(sections),
        key="data_section",
        default="Features",
        label_visibility="collapsed",
        required=True,
    )
    sections[chosen]()


def _features(material: Material) -> None:
    table, measure = engine.describe_features(material)
    if not table["from"].any():
        table = table.drop(columns=["from", "missing"])
    # What centring leaves of a mean is rounding.
    table = table.assign(mean=table["mean"].where(table["mean"].abs() > 1e-12 * table["sd"], 0.0))
    share = st.column_config.ProgressColumn(format="percent", min_value=0.0, max_value=1.0)
    number = st.column_config.NumberColumn(format="%.4g")
    columns = {name: number for name in table.select_dtypes("float")} | {"nonzero share": share}
    st.dataframe(table, hide_index=True, column_config=columns)
    st.caption(f"Sort by a click on a name. {measure[0].upper()}{measure[1:]}: each feature alone.")


def _report(data: Dataset) -> None:
    if not data.report:
        st.caption("Nothing: the data are used as they came.")
    for stage, name in STAGES.items():
        done = [step.what for step in data.report if step.stage == stage]
        if done:
            st.markdown(f"**{name}**\n" + "".join(f"\n* {plain(what)}" for what in done))
    origin = data.provenance
    st.markdown(f"**source**\n\n* {plain(origin.source)}. Licence: {plain(origin.licence)}.")


def _rows(data: Dataset) -> None:
    import pandas as pd

    last = max(data.n_rows - ROWS, 0)
    first = st.number_input("from row", 1, last + 1, key="first_row") - 1
    X, y = data.X[first : first + ROWS], data.y[first : first + ROWS]
    target = [data.classes[int(c)] for c in y] if data.classes else y
    if data.n_features <= COLUMNS:
        cells = {name: X[:, [j]].toarray().ravel() for j, name in enumerate(data.feature_names)}
        table = pd.DataFrame({"target": target, **cells})
    else:
        nonzero = [_spelling(data, X[[i]]) for i in range(X.shape[0])]
        table = pd.DataFrame({"target": target, "nonzeros": nonzero})
    table.index = range(first + 1, first + 1 + len(table))
    st.dataframe(table)


def _spelling(data: Dataset, row) -> str:
    pairs = zip(row.indices[:COLUMNS], row.data, strict=False)
    text = "  ".join(f"{data.feature_names[j]}: {value:.4g}" for j, value in pairs)
    return f"{text}  and {row.nnz - COLUMNS} more" if row.nnz > COLUMNS else text


def _take_home(view: View) -> None:
    recipe = view.recipe
    left, right, _ = st.columns([1, 1, 2])
    left.download_button(
        "Examples (svmlight)",
        lambda: export.svmlight(Material.of(view).data),
        f"{recipe.key}.svm",
        "text/plain",
        icon=":material/download:",
        width="stretch",
        on_click="ignore",
    )
    right.download_button(
        "Features (CSV)",
        lambda: export.csv_text(engine.describe_features(Material.of(view))[0]),
        f"{recipe.key}-features.csv",
        "text/csv",
        icon=":material/download:",
        width="stretch",
        on_click="ignore",
    )
    st.caption(
        "Ids count from 1 in the order of the features' table; the held-out rows are left out."
    )
    st.code(export.loading(view), language="python", wrap_lines=True)
