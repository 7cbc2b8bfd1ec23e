"""The feature limit: the best of nearby settings within a bound on features, and clicks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from algorithms import MEASURES, Algorithm, Point
from algorithms.evaluation.measures import SHARES
from charts import Contest, Run
from charts.frontier.settings import equal_decimals, features_in_words, in_words
from charts.playground.score import features, join_names
from ui.engine import Material
from ui.live.panel import Panel, Selection
from ui.live.panels import PanelGroup
from ui.look import Look
from ui.markdown import plain
from ui.movement import Movement, place_in
from ui.playground import nearby_settings, trial_history
from ui.sweep.form import SWEEP
from ui.sweep.measure_words import AMOUNT
from ui.sweep.moves import of_playground, searching
from ui.sweep.sentences import TOO_GOOD, features_of, few
from ui.view import CLOUDS, LINKED_CUTS, View

SET = {
    "textContent": "Set these knobs",
    "title": "Each run takes the best of its settings with so few features.",
}
KNOBS = ("cloud", "at_most")
"""The names of the knobs that ask for many settings."""

LARGEST = 1000
"""The largest number on the slider of "at most"."""

TOO_LARGE = "So many settings of these runs would take long here. The Sweep page has the time."
NO_KNOB = "No run here has a knob that makes zeros, so there is nothing to sweep."


def panels(view: View, look: Look) -> list[PanelGroup]:
    """Return the knobs that ask for settings around the present ones.

    Parameters
    ----------
    view : what is shown, when a movement has ended.
    """
    names = [name for name in KNOBS if name in look.knobs] if look.presenting else KNOBS
    return [PanelGroup("cloud", [_panel(view, names)], beside=look.knobs)] if names else []


def _panel(view: View, names: Sequence[str]) -> Panel:
    sought = view.display.at_most and view.display.cloud != CLOUDS[0]
    return Panel(
        "cloud",
        "many settings",
        view.display,
        move,
        Selection(names, names, ranges={"at_most": (0, min(LARGEST, _features(view)))}),
        button=SET if sought else None,
    )


def _features(view: View) -> int:
    try:
        return Material.of(view).data.n_features
    except ValueError:  # the page says what is wrong
        return LARGEST


def move(view: View, movement: Movement) -> View:
    """Move the knobs; a limit on features also asks for settings to choose from."""
    display = replace(view.display, **movement.values)
    if display.at_most and not view.display.at_most and display.cloud == CLOUDS[0]:
        display = replace(display, cloud=CLOUDS[2])
    view = replace(view, display=display)
    return with_best(view) if movement.action else view


def with_best(view: View) -> View:
    """Return the view with each run at its best setting within the bound, where it has one."""
    best = {
        contest.run.letter: point.algorithm
        for contest, point in rank_points(
            nearby_settings.contests(Material.of(view), view), view.display.at_most
        )
        if point is not None
    }
    pairs = zip(view.letters, view.runs, strict=True)
    runs = tuple(best.get(letter, run) for letter, run in pairs)
    display = view.display
    if any(len({getattr(r, n) for r in runs if hasattr(r, n)}) > 1 for n in LINKED_CUTS):
        display = replace(display, linked_cuts=False)
    return replace(view, runs=runs, display=display)


def pick(view: View, movement: Movement, history: trial_history.History) -> View:
    """Set the knobs of a run to the setting whose dot was clicked.

    Parameters
    ----------
    history : the settings that were tried, which have dots, too.
    """
    setting = _setting(view, movement.value, history)
    if setting is None or setting[0] not in view.letters:
        return view
    return view.with_run(view.letters.index(setting[0]), setting[1])


def _setting(view: View, name: str, history: trial_history.History) -> tuple[str, Algorithm] | None:
    """The letter of a run and its setting, by the name of a dot."""
    kind, place = name[:1], place_in(name[1:])
    if place is None:
        return None
    material = Material.of(view)
    if kind == "t":
        tried = [
            trial for trial in trial_history.trials_on(history, material) if trial.number == place
        ]
        return (tried[0].letter, tried[0].algorithm) if tried else None
    for contest in nearby_settings.contests(material, view):
        points = contest.frontier.points
        if contest.run.letter == kind and place < len(points):
            return kind, points[place].algorithm
    return None


def rank_points(contests: Sequence[Contest], most: int) -> list[tuple[Contest, Point | None]]:
    """Return the best setting of each run within a bound on features, in their order."""
    return [(contest, contest.frontier.best(most)) for contest in contests]


def show(
    material: Material,
    view: View,
    contests: Sequence[Contest],
    measure: str,
    runs: Sequence[Run] = (),
    presenting: bool = False,
) -> None:
    """Show in words what the knobs ask for.

    Parameters
    ----------
    contests : the clouds of the runs.
    measure : by which settings are compared.
    runs : as they are drawn, in one order of the examples.
    presenting : one screen has room for the winner alone, which stands above the pictures.
    """
    if view.display.cloud != CLOUDS[0]:
        _show_settings(material, view, contests, measure, runs, presenting)
    if not presenting:
        search_link(view, view.display.at_most)


def _show_settings(
    material: Material,
    view: View,
    contests: Sequence[Contest],
    measure: str,
    runs: Sequence[Run],
    presenting: bool,
) -> None:
    if not nearby_settings.swept_methods(view):
        st.markdown(NO_KNOB)
    elif nearby_settings.plan(material, view) is None:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(TOO_LARGE, width="content")
            query = SWEEP.encode(of_playground(view))
            st.page_link("pages/sweep.py", label="Sweep these runs", query_params=query)
    elif contests and view.display.at_most:
        if presenting:
            return
        st.markdown(best_settings(contests, measure, view.display.at_most))
        for sentence in remarks(runs, contests, view.display.at_most):
            st.markdown(plain(sentence))
        st.caption(plain(TOO_GOOD))


def search_link(view: View, at_most: int = 0) -> None:
    """Show the link to the search over all methods for the best with few features."""
    most = at_most or view.sweep.look.at_most
    st.page_link(
        "pages/sweep.py",
        label=f"Search all methods for the best with {few(most)}",
        icon=":material/search:",
        query_params=SWEEP.encode(searching(view, most)),
        help="Methods, step sizes, periods and penalties are searched together, and rows that "
        "chose nothing judge.",
    )


def remarks(runs: Sequence[Run], contests: Sequence[Contest], most: int) -> list[str]:
    """Return sentences on runs at their best settings that are not what one expects of them.

    A run may keep more features in the order that is drawn than in most, and runs that differed in
    what was swept alone may have become one.
    """
    best = {
        contest.run.letter: (contest, point)
        for contest, point in rank_points(contests, most)
        if point is not None and point.algorithm == contest.run.algorithm
    }
    sentences = [_more(run, *best[run.letter], most) for run in runs if run.letter in best]
    equal_decimals: dict[Algorithm, list[str]] = {}
    for run in runs:
        equal_decimals.setdefault(run.algorithm, []).append(run.letter)
    sentences += [
        f"{join_names(letters)} are the same run now: all their knobs are equal, so their curves "
        "and numbers coincide."
        for algorithm, letters in equal_decimals.items()
        if len(letters) > 1 and best.keys() & set(letters)
    ]
    return [sentence for sentence in sentences if sentence]


def _more(run: Run, contest: Contest, point: Point, most: int) -> str:
    """A sentence on a run that keeps more features than allowed in the order that is drawn."""
    kept, orders = features(run), contest.frontier.outcomes.repeats
    if kept <= most:
        return ""
    return (
        f"{run.letter} keeps {features_in_words(kept)} in the order of the examples that is drawn "
        f"here. With {few(most)} it gets by in most orders: the median of {orders} is "
        f"{features_in_words(point.features)}."
    )


def best_settings(contests: Sequence[Contest], measure: str, most: int) -> str:
    """Return the best setting of each run with so few features, a line each.

    Runs that differ in nothing but what is swept have one setting in common.

    Parameters
    ----------
    contests : the clouds of the runs, in their order.
    measure : one of ``MEASURES``.
    most : the number of features that are allowed.
    """
    pairs = _pairs(contests, most)
    head = f"Of each run the best setting with {few(most)}{_over(pairs[0][1])}:"
    lines = [f"- **{plain(name)}:** {_line(*pair, measure)}" for name, *pair in pairs]
    return "\n".join([head, "", *lines])


def winner(contests: Sequence[Contest], measure: str, most: int) -> str:
    """Return which run predicts best with so few features, in a line; what decides is bold.

    Parameters
    ----------
    contests, measure, most : as those of ``best_settings``.
    """
    there = [pair for pair in _pairs(contests, most) if pair[2] is not None]
    if not there:
        return f"**With {few(most)}, nothing: none of the settings tried gets by with so few.**"
    chosen = max if MEASURES[measure] else min
    best = chosen(point.value for *_, point in there)
    (name, contest, point), *level = [pair for pair in there if pair[2].value == best]
    if level:
        names = join_names([name, *(other[0] for other in level)])
        return f"**With {few(most)}, {names} predict equally well at their best knobs.**"
    setting = in_words(point.algorithm, contest.knobs)
    near = [
        other.partition(" (")[0]
        for other, _, p in there
        if p is not point and p.low <= point.high and point.low <= p.high
    ]
    rivals = join_names(near)
    is_near = "are" if " and " in rivals else "is"
    hardly = f"; {rivals} {is_near} hardly worse" if near else ""
    predicts = "predict" if " and " in name else "predicts"
    reached = f"{_value(measure, point)} with {features_of(point)}"
    return f"**With {few(most)}, {name} {predicts} best, at {setting}**: {reached}{hardly}."


def _pairs(contests: Sequence[Contest], most: int) -> list[tuple[str, Contest, Point | None]]:
    """The name of each cloud's runs, the cloud, and its best setting with so few features."""
    alone = {id(contest.frontier): contest for contest in reversed(contests)}
    several = [contest for contest in contests if alone[id(contest.frontier)] is contest]
    return [(_name(c, contests), c, point) for c, point in rank_points(several, most)]


