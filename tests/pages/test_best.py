"""The best with at most k features, on the sweep page without a browser."""

from __future__ import annotations

import time
from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest

from tests.support.pages import open_sweep
from ui.best import job
from ui.best.show import STOP, move
from ui.budget import audience
from ui.memo import Memo
from ui.movement import Movement
from ui.sweep.form import SWEEP
from ui.view import opening

ASKED = {
    "data": "breast_cancer",
    "data.scaling": "unit variance",
    "data.test_fraction": "0.25",
    "look.at_most": "5",
    "find": "best",
}


@pytest.fixture(autouse=True)
def no_searches(monkeypatch):
    monkeypatch.setattr(job, "JOBS", Memo(8, most_bytes=job.MOST_BYTES))


def wait(app: AppTest) -> AppTest:
    deadline = time.monotonic() + 60
    while any(button.key == STOP for button in app.button):
        assert time.monotonic() < deadline and not app.exception
        time.sleep(0.1)
        app.run()
    assert not app.exception and not app.error
    return app


def texts(app: AppTest) -> list[str]:
    return [markdown.value for markdown in app.markdown]


def headlines(app: AppTest) -> list[str]:
    return [header.value for header in app.header]


def test_a_link_asks_and_the_answer_opens_in_the_playground():
    app = wait(open_sweep(**ASKED))
    (headline,) = headlines(app)
    assert "ith at most 5 features: AUC" in headline and "so far" not in headline
    settings = [text for text in texts(app) if "on the held-out rows" in text]
    assert len(settings) >= 5 and all(" at " in text for text in settings)
    links = [link for link in app.get("page_link") if "playground" in link.proto.page]
    queries = [parse_qs(link.proto.query_string) for link in links]
    opened = [query for query in queries if "a" in query]
    assert len(opened) >= len(settings)
    assert app.query_params["find"] == "best"


def test_nothing_is_searched_until_it_is_asked_for():
    app = open_sweep(**{name: value for name, value in ASKED.items() if name != "find"})
    assert not headlines(app)
    assert "find" not in app.query_params


def test_the_button_asks_and_the_number_stays():
    view = opening()
    asked = move(view, Movement({"at_most": 7}, action="press"))
    assert asked.sweep.searching and asked.sweep.look.at_most == 7
    moved = move(view, Movement({"at_most": 7}))
    assert not moved.sweep.searching and moved.sweep.look.at_most == 7
    parameters = SWEEP.encode(asked)
    assert SWEEP.decode(parameters)[0].sweep.searching and parameters["find"] == "best"
    assert not SWEEP.decode(SWEEP.encode(moved))[0].sweep.searching


def start_search(**more) -> job.SearchJob:
    return job.begin(SWEEP.decode(ASKED | more)[0], "somebody")


def test_who_asks_the_same_sees_the_same_search():
    first = start_search()
    other = job.begin(SWEEP.decode(ASKED | {"look.at_most": "6"})[0], "somebody else")
    assert start_search() is first and other is not first
    assert first.wait(60) and not first.problem and first.answer.share == 1.0
    assert job.JOBS.nbytes == 2 * first.question.dataset.nbytes, "its dataset counts as memory"


def test_a_search_is_stopped_and_goes_on_when_asked_again():
    first = start_search(**{"stream.passes": "50"})
    first.cancel()
    assert first.wait(30) and first.cancelled and first.share < 1.0
    again = start_search(**{"stream.passes": "50"})
    assert again is not first and not again.cancelled
    again.cancel()
    again.wait(30)


def test_who_asks_for_another_number_waits_for_that_one():
    first = start_search(**{"stream.passes": "50"})
    other = start_search(**{"stream.passes": "50", "look.at_most": "6"})
    assert first.wait(30) and first.cancelled and not other.cancelled
    third = job.begin(SWEEP.decode(ASKED | {"look.at_most": "7"})[0], "somebody else")
    third.cancel()
    assert third.wait(30) and not other.cancelled, "another visitor asks"
    other.cancel()
    other.wait(30)


def test_a_search_that_nobody_looks_at_ends(monkeypatch):
    monkeypatch.setattr(audience, "PATIENCE", -1.0)
    search = start_search(**{"stream.passes": "50"})
    assert search.wait(30) and search.cancelled


def test_what_cannot_be_searched_says_so(monkeypatch):
    def refuse(view):
        raise ValueError("5 folds of 3 rows.")

    monkeypatch.setattr(job, "_question", refuse)
    app = open_sweep(**ASKED)
    assert "5 folds of 3 rows." in [error.value for error in app.error]
    assert not headlines(app)


def test_a_search_that_fails_says_so(monkeypatch):
    def fail(question, progress):
        raise RuntimeError("no such thing")
        yield

    monkeypatch.setattr(job, "finding_best", fail)
    search = start_search()
    assert search.wait(30) and "not foreseen" in search.problem and not search.cancelled
