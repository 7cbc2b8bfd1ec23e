"""Questions beside bets: numbers, settings that the engine looks at, and the teacher's own."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from threading import Thread

import pytest
from starlette.applications import Starlette

from tests.support.serving.page_client import PageClient
from tests.support.serving.services import apart
from ui.classroom.hub import Hub, Listener
from ui.classroom.room import ClassError, ClassQuestion, ClassSetting, Room
from ui.classroom.routes import class_routes
from ui.classroom.store import ClassStore

SETTING = {"key": "rounding.5", "kind": "setting"}
NUMBER = {"key": "own.1", "kind": "number", "text": "How many coins?"}
OWN = {"key": "own.2", "text": "Which?", "choices": 2, "answers": ["this", "<b>that</b>"]}


def find_setting(page: str, query: str) -> ClassSetting:
    """Stands for the engine: a period of 11 or more reaches the goal."""
    period = float(query.partition("period=")[2] or 10)
    if period > 120:
        raise ValueError("There is no such period.")
    return ClassSetting(f"period={period:g}&step=5", [(page, "period", period)], period >= 11)


@pytest.fixture
def store(tmp_path) -> ClassStore:
    return ClassStore(tmp_path / "classes" / "classes.sqlite3")


@pytest.fixture
def teacher(store) -> PageClient:
    teacher = PageClient(Starlette(routes=class_routes(Hub(store), find_setting)))
    opened = teacher.post("/class", {"page": "rounding", "query": "step=5"})
    teacher.code = opened.json()["code"]
    return teacher


def student(teacher: PageClient) -> PageClient:
    """The browser of a student with a seat in the teacher's class."""
    student = PageClient(teacher.app)
    student.post(f"/class/{teacher.code}/seat", {})
    return student


def asks(teacher: PageClient, question: dict | None, **more: object) -> int:
    return teacher.post(f"/class/{teacher.code}/lead", {"question": question, **more}).status


def answers(one: PageClient, code: str, key: str, value: object, round: int = 1) -> int:
    given = {"question": key, "round": round, "value": value}
    return one.post(f"/class/{code}/answer", given).status


def news_of(store: ClassStore, code: str, leads: bool = False) -> dict:
    """What a stream says first."""

    async def first() -> dict:
        async for news in Hub(store).listen(Listener(code, "somebody", leads)):
            return news

    return apart(asyncio.run, first())


def test_settings_are_looked_at_by_the_engine_and_shown_when_the_leader_says_so(store, teacher):
    assert asks(teacher, SETTING) == 200
    students = [student(teacher) for _ in range(3)]
    for one, period in zip(students, (30, 9, 30), strict=True):
        query = f"step=5&period={period}"
        assert answers(one, teacher.code, "rounding.5", query) == 200
    assert "period" not in json.dumps(news_of(store, teacher.code)), "nothing is said before"
    numbers = news_of(store, teacher.code, leads=True)
    assert (numbers["answered"], numbers["reached"]) == (3, 2)
    assert "period" not in json.dumps(numbers)
    asks(teacher, SETTING, phase="split")
    shown = news_of(store, teacher.code)["settings"]
    by_period = {each["knobs"][0][2]: (each["n"], each["reached"]) for each in shown}
    assert by_period == {30.0: (2, True), 9.0: (1, False)}
    said = sorted((row["answer"], row["right"]) for row in table_of(teacher))
    assert said == [("period=30&step=5", "yes")] * 2 + [("period=9&step=5", "no")]


@pytest.mark.parametrize(
    ("query", "status"),
    [("step=6&period=30", 409), ("step=5&period=500", 400), (3, 400), ({"knobs": []}, 400)],
)
def test_what_is_no_setting_of_this_step_is_refused(store, teacher, query, status):
    asks(teacher, SETTING)
    assert answers(student(teacher), teacher.code, "rounding.5", query) == status
    assert store.split(teacher.code, "rounding.5", 1) == {}


def test_a_setting_is_no_answer_to_another_kind_of_question(teacher):
    asks(teacher, NUMBER)
    assert answers(student(teacher), teacher.code, "own.1", "step=5&period=30") == 409


def table_of(teacher: PageClient) -> list[dict[str, str]]:
    """The answers as a spreadsheet reads them."""
    text = teacher.get(f"/class/{teacher.code}/answers.csv").text
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def test_answers_go_home_in_words_with_their_time(store, teacher):
    """A question of the teacher's own has its words there, none of which is a formula."""
    now = [100.0]
    store.now = lambda: now[0]
    teacher.code = teacher.post("/class", {"page": "playground", "query": ""}).json()["code"]
    own = {"key": "own.3", "text": '=1+1, or "two"?', "choices": 2, "answers": ["-1", "two"]}
    asks(teacher, own)
    one = student(teacher)
    now[0] += 65.0
    answers(one, teacher.code, "own.3", 1)
    asks(teacher, own, round=2, phase="open")
    now[0] += 600.0
    answers(one, teacher.code, "own.3", 2, 2)
    asks(teacher, NUMBER)
    answers(one, teacher.code, "own.1", 2)
    said = [
        ('\'=1+1, or "two"?', "1", "'-1", "1:05"),
        ('\'=1+1, or "two"?', "2", "two", "11:05"),
        ("How many coins?", "1", "2", "11:05"),
    ]
    rows = table_of(teacher)
    assert [(r["question"], r["round"], r["answer"], r["time"]) for r in rows] == said
    assert {(r["page"], r["seat"], r["right"]) for r in rows} == {("playground", "1", "")}


