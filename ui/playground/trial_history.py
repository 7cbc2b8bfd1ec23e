"""The settings that a visitor has tried on the same data: dots in a picture, and a table."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

import streamlit as st

import charts
from algorithms import Algorithm
from charts import Run, TriedSettings
from charts.frontier.settings import in_words
from charts.playground.score import ON_HELD_OUT, features
from knobs import knobs_of
from ui.engine import Material
from ui.playground import export
from ui.playground.trial_log import Trial, TrialLog
from ui.session.progress import Progress
from ui.visit import Visit

if TYPE_CHECKING:
    import pandas as pd

MOST, MOST_PASSED = 500, 200
"""The trials that are kept of a visit, and those among them that a hand only passed."""

NONE_YET = "Turn a knob: each setting at which you let go of it becomes a row."


History = Mapping[Hashable, TrialLog]
"""All trials of a visit, by the data and the stream that they were tried on."""


def note(
    history: dict[Hashable, TrialLog],
    material: Material,
    runs: Sequence[Run],
    values: Sequence[float],
    moving: bool,
) -> None:
    """Add the present settings to a history.

    Parameters
    ----------
    runs : with their traces.
    values : the measure of each.
    moving : a hand only passes there.
    """
    mine = history.setdefault(key_of(material), TrialLog())
    for run, value in zip(runs, values, strict=True):
        known = mine.get((run.letter, run.algorithm))
        if known is None:
            numbers = features(run), charts.cost(run), value
            add(mine, run.letter, run.algorithm, *numbers, rested=not moving)
        elif not (moving or known.rested):
            mine.rest(known)
    mine.thin(MOST_PASSED)
    bound(history)


def add(
    log: TrialLog,
    letter: str,
    algorithm: Algorithm,
    features: int,
    loss: float,
    value: float,
    rested: bool = True,
) -> None:
    """Add a setting to a log, unless it is there; see ``Trial`` for the parameters."""
    if log.get((letter, algorithm)) is None:
        words = f"<b>{letter}</b> {describe_setting(algorithm)}"
        log.add(Trial(next(_numbers), letter, algorithm, words, features, loss, value, rested))


_numbers = count(1)


def bound(logs: dict[Hashable, TrialLog]) -> None:
    """Drop the oldest trials while there are too many."""
    while sum(map(len, logs.values())) > MOST:
        oldest = min((some for some in logs.values() if some), key=_first_number)
        oldest.drop(next(iter(oldest)))


def _first_number(log: TrialLog) -> int:
    return next(iter(log)).number


def trials_on(history: History, material: Material) -> list[Trial]:
    """Return the trials on the same data and stream, the oldest first."""
    return list(_on(history, material))


def key_of(material: Material) -> Hashable:
    """Return all that trials have in common which may be compared."""
    return material.key, material.stream.of_runs


def dots(history: History, material: Material, runs: Sequence[Run]) -> list[TriedSettings]:
    """Return the trials as the trade-off draws them, without the present settings."""
    return _on(history, material).dots([(run.letter, run.algorithm) for run in runs])


def _on(history: History, material: Material) -> TrialLog:
    return history.get(key_of(material)) or TrialLog()


def describe_setting(algorithm: Algorithm) -> str:
    """Return a method with its knobs, such as "FOBOS: η = 0.1, λ = 0.01"."""
    return f"{algorithm.title}: {settings(algorithm)}"


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
        "loss per example, first pass": trial.loss,
    }
    if measure in ON_HELD_OUT:
        row[ON_HELD_OUT[measure]["text"]] = trial.value
    return row


def section(progress: Progress, material: Material, measure: str) -> None:
    """Show the table, a button that saves it, and one that forgets it."""
    rows = table(trials_on(progress.history, material), measure)
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
        # With its key alone: what waits for a click would hold a dataset that has gone.
        which = progress, key_of(material)
        st.button("Forget them", icon=":material/delete:", on_click=_forget, args=which)


def _forget(progress: Progress, key: Hashable) -> None:
    """Forget them, and have the picture follow, too."""
    forget(progress, key)
    Visit.current().hand.act()


def forget(progress: Progress, key: Hashable) -> None:
    """Forget the trials on the data and the stream of a key, here and in the browser."""
    progress.history.pop(key, None)
    progress.forgets[key] += 1
