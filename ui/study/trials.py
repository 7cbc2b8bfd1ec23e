"""Settings that were tried, kept by the browser: sent with each movement that ends, and taken back.

What a browser brings back is looked at as an address is: methods and knobs by their names, numbers
that are finite. It becomes dots and rows of the visitor who brought it, and of nobody else.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

import streamlit as st

import charts
from algorithms import CATALOGUE, Algorithm
from charts import Run
from charts.playground.score import ON_HELD_OUT
from ui import address
from ui.engine import Material
from ui.live.assets import element
from ui.live.element import LiveElement, mount
from ui.playground import trial_history
from ui.playground.trial_log import TrialLog
from ui.session.progress import Progress
from ui.study.keeper import STUDY
from ui.view import RUN_LETTERS, View
from ui.visit import Visit

KEY = "trials"

MOST = 300
"""Settings of the same data that are taken back."""

LARGEST = 1e12
"""No number of features and no loss that is taken back is larger."""


class TrialRecord(NamedTuple):
    """A setting as a browser brings it back, once it was looked at."""

    letter: str
    algorithm: Algorithm
    features: int
    loss: float
    value: float


def trials_element(
    view: View,
    material: Material,
    runs: Sequence[Run],
    measure: str,
    values: Sequence[float],
    progress: Progress,
) -> LiveElement:
    """Return the element by which the browser keeps the present settings of all runs.

    Its data are ``{"on", "restore", "forgets", "entry"}``: the data and the stream as text, whether
    the settings kept before are asked for, how often they were forgotten, and what is kept now.

    Parameters
    ----------
    runs : with their traces.
    measure, values : one of ``algorithms.MEASURES``, and the number of each run.
    """
    key = trial_history.key_of(material)
    data = {
        "on": text_of_data(view),
        "restore": key not in progress.restored,
        "forgets": progress.forgets[key],
        "entry": entry(view, runs, measure, values),
    }
    return LiveElement(KEY, _component, data, reports=False)


def text_of_data(view: View) -> str:
    """Return the data and the stream that tried settings have in common, as an address has them."""
    stream = address.changed_parameters("stream.", view.stream.of_runs)
    return urlencode(sorted((address.encode_data(view) | stream).items()))


def entry(view: View, runs: Sequence[Run], measure: str, values: Sequence[float]) -> dict[str, Any]:
    """Return a view with its numbers, in JSON: an entry of the study."""
    kept = [_run(run, value) for run, value in zip(runs, values, strict=True)]
    texts = zip(
        charts.amounts([run["loss"] or math.nan for run in kept]),
        charts.amounts(values, measure),
        strict=True,
    )
    held_out = ON_HELD_OUT.get(measure, {}).get("text", "")
    for run, (loss, value) in zip(kept, texts, strict=True):
        run["numbers"] = {"features": f"{run['features']:,}", "loss while learning": loss}
        run["numbers"] |= {held_out: value} if held_out else {}
    return {
        "kind": "tried",
        "page": "playground",
        "query": urlencode(address.encode(view)),
        "data": view.recipe.title,
        "runs": kept,
    }


def _run(run: Run, value: float) -> dict[str, Any]:
    loss = math.nan if run.has_diverged else charts.cost(run)
    return {
        "letter": run.letter,
        "name": run.name,
        "algorithm": run.algorithm.key,
        "knobs": address.parameters_of(run.algorithm),
        "features": charts.features(run),
        "loss": loss if math.isfinite(loss) else None,
        "value": float(value) if math.isfinite(value) else None,
    }


def show(shown: LiveElement, key: Hashable) -> None:
    """Show the element, in a run of the page, and take back what the browser brings.

    Parameters
    ----------
    key : of the data and the stream, as ``trial_history.key_of`` returns it.
    """
    on = shown.data["on"]

    def take_back() -> None:
        brought = st.session_state[KEY].get("restored")
        visit = Visit.current()
        if isinstance(brought, dict) and brought.get("on") == on:
            visit.progress.restored.add(key)
            if restore(visit.progress.history, key, brought.get("runs")):
                visit.hand.act()

    mount(shown, on_restored_change=take_back)


def restore(history: dict[Hashable, TrialLog], key: Hashable, brought: Any) -> int:
    """Add what a browser brings to a history; return how many settings were not there.

    Parameters
    ----------
    key : of the data and the stream.
    brought : a list of runs as ``entry`` writes them; what is not well formed is left out.
    """
    log = history.setdefault(key, TrialLog())
    before = len(log)
    for record in well_formed(brought):
        trial_history.add(log, *record)
    trial_history.bound(history)
    return len(log) - before


def well_formed(brought: Any) -> Iterator[TrialRecord]:
    """Yield the settings that a browser brings, as far as they are any."""
    for run in (brought if isinstance(brought, list) else [])[:MOST]:
        if isinstance(run, dict) and (record := _record(run)):
            yield record


def _record(run: dict[str, Any]) -> TrialRecord | None:
    letter, key, knobs = run.get("letter"), run.get("algorithm"), run.get("knobs")
    features, loss, value = (_number(run.get(name)) for name in ("features", "loss", "value"))
    named = isinstance(letter, str) and isinstance(key, str) and isinstance(knobs, dict)
    if not named or letter not in tuple(RUN_LETTERS) or key not in CATALOGUE or not features >= 0.0:
        return None
    texts = {name: text for name, text in knobs.items() if isinstance(text, str)}
    kind = CATALOGUE[key]
    try:
        algorithm = kind(**address.read("", kind(), texts, []))
    except ValueError:  # knobs that exclude each other
        return None
    return TrialRecord(letter, algorithm, int(features), loss, value)


def _number(value: Any) -> float:
    """Return a finite number; nan for anything else."""
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if plain and abs(value) <= LARGEST else math.nan


@st.cache_resource(show_spinner=False)
def _component():
    return element(STUDY / "trials.js")
