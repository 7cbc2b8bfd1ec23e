"""Pages draw a view from the view and the look alone, in any thread."""

from __future__ import annotations

from dataclasses import replace
from threading import Thread
from typing import Any

import pytest
import streamlit as st

from datasets import Preparation
from pages import data, home, playground
from tests.support.views import make, on
from ui.engine import runs
from ui.look import Look
from ui.movement import Movement
from ui.page import Page
from ui.playground import trial_history
from ui.sweep import controls, jobs, moves, sentences
from ui.sweep.query import Ladder, Plan, Sweep, SweptMethod
from ui.sweep.results import current_results
from ui.view import CLOUDS, Display, Stream, View
from ui.visit import Visit

SMALL = View(
    recipe=on("sparse_linear", n_features=20, n_rows=60),
    preparation=Preparation(test_fraction=0.3),
    stream=Stream(passes=1),
    display=Display(),
    runs=(make("truncated_gradient", gravity=0.2, period=3), make("rounding", threshold=0.3)),
)
SESSION = ("session_state", "query_params", "progress", "markdown", "caption", "error", "spinner")


class ForbiddenSession:
    """Anything of a session: whoever touches it fails."""

    def __init__(self, name: str) -> None:
        self.__dict__["name"] = name

    def fail(self, *_given: Any, **_named: Any) -> None:
        raise AssertionError(f"{self.name} was read outside a run of a page")

    __call__ = __getitem__ = __setitem__ = __contains__ = __iter__ = fail

    def __getattr__(self, name: str) -> None:
        self.fail()


@pytest.fixture(autouse=True)
def no_session(monkeypatch):
    for name in SESSION:
        monkeypatch.setattr(st, name, ForbiddenSession(f"st.{name}"))
    monkeypatch.setattr(Visit, "current", ForbiddenSession("Visit.current"))


def elsewhere(call) -> Any:
    """Return what ``work`` does in a thread that runs no page."""
    found: list = []

    def run() -> None:
        try:
            found.append(call())
        except BaseException as error:
            found.append(error)

    thread = Thread(target=run)
    thread.start()
    thread.join(60)
    if isinstance(found[0], BaseException):
        raise found[0]
    return found[0]


def draw_view(page: Page, view: View, look: Look) -> tuple:
    """The evidence of a view, and all that is drawn from it."""

    def call() -> tuple:
        evidence = page.evidence(view, look)
        return (
            evidence,
            page.rows(view, evidence),
            page.lead(view, evidence),
            page.score(evidence),
            page.readiness(evidence),
        )

    return elsewhere(call)


@pytest.mark.parametrize("moving", [False, True])
@pytest.mark.parametrize(
    "view",
    [
        SMALL,
        replace(SMALL, display=Display(regret="objective gap", rug="B")),
        replace(SMALL, display=Display(cloud=CLOUDS[1], at_most=5)),
    ],
)
def test_the_playground_needs_no_session(view, moving):
    shares: list[float] = []
    look = Look(moving=moving, before=SMALL, progress=shares.append)
    evidence, rows, lead, score, _ = draw_view(playground.PAGE, view, look)
    assert [len(row) for row in rows] == [2, 2] and lead and score
    assert [run.letter for run in evidence.runs] == ["A", "B"]


def test_the_pictures_of_a_projector_are_asked_for_by_the_look():
    _, rows, *_ = draw_view(playground.PAGE, SMALL, Look())
    _, bare, *_ = draw_view(playground.PAGE, SMALL, Look(presenting=True))
    assert [p.caption for row in bare for p in row] == [p.key for row in rows for p in row]


def test_long_work_tells_its_share_and_short_work_does_not(monkeypatch):
    shares: list[float] = []
    view = replace(SMALL, stream=Stream(passes=2, order=11))
    draw_view(playground.PAGE, view, Look(progress=shares.append))
    assert shares == []
    monkeypatch.setattr(runs, "SLOW_WORK", 0.0)
    view = replace(SMALL, stream=Stream(passes=2, order=12))
    draw_view(playground.PAGE, view, Look(progress=shares.append))
    assert shares and shares[-1] == pytest.approx(1.0)


def test_what_was_tried_before_comes_with_the_look():
    evidence, *_ = draw_view(playground.PAGE, SMALL, Look())
    assert list(evidence.tried) == []
    history: dict = {}
    trial_history.note(history, evidence.material, evidence.runs, evidence.values, moving=False)
    turned = SMALL.with_run(0, make("truncated_gradient", gravity=0.3, period=3))
    after, *_ = draw_view(playground.PAGE, turned, Look(history=history))
    assert [tried.letter for tried in after.tried] == ["A"], "B stands where it stood"
    assert len(trial_history.trials_on(history, after.material)) == 2, "evidence writes no history"


def test_under_the_regret_stands_why_there_is_no_spread():
    timed = on("drift", n_rows=200, n_features=50)
    _, rows, *_ = draw_view(playground.PAGE, replace(SMALL, recipe=timed), Look())
    (caption,) = [p.caption for row in rows for p in row if p.name == "regret"]
    assert caption.endswith(". The rows stand in time: there is no other order to compare with.")
    _, rows, *_ = draw_view(playground.PAGE, SMALL, Look())
    (caption,) = [p.caption for row in rows for p in row if p.name == "regret"]
    assert "no other order" not in caption and caption == caption.strip()


@pytest.mark.parametrize("page", [data.PAGE, home.PAGE])
def test_other_pages_need_no_session(page):
    _, rows, lead, *_ = draw_view(page, SMALL, Look())
    assert rows and isinstance(lead, str)


def test_the_answer_of_a_sweep_needs_no_session():
    ladders = (Ladder("threshold", 0.01, 0.1, 2),)
    view = replace(SMALL, sweep=Sweep((SweptMethod(make("rounding"), ladders),), Plan(orders=2)))

    def answer() -> str:
        request = jobs.question(view)
        assert controls.amount(view, request) and controls.remarks(view) == []
        jobs.begin(view, "somebody")
        job = jobs.current(view, "somebody")
        assert job.run.wait(60)
        current = current_results(view, *job.run.snapshot())
        return sentences.verdict(current, finished=True)

    assert "features" in elsewhere(answer)


def test_ranges_that_fit_the_data_are_found_without_a_session():
    view = moves.of_playground(SMALL)
    shown = elsewhere(lambda: moves.plan(view, Movement({"orders": 2})))
    assert shown.sweep.plan.orders == 2
