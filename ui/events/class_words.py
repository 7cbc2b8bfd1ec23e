"""The words of what a class was asked, and of the settings that it gave as answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from ui import dataset_library
from ui.classroom.answer_table import AskedQuestion, QuestionWords
from ui.look import AT_REST
from ui.render_queue import RENDER_QUEUE

if TYPE_CHECKING:
    from ui.live.panel import Panel
    from ui.page import Page
    from ui.view import View

FIRST_PAGE = "home"
OF_A_STEP = ("step", "bet")
"""The parameters of a lesson's address that say how its step opens."""

AS_IT_WAS = "as it was"


class PageWords:
    """The words of pages: those of a lesson's bets and goals come from its story.

    Parameters
    ----------
    pages : returns all pages by their keys.
    """

    def __init__(self, pages: Callable[[], Mapping[str, Page]]) -> None:
        self.pages = pages

    def question(self, asked: AskedQuestion) -> QuestionWords:
        """Return the words of a question, with those of the page alone where it has no other."""
        from ui.title import APP

        lesson, number = asked.of_story
        page = self.pages().get(lesson)
        story = page and page.lesson.story if hasattr(page, "lesson") else None
        if story is None or not 0 < number <= len(story.steps):
            page, number = self._page(asked), 0
        if page is None or not (number or asked.question):  # of an earlier version, without words
            return QuestionWords(asked.page.capitalize(), "", "")
        opening = f"step={number}"
        view = _read(page, opening if number else asked.query)[0]
        place = page.title(view).removesuffix(f" · {APP}"), str(number or _step(page, view) or "")
        if not number:
            return QuestionWords(*place, "")
        stood = _step(page, _read(page, asked.query)[0])
        for query in (asked.query, opening) if stood == number else (opening,):
            try:
                return _in_story(page, query, place)
            except ValueError:  # the page shows nothing there: the step as it opens has the words
                continue
        return QuestionWords(*place, "")

    def setting(self, asked: AskedQuestion, query: str) -> str:
        """Return the knobs of a setting that do not stand where the class stood.

        In a lesson that is where its step opens. Where it is not known, all knobs are named.
        """
        lesson, number = asked.of_story
        page = self.pages().get(lesson) or self._page(asked)
        if page is None:
            return query
        start = {"step": str(number)} if number else dict(parse_qsl(asked.query))
        if hasattr(page, "lesson"):
            start = {name: text for name, text in start.items() if name in OF_A_STEP}
        is_known = number or asked.question is not None
        before = page.form.decode(start, None)[0] if is_known else None
        return "; ".join(_differing(page, before, _read(page, query)[0])) or AS_IT_WAS

    def _page(self, asked: AskedQuestion) -> Page | None:
        return self.pages().get(asked.page or FIRST_PAGE)


def _read(page: Page, query: str) -> tuple[View, list[str]]:
    """The view of an address, and what had to be changed."""
    return page.form.decode(dict(parse_qsl(query, keep_blank_values=True)), None)


def _step(page: Page, view: View) -> int:
    """The step of a story at which a view stands; 0 where there is none."""
    from ui.lessons.story_card import place

    lesson = getattr(page, "lesson", None)
    return place(lesson, view).step if lesson is not None and lesson.story else 0


def _in_story(page: Page, query: str, place: tuple[str, str]) -> QuestionWords:
    """The bet or the goal of a step, with the numbers of its evidence.

    Raises ValueError where the page shows nothing at this address.
    """
    view, notes = _read(page, query)
    if notes or (page.needs_data(view) and dataset_library.absent(view.recipe)):
        raise ValueError("This address shows nothing.")
    with RENDER_QUEUE.slot():
        card = page.card(view, page.evidence(view, AT_REST)).data
    if card["bet"]:
        answers = page.lesson.story.passage(card["step"]).answers
        right = [i for i, answer in enumerate(answers, 1) if answer.right]
        texts = [_text(pieces) for pieces in card["bet"]["answers"]]
        return QuestionWords(*place, _text(card["bet"]["question"]), texts, right)
    return QuestionWords(*place, _text(card["goal"]["text"]) if card["goal"] else "")


def _text(pieces: list[dict]) -> str:
    return "".join(piece["text"] for piece in pieces)


def _differing(page: Page, before: View | None, view: View) -> Iterator[str]:
    """What differs of a view: its data, its runs, and panel by panel its knobs."""
    from ui.live.setting_words import in_words

    if before is not None and page.needs_data(view) and view.recipe != before.recipe:
        yield f"data {view.recipe.title}"
    earlier = {panel.source: panel for panel in _panels(page, before)} if before else {}
    panels = _panels(page, view)
    shared = _in_several(panels)
    for panel in panels:
        known = earlier.get(panel.source)
        is_new = known is None or type(known.owner) is not type(panel.owner)
        names = [
            name
            for name in panel.knobs_shown
            if is_new or getattr(panel.owner, name) != getattr(known.owner, name)
        ]
        knobs = in_words(panel.owner, names)
        if knobs and (panel.heading or shared & set(names)):
            knobs = f"{_name(panel, earlier and is_new)}: {knobs}"
        if knobs:
            yield knobs
    for source, panel in earlier.items():
        if panel.heading and source not in {each.source for each in panels}:
            yield f"without {_name(panel)}"


def _panels(page: Page, view: View) -> list[Panel]:
    groups = [*page.panels(view, AT_REST), *page.panels_under(view, AT_REST)]
    return [panel for group in groups for panel in group.panels]


def _in_several(panels: list[Panel]) -> set[str]:
    """The names of the knobs that several panels have."""
    names = [name for panel in panels for name in panel.knobs_shown]
    return {name for name in names if names.count(name) > 1}


def _name(panel: Panel, with_method: Any = False) -> str:
    """The letter of a run, with its method if that is asked for; the name of any other panel."""
    if not panel.heading:
        return panel.label
    letter, method = panel.heading["letter"], panel.heading["name"]
    return f"{letter}, {method}" if with_method else letter
