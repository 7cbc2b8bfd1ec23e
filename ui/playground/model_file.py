"""A run as a model in a file: what a button hands over, and why there is none."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict

import numpy as np
import streamlit as st

from algorithms.models import Model, refuse_loss
from charts import Run
from datasets import Dataset, FeaturePlan, Preparation, refuse_plan
from datasets.wording import pluralize
from ui import engine
from ui.markdown import plain
from ui.view import View

WORDS = (
    "A model is a run that you can keep: its weights that are not 0, and how a new row is prepared "
    "for them. On the Data page, “Predict” takes the file and new rows."
)


def buttons(view: View, data: Dataset, learned: list[Run]) -> None:
    """Show a button for each run that can be kept, and why the others cannot."""
    refused = {run.letter: refusal(view, data, run) for run in learned}
    with st.container(horizontal=True):
        for run in learned:
            st.download_button(
                "Model (JSON)" if len(learned) == 1 else f"Model {run.letter} (JSON)",
                "" if refused[run.letter] else lambda run=run: model_text(view, data, run),
                f"sparsity-lab-model-{run.letter}.json",
                "application/json",
                icon=":material/download:",
                help=f"The model of {run.letter}, {plain(run.name)}.",
                disabled=bool(refused[run.letter]),
                on_click="ignore",
                key=f"model_{run.letter}",
            )
    st.caption(WORDS)
    for sentence in dict.fromkeys(filter(None, refused.values())):
        of = " and ".join(letter for letter, why in refused.items() if why == sentence)
        st.caption(plain(f"No model of {of}: {sentence}"))


def refusal(view: View, data: Dataset, run: Run) -> str:
    """Return why there is no model of a run, or nothing; little is computed for it."""
    try:
        refuse_plan(view.preparation)
        refuse_loss(view.stream.loss)
    except ValueError as error:
        return str(error)
    if run.has_diverged:
        return "it diverged, so it has no weights to keep. Take a smaller step size."
    drawn = int(view.preparation.noise_features)
    kept = int(np.sum(run.support[-drawn:])) if drawn else 0
    if kept:
        return (
            f"it keeps {pluralize(kept, 'noise feature')}, drawn for the rows of this dataset, "
            "which no new row has. Set noise features to 0, or shrink more until it keeps none."
        )
    return ""


def model_text(view: View, data: Dataset, run: Run) -> str:
    """Return the file of a run's model. Raises ValueError where there is none."""
    return model_of(view, data, run).text()


def model_of(view: View, data: Dataset, run: Run) -> Model:
    """Return the model of a run.

    Parameters
    ----------
    data : the dataset of the view, from which it learned.

    Raises ValueError, a sentence, for a run that cannot be written.
    """
    raw = engine.dataset(view.recipe, Preparation())
    plan = FeaturePlan.of(raw, view.preparation)
    stream = view.stream
    about = {
        "dataset": data.name,
        "target": data.target_name,
        "preparation": asdict(view.preparation),
        "run": {"passes": stream.passes, "order": stream.order, "intercept": stream.intercept},
    }
    return Model.of(run.trace, plan, data, reading=reading_of(view), about=about)


def reading_of(view: View) -> dict[str, str]:
    """Return the file's options on what its cells mean, as far as they were chosen."""
    found = {}
    for name in ("dates", "missing"):
        with suppress(AttributeError):
            found[name] = str(getattr(view.recipe, name))
    return found
