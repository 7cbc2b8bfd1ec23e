"""The sweep page from top to bottom: the question, and under it what came of it so far."""

from __future__ import annotations

from contextlib import AbstractContextManager

import streamlit as st

from datasets.wording import capitalize
from sweeps import Request
from ui import chooser, dataset_library, present
from ui.best import show as best
from ui.budget.runs import errand
from ui.engine import Material
from ui.header import about, header
from ui.live.channel import show_channel
from ui.live.panel import Panel
from ui.live.presenter import way_out
from ui.live.stage import StageState, show_stage
from ui.markdown import plain
from ui.movement import Movement, place_in
from ui.session.page_run import arrive
from ui.study import results, section
from ui.sweep import controls, jobs, ranges, show_results
from ui.sweep.form import SWEEP
from ui.sweep.query import measures
from ui.sweep.results import SweepResults, current_results
from ui.title import show_title, title_of
from ui.view import View
from ui.visit import Visit

OFTEN = 0.5
"""Seconds between two drawings of a sweep that is under way."""

PICKED = "sweep_picked"

PURPOSE = """# Which method predicts best with few features?

A **sweep** tries each method with many settings. It then compares the methods at the same number of
features, each at its best setting."""


def show() -> None:
    """Show the page, once from top to bottom."""
    visit = Visit.current(drawing=True)
    arrive(visit, SWEEP)
    under_way = _fit(visit)
    present.dress()
    st.markdown(PURPOSE)
    header(visit.view, {"About the data": about, "Your study": lambda _: section.show_list()})
    absent = dataset_library.absent(visit.view.recipe)
    if absent:
        chooser.offer(visit.view)
    else:
        best.show_question(visit.view)
        best.show_answer()
        current = _answer_of(visit)
        # Before a class an answer stands alone.
        if current or not (visit.view.sweep.searching and present.presenting()):
            with _place_of_question(visit.view, current):
                question()
                if current is None:
                    _results(under_way)
    visit.address.write(visit.view)
    show_title(title_of("Sweep", visit.view))
    if present.presenting():
        way_out()
    if not absent and current is not None:
        _results(under_way)
    if not absent:
        results.show()


def _results(under_way: bool) -> None:
    st.fragment(results_section, run_every=OFTEN if under_way else None)(under_way)


def _answer_of(visit: Visit) -> jobs.Job | None:
    """Return the sweep that has what is asked for, or is about to; None where it was not begun."""
    if query_of(visit.view)[1]:
        return None
    return jobs.current(visit.view, visit.progress.token)


def _place_of_question(view: View, current: jobs.Job | None) -> AbstractContextManager:
    """Return where the knobs of a sweep go: folded away once there is something to read."""
    if current is not None:
        return st.expander("What is swept: data, methods, repeats", icon=":material/tune:")
    if view.sweep.searching:
        return st.expander("Sweep a grid of your own", icon=":material/tune:")
    return st.container()


def _fit(visit: Visit) -> bool:
    """Show ranges that fit the data, and, of a sweep that has just ended, those it has swept.

    Not by each look at one that has ended: Back to the address of before would lead here again.
    Return whether a sweep is under way: one that ends in this very run needs another.
    """
    view = ranges.fit_ranges(visit.view)
    current = jobs.current(view, visit.progress.token)
    under_way = current is not None and not current.run.done
    if under_way:
        st.session_state[controls.WATCHED] = current.key
    elif current is not None and st.session_state.pop(controls.WATCHED, None) == current.key:
        view = jobs.view_of_job(view, current)
    visit.view = visit.last_view = view
    return under_way


@st.fragment
def question() -> None:
    """Show the knobs, and how much work they ask for, which follows the hand."""
    visit = Visit.current(drawing=True)
    if visit.hand.ended:
        st.rerun()
    visit.hand.acted = False
    controls.panels(visit.last_view)
    request, problem = query_of(visit.view)
    amount = "" if request is None else controls.amount(visit.view, request)
    show_stage("sweep_amount", [], "0px", StageState(moving=visit.hand.moving), amount)
    show_channel(visit.hand)
    if problem:
        st.error(plain(problem), icon=":material/error:")
    for remark in controls.remarks(visit.view):
        st.caption(plain(remark))


def query_of(view: View) -> tuple[Request | None, str]:
    """Return what is asked, or None and a sentence that says why it cannot be run."""
    try:
        return jobs.question(view), ""
    except ValueError as error:  # a DatasetError is one
        return None, capitalize(str(error).removesuffix(".") + ".")


def results_section(under_way: bool) -> None:
    """Show what came of the sweep so far; while it is under way this alone is drawn again."""
    with errand(Visit.current().progress.token):
        _show_results(under_way)


def _show_results(under_way: bool) -> None:
    visit = Visit.current(drawing=True)
    if visit.hand.ended:
        st.rerun()
    visit.hand.acted = False
    request, problem = query_of(visit.view)
    current = None if problem else jobs.current(visit.view, visit.progress.token)
    if under_way == (current is None or current.run.done):
        visit.run_again()  # nothing is to be waited for any more, or more was asked for
    controls.buttons(visit.view, request, current)
    if current is None:
        if request is not None:
            controls.empty(visit.view, request)
        return
    current.audience.look(visit.progress.token)
    controls.notes(current)
    shown = current_results(visit.view, *current.run.snapshot())
    if shown is None:
        if not current.run.done:
            st.caption("The first results are on their way …")
        _offer_the_way_back(visit)
        return
    _open_picked(shown)
    # A click on a dot or a cell is heard as a movement, too.
    visit.panels["pick"] = Panel("pick", "", visit.last_view.sweep.look, _pick)
    state = StageState(moving=visit.hand.moving, picks=True)
    show_results.show(shown, current.refinement, current.run.done, state, visit.last_view)


def _offer_the_way_back(visit: Visit) -> None:
    """Show the choice of a measure, where the sweep has an answer already in another one."""
    known = jobs.usual_outcomes(visit.last_view)
    if known is not None:
        controls.look(visit.last_view, measures(known), Material.of(visit.last_view).data)


def _pick(view: View, movement: Movement) -> View:
    st.session_state[PICKED] = movement.value
    return view


def _open_picked(shown: SweepResults) -> None:
    """Turn to the playground with the setting whose dot or cell was clicked, if one was."""
    picked = st.session_state.pop(PICKED, "")
    place = place_in(picked[1:])
    if place is not None:
        show_results.open_setting(shown, picked[0], place)
