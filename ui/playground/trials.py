"""The settings that a visitor has tried on the same data: dots in a picture, and a table."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

import charts
from algorithms import Algorithm
from charts import Run, Tried
from charts.frontier.settings import in_words
from charts.playground.story import ON_HELD_OUT, features
from knobs import knobs_of
from ui import engine
from ui.playground import export
from ui.view import View
from ui.visit import Visit

if TYPE_CHECKING:
    import pandas as pd

MOST, MOST_PASSED = 500, 200
"""The trials that are kept of a visit, and those among them that a hand only passed."""

NONE_YET = "Turn a knob: each setting at which you let go of it becomes a row."


@dataclass(frozen=True)
class Trial:
    """A setting that was tried.

    Parameters
    ----------
    number : by which a click tells it; later ones have larger numbers.
    key : the data, their order and the measure; trials with the same key are compared.
    letter : of its run.
    algorithm : the setting.
    features : the number of features that it used at the end.
    loss : the loss per example while learning.
    value : the measure; nan where the run diverged.
    rested : the hand let go of its knob there.
    """

    number: int
    key: Hashable
    letter: str
    algorithm: Algorithm
    features: int
    loss: float
    value: float
    rested: bool


def note(view: View, runs: Sequence[Run], values: Sequence[float], moving: bool) -> list[Trial]:
    """Keep the present settings, and return all trials on the same data.

    Parameters
    ----------
    runs : with their traces.
    values : the measure of each.
    moving : a hand only passes there.
    """
    visit, key = Visit.current(), _key(view)
    kept: list[Trial] = list(visit.trials)
    known = {(t.key, t.letter, t.algorithm): place for place, t in enumerate(kept)}
    number = max((trial.number for trial in kept), default=0)
    for run, value in zip(runs, values, strict=True):
        place = known.get((key, run.letter, run.algorithm))
        if place is not None:
            kept[place] = replace(kept[place], rested=kept[place].rested or not moving)
            continue
        number += 1
        setting = key, run.letter, run.algorithm
        kept.append(Trial(number, *setting, features(run), charts.cost(run), value, not moving))
    visit.trials = _bounded(kept)
    return of(view)


def _bounded(trials: list[Trial]) -> list[Trial]:
    """The newest of them; of those that were only passed every second one, if they are many."""
    passed = [trial.number for trial in trials if not trial.rested]
    if len(passed) > MOST_PASSED:
        dropped = set(passed[::2])
        trials = [trial for trial in trials if trial.number not in dropped]
    return trials[-MOST:]


def of(view: View) -> list[Trial]:
    """Return the trials on the data of a view, the oldest first."""
    key = _key(view)
    return [trial for trial in Visit.current().trials if trial.key == key]


def _key(view: View) -> Hashable:
    """All that trials have in common which may be compared."""
    stream = replace(view.stream, comparator=1.0)  # the comparator moves no run
    return engine.examples(view.recipe, view.preparation), stream


def dots(trials: Sequence[Trial], runs: Sequence[Run]) -> list[Tried]:
    """Return the trials as the fourth picture draws them, without the present settings."""
    present = {(run.letter, run.algorithm) for run in runs}
    return [
        Tried(trial.letter, trial.features, trial.value, _words(trial), f"t{trial.number}")
        for trial in trials
        if np.isfinite(trial.value) and (trial.letter, trial.algorithm) not in present
    ]


def _words(trial: Trial) -> str:
    return f"<b>{trial.letter}</b> {trial.algorithm.title}: {settings(trial.algorithm)}"


def settings(algorithm: Algorithm) -> str:
    """Return the knobs of a setting that have a letter, such as "η = 0.1, g = 0.01"."""
    declared = knobs_of(algorithm)
    return in_words(algorithm, [name for name in declared if declared[name].symbol])


def table(trials: Sequence[Trial], measure: str) -> pd.DataFrame:
    """Return a row for each trial at which a hand let go of its knob.

    Parameters
    ----------
    measure : by which they are compared.
    """
    import pandas as pd

    rows = [_row(trial, measure) for trial in trials if trial.rested]
    return pd.DataFrame(rows)


def _row(trial: Trial, measure: str) -> dict[str, Any]:
    row = {
        "run": trial.letter,
        "method": trial.algorithm.title,
        "knobs": settings(trial.algorithm),
        "features": trial.features,
        "loss per example while learning": trial.loss,
    }
    if measure in ON_HELD_OUT:
        row[ON_HELD_OUT[measure]["text"]] = trial.value
    return row


def section(view: View, measure: str) -> None:
    """Show the table, a button that saves it, and one that forgets it."""
    rows = table(of(view), measure)
    if rows.empty:
        st.markdown(NONE_YET)
        return
    st.markdown("Every setting that you let go of on these data. Click a heading to sort by it.")
    st.dataframe(rows, hide_index=True)
    with st.container(horizontal=True):
        st.download_button(
            "Tried settings (CSV)",
            export.csv_text(rows),
            "sparsity-lab-tried.csv",
            "text/csv",
            icon=":material/download:",
        )
        st.button("Forget them", icon=":material/delete:", on_click=forget, args=(view,))


def forget(view: View) -> None:
    """Forget the trials on the data of a view."""
    key, visit = _key(view), Visit.current()
    visit.trials = [trial for trial in visit.trials if trial.key != key]
