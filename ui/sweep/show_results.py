"""The results on the page: who is best and the frontier, then the settings of one method."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

import charts
from algorithms import ALL_MEASURES as BETTER
from algorithms.truth import truth_of
from charts import Cell, Grid
from charts.frontier.settings import letter_of, short_number
from charts.frontier.titles import TITLES
from ui.address import PLAYGROUND
from ui.live.navigate import navigate
from ui.live.stage import StageState, show_stage
from ui.markdown import plain
from ui.session.page_run import waiting
from ui.sweep import controls, export, jobs, moves, sentences, table
from ui.sweep.controls import repeats
from ui.sweep.measure_words import ABOUT
from ui.sweep.query import COUNTED, QUALITY
from ui.sweep.refinement import Refinement
from ui.sweep.results import SweepResults
from ui.view import View

HEIGHT = "clamp(260px, 44vh, 440px)"
PLAYGROUND_PATH = "playground"


def _frontier(current: SweepResults) -> charts.Picture:
    """All settings of all methods."""
    look = current.view.sweep.look
    axis = "features at the end"
    if COUNTED[look.counted] != "features":
        axis = "features in use, on average"
    above = charts.frontier(
        current.contests,
        TITLES[current.measure],
        BETTER[current.measure],
        repeats(current.request),
        look.at_most,
        axis,
    )
    if current.measure in ABOUT:
        above = replace(above, caption=f"{above.caption} {ABOUT[current.measure]}")
    return above


def _grid(current: SweepResults) -> Grid:
    """The settings of one method: how good each is, or how many features it uses."""
    contest = current.contests[current.method_place]
    method = current.request.methods[current.method_place]
    quality = current.view.sweep.look.mapped == QUALITY and not sentences.lacking(current, contest)
    cells = [
        Cell(p.place, p.value, p.low, p.high, p.diverged > 0.0)
        if quality
        else Cell(p.place, p.features, p.features, p.features, p.diverged > 0.0)
        for p in contest.frontier.points[: method.combinations]
    ]
    title = TITLES[current.measure] if quality else "number of features in use"
    more = BETTER[current.measure] if quality else None
    at_most = current.view.sweep.look.at_most
    best = contest.frontier.best(at_most)
    ringed = None if best is None or best.place >= len(cells) else best.place
    ring = f"the best setting with {sentences.few(at_most)}"
    return Grid(contest.run, method.values, cells, title, more, ringed, ring)


def _map(current: SweepResults) -> charts.Picture:
    """The settings of the ladders; the best one may stand beside them."""
    picture, look = charts.grid(_grid(current)), current.view.sweep.look
    contest = current.contests[current.method_place]
    if none := sentences.lacking(current, contest):
        return replace(picture, caption=f"{picture.caption} {contest.run.name} {none}")
    best = current.contests[current.method_place].frontier.best(look.at_most)
    if best is None or best.place < current.request.methods[current.method_place].combinations:
        return picture
    aside = f"The best setting with {sentences.few(look.at_most)} stands between these values."
    return replace(picture, caption=f"{picture.caption} {aside}")


def _path(current: SweepResults, finished: bool) -> charts.Picture:
    if not finished:
        return charts.no_path("The path of the weights is drawn when the sweep has ended.")
    contest, material = current.contests[current.method_place], current.material
    if none := sentences.lacking(current, contest):
        return charts.no_path(f"{contest.run.name} {none}")
    if not contest.frontier.edge:
        return charts.no_path("There is no setting whose weights could be drawn.")
    within = contest.frontier.best(current.view.sweep.look.at_most)
    best = (within or contest.frontier.edge[-1]).algorithm
    knob, values = current.request.methods[current.method_place].values[0]
    try:
        path = jobs.path(material, knob, values, best)
    except ValueError as error:
        return charts.no_path(str(error))
    data = material.data
    largest = np.argsort(-np.nan_to_num(np.abs(path.weights)).max(axis=0), kind="stable")
    strongest = np.sort(largest[: charts.MOST_PATHS])
    rows, features = np.divmod(strongest, data.n_features)
    names = [
        f"{data.feature_names[f]} · {data.classes[r]}" if data.classes else data.feature_names[f]
        for r, f in zip(rows, features, strict=True)
    ]
    return charts.path(
        contest.run,
        knob,
        values,
        path.weights[:, strongest],
        names,
        ~truth_of(data).useful[features],
        " and ".join(
            f"{letter_of(contest.run, name)} stands at {short_number(getattr(best, name))}"
            for name in contest.knobs[1:]
        ),
    )


def show(
    current: SweepResults, refinement: Refinement, finished: bool, state: StageState, before: View
) -> None:
    """Show all of it, for the state of the hand. The table follows at the end.

    refinement : what the sweep adds to what it was asked for.
    before : the view as it was at the last full run.
    """
    controls.look(before, current.taken, current.material.data)
    st.markdown(sentences.verdict(current, finished))
    if words := sentences.unseen_note(current.material.data):
        st.caption(words)
    show_stage("sweep", [[_frontier(current)]], HEIGHT, state)
    sentences.lists(current)
    added = sentences.additions(current, refinement, finished)
    if added:
        st.markdown("**Added to what was asked for**" + "".join(f"\n- {plain(x)}" for x in added))
    controls.details(before)
    with waiting(state.moving):  # the path of the weights is learned when all else is there
        below = [_map(current), _path(current, finished)]
    show_stage("sweep_method", [below], HEIGHT, state)
    if finished:
        chosen = table.show(current)
        if chosen is not None:
            open_setting(current, *chosen)
        export.downloads(current.view, current.request, current.contests)


def open_setting(current: SweepResults, letter: str, place: int) -> None:
    """Turn to the playground with one setting; nothing where there is no such setting."""
    slot = "ABCD".find(letter)
    if 0 <= slot < len(current.contests):
        settings = current.contests[slot].frontier.outcomes.algorithms
        if 0 <= place < len(settings):
            shown = moves.in_playground(current.view, settings[place])
            navigate(PLAYGROUND_PATH, PLAYGROUND.encode(shown))
