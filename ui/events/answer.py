"""Answer an event: from an address and the log of a hand to updates and a new address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl

from ui import dataset_library
from ui.live.panel import Panel
from ui.live.panels import Payloads, panels_element
from ui.live.stage import StageState
from ui.look import Look
from ui.movement import follow
from ui.page import Content, Drawing, Page, content_of, sources
from ui.session.address_bar import of_view
from ui.session.progress import Progress
from ui.view import View


class NeedsFullRun(Exception):
    """More changes than the elements that events update, so the page has to run."""


@dataclass(frozen=True)
class Event:
    """A question of a browser.

    Parameters
    ----------
    page : the key of its page.
    query : the address, without the path.
    log : what the hand did since that address was written, well-formed.
    visit : the token of the visitor's progress.
    """

    page: str
    query: str
    log: list
    visit: str = ""

    @property
    def number(self) -> int:
        """The number of the last movement."""
        return self.log[-1]["n"] if self.log else 0


@dataclass(frozen=True)
class Updates:
    """An answer.

    Parameters
    ----------
    elements : the data of elements by their keys.
    address : the parameters of the view; None while the hand moves.
    turned : another step of a story is shown, so that the frame in the address means nothing.
    rest : makes what these updates have left out; None where that is nothing.
    ready : says whether the rest can be made; None where it can at any time.
    """

    elements: Mapping[str, Any]
    address: dict[str, str] | None = None
    turned: bool = False
    rest: Callable[[], Updates] | None = None
    ready: Callable[[], bool] | None = None


@dataclass
class Memory:
    """The part of answers that one connection keeps between them: it saves time, and no more."""

    address: tuple[str, str] = ("", "")
    view: View | None = None
    panels: Mapping[str, Panel] = field(default_factory=dict)
    payloads: Payloads = field(default_factory=dict)


def answer(
    page: Page, event: Event, progress: Progress, memory: Memory, hurried: bool = False
) -> Updates:
    """Return what the elements of a page show after an event.

    Parameters
    ----------
    page : the page of the event.
    event : a well-formed one.
    progress : of its visitor; an empty one where this process does not know them.
    memory : of the connection.
    hurried : others wait: the end of a movement is drawn as if the hand still moved, and the rest
        is left for later.

    Raises
    ------
    NeedsFullRun : the page has to run, and to follow the log itself.
    """
    query = dict(parse_qsl(event.query, keep_blank_values=True))
    moving = bool(event.log) and event.log[-1]["live"]
    with dataset_library.lend_uploads(progress.uploads):
        look = Look.at(query, history=progress.history)
        before = _view_at(page, event, look, progress, memory)
        if any(entry["source"] not in memory.panels for entry in event.log):
            raise NeedsFullRun
        try:
            view = follow(before, event.log, memory.panels)
        except ValueError as error:  # the run says why it is refused
            raise NeedsFullRun from error
        _check_page(page, before, view, moving)
        look = replace(look, moving=moving or hurried, before=before)
        return _elements_of(Change(page, before, view, look, progress, memory), moving)


@dataclass(frozen=True)
class Change:
    """A view of a page that is to be drawn after another one."""

    page: Page
    before: View
    view: View
    look: Look
    progress: Progress
    memory: Memory

    @property
    def is_new_step(self) -> bool:
        """Another step of a story is shown."""
        cue, before = (self.page.cue(view) or {} for view in (self.view, self.before))
        return cue.get("id", "") != before.get("id", "")


def _view_at(page: Page, event: Event, look: Look, progress: Progress, memory: Memory) -> View:
    """Return the view of the address of an event; under a moving hand that stays for a while."""
    if memory.view is None or memory.address != (event.page, event.query):
        parameters = of_view(dict(parse_qsl(event.query, keep_blank_values=True)))
        view, notes = page.form.decode(parameters, None)
        if notes:
            raise NeedsFullRun
        memory.panels = sources(page, view, look, progress)
        memory.address, memory.view = (event.page, event.query), view
    return memory.view


def _check_page(page: Page, before: View, view: View, moving: bool) -> None:
    """Raise NeedsFullRun where the elements that are updated could not show the view alone."""
    missing = page.needs_data(view) and dataset_library.absent(view.recipe)
    top = not moving and page.header_key(view) != page.header_key(before)
    other = page.arrangement(view) != page.arrangement(before)
    if missing or top or other or page.needs_run(view, moving):
        raise NeedsFullRun


def _elements_of(change: Change, moving: bool) -> Updates:
    """Return the elements of a view: under a moving hand the pictures and the card of a story."""
    page, view, look = change.page, change.view, change.look
    content = content_of(page, view, look)
    if content.problem or not (moving or page.is_whole(view, content.evidence)):
        raise NeedsFullRun
    page.note(view, content.evidence, change.progress)
    pictures = _pictures(change, content)
    if moving:
        return Updates(pictures, turned=change.is_new_step)
    again = replace(change, look=replace(look, moving=False), before=view)
    ready = None if look.moving else page.readiness(content.evidence)
    rest = (lambda: _rest(again, look.moving)) if look.moving or ready else None
    address = page.form.encode(view)
    elements = pictures | _panels(change) | _study(change, content)
    return Updates(elements, address, change.is_new_step, rest, ready)


def _rest(change: Change, hurried: bool) -> Updates:
    """Return the pictures in full that an answer has left out; of a ``hurried`` one all else."""
    with dataset_library.lend_uploads(change.progress.uploads):
        content = content_of(change.page, change.view, change.look)
        if content.problem:
            raise NeedsFullRun
        change.page.note(change.view, content.evidence, change.progress)
        more = _study(change, content) if hurried else {}
        return Updates(_pictures(change, content) | more)


def _pictures(change: Change, content: Content) -> dict[str, Any]:
    """Return the data of what moves under the hand."""
    page, view, look = change.page, change.view, change.look
    state = StageState(
        moving=look.moving,
        reveal=False if page.plays else None,
        start=-1 if change.is_new_step else look.frame,
    )
    elements = Drawing(page, view, content, look).elements(state)
    card = page.card(view, content.evidence)
    return {each.key: each.data for each in (*elements, *([card] if card else []))}


def _study(change: Change, content: Content) -> dict[str, Any]:
    """Return what the browser keeps of a view that is shown in full."""
    if change.look.moving:
        return {}
    study = change.page.study(change.view, content.evidence, change.progress)
    return {study.key: study.data} if study else {}


def _panels(change: Change) -> dict[str, Any]:
    """Return the data of all knobs."""
    page, view, look = change.page, change.view, change.look
    data = {}
    for group in (*page.panels(view, look), *page.panels_under(view, look)):
        element, sentences = panels_element(group, look, change.memory.payloads)
        if sentences:
            raise NeedsFullRun
        data[element.key] = element.data
    return data
