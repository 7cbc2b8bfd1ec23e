"""Prediction with a model: its file, then new rows, then a table of what it says of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st
from streamlit.typing import UploadedFile

import datasets
from algorithms.models import Model
from algorithms.models.parse import MOST_BYTES
from charts.labels import IN_WORDS, shorten
from datasets import Dataset, Preparation
from datasets.wording import capitalize, pluralize
from ui import dataset_library, engine
from ui.dataset_library import MOST_MEGABYTES
from ui.markdown import plain
from ui.playground import export
from ui.view import View

if TYPE_CHECKING:
    import pandas as pd

MODEL_MEGABYTES = MOST_BYTES // 10**6
SHOWN, MOST_ROWS, MOST_CELLS = 1000, 1_000_000, 1_000_000_000
"""Rows of the table on the page, rows predicted, and features of all of these together."""
MODEL, RESULT, PROBLEM, TAKEN = "model", "predictions", "prediction_problem", "model_files_taken"
"""What a session keeps: the model, what it predicted last, what was wrong, and how many files."""


@dataclass(frozen=True, eq=False)
class Predictions:
    """Predictions as they are shown.

    Parameters
    ----------
    rows : what they are of, such as the name of a file.
    table : a row each.
    notes : sentences about cells that were filled in or are not known.
    """

    rows: str
    table: pd.DataFrame
    notes: list[str]


def section(view: View) -> None:
    """Show the two steps, and what came of them."""
    st.markdown("**1. The model**")
    _uploader("A model from the playground (JSON)", "model_file", MODEL_MEGABYTES, _take_model)
    model = st.session_state.get(MODEL)
    _problem("model")
    if model is None:
        st.caption(
            "On the playground, “Take it home” saves one. In Python, Model.save does "
            "(algorithms.models)."
        )
        return
    st.markdown(sentence(model))
    st.markdown("**2. The rows**")
    label = f"A file with the same columns, of up to {MOST_MEGABYTES} MB"
    _uploader(label, "rows_file", MOST_MEGABYTES, _take_rows)
    st.caption(
        "Columns are found by their names, in any order; others are passed over. The file needs no "
        "target. It is not kept."
    )
    name = plain(shorten(view.recipe.title, IN_WORDS))
    st.button(f"Predict {name}, the dataset above", on_click=_take_open, args=(view,))
    _problem("rows")
    if (found := st.session_state.get(RESULT)) is not None:
        _show(found)


def sentence(model: Model) -> str:
    """Return in words what a model is."""
    several = model.task == "multiclass"
    n = sum(map(len, model.weights.values())) if several else len(model.weights)
    names = [plain(shorten(label, IN_WORDS)) for label in map(str, model.classes)]
    what = f"{len(names)} classes" if several else " or ".join(names) or "an amount"
    origin = model.about.get("dataset")
    learned = f", learned from {plain(shorten(origin, IN_WORDS))}" if _is_name(origin) else ""
    weights, columns = pluralize(n, "weight"), pluralize(len(model.columns), "column")
    return f"{model.algorithm.title}{learned}: {weights} of {columns}. It predicts {what}."


def predict(model: Model, rows: Any, name: str) -> Predictions:
    """Return the predictions of rows, as they are shown.

    Parameters
    ----------
    rows : a Dataset before it was prepared, or the content of a file.

    Raises ValueError, a sentence, for rows that cannot be predicted.
    """
    import pandas as pd

    frame = getattr(rows, "frame", None)
    n_rows = rows.X.shape[0] if frame is None else len(frame)
    if n_rows > MOST_ROWS:
        raise ValueError(f"{name} has {n_rows:,} rows, and at most {MOST_ROWS:,} are predicted.")
    if n_rows * len(model.features) > MOST_CELLS:
        most = MOST_CELLS // len(model.features)
        rows_read = pluralize(most, "row")
        raise ValueError(f"{name} has {n_rows:,} rows; this model reads at most {rows_read}.")
    if frame is not None:
        model = replace(model, reading=model.reading | {"decimal": rows.decimal})
    found = model.examine(rows if frame is None else frame)
    labels = found.labels.astype(str) if model.classes else found.labels  # of one kind, to be shown
    notes = list(found.notes)
    columns: dict[str, Any] = {"row": np.arange(1, n_rows + 1), "prediction": labels}
    if model.task == "multiclass":
        columns["its probability"] = found.probability.max(axis=1)
    elif model.task == "classification":
        columns["decision value"] = found.decision
        label = shorten(str(model.classes[1]), IN_WORDS)
        notes.append(
            f"The decision value is the sum of weights times features; above 0 it says {label}."
        )
        if found.probability is not None:
            columns[f"probability of {label}"] = found.probability[:, 1]
    if (target := target_of(model, rows)) is not None:
        columns["in the file"] = target
    table = pd.DataFrame(columns)
    return Predictions(name, table, notes)


def target_of(model: Model, rows: Any) -> Any:
    """Return what the rows themselves say, where they have the column that is predicted."""
    name = model.about.get("target")
    if isinstance(rows, Dataset):
        labels = rows.classes or rows.provenance.labels
        same = rows.task == model.task and set(labels) == set(map(str, model.classes))
        if not same or name not in (None, rows.target_name):
            return None
        places = rows.y if rows.classes else rows.y > 0
        return np.array(labels, dtype=object)[places.astype(int)] if labels else rows.y
    frame = getattr(rows, "frame", None)
    if frame is None or not _is_name(name) or name not in frame:
        return None
    return frame[name].astype(str).to_numpy(object)


def _is_name(value: Any) -> bool:
    """Whether a value of a file, which may hold anything there, is a name to show."""
    return isinstance(value, str) and bool(value.strip())


def _show(found: Predictions) -> None:
    n = len(found.table)
    first = f"The first {SHOWN:,} of {n:,} rows" if n > SHOWN else pluralize(n, "row")
    st.markdown(f"**{plain(shorten(found.rows, IN_WORDS))}**: {first}")
    for note in found.notes:
        st.caption(plain(note))
    st.dataframe(found.table.head(SHOWN), hide_index=True)
    st.download_button(
        "Predictions (CSV)",
        lambda: export.csv_text(found.table),
        "predictions.csv",
        "text/csv",
        icon=":material/download:",
        on_click="ignore",
    )


def _uploader(label: str, name: str, megabytes: int, take: Callable[[str, bytes], None]) -> None:
    # Each widget takes one file, so that Streamlit keeps no second copy of it.
    key = f"{name}_{st.session_state.get(TAKEN, 0)}"
    st.file_uploader(label, key=key, max_upload_size=megabytes, on_change=_take, args=(key, take))


def _take(key: str, take: Callable[[str, bytes], None]) -> None:
    """Take a file from its widget and let go of it."""
    file = st.session_state.get(key)
    if not isinstance(file, UploadedFile):
        return
    _try("model" if take is _take_model else "rows", lambda: take(file.name, file.getvalue()))
    dataset_library.forget_file(file)
    st.session_state[TAKEN] = st.session_state.get(TAKEN, 0) + 1


def _try(what: str, act: Callable[[], None]) -> None:
    """Do something about the model or the rows, and keep the sentence on what was wrong."""
    st.session_state[PROBLEM] = {}
    try:
        act()
    except ValueError as error:
        st.session_state[PROBLEM] = {what: capitalize(str(error))}


def _problem(what: str) -> None:
    """Say what was wrong with it."""
    if sentence := st.session_state.get(PROBLEM, {}).get(what):
        st.error(plain(sentence), icon=":material/error:")


def _take_model(name: str, content: bytes) -> None:
    model = Model.parse(content)
    st.session_state[MODEL] = model
    st.session_state.pop(RESULT, None)


def _take_rows(name: str, content: bytes) -> None:
    st.session_state.pop(RESULT, None)
    kind = datasets.upload_recipe(name, content)
    try:
        recipe = kind(**options_of(kind, st.session_state[MODEL]))
        st.session_state[RESULT] = predict(st.session_state[MODEL], recipe.content(), name)
    finally:
        kind.origin.release()


def options_of(kind: type, model: Model) -> dict[str, str]:
    """Return the options of reading that a file shares with the one the model learned from."""
    missing = model.reading.get("missing", "")
    return {"missing": missing} if missing and hasattr(kind, "missing") else {}


def _take_open(view: View) -> None:
    def act() -> None:
        st.session_state.pop(RESULT, None)
        raw = engine.dataset(view.recipe, Preparation())
        st.session_state[RESULT] = predict(st.session_state[MODEL], raw, view.recipe.title)

    _try("rows", act)
