"""A run of a page, as Streamlit runs pages: from the address to all that stands on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from ui import chooser, dataset_library, openings, present
from ui.address import Form
from ui.budget.runs import errand
from ui.classroom.leader_movement import class_panel
from ui.data import lost_upload
from ui.live.channel import show_channel
from ui.live.element import mount
from ui.live.panels import show_panels
from ui.live.presenter import way_out
from ui.live.progress import progress_bar
from ui.live.stage import StageState
from ui.look import Look
from ui.markdown import plain
from ui.page import Content, Drawing, Page, content_of, gather_evidence, is_own
from ui.render_queue import RENDER_QUEUE
from ui.session.address_bar import of_view
from ui.study import recovery
from ui.title import show_title
from ui.visit import Visit, parameters

FOLLOWS = "follows_runs"
"""The key of what stands below and changes with each movement; the browser looks for it."""

OFTEN = 0.5
"""Seconds between two looks at what the pictures still lack."""


def show(page: Page) -> None:
    """Show a page, once from top to bottom."""
    visit = Visit.current(drawing=True)
    # An arrival that ended half-way would not come again.
    arrive(visit, page.form)
    with errand(visit.progress.token):
        _show(page, visit)


def _show(page: Page, visit: Visit) -> None:
    view = visit.view
    visit.address.navigate((page.cue(view) or {}).get("id", ""))
    visit.progress.uploads = dataset_library.uploads()
    visit.panels |= page.hidden_panels(view, visit.progress) | class_panel(page.form)
    present.dress()
    places = _places(page.arrangement(view) == "workbench")
    with places["heading"]:
        page.show_heading(view)
    with places["top"]:
        page.show_top(view)
    if page.needs_data(view) and dataset_library.absent(view.recipe):
        with places["pictures"]:
            chooser.offer(view)
        visit.address.write(view)
        show_channel(visit.hand)
    else:
        _body(page, visit, places)
    show_title(page.title(view))
    if present.presenting():
        way_out()


def _body(page: Page, visit: Visit, places: Mapping[str, AbstractContextManager]) -> None:
    """Show what moves, its knobs, and what stands with it, in their arrangement."""
    read = dict(visit.address.query)
    with RENDER_QUEUE.slot():
        visit.address.write(visit.view)
        below = not present.presenting()
        if page.arrangement(visit.view) == "story":
            with st.container(key="story"):
                content = stage(page, read)
                with st.container(key="story_aside"):
                    page.show_aside(visit.view)
        else:
            content = _beside(page, visit, read, places)
        if below and not content.problem:
            _below(page)


def _beside(
    page: Page, visit: Visit, read: dict[str, str], places: Mapping[str, AbstractContextManager]
) -> Content:
    """Show the pictures with the knobs above or beside them."""
    view, look = visit.view, Look.at(parameters())
    # What moves is a fragment. What rests under a moving hand stands outside it, so that a movement
    # is one message with the pictures.
    with places["knobs"]:
        for group in page.panels(view, look):
            show_panels(group)
    with places["pictures"]:
        content = stage(page, read)
    if not content.problem:
        with places["under"]:
            for group in page.panels_under(view, look):
                show_panels(group)
            page.show_under(view, content.evidence, look)
    return content


def arrive(visit: Visit, form: Form) -> None:
    """Find out what is to be shown: what the address says, where somebody went there."""
    bar = visit.address
    elsewhere = bar.page != form.page
    parameters = bar.navigation(form, visit.hand.acted)
    if parameters is not None or elsewhere:
        bar.keep_lost_view()
    if lost_upload.is_of_lost_upload(visit.view, form, parameters):
        _ask_browser(visit, parameters)
        view, notes = lost_upload.instead(visit, form, parameters)
        visit.go(view, notes, parameters or bar.written or {}, [])
    elif parameters is not None:
        view, notes = form.decode(parameters, visit.view)
        view, done = openings.arrive(view, visit.view, parameters, form.page)
        visit.go(view, notes, parameters, done)
    recipe = dataset_library.renew_recipe(visit.view.recipe)
    if recipe is not visit.view.recipe:
        visit.view = replace(visit.view, recipe=recipe)
    visit.settle(form)
    visit.menu()


def _ask_browser(visit: Visit, parameters: Mapping[str, str] | None) -> None:
    """Ask the browser for the upload that is to be shown, if it may have it, and end the run."""
    key = (parameters or {}).get("data", visit.view.recipe.key)
    if not recovery.is_possible(key):
        return
    visit.address.read_again()
    visit.menu()
    recovery.show(key)
    st.stop()


@st.fragment
def _below(page: Page) -> None:
    """Show what follows the pictures. What is opened there reruns this alone."""
    with RENDER_QUEUE.slot():
        visit = Visit.current(drawing=True)
        if visit.hand.ended:
            st.rerun()
        # The evidence is remembered by its key; kept here it would last as long as the session.
        view, look = visit.view, Look.at(parameters(), history=visit.progress.history)
        with errand(visit.progress.token):
            evidence, problem = gather_evidence(page, view, look)
            if problem:
                return
            follows = page.shows_more(view, evidence)
            with st.container(key=FOLLOWS) if follows else nullcontext():
                page.show_below(view, evidence)


@st.fragment
def stage(page: Page, read: dict[str, str]) -> Content:
    """Show what moves under the hand. Where events cannot be sent, a movement reruns this alone.

    Parameters
    ----------
    read : the address with which the run of the page began.
    """
    with RENDER_QUEUE.slot():
        visit = Visit.current(drawing=True)
        if visit.hand.ended:
            st.rerun()
        visit.hand.acted = False  # what comes after this run is another
        with errand(visit.progress.token):
            if page.arrangement(visit.last_view) == "story":
                return _story(page, visit, read)
            return _pictures(page, visit, read)


PLACES = ("heading", "knobs", "top", "pictures", "under")
"""The places of a workbench, in the order in which the Tab key comes to them: knobs come early."""


def _places(workbench: bool) -> Mapping[str, AbstractContextManager]:
    """Return where the parts of a page stand: one under the other, or on a workbench."""
    if not workbench:
        return {name: nullcontext() for name in PLACES}
    with st.container(key="workbench"):
        return {name: st.container(key=f"workbench_{name}") for name in PLACES}


def _story(page: Page, visit: Visit, read: dict[str, str]) -> Content:
    """Show the step: its card, which moves with the pictures, and the knobs.

    The few of a step stand under the picture that they move, all those of free play at its side.
    """
    place, view = st.empty(), visit.last_view
    groups, step = page.panels(view, Look.at(parameters())), page.cue(view) is not None
    if not step:
        with st.container(key="story_knobs"):
            for group in groups:
                show_panels(group)
    with st.container(key="story_pictures"):
        content = _pictures(page, visit, read)
        for group in groups if step else ():
            show_panels(group)
    if not content.problem and (card := page.card(visit.view, content.evidence)) is not None:
        with place:
            mount(card)
    return content


def _pictures(page: Page, visit: Visit, read: dict[str, str]) -> Content:
    """Show what the view leads to, or the sentence that says why there is nothing to show."""
    view, progress = visit.view, visit.progress
    look = Look.at(
        parameters(),
        moving=visit.hand.moving,
        before=visit.last_view,
        history=progress.history,
    )
    with waiting(look.moving), progress_bar() as fill:
        content = content_of(page, view, replace(look, progress=fill))
    evidence = content.evidence
    if content.problem:
        st.error(plain(content.problem), icon=":material/error:")
        show_channel(visit.hand)
        return content
    page.note(view, evidence, progress)
    page.show_between(view, evidence)
    if content.lead and is_own(content.rows[0]):
        st.markdown(content.lead)
    state = StageState(
        moving=look.moving,
        reveal=not progress.played if page.plays else None,
        start=-1 if visit.address.turned else look.frame,
    )
    for element in Drawing(page, view, content, look).elements(state):
        mount(element)
    for row in content.rows:
        if hasattr(row, "show"):
            row.show(page.height(view, look.presenting))
    show_channel(visit.hand, _events(page, visit, read, evidence))
    progress.played |= page.plays
    found = page.readiness(evidence)
    if found is not None:
        _look_again(found)
    return content


def _events(page: Page, visit: Visit, read: dict[str, str], evidence: Any) -> dict | None:
    """Data with which the browser sends movements as events.

    None where the address does not say all: a group of its own for each of a thousand features, for
    instance, lasts as long as the session.
    """
    view, address = visit.view, page.form.encode(visit.view)
    read_again, notes = page.form.decode(address, None)
    data = read_again.recipe, read_again.preparation
    if page.needs_data(view) and (notes or data != (view.recipe, view.preparation)):
        return None
    return {
        "page": page.form.page,
        "visit": visit.progress.token,
        "read": urlencode(sorted(of_view(read).items())),
        "shown": urlencode(sorted(address.items())),
        "rests": not (visit.notes or visit.done or page.shows_more(view, evidence)),
    }


@st.fragment(run_every=OFTEN)
def _look_again(found: Callable[[], bool]) -> None:
    """Draw the page anew once what the pictures lack is there; a moving hand does so anyway."""
    visit = Visit.current(drawing=True)
    if found() and not visit.hand.moving:
        visit.run_again()


def waiting(follows: bool) -> AbstractContextManager:
    """Say that work is under way when it takes longer than a moment.

    Not where pictures follow the hand: the element alone would cost each movement messages and a
    thread. What takes long there has a bar that fills.
    """
    return nullcontext() if follows else st.spinner("Learning …", show_time=True)
