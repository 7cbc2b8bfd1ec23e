"""The run behind a number, as an address of the playground or of a lesson."""

from __future__ import annotations

from urllib.parse import urlencode

import datasets
from papers.claim import LessonMoment, PlaygroundRun
from ui import address
from ui.view import Stream, View


def address_of(moment: PlaygroundRun | LessonMoment | None) -> str:
    """Return the address, relative to the page; "" for none."""
    if moment is None:
        return ""
    if isinstance(moment, LessonMoment):
        return _with_query(moment.lesson, dict(moment.knobs))
    return _with_query("playground", address.encode(view_of(moment)))


def view_of(run: PlaygroundRun) -> View:
    """Return the view that shows a run."""
    name, options = run.recipe
    recipe, preparation = datasets.split_options(datasets.recipe(name), dict(options))
    return View(
        recipe=recipe,
        preparation=run.preparation or preparation,
        stream=Stream(**run.stream),
        runs=tuple(run.algorithms),
    )


def _with_query(page: str, parameters: dict[str, str]) -> str:
    return f"{page}?{urlencode(parameters)}" if parameters else page
