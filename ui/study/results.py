"""Finished sweeps and answers, kept by the browser and shown again without being computed.

What comes back is looked at as anything from outside: names that are known, numbers that are
numbers, as many as the question asks. It is shown of uploads alone, since what is computed from
them is their session's own: of other data the memory is shared, and a visitor could show others
what no run has found.
"""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import numpy as np
import streamlit as st

from algorithms import ALL_MEASURES, CATALOGUE, Algorithm, Outcomes
from algorithms.feature_search import MethodResult, Question, SearchResult
from knobs import knobs_of
from ui.address import changed_parameters
from ui.best import job, words
from ui.live.assets import element
from ui.study.keeper import STUDY
from ui.sweep import jobs, sentences
from ui.sweep.form import FIND, SWEEP
from ui.sweep.query import SweepDisplay
from ui.sweep.results import current_results
from ui.view import View
from ui.visit import Visit

KEY = "results"

LONGEST = 2_000_000
"""Letters of the outcomes that a browser keeps of one sweep; of a larger one it keeps the words."""

NAMES = ("features", "features held", *ALL_MEASURES)
"""The numbers of a setting that are taken back."""

ASKING = ("data", "stream", FIND)
"""The parameters of a search, beside the number of features."""

ASKED = "results_asked"
"""Where the session keeps for which questions the browser was asked what it has."""


@st.fragment
def show() -> None:
    """Have the browser keep what is finished on the sweep page, and ask it for what is missing."""
    visit = Visit.current(drawing=True)
    if visit.hand.ended:  # something was brought back
        st.rerun()
    view = visit.view
    sweep = jobs.current(view, visit.progress.token)
    search = job.current(view) if view.sweep.searching else None
    state = st.session_state.get(KEY) or {}
    kept = state.get("kept") if isinstance(state.get("kept"), list) else []
    finished = [*_finished_sweep(view, sweep, kept), *_finished_search(view, search, kept)]
    lacking = _lacking(view, sweep, search)
    if finished or lacking or kept:
        _component()(
            key=KEY,
            data={"entries": finished, "asked": lacking},
            on_kept_change=lambda: None,
            on_restored_change=_take_up,
        )


def address_of(view: View, searching: bool) -> str:
    """Return the address of a sweep, or of the search for the best, as its entry has it.

    That of a search says nothing of the methods that are swept beside it.
    """
    sweep = replace(view.sweep, searching=searching)
    parameters = SWEEP.encode(replace(view, sweep=sweep))
    if searching:
        at_most = changed_parameters("look.", SweepDisplay(at_most=sweep.look.at_most))
        kept = {n: text for n, text in parameters.items() if n.split(".")[0] in ASKING}
        parameters = kept | at_most
    return urlencode(parameters)


def _finished_sweep(view: View, sweep: jobs.Job | None, kept: list) -> list[dict[str, Any]]:
    """Return the entry of a sweep that is whole and that the browser does not have yet."""
    if sweep is None or sweep.run.share < 1.0 or not sweep.run.done:
        return []
    query = address_of(view, searching=False)
    request, outcomes = sweep.run.snapshot()
    shown = None if query in kept else current_results(view, request, outcomes)
    if shown is None:
        return []
    verdict = sentences.verdict(shown, True).replace("**", "")
    return [_entry("sweep", view, query, [verdict], outcomes_to_json(outcomes))]


def _finished_search(view: View, search: job.SearchJob | None, kept: list) -> list[dict[str, Any]]:
    """Return the entry of an answer that is whole and that the browser does not have yet."""
    whole = search is not None and search.ended and not search.cancelled and search.answer
    query = address_of(view, searching=True)
    if not whole or query in kept:
        return []
    answer = search.answer
    lines = [words.headline(answer, True), words.comparison(answer)]
    lines += [line.text for line in words.lines(answer)]
    texts = [line.replace("**", "") for line in lines if line]
    return [_entry("answer", view, query, texts, answer_to_json(answer))]


def _entry(kind: str, view: View, query: str, lines: list[str], text: str) -> dict[str, Any]:
    return {
        "kind": kind,
        "page": "sweep",
        "query": query,
        "data": view.recipe.title,
        "lines": lines,
        "outcomes": text if len(text) <= LONGEST else "",
    }


def _lacking(view: View, sweep: jobs.Job | None, search: job.SearchJob | None) -> list[str]:
    """Return the addresses of what is not here and was not asked for yet: of uploads alone."""
    if view.recipe.family != "upload":
        return []
    asked = st.session_state.setdefault(ASKED, set())
    lacking = [] if sweep is not None else [address_of(view, searching=False)]
    if view.sweep.searching and (search is None or not search.ended):
        lacking.append(address_of(view, searching=True))
    new = [query for query in lacking if query not in asked]
    asked |= set(new)
    return new


def _take_up() -> None:
    """Show what the browser has brought, if it is what the view asks."""
    visit = Visit.current()
    brought = st.session_state[KEY].get("restored")
    if isinstance(brought, list) and any([restore(visit, each) for each in brought[:2]]):
        visit.hand.act()


