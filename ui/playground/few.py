"""Few features: settings around the present ones, the best of them within a bound, and clicks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from algorithms import MEASURES, Algorithm, Point
from algorithms.evaluation.measures import SHARES
from charts import Contest
from charts.frontier.settings import alike, counted, in_words
from charts.playground.story import listed
from ui import engine
from ui.live.panels import Panel, live_panels
from ui.markdown import plain
from ui.movement import Movement
from ui.playground import cloud
from ui.sweep.form import SWEEP
from ui.sweep.moves import of_playground
from ui.sweep.sentences import AMOUNT, TOO_GOOD, few
from ui.view import CLOUDS, LINKED_CUTS, View
from ui.visit import Visit

SET = {
    "textContent": "Set these knobs",
    "title": "Each run takes the best of its settings with so few features.",
}
LARGEST = 1000
"""The largest number on the slider of "at most"."""

TOO_LARGE = "So many settings of these runs would take long here. The Sweep page has the time."
NO_KNOB = "No run here has a knob that makes zeros, so there is nothing to sweep."


def panel(view: View) -> None:
    """Show the knobs that ask for settings around the present ones.

    Parameters
    ----------
    view : the view as it was at the last full run.
    """
    sought = view.display.at_most and view.display.cloud != CLOUDS[0]
    live_panels(
        "cloud",
        [
            Panel(
                "cloud",
                "many settings",
                view.display,
                move,
                only=("cloud", "at_most"),
                first=("cloud", "at_most"),
                ranges={"at_most": (0, min(LARGEST, _features(view)))},
                button=SET if sought else None,
            )
        ],
    )


def _features(view: View) -> int:
    try:
        return engine.dataset(view.recipe, view.preparation).n_features
    except ValueError:  # the page says what is wrong
        return LARGEST


def move(view: View, movement: Movement) -> View:
    """Move the knobs; whoever says how many features at most, wants settings to choose from."""
    display = replace(view.display, **movement.values)
    if display.at_most and not view.display.at_most and display.cloud == CLOUDS[0]:
        display = replace(display, cloud=CLOUDS[2])
    view = replace(view, display=display)
    return with_best(view) if movement.action else view


def with_best(view: View) -> View:
    """Return the view with each run at its best setting within the bound, where it has one."""
    best = {
        contest.run.letter: point.algorithm
        for contest, point in ranked(cloud.contests(view), view.display.at_most)
        if point is not None
    }
    pairs = zip(view.letters, view.runs, strict=True)
    runs = tuple(best.get(letter, run) for letter, run in pairs)
    display = view.display
    if any(len({getattr(r, n) for r in runs if hasattr(r, n)}) > 1 for n in LINKED_CUTS):
        display = replace(display, linked_cuts=False)
    return replace(view, runs=runs, display=display)


def pick(view: View, movement: Movement) -> View:
    """Set the knobs of a run to the setting whose dot was clicked."""
    setting = _setting(view, movement.value)
    if setting is None or setting[0] not in view.letters:
        return view
    return view.with_run(view.letters.index(setting[0]), setting[1])


def _setting(view: View, name: str) -> tuple[str, Algorithm] | None:
    """The letter of a run and its setting, by the name of a dot."""
    kind, place = name[:1], name[1:]
    if not (place.isdecimal() and place.isascii()):
        return None
    if kind == "t":
        found = (t for t in Visit.current().trials if t.number == int(place))
        return next(((trial.letter, trial.algorithm) for trial in found), None)
    for contest in cloud.contests(view):
        points = contest.frontier.points
        if contest.run.letter == kind and int(place) < len(points):
            return kind, points[int(place)].algorithm
    return None


def ranked(contests: Sequence[Contest], most: int) -> list[tuple[Contest, Point | None]]:
    """Return of each run the best setting with at most so many features, in their order."""
    return [(contest, contest.frontier.best(most)) for contest in contests]


def show(view: View, contests: Sequence[Contest], measure: str) -> None:
    """Show the knobs, and what they ask for in words.

    Parameters
    ----------
    contests : the clouds of the runs.
    measure : by which settings are compared.
    """
    panel(Visit.current().settled)
    if view.display.cloud == CLOUDS[0]:
        return
    if not cloud.swept(view):
        st.markdown(NO_KNOB)
    elif cloud.plan(view) is None:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(TOO_LARGE, width="content")
            query = SWEEP.encode(of_playground(view))
            st.page_link("pages/sweep.py", label="Sweep these runs", query_params=query)
    elif contests and view.display.at_most:
        st.markdown(answer(contests, measure, view.display.at_most))
        st.caption(plain(TOO_GOOD))


def answer(contests: Sequence[Contest], measure: str, most: int) -> str:
    """Return which run predicts best with so few features, and the best setting of each.

    Parameters
    ----------
    contests : the clouds of the runs, in their order.
    measure : one of ``MEASURES``.
    most : the number of features that are allowed.
    """
    pairs = ranked(contests, most)
    there = [(contest, point) for contest, point in pairs if point is not None]
    if not there:
        return f"With {few(most)} no setting of these runs gets by."
    repeats = contests[0].frontier.outcomes.repeats
    over = f", the median of {repeats} orders of the examples" if repeats > 1 else ""
    lines = [_winner(there, measure, most, over)]
    for contest, point in pairs:
        end = "no setting with so few features" if point is None else _reached(contest, point)
        value = "" if point is None else f"{_value(measure, point)} with "
        lines.append(f"- **{_name(contest)}:** {value}{end}")
    return "\n".join(lines)


def _winner(there: list, measure: str, most: int, over: str) -> str:
    """A sentence that names the best run, those that are level with it, and how sure that is."""
    more = MEASURES[measure]
    value = max if more else min
    best = value(point.value for _, point in there)
    first = [(contest, point) for contest, point in there if point.value == best]
    names = listed([_name(contest) for contest, _ in first])
    point = first[0][1]
    reached = f"{_value(measure, point)}{over}"
    if len(first) > 1:
        return f"With {few(most)} **{names}** are equally good: {reached}."
    if len(there) == 1:
        return f"With {few(most)} **{names}** reaches {reached}."
    rivals = [c for c, p in there if p is not point and p.low <= point.high and point.low <= p.high]
    doubt = ""
    if rivals and over:
        close = listed([_name(contest) for contest in rivals])
        doubt = f" In other orders {close} may be best: the middle halves overlap."
    setting = in_words(point.algorithm, first[0][0].knobs)
    return f"With {few(most)} **{names}** is best, at {setting}: {reached}.{doubt}"


def _name(contest: Contest) -> str:
    """A run by its letter and its method: the knobs that tell twins apart may be swept."""
    return f"{contest.run.letter}, {plain(contest.run.algorithm.title)}"


def _reached(contest: Contest, point: Point) -> str:
    return f"{counted(point.features)}, at {in_words(point.algorithm, contest.knobs)}"


def _value(measure: str, point: Point) -> str:
    (value,) = alike([point.value], measure in SHARES)
    return f"{AMOUNT[measure]} {value}"