def _over(contest: Contest) -> str:
    """Words on what the numbers of a setting are."""
    repeats = contest.frontier.outcomes.repeats
    return (
        f", the median of {repeats} orders of the examples" if repeats > 1 else ", in one run each"
    )


def _name(contest: Contest, contests: Sequence[Contest]) -> str:
    """The letters of a cloud's runs and their method, without the knobs that are swept."""
    letters = [other.run.letter for other in contests if other.frontier is contest.frontier]
    run = replace(contest.run, name=contest.run.algorithm.title)
    return f"{join_names(letters)} ({run.in_a_sentence})"


def _line(contest: Contest, point: Point | None, measure: str) -> str:
    """The best setting of a run, or why it has none."""
    if point is not None:
        setting = in_words(point.algorithm, contest.knobs)
        return f"{_value(measure, point)} with {features_of(point)}, at {setting}"
    reach = getattr(contest.run.algorithm, "threshold", math.inf)
    if "threshold" in contest.knobs or math.isinf(reach):
        return "no setting with so few features"
    return (
        "no setting with so few features: weights beyond the threshold θ are left alone, so a "
        "larger θ allows fewer"
    )


def _value(measure: str, point: Point) -> str:
    (value,) = equal_decimals([point.value], measure in SHARES)
    return f"{AMOUNT[measure]} {value}"
