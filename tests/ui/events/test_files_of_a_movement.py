"""The files that a movement passes, from the slider to the kernel and back, are those written down.

Which files those are stands in ARCHITECTURE.md. On the way of a movement is a file that has a
function under way, in the thread that answers, when the movement takes another form: a message
becomes an event, an entry of its log a new view, the view a run of the kernel, the run a picture,
and the picture the data of an element. What these functions call and leave again is a helper.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path
from urllib.parse import urlencode

import pytest
from starlette.websockets import WebSocketDisconnect

from pages.catalogue import PAGES
from tests.support.serving.services import apart
from tests.support.sources import ROOT
from tests.support.three_runs import three_runs
from ui.events import live_socket

BROWSER = "ui/live/browser/"
FORMS = {
    ("ui/movement.py", "movement_of"),
    ("ui/view.py", "with_run"),
    ("algorithms/checkpoints.py", "_block"),
    ("charts/playground/regret.py", "regret"),
    ("ui/live/stage.py", "text_of"),
}
"""Functions at which a movement takes another form while the hand moves."""

FORMS_AT_REST = {
    ("algorithms/online/base.py", "_advance"),
    ("ui/live/panel.py", "payload"),
    ("ui/address.py", "encode"),
}
"""And those beside them when it rests: other orders, all knobs, the address."""

MOST = 20
"""Files on the way that one can hold in mind."""

AFTER = "ui/live/browser/events/elements.js"
"""The first module that an answer passes; the ones before it are passed by the movement."""


class OneMessage:
    """A connection that brings one message and then, once it is answered, is closed."""

    def __init__(self, message: dict) -> None:
        self.message, self.answers, self.over = message, [], asyncio.Event()

    async def accept(self) -> None:
        """Take the connection."""

    async def receive_text(self) -> str:
        if self.message:
            text, self.message = json.dumps(self.message), None
            return text
        await self.over.wait()
        raise WebSocketDisconnect

    async def send_text(self, text: str) -> None:
        self.answers.append(json.loads(text))
        self.over.set()


class Tracer:
    """The project's files that run in an answer: all of them, and those on the way of a movement.

    Parameters
    ----------
    forms : the functions, by file and name, at which a movement takes another form.
    """

    def __init__(self, forms: set) -> None:
        self.forms, self.met = forms, set()
        self.touched, self.way = set(), set()

    def __call__(self, frame, event: str, _argument) -> None:
        path = in_project(frame.f_code.co_filename) if event == "call" else None
        if path is None:
            return
        self.touched.add(path)
        if (place := (path, frame.f_code.co_name)) in self.forms:
            self.met.add(place)
            self.way.update(files_under_way(frame))


def in_project(file: str) -> str | None:
    """The path of a file below the root, None for one of another package."""
    path = Path(file)
    inside = path.is_relative_to(ROOT) and ".venv" not in path.parts
    return path.relative_to(ROOT).as_posix() if inside else None


def files_under_way(frame) -> set[str]:
    """The project's files with a function on the stack, and that of the kernel that is called."""
    files, given = set(), frame.f_locals
    if frame.f_code.co_name == "_block":
        loop = given["run"][0].py_func.__globals__["learn"]
        files.add(in_project(loop.py_func.__code__.co_filename))
    while frame is not None:
        files.add(in_project(frame.f_code.co_filename))
        frame = frame.f_back
    return files - {None, Path(__file__).relative_to(ROOT).as_posix()}


def reply_to(gravity: float, live: bool) -> dict:
    """The answer to a movement of truncated gradient's gravity, by the socket."""
    values = {"n": 1, "source": "run_2", "values": {"gravity": gravity}, "live": live}
    query = urlencode(PAGES["playground"].form.encode(three_runs()))

    async def talk() -> dict:
        socket = OneMessage({"page": "playground", "query": query, "log": [values]})
        await live_socket.Connection(socket, PAGES).serve()
        return socket.answers[0]

    return apart(asyncio.run, talk())


@pytest.fixture(scope="module")
def trace():
    """A function from a gravity that nobody asked for yet, and forms, to a tracer of its answer."""
    for live in (True, False):  # what is compiled, loaded and run here is not traced
        reply_to(0.02, live)

    def trace(gravity: float, live: bool, forms: set) -> Tracer:
        tracer, answer = Tracer(forms), live_socket.answer

        def profiled_answer(*given):
            sys.setprofile(tracer)
            try:
                return answer(*given)
            finally:
                sys.setprofile(None)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(live_socket, "answer", profiled_answer)
            reply = reply_to(gravity, live)
        assert "stage_playground" in reply["elements"]
        assert tracer.met == forms  # where a function was renamed, this list has to follow
        return tracer

    return trace


def architecture() -> str:
    return (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")


def statement(pattern: str) -> str:
    """What ARCHITECTURE says where a pattern has its group, wherever its lines are broken."""
    return re.search(pattern, " ".join(architecture().split()))[1]


def files_under(heading: str) -> list[str]:
    """The files in the first block after a heading of ARCHITECTURE, in order."""
    block = architecture().split(f"## {heading}\n", 1)[1].split("```")[1]
    return re.findall(r"[\w/]+\.(?:py|js)\b", block)


def test_a_moved_knob_passes_the_files_that_architecture_lists(trace):
    way = files_under("A movement")
    assert len(way) == len(set(way))
    python = {path for path in way if path.endswith(".py")}
    assert trace(0.0371, True, FORMS).way == python


def test_at_rest_it_passes_some_more(trace):
    moving = trace(0.0382, True, FORMS)
    resting = trace(0.0393, False, FORMS | FORMS_AT_REST)
    more = re.findall(r"`([\w/]+\.py)`", statement(r"When the hand rests, these join: (.*?)\. "))
    assert resting.way - moving.way == set(more)
    assert len(resting.touched) == pytest.approx(
        int(statement(r"some (\d+) Python files")), rel=0.1
    )


def test_the_browsers_part_of_the_way_hangs_together():
    """Each module imports one before it on the way, or is imported by it."""
    way = [path for path in files_under("A movement") if path.startswith(BROWSER)]
    for part in (way[: way.index(AFTER)], way[way.index(AFTER) :]):
        for i, one in enumerate(part[1:], 1):
            assert any(imports(one, other) or imports(other, one) for other in part[:i]), one
    assert imports("ui/live/browser/events/log.js", AFTER)


def imports(one: str, other: str) -> bool:
    """Whether a module of the browser imports another."""
    source = (ROOT / one).read_text(encoding="utf-8")
    named = re.findall(r'from "(\.[^"]+)"', source)
    return any(((ROOT / one).parent / name).resolve() == ROOT / other for name in named)


def test_the_way_is_as_long_as_architecture_says():
    assert len(files_under("A movement")) == int(statement(r"\*\*(\d+) files\*\*")) <= MOST
