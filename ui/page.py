"""The frame of every page: its address, its top, what moves under the hand, and what is below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

import streamlit as st

from charts import Film, Picture
from ui import chooser, openings, present, shelf
from ui.address import Form
from ui.budget.runs import errand
from ui.data import lost_upload
from ui.live.panels import Panel
from ui.live.presenter import way_out
from ui.live.progress import progress_bar
from ui.live.stage import Turn, live_stage
from ui.look import AT_REST, Look
from ui.markdown import plain
from ui.movement import Move
from ui.title import show_title
from ui.turnstile import TURNSTILE
from ui.view import View
from ui.visit import Visit, parameters
from ui.web.at_once import Elsewhere, Rest, Told, offer, session
from ui.web.hushed import hush, note

OFTEN = 0.5
"""Seconds between two looks at what the pictures still lack."""

Shown = Film | Sequence[Picture] | Any
"""A row of what moves: a film, pictures side by side, or an element with a ``show(height)``."""


@dataclass(frozen=True)
class Page:
    """One page. Where a sentence stands in place of what it shows, it raised ValueError.

    Parameters
    ----------
    form : the way its address is written and read.
    title : view → what the tab says.
    top : shows what stands above all that moves.
    panels : shows the panels of a view.
    evidence : (view, look) → what the pictures are drawn from, by these two alone: it reads
        nothing of a session, nor do ``rows``, ``lead`` and ``score``. Raises ValueError, or
        DatasetError, with a sentence.
    note : keeps in the session what is to be kept of a view and its evidence.
    rows : (view, evidence) → what moves, row by row.
    lead : (view, evidence) → a sentence or two above the pictures that change with them.
    between : shows what stands between the panels and the pictures.
    below : shows what follows only when a movement has ended.
    height : of a row, a CSS length.
    waits : view → whether it needs the chosen dataset, which may be still to fetch.
    under : shows what stands right under the pictures when a movement has ended; in a story the
        card, which moves with them.
    picks : makes a view of a view and a click on a dot, where dots can be clicked.
    plays : its runs are a film on first sight.
    slow : view → whether the evidence takes so long that the page says how far it is.
    beside : view → the name of the arrangement in which knobs stand beside the pictures: "bench",
        pictures first, or "story", knobs under a card of words and before the pictures; "" for
        knobs above the pictures.
    aside : shows what stands under the knobs of a story and moves only when a movement has ended.
    cue : view → what the stage is told of a story; see ``live_stage``.
    score : evidence → the runs with their numbers, above the pictures; see ``live_stage``.
    awaited : evidence → a function that returns whether that which the pictures lack is there by
        now; None where they lack nothing.
    stands : view → all of it that ``top`` and ``title`` are made from. While it stays, the end of a
        movement leaves what stands on top as it is.
    at_once : movements that change nothing but pictures and knobs are answered without a run; see
        ``ui.web.at_once``. Not for a page whose sentences move, too.
    """

    form: Form
    title: Callable[[View], str]
    top: Callable[[View], None]
    panels: Callable[[View], None]
    evidence: Callable[[View, Look], Any]
    rows: Callable[[View, Any], Sequence[Shown]]
    below: Callable[[View, Any], None]
    height: Callable[[], str]
    lead: Callable[[View, Any], str] = lambda view, evidence: ""
    note: Callable[[View, Any], None] = lambda view, evidence: None
    between: Callable[[View, Any], None] = lambda view, evidence: None
    waits: Callable[[View], bool] = lambda view: True
    under: Callable[[View, Any], None] = lambda view, evidence: None
    picks: Move | None = None
    beside: Callable[[View], str] = lambda view: ""
    aside: Callable[[View], None] = lambda view: None
    cue: Callable[[View], dict | None] = lambda view: None
    slow: Callable[[View], bool] = lambda view: False
    plays: bool = False
    score: Callable[[Any], dict | None] = lambda evidence: None
    awaited: Callable[[Any], Callable[[], bool] | None] = lambda evidence: None
    stands: Callable[[View], Any] = lambda view: view
    at_once: bool = False


def show(page: Page) -> None:
    """Show a page, once from top to bottom."""
    visit = Visit.current()
    # An arrival that ended half-way would not come again.
    arrive(visit, page.form)
    with errand():
        _show(page, visit)


def _show(page: Page, visit: Visit) -> None:
    visit.turn((page.cue(visit.view) or {}).get("id", ""))
    present.dress()
    page.top(visit.view)
    missing = page.waits(visit.view) and shelf.absent(visit.view.recipe)
    visit.stand(page.stands(visit.view))
    if missing:
        chooser.offer(visit.view)
        visit.write_address(page.form)
    else:
        settled(page)
    show_title(page.title(visit.view))
    if present.presenting():
        way_out()


@st.fragment
def settled(page: Page) -> None:
    """Show what follows when a movement has ended: all but what stands above it.

    The end of a movement reruns this alone, unless what stands above must follow, too.
    """
    note()
    with TURNSTILE.turn(), errand():
        visit = Visit.current()
        visit.way = offer(partial(answer, page, visit) if page.at_once else None)
        if not visit.begun:
            if visit.moves_all(page.stands(visit.view)):
                st.rerun()
            visit.settle(page.form, follows=True)
        visit.begun = False
        _arranged(page, visit)
        visit.write_address(page.form)
        content, visit.content = visit.content, None
        if content is not None and not content.problem and not present.presenting():
            page.below(visit.view, content.evidence)


def answer(page: Page, visit: Visit, log: list) -> tuple[Told, Rest | None]:
    """Return what the elements of a page are told of what the hand did, and what follows later.

    Where others wait, the end of a movement is drawn as if the hand still moved, and in full when
    nobody waits any more. Raises Elsewhere where something else moves, too.
    """
    if not visit.news(log):
        raise Elsewhere
    try:
        visit.hear(log)
        if visit.ended and visit.moves_all(page.stands(visit.view)):
            raise Elsewhere
        return _made(page, visit)
    finally:
        Visit.forget()  # the thread outlives the session


def _made(page: Page, visit: Visit) -> tuple[Told, Rest | None]:
    """Return what ``answer`` does, of what has been heard."""
    as_heard = visit.ended, visit.moving
    with TURNSTILE.turn(), errand():
        hurried = visit.ended and TURNSTILE.waiting > 0
        try:
            told = _telling(visit, lambda: _answered(page, visit, hurried))
        except BaseException:
            # The run that takes over has to know whether a movement ended.
            visit.ended, visit.moving = as_heard
            raise
    return told, partial(_rest, page, visit) if hurried else None


def _rest(page: Page, visit: Visit) -> Told:
    """Return the pictures in full that a hurried answer has left out."""
    with TURNSTILE.turn(), errand():
        try:
            return _telling(visit, lambda: _pictures(page, visit))
        finally:
            visit.content = None
            Visit.forget()


def _telling(visit: Visit, work: Callable[[], Any]) -> Told:
    """Return what elements are told by ``work``, which shows them."""
    told = visit.telling = {}
    visit.parameters = None
    try:
        work()
    finally:
        visit.telling = None
    return told


def _answered(page: Page, visit: Visit, hurried: bool) -> None:
    """Tell what moves of it, and its knobs once the movement has ended."""
    if not visit.ended:
        visit.acted = False
        _pictures(page, visit)
        return
    visit.settle(page.form, follows=True)
    visit.moving = hurried
    content = _pictures(page, visit)
    visit.moving, visit.content = False, None
    page.panels(visit.view)
    page.under(visit.view, content.evidence)
    visit.write_address(page.form)


def _arranged(page: Page, visit: Visit) -> None:
    """Show what moves, its knobs, and what stands with it, in their arrangement."""
    beside = page.beside(visit.view)
    if beside == "story":
        with st.container(key="story"):
            stage(page)
            with st.container(key="story_aside"):
                page.aside(visit.view)
        return
    # What moves is a fragment. What rests under a moving hand stands outside it, so that a movement
    # is one message with the pictures.
    pictures, knobs, under = _bench() if beside else [nullcontext() for _ in range(3)]
    with knobs:
        page.panels(visit.view)
    with pictures:
        stage(page)
    if visit.content is not None and not visit.content.problem:
        with under:
            page.under(visit.view, visit.content.evidence)


def arrive(visit: Visit, form: Form) -> None:
    """Find out what is to be shown: what the address says, where somebody went there."""
    parameters = visit.navigation(form)
    if parameters is not None or visit.page != form.page:
        visit.keep_lost_view()
    if lost_upload.is_of_lost_upload(visit.view, form, parameters):
        view, notes = lost_upload.instead(visit, form, parameters)
        visit.go(view, notes, parameters or visit.address or {}, [])
    elif parameters is not None:
        view, notes = form.decode(parameters, visit.view)
        view, done = openings.arrived(view, visit.view, parameters, form.page)
        visit.go(view, notes, parameters, done)
    recipe = shelf.renewed(visit.view.recipe)
    if recipe is not visit.view.recipe:
        visit.view = replace(visit.view, recipe=recipe)
    visit.settle(form)
    visit.menu()


@st.fragment
def stage(page: Page) -> None:
    """Show what moves under the hand. A movement reruns this alone."""
    hush()
    with TURNSTILE.turn(), errand():
        visit = Visit.current()
        if visit.ended:
            st.rerun()
        visit.acted = False  # what comes after this run is another
        if page.beside(visit.settled) == "story":
            _story(page, visit)
        else:
            _pictures(page, visit)


class Content(NamedTuple):
    """All that pictures are drawn from, or the sentence that says why there is nothing to show."""

    evidence: Any
    problem: str
    rows: Sequence[Shown] = ()
    lead: str = ""
    score: dict | None = None


def _content(page: Page, visit: Visit) -> Content:
    """Return what the view leads to, computed."""
    view = visit.view
    with progress_bar() as fill:
        how = visit.moving, present.presenting(), visit.settled, visit.trials, fill
        evidence, problem = gathered(page, view, Look(*how))
    if problem:
        return Content(None, problem)
    page.note(view, evidence)
    score = page.score(evidence)
    return Content(evidence, "", page.rows(view, evidence), page.lead(view, evidence), score)


def _bench() -> list[AbstractContextManager]:
    """Three places beside each other: for pictures, knobs, and what stands under the pictures."""
    with st.container(key="bench"):
        # In reading order, which is that of a phone, too.
        return [st.container(key=f"bench_{part}") for part in ("pictures", "knobs", "under")]


def _story(page: Page, visit: Visit) -> None:
    """Show the step: its card, which moves with the pictures, and the knobs between them."""
    # Messages that leave together are rendered by the browser together, once.
    at_once = visit.moving and not page.slow(visit.view)
    content = _content(page, visit) if at_once else None
    ready = content is not None and not content.problem
    # A card that is ready needs no place to be kept: under a moving hand that is a message less.
    card = nullcontext() if ready else st.empty()
    if ready:
        page.under(visit.view, content.evidence)
    with st.container(key="story_knobs"):
        page.panels(visit.settled)
    with st.container(key="story_pictures"):
        content = _pictures(page, visit, content)
    if not ready and not content.problem:
        with card:
            page.under(visit.view, content.evidence)


def _pictures(page: Page, visit: Visit, content: Content | None = None) -> Content:
    """Show what the view leads to, or the sentence that says why there is nothing to show."""
    view = visit.view
    if content is None:
        with waiting(visit.moving or visit.follows):
            content = _content(page, visit)
    visit.content = None if visit.moving else content
    evidence = content.evidence
    if content.problem:
        st.error(plain(content.problem), icon=":material/error:")
        return content
    page.between(view, evidence)
    if page.picks is not None:
        visit.panels["pick"] = Panel("pick", "", view.display, page.picks)
    _rows(page, content.rows, content.lead, content.score)
    found = page.awaited(evidence)
    if found is not None:
        _look_again(found)
    return content


@st.fragment(run_every=OFTEN)
def _look_again(found: Callable[[], bool]) -> None:
    """Draw the page anew once what the pictures lack is there; a moving hand does so anyway."""
    hush()
    visit = Visit.current()
    if found() and not visit.moving:
        visit.run_again()


def gathered(page: Page, view: View, look: Look = AT_REST) -> tuple[Any, str]:
    """Return the evidence of a page, or None and a sentence that says why there is none."""
    try:
        return page.evidence(view, look), ""
    except ValueError as error:  # a DatasetError is one
        return None, str(error).removesuffix(".") + "."


def waiting(follows: bool) -> AbstractContextManager:
    """Say that work is under way when it takes longer than a moment.

    Not where pictures follow the hand: the element alone would cost each movement messages and a
    thread. What takes long there has a bar that fills.
    """
    return nullcontext() if follows else st.spinner("Learning …", show_time=True)


def _rows(page: Page, rows: Sequence[Shown], lead: str, score: dict | None = None) -> None:
    """Films and figures that follow each other are one element."""
    visit, height = Visit.current(), page.height()
    if hasattr(rows[0], "show"):
        st.markdown(lead)
        lead = ""
    for own, some in groupby(rows, lambda row: hasattr(row, "show")):
        if own:
            for row in some:
                row.show(height)
            continue
        turn = Turn(
            heard=visit.heard,
            took=visit.took(),
            moving=visit.moving,
            reveal=not visit.played if page.plays else None,
            start=_frame(),
            cue=page.cue(visit.view),
            picks=page.picks is not None,
            leads=True,
            line=session() if page.at_once else "",
        )
        live_stage(page.form.page, list(some), height, turn, lead, score)
        visit.played |= page.plays


def _frame() -> int:
    """The frame of a film that the address names for what is shown; -1 where it names none."""
    if Visit.current().turned:
        return -1
    text = parameters().get("frame", "")
    return int(text) if text.isdigit() and text.isascii() and len(text) < 10 else -1
