"""What the engine says of a setting that a class was asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

from ui import dataset_library
from ui.classroom.room import ClassSetting, is_number
from ui.look import AT_REST
from ui.memo import Memo
from ui.render_queue import RENDER_QUEUE

if TYPE_CHECKING:
    from ui.page import Page

LONGEST, MOST_KNOBS = 3000, 24
"""Letters of an address, and knobs of it that are counted."""

_SETTINGS = Memo(256, in_keys=False)


def setting_finder(pages: Callable[[], Mapping[str, Page]]) -> Callable[[str, str], ClassSetting]:
    """Return a function of a page's key and a query that says what is found there.

    A class that sets its knobs alike costs one look. The function raises ValueError, with a
    sentence, where there is no such page, or it shows nothing at this address.
    """

    def find(key: str, query: str) -> ClassSetting:
        page = pages().get(key)
        if page is None or len(query) > LONGEST:
            raise ValueError("This is no setting that a class can be shown.")
        return _SETTINGS.get((key, query), lambda: look_at(page, query))

    return find


def look_at(page: Page, query: str) -> ClassSetting:
    """Return a setting with the knobs that stand on the page, and whether its goal is reached.

    Raises
    ------
    ValueError : the page cannot show it; the text is a sentence.
    """
    # A server's first answer does not wait for what these import.
    from ui.page import content_of
    from ui.session.address_bar import of_view

    view, notes = page.form.decode(of_view(dict(parse_qsl(query, keep_blank_values=True))), None)
    if notes:
        raise ValueError(notes[0])
    if page.needs_data(view) and dataset_library.absent(view.recipe):
        raise ValueError("The class does not have these data.")
    with RENDER_QUEUE.slot():
        content = content_of(page, view, AT_REST)
        if content.problem:
            raise ValueError(content.problem)
        card = page.card(view, content.evidence)
        groups = [*page.panels(view, AT_REST), *page.panels_under(view, AT_REST)]
    knobs = [
        (panel.source, name, float(value))
        for group in groups
        for panel in group.panels
        for name in panel.knobs_shown
        if is_number(value := getattr(panel.owner, name))
    ]
    goal = card.data.get("goal") if card else None
    reached = goal["reached"] if goal else None
    return ClassSetting(urlencode(page.form.encode(view)), knobs[:MOST_KNOBS], reached)
