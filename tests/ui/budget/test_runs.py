"""Runs that would take too much time or memory are refused, with a sentence on what would fit."""

from __future__ import annotations

from concurrent.futures import wait
from dataclasses import replace
from threading import Thread
from types import SimpleNamespace

import pytest

from algorithms.budget import chunks, scheduler
from algorithms.budget.scheduler import SCHEDULER
from algorithms.budget.time_limit import TooLongError
from datasets import TooLarge
from tests.support.views import make, on, open_app, toy
from ui import engine
from ui.budget import runs as budget
from ui.engine import Material, comparators, material, runs
from ui.memo import Memo
from ui.sweep import jobs
from ui.view import Stream, View, opening

VIEW = View(on("breast_cancer"), runs=(make("sgd", eta=0.0123),), stream=Stream(passes=3))


class ScriptEnd(BaseException):
    """An end of a script, as Streamlit raises one."""


@pytest.fixture
def hurry(monkeypatch):
    """A budget that no run keeps to, and paces that are known at once."""
    monkeypatch.setattr(chunks, "SURE", 0.0)
    monkeypatch.setattr(budget, "most_seconds", lambda: 1e-9)
    monkeypatch.setattr(runs, "TOO_LONG", Memo(8))
    for name in ("FIRST", "MOST"):
        monkeypatch.setattr(chunks, name, 1000.0)


@pytest.fixture
def session(monkeypatch):
    """A thread that makes a page; whoever is asked whether it is waited for is counted."""
    state = SimpleNamespace(asked=0, gone=False)

    def check() -> None:
        state.asked += 1
        if state.gone:
            raise ScriptEnd

    state.check = check
    monkeypatch.setattr(runs, "TRACES", Memo(8))
    for name in ("MOMENT", "SELDOM"):
        monkeypatch.setattr(scheduler, name, 0.0)
    return state


def trace_of(view: View) -> list:
    return engine.traces(Material.of(view), view)


def test_the_page_says_that_a_run_would_take_too_long_and_what_would_fit(hurry):
    app = open_app(**{"data": "breast_cancer", "a": "sgd", "a.eta": "0.0117"})
    (error,) = app.error
    assert "would take about 1 second here" in error.value
    assert "Take " in error.value and not app.exception


def test_a_run_that_was_refused_is_not_tried_again(hurry, session, monkeypatch):
    tried, record = [], runs.record
    monkeypatch.setattr(runs, "record", lambda *a, **k: tried.append(1) or record(*a, **k))
    for _ in range(3):
        refused = pytest.raises(TooLongError, match="a run may take")
        with budget.errand("one", session.check), refused:
            trace_of(VIEW)
    assert tried == [1]


def test_a_run_ends_when_its_page_is_not_waited_for(session):
    with budget.errand("one", session.check):
        assert SCHEDULER.task.owner == "one" and SCHEDULER.task.limit == budget.SECONDS
        trace_of(VIEW)
        asked = session.asked
        assert asked > 0
        session.gone = True
        with pytest.raises(ScriptEnd):
            trace_of(replace(VIEW, stream=Stream(passes=4)))
    assert session.asked == asked + 1, "it ended when it was asked"
    assert SCHEDULER.busy_places == 0 and SCHEDULER.task is None


def test_a_run_of_a_page_ends_when_the_browser_asks_for_another(monkeypatch):
    """Streamlit raises its exception at the next look at the state, in the script's own thread."""

    class State(dict):
        def __contains__(self, name):
            raise ScriptEnd

    monkeypatch.setattr(budget.st, "session_state", State())
    with budget.errand("one"):
        with pytest.raises(ScriptEnd):
            SCHEDULER.check()
        check, raised = SCHEDULER.task.check, []
        thread = Thread(target=lambda: raised.append(check()))
        thread.start()
        thread.join()
        assert raised == [None], "a helper has no state to look at"


def test_the_seconds_of_a_run_can_be_said_otherwise(monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_SECONDS", "300")
    assert budget.most_seconds() == 300.0
    for odd in ("", "0", "-3", "soon"):
        monkeypatch.setenv("SPARSITY_LAB_SECONDS", odd)
        assert budget.most_seconds() == budget.SECONDS


@pytest.mark.parametrize(
    ("there", "remedy"),
    [
        (1e5, "at most 24 passes, or fewer rows"),
        (3e3, "at most 55 rows and one pass"),
        (300.0, "fewer features"),
    ],
)
def test_a_run_that_would_take_too_much_memory_is_refused_before_it_begins(
    there, remedy, monkeypatch
):
    monkeypatch.setattr(budget, "memory_limit", lambda: there)
    with pytest.raises(TooLarge, match=f"take {remedy}.$"):
        budget.check_memory(toy(d=12, n=100), Stream(passes=50))


def test_so_does_the_page(monkeypatch):
    monkeypatch.setattr(budget, "memory_limit", lambda: 1e6)
    monkeypatch.setattr(material, "ORDERS", Memo(8))
    monkeypatch.setattr(runs, "TRACES", Memo(8))
    many = replace(VIEW, stream=Stream(passes=50))
    with pytest.raises(TooLarge, match=r"50 passes over .* take at most 43 passes"):
        trace_of(many)


def test_a_projection_that_looks_at_all_weights_is_slow_where_there_are_many():
    few, many = toy(d=12), replace_width(toy(d=12), 50_000)
    by_sort, by_tree = (
        make("projected_gradient", way="sort"),
        make("projected_gradient", way="tree"),
    )
    assert budget.slowness(by_sort, few) == budget.slowness(by_tree, many) == 30
    assert budget.slowness(by_sort, many) == 30 * 50
    assert budget.slowness(make("sgd"), many) == 1
    own = make("your_rule", period=10)
    assert budget.slowness(own, many) == 10 * budget.slowness(replace(own, period=100), many) == 60
    assert budget.slowness(own, few) == 1


def replace_width(data, d: int):
    """The same examples with so many features."""
    return SimpleNamespace(classes=data.classes, n_features=d)


def test_best_weights_that_nobody_asks_for_any_more_are_not_sought(monkeypatch):
    monkeypatch.setattr(comparators, "STALE", -100.0)
    monkeypatch.setattr(comparators, "COMPARATORS", Memo(8))
    monkeypatch.setattr(comparators, "find_comparator", lambda *asked: pytest.fail("it was sought"))
    assert engine.comparator_soon(Material.of(VIEW), patience=0.1) is None
    wait(list(comparators.SOUGHT.values()), 10.0)
    assert not comparators.SOUGHT and not comparators.ASKED


def test_a_sweep_that_would_take_too_long_is_refused_before_it_begins(monkeypatch):
    view = opening()
    request = jobs.question(view)
    monkeypatch.setattr(jobs, "MOST_WORK", jobs.seconds(request) / 3)
    runs = jobs.runs_of(request)
    with pytest.raises(TooLongError, match=rf"at most \d+ of its {runs} runs: fewer settings"):
        jobs.question(view)
    with pytest.raises(TooLongError):
        jobs.begin(view)
