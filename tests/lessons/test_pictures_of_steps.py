"""What the steps of the stories draw, at all ends of their knobs: no label on what it does not
name, nothing beyond its frame, a title above every picture, no legend on marks.

The modules of the browser draw it, on a pen that keeps shapes instead of painting them: so labels
are where readers see them, in the letters of the app. Elements that a lesson has for itself, such
as its balls, are not drawn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from charts import Picture
from charts.layout import frame
from pages.lessons import LESSONS
from tests.support.many.turns import in_turn
from tests.support.modules import evaluate
from tests.support.stories.drawings import Drawing, drawings, request

pytestmark = pytest.mark.browser

RECORDER = Path(__file__).parents[1] / "support" / "stories" / "recorder.js"
MODULES = [f"ui/live/browser/{name}" for name in ("film/film", "stage/sketch", "stage/titles")]

KNOWN: dict[tuple[str, str], set[str]] = {}
"""What is still wrong, by lesson and step: what was mended is to be taken out of here."""

each_lesson = in_turn("lesson", LESSONS)


@each_lesson
def test_labels_name_what_they_stand_at_and_nothing_leaves_its_frame(browser, lesson):
    found = defaultdict(list)
    for drawing, fault in faults(browser, lesson):
        step = lesson.story.step(drawing.step).key
        found[lesson.key, step, fault[0]].append(
            f"{drawing.screen}, {drawing.moved} “{drawing.name}”: {fault}"
        )
    known = {(*at, kind) for at, kinds in KNOWN.items() if at[0] == lesson.key for kind in kinds}
    worse = [f"{key}: {'; '.join(dict.fromkeys(found[key]))}" for key in set(found) - known]
    assert not worse, "\n".join(worse)
    assert known - set(found) == set(), "mended: to be taken out of KNOWN"


def faults(browser, lesson) -> Iterator[tuple[Drawing, list]]:
    """Yield what is wrong with each drawing of a story: the kind, and where."""
    drawn = list(drawings(lesson))
    source = RECORDER.read_text("utf-8")
    found = evaluate(browser, MODULES, f"(\n{source}\n)", request(drawn))
    for drawing, several in zip(drawn, found, strict=True):
        yield from ((drawing, fault) for fault in several)
        if isinstance(drawing.part, Picture) and not drawing.part.heading:
            yield drawing, ["no title"]


TEXT = {"x": 5.0, "y": 0.5, "text": "the curve", "showarrow": False}
STEEP = {"x": [0.0, 10.0], "y": [0.0, 2.0]}


def test_the_recorder_sees_a_fault_of_each_kind(browser):
    """And none in a picture that has none."""

    def curve(mode="lines", **more):
        line = {"color": "#3c19a0", "width": 2}
        marker = {"color": "#3c19a0", "size": 9}
        own = {"type": "scatter", "mode": mode, "name": "a", "line": line, "marker": marker}
        return own | {"x": [0.0, 10.0], "y": [0.9, 0.9]} | more

    def figure(data, annotations=(), **axes):
        layout = frame("x", "y", xaxis={"range": [0, 10]}, yaxis={"range": [0, 1]})
        layout |= {"annotations": list(annotations)} | axes
        part = Picture("p", data, layout, alt="")
        asked = {"kind": "figure", "width": 600, "height": 300, "scale": 1.0}
        return Drawing(1, "", "wide", "p", part, asked)

    cases = {
        "": figure([curve()], [TEXT]),
        "crossed": figure([curve(y=[0.5, 0.5])], [TEXT]),
        "leaves": figure([curve(**STEEP)]),
        "says so": figure([curve(**STEEP)], [TEXT | {"x": 6.5, "y": 0.95, "text": "↑ up to 2"}]),
        "not seen": figure([curve("markers", **STEEP)]),
        "on a dot": figure([curve("markers", x=[5.0], y=[0.5])], [TEXT]),
        "texts": figure([curve()], [TEXT, TEXT | {"x": 5.1, "text": "another"}]),
        "legend": figure([curve()], showlegend=True, legend={"orientation": "h", "y": 0.93}),
        "cut off": figure([curve()], [TEXT | {"x": 9.9, "xanchor": "left"}]),
    }
    source = f"(\n{RECORDER.read_text('utf-8')}\n)"
    found = evaluate(browser, MODULES, source, request(list(cases.values())))
    kinds = [{fault[0] for fault in several} for several in found]
    assert kinds == [{kind} - {"", "says so"} for kind in cases]