def restore(visit: Visit, brought: Any) -> bool:
    """Show one result that the browser has kept; return whether it is one.

    Parameters
    ----------
    brought : ``{"query", "outcomes"}``: the address it was kept under, and the outcomes as text.
    """
    brought = brought if isinstance(brought, dict) else {}
    view, text = visit.view, brought.get("outcomes")
    if not isinstance(text, str) or len(text) > LONGEST:
        return False
    try:
        read = json.loads(text)
        if brought.get("query") == address_of(view, searching=True):
            return job.take_up(view, lambda question: answer_from_json(question, read))
        known = outcomes_from_json(read)
        if known is None or brought.get("query") != address_of(view, searching=False):
            return False
        return jobs.take_up(view, visit.progress.token, known)
    except (ValueError, RecursionError):  # no JSON, or a question that cannot be asked any more
        return False


def setting_to_json(algorithm: Algorithm) -> list[Any]:
    """Return a setting as its key and all its knobs; infinity is "inf"."""
    values = {name: getattr(algorithm, name) for name in knobs_of(algorithm)}
    return [algorithm.key, {name: _number(value) for name, value in values.items()}]


def _number(value: Any) -> Any:
    return "inf" if isinstance(value, float) and math.isinf(value) else value


def setting_from_json(read: Any) -> Algorithm:
    """Return a setting. Raises ValueError for what is none."""
    if not (isinstance(read, list) and len(read) == 2 and isinstance(read[1], dict)):
        raise ValueError("no setting")
    key, values = read
    if not isinstance(key, str) or key not in CATALOGUE:
        raise ValueError("no method")
    kind, knobs = CATALOGUE[key], knobs_of(CATALOGUE[key])
    values = {name: math.inf if value == "inf" else value for name, value in values.items()}
    if not all(name in knobs and knobs[name].allows(value) for name, value in values.items()):
        raise ValueError("no value of a knob")
    return kind(**values)


def outcomes_to_json(outcomes: Outcomes) -> str:
    """Return outcomes as text; a number that is none is null."""
    values = {
        name: _rows_to_json(outcomes.values[name]) for name in NAMES if name in outcomes.values
    }
    settings = [setting_to_json(each) for each in outcomes.algorithms]
    read = {"settings": settings, "values": values, "diverged": outcomes.diverged.tolist()}
    return json.dumps(read, allow_nan=False, separators=(",", ":"))


def _rows_to_json(rows: np.ndarray) -> list[Any]:
    return np.where(np.isfinite(rows), rows, None).tolist()


def outcomes_from_json(read: Any) -> Outcomes | None:
    """Return outcomes; None for what is none."""
    try:
        settings = tuple(setting_from_json(each) for each in read["settings"])
        values = {name: _array(rows) for name, rows in read["values"].items() if name in NAMES}
        outcomes = Outcomes(settings, values, _array(read["diverged"]) == 1.0)
    except (TypeError, KeyError, ValueError, AttributeError, IndexError):
        return None
    return outcomes if "features" in values and outcomes.diverged.ndim == 2 else None


def _array(numbers: Any) -> np.ndarray:
    """Return numbers as float64, nan for null. Raises ValueError or TypeError for anything else."""
    array = np.array(numbers, dtype=object)
    if not all(each is None or isinstance(each, int | float) for each in array.flat):
        raise ValueError("no numbers")
    return np.where(array == None, np.nan, array).astype(np.float64)  # noqa: E711


def answer_to_json(answer: SearchResult) -> str:
    """Return an answer as text, without its question; a number that is none is null."""
    methods = [
        [setting_to_json(each.algorithm), each.features, _rows_to_json(each.scores), each.held_out]
        for each in answer.methods
    ]
    for method in methods:
        method[3] = method[3] if math.isfinite(method[3]) else None
    read = {
        "methods": methods,
        "scores": _rows_to_json(answer.scores),
        "trivial": _rows_to_json(answer.trivial),
        "tried": answer.tried,
    }
    return json.dumps(read, allow_nan=False, separators=(",", ":"))


def answer_from_json(question: Question, read: Any) -> SearchResult | None:
    """Return the answer to a question; None for what is none."""
    try:
        methods = tuple(_method(question, each) for each in read["methods"])
        scores = _scores(question, read["scores"])
        trivial, tried = _scores(question, read["trivial"]), _count(read["tried"])
    except (TypeError, KeyError, ValueError, IndexError):
        return None
    return SearchResult(question, methods, scores, trivial, 1.0, tried)


def _method(question: Question, read: Any) -> MethodResult:
    setting, features, scores, held_out = read
    held = float(_array([held_out])[0])
    own = _scores(question, scores)
    return MethodResult(setting_from_json(setting), _count(features), own, held)


def _scores(question: Question, numbers: Any) -> np.ndarray:
    scores = _array(numbers)
    if scores.shape != (question.folds,):
        raise ValueError("another number of folds")
    return scores


def _count(number: Any) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < 10**9:
        raise ValueError("no count")
    return number


@st.cache_resource(show_spinner=False)
def _component():
    return element(STUDY / "results.js")