@pytest.mark.parametrize(
    ("asked", "first", "second", "name", "known"),
    [
        (SETTING, "step=5&period=9", "step=5&period=30", "earlier", "period"),
        (NUMBER, 2.5, 7, "moves", "2.5"),
    ],
)
def test_a_second_round_shows_the_first_one_when_the_leader_says_so(
    store, teacher, asked, first, second, name, known
):
    asks(teacher, asked)
    one = student(teacher)
    answers(one, teacher.code, asked["key"], first)
    asks(teacher, asked, phase="split")
    assert name not in news_of(store, teacher.code)
    asks(teacher, asked, round=2, phase="open")
    assert answers(one, teacher.code, asked["key"], second, 2) == 200
    for leads in (False, True):
        assert known not in json.dumps(news_of(store, teacher.code, leads))
    asks(teacher, asked, phase="split")
    shown = news_of(store, teacher.code)
    assert shown["moved"] == 1
    if name == "moves":
        assert shown["moves"] == [["2.5", "7", 1]]
    else:
        assert [(each["knobs"][0][2], each["n"]) for each in shown["earlier"]] == [(9.0, 1)]


def test_numbers_are_counted_and_only_numbers(store, teacher):
    assert asks(teacher, NUMBER) == 200
    one, other = student(teacher), student(teacher)
    for value in (True, "2", None, [2], float("nan")):
        assert answers(one, teacher.code, "own.1", value) in (400, 409)
    for value in (7, 2.5):
        assert answers(one, teacher.code, "own.1", value) == 200
    assert answers(other, teacher.code, "own.1", 2.5) == 200
    assert store.split(teacher.code, "own.1", 1) == {"2.5": 2}


@pytest.mark.parametrize(("asked", "value"), [(NUMBER, 7), (OWN, 2), (SETTING, "step=5")])
def test_who_does_not_understand_a_question_is_counted_apart_until_they_answer(
    store, teacher, asked, value
):
    asks(teacher, asked)
    one, other = student(teacher), student(teacher)
    path, about = f"/class/{teacher.code}/answer", {"question": asked["key"], "round": 1}
    assert one.post(path, about | {"unclear": "yes"}).status == 400
    assert one.post(path, about | {"unclear": True}).status == 200
    assert other.post(path, about | {"value": value}).status == 200
    numbers = news_of(store, teacher.code, leads=True)
    assert (numbers["answered"], numbers["unclear"]) == (1, 1)
    assert "unclear" not in json.dumps(news_of(store, teacher.code)), "that is for the teacher"
    assert sorted(row["answer"] for row in table_of(teacher))[-1] == "unclear"
    assert one.post(path, about | {"value": value}).status == 200
    numbers = news_of(store, teacher.code, leads=True)
    assert (numbers["answered"], numbers["unclear"]) == (2, 0)
    asks(teacher, asked, phase="split")
    assert one.post(path, about | {"unclear": True}).status == 409


def test_200_settings_given_twice_at_once_are_200_rows(store):
    code, key = store.open(Room("rounding", "step=5"))
    store.lead(code, key, {"question": SETTING})
    seats = [f"seat {i}" for i in range(200)]
    for seat in seats:
        store.take_seat(code, seat)

    def give(seat: str) -> None:
        for period in (5, 30):
            store.answer(code, seat, "rounding.5", 1, find_setting("rounding", f"period={period}"))

    threads = [Thread(target=give, args=[seat]) for seat in seats]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    counts = store.split(code, "rounding.5", 1)
    assert list(counts.values()) == [200] and '"reached": true' in next(iter(counts))


def test_a_question_asked_again_by_another_browser_is_the_same(store, teacher):
    asks(teacher, OWN)
    asks(teacher, OWN, phase="split", query="step=5&period=9")
    asks(teacher, news_of(store, teacher.code)["question"])
    room = store.find(teacher.code).room
    assert room.phase == "split" and room.question.answers == ("this", "<b>that</b>")
    asks(teacher, None)
    assert store.find(teacher.code).room.question is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "poem"},
        {"kind": "number", "choices": 2},
        {"choices": 0},
        {"choices": 2, "answers": ["one"], "text": "Which?"},
        {"choices": 1, "answers": ["one"]},
        {"choices": 1, "answers": [1], "text": "Which?"},
        {"choices": 1, "answers": "a", "text": "Which?"},
        {"choices": 2, "text": "x" * 301},
        {"choices": 1, "text": "Which?", "answers": ["x" * 121]},
    ],
)
def test_what_is_no_question_is_refused(wrong):
    with pytest.raises(ClassError):
        ClassQuestion(key="own.1", **wrong)
