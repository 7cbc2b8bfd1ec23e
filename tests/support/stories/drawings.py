"""All that the steps of the stories draw, at all ends of their knobs, for ``recorder.js``."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import streamlit

from charts import Film, Picture
from knobs import format_value, knobs_of
from tests.support.stories import evidence_of
from ui.lessons import Lesson, story_card
from ui.lessons.story import SHOWN, UNANSWERED, Scene, Step
from ui.live.stage import text_of

FONT = "SourceSansVF-Upright.*.woff2"


class Screen(NamedTuple):
    """Where pictures are drawn.

    Parameters
    ----------
    name : of the screen.
    width : the pixels of a stage.
    heights : the height of a row of pictures, by the number of rows.
    scale : how much larger letters are than on a small page.
    """

    name: str
    width: int
    heights: Mapping[int, int]
    scale: float


SCREENS = (
    Screen("wide", 924, {1: 606, 2: 303}, 7 / 6),
    Screen("presented", 1234, {1: 430, 2: 215}, 1.42),
)
"""1440 × 900, and 1280 × 720 presented, as high as they are where a step has knobs."""

GAP = 8
"""Pixels between two pictures side by side."""


class Drawing(NamedTuple):
    """One picture, or one scene of a film at a frame.

    Parameters
    ----------
    step : its number.
    moved : the knob that stands at an end of its slider, as an address has it; "" for none.
    screen : where it is drawn.
    name : of the picture, or of the scene.
    part : what is drawn.
    asked : how, for the recorder.
    """

    step: int
    moved: str
    screen: str
    name: str
    part: Film | Picture
    asked: Mapping[str, Any]


def drawings(lesson: Lesson) -> Iterator[Drawing]:
    """Yield what a story draws: each step as it opens, after its bet, and at its knobs' ends."""
    for number, step in enumerate(lesson.story.steps, 1):
        for moved, scene, knobs in views(lesson, number, step):
            try:
                rows = scene.stage(evidence_of(lesson, knobs))
            except ValueError:  # knobs that exclude each other, or a run that diverged
                continue
            for screen, row in product(SCREENS, rows):
                for name, part, asked in _parts(row, scene, screen, bool(moved)):
                    yield Drawing(number, moved, screen.name, name, part, asked)


def views(lesson: Lesson, number: int, step: Step) -> Iterator[tuple[str, Scene, Any]]:
    """Yield what is moved, the scene and the knobs of each view of a step."""
    bets = (UNANSWERED, SHOWN) if step.after else (UNANSWERED,)
    for bet in bets:
        yield "", step.scene_of(bet), story_card.knobs_at(lesson, number, bet)
    opening = story_card.knobs_at(lesson, number, bets[-1])
    declared = knobs_of(lesson.knobs)
    for name in step.knobs:
        stops = declared[name].choices or (
            (False, True) if declared[name].flag else declared[name].stops()
        )
        for stop in {stops[0]: 0, stops[-1]: 0}:
            if stop != getattr(opening, name):
                moved = f"{name}={format_value(stop)}"
                yield moved, step.scene_of(bets[-1]), replace(opening, **{name: stop})


def _parts(row: Any, scene: Scene, screen: Screen, end: bool) -> Iterator[tuple[str, Any, dict]]:
    """The parts of a row: an element of a lesson's own is none."""
    size = {"height": screen.heights[scene.rows], "scale": screen.scale}
    if isinstance(row, Film):
        size["width"] = _share(screen, len(row.scenes))
        first, last = scene.frames or (-1, -1)
        for place, each in enumerate(row.scenes):
            for frame in (last,) if end else {first: 0, last: 0}:
                yield each.title, row, size | {"kind": "film", "scene": place, "frame": frame}
    elif isinstance(row, list | tuple):
        size["width"] = _share(screen, len(row))
        for picture in row:
            yield picture.heading or picture.name, picture, size | {"kind": "figure"}


def _share(screen: Screen, number: int) -> int:
    return (screen.width - (number - 1) * GAP) // number


def request(drawn: list[Drawing]) -> dict:
    """Return what the recorder is given: each payload once."""
    payloads: dict[str, int] = {}
    asked = []
    texts = {id(part): text_of(part) for part in {id(d.part): d.part for d in drawn}.values()}
    for each in drawn:
        place = payloads.setdefault(texts[id(each.part)], len(payloads))
        asked.append({**each.asked, "payload": place})
    return {"payloads": list(payloads), "drawings": asked, "font": font()}


@cache
def font() -> str:
    """The letters of the app, as an address that holds them."""
    folder = Path(streamlit.__file__).parent / "static" / "static" / "media"
    (file,) = folder.glob(FONT)
    return f"data:font/woff2;base64,{base64.b64encode(file.read_bytes()).decode()}"
