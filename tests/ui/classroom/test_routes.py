"""The routes of a class: who may do what, and what is refused."""

from __future__ import annotations

import csv
import io

import pytest
from starlette.applications import Starlette

from tests.support.serving.page_client import PageClient
from ui.classroom import routes
from ui.classroom.hub import Hub
from ui.classroom.room import ClassSetting
from ui.classroom.routes import class_routes
from ui.classroom.store import ClassStore

ASKED = {"question": {"key": "rounding.2", "choices": 3}}
ANSWER = {"question": "rounding.2", "round": 1, "value": 2}
FOREIGN = {"origin": "http://elsewhere"}


@pytest.fixture
def store(tmp_path) -> ClassStore:
    return ClassStore(tmp_path / "classes" / "classes.sqlite3")


@pytest.fixture
def app(store) -> Starlette:
    return Starlette(routes=class_routes(Hub(store), ClassSetting))


@pytest.fixture
def teacher(app) -> PageClient:
    """The browser of a teacher who has opened a class; its code is in ``teacher.code``."""
    teacher = PageClient(app)
    opened = teacher.post("/class", {"page": "rounding", "query": "step=2"})
    assert opened.status == 201 and opened.headers["cache-control"] == "no-store"
    teacher.code = opened.json()["code"]
    teacher.key = opened.json()["key"]
    return teacher


@pytest.fixture
def student(app, teacher) -> PageClient:
    """The browser of a student with a seat, in a class that is asked something."""
    teacher.post(f"/class/{teacher.code}/lead", ASKED)
    student = PageClient(app)
    assert student.post(f"/class/{teacher.code}/seat", {}).status == 200
    return student


def test_a_teacher_leads_and_a_student_answers(store, teacher, student):
    here = f"/class/{teacher.code}"
    assert teacher.post(f"{here}/lead", {"query": "step=3"}).json() == {"revision": 3}
    assert student.post(f"{here}/answer", ANSWER).status == 200
    assert student.post(f"{here}/answer", ANSWER | {"value": 3}).status == 200
    assert store.split(teacher.code, "rounding.2", 1) == {"3": 1}
    assert store.find(teacher.code).room.query == "step=3"


def test_a_key_and_a_seat_are_cookies_that_no_script_reads(teacher, student):
    for browser, name in ((teacher, f"lab_lead_{teacher.code}"), (student, "lab_seat")):
        morsel = browser.cookies[name]
        assert morsel["httponly"] and morsel["samesite"] == "lax" and morsel["max-age"] == "14400"
        assert not morsel["secure"]
    here = f"/class/{teacher.code}/seat"
    student.post(here, {}, x_forwarded_proto="https")
    assert student.cookies["lab_seat"]["secure"]


def test_a_seat_stays_the_same_and_a_second_leader_needs_the_key(app, store, teacher, student):
    seat, here = student.cookies["lab_seat"].value, f"/class/{teacher.code}"
    student.post(f"{here}/seat", {"step": 4, "follows": False})
    assert student.cookies["lab_seat"].value == seat
    assert store.attendance(teacher.code) == (1, 0, {4: 1})
    second = PageClient(app)
    assert second.post(f"{here}/key", {"key": "guessed"}).status == 403
    assert second.post(f"{here}/lead", {"eyes": True}).status == 403
    assert second.get(f"{here}/key").status == student.get(f"{here}/key").status == 403
    assert second.post(f"{here}/key", {"key": teacher.key}).status == 200
    assert second.get(f"{here}/key").json() == {"key": teacher.key}
    assert second.post(f"{here}/lead", {"eyes": True}).status == 200


def test_a_leader_is_not_counted_among_the_students(app, store, teacher, student):
    here = f"/class/{teacher.code}"
    assert teacher.post(f"{here}/seat", {}).status == 200
    assert store.attendance(teacher.code).here == 1
    # A student who takes over is none any more.
    assert student.post(f"{here}/key", {"key": teacher.key}).status == 200
    assert student.post(f"{here}/seat", {}).status == 200
    assert store.attendance(teacher.code).here == 0


@pytest.mark.parametrize("action", ["lead", "end", "answers.csv"])
def test_a_student_cannot_lead(store, teacher, student, action):
    path = f"/class/{teacher.code}/{action}"
    answer = student.get(path) if "." in action else student.post(path, {"eyes": True})
    assert answer.status == 403 and answer.json()["sentence"].startswith("This class is led")
    assert store.find(teacher.code).revision == 2


@pytest.mark.parametrize("action", ["", "/seat", "/answer", "/lead", "/key", "/end"])
def test_another_site_may_do_nothing(store, teacher, student, action):
    path = "/class" if not action else f"/class/{teacher.code}{action}"
    for browser in (teacher, student):
        for headers in (FOREIGN, {"sec_fetch_site": "cross-site"}, {"content_type": "text/plain"}):
            refused = browser.post(path, ANSWER | {"key": teacher.key}, **headers)
            assert refused.status == 400, headers
    assert store.find(teacher.code).revision == 2
    assert not store.split(teacher.code, "rounding.2", 1)


@pytest.mark.parametrize("body", ["x" * 20_000, "[1]", "{", "[" * 9000, '{"step": "one"}', "7"])
def test_what_is_too_long_or_no_object_is_refused(teacher, student, body):
    assert student.post(f"/class/{teacher.code}/seat", body).status == 400


def test_an_answer_needs_a_seat_and_a_question_that_is_open(app, teacher, student):
    here = f"/class/{teacher.code}"
    assert PageClient(app).post(f"{here}/answer", ANSWER).status == 409
    assert student.post("/class/BBBBB/answer", ANSWER).status == 410
    assert student.post(f"{here}/answer", ANSWER | {"value": 9}).status == 400
    teacher.post(f"{here}/lead", {"phase": "split"})
    assert student.post(f"{here}/answer", ANSWER).status == 409


@pytest.mark.parametrize("round", [0, 3, 1.5, True, "1", None, 2**70])
def test_a_round_is_the_first_or_the_second(store, teacher, student, round):
    here = f"/class/{teacher.code}"
    assert student.post(f"{here}/answer", ANSWER | {"round": round}).status == 400
    # The other round is well formed, but not what is asked now.
    assert student.post(f"{here}/answer", ANSWER | {"round": 2}).status == 409
    assert not store.split(teacher.code, "rounding.2", 1)


@pytest.mark.parametrize("step", [-1, 1001, 0.5, True, "1", None, 2**70])
def test_a_step_is_one_that_a_story_may_have(store, teacher, student, step):
    here = f"/class/{teacher.code}/seat"
    assert student.post(here, {"step": step, "follows": False}).status == 400
    assert student.post(here, {"step": 1000, "follows": False}).status == 200
    assert store.attendance(teacher.code).steps == {1000: 1}


def test_floods_are_refused(monkeypatch, app, teacher, student):
    here = f"/class/{teacher.code}"
    statuses = [student.post(f"{here}/answer", ANSWER).status for _ in range(routes.ANSWERS + 5)]
    assert statuses[0] == 200 and statuses[-1] == 429
    statuses = [teacher.post(f"{here}/lead", {}).status for _ in range(routes.CHANGES + 5)]
    assert statuses[0] == 200 and statuses[-1] == 429
    monkeypatch.setattr(routes, "ROOMS_PER_HOUR", 2)
    other = PageClient(Starlette(routes=class_routes(Hub(teacher_store(teacher)), ClassSetting)))
    assert [other.post("/class", {}).status for _ in range(3)] == [201, 201, 429]


def teacher_store(teacher) -> ClassStore:
    """The store behind the routes that a browser asks."""
    return teacher.app.routes[0].endpoint.__self__.store


def test_codes_cannot_be_tried_for_long(app, student):
    statuses = [student.post("/class/BBBBB/end", {}).status for _ in range(routes.MISSES + 5)]
    assert statuses[0] == 410 and statuses[-1] == 429


def test_answers_go_home_as_a_table_without_formulas(store, teacher, student):
    here = f"/class/{teacher.code}"
    own = {"question": {"key": "=own", "choices": 2}}
    teacher.post(f"{here}/lead", own)
    student.post(f"{here}/answer", {"question": "=own", "round": 1, "value": 2})
    answer = teacher.get(f"{here}/answers.csv")
    assert "attachment" in answer.headers["content-disposition"]
    (row,) = csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff")))
    assert (row["question"], row["round"], row["seat"], row["answer"]) == ("'=own", "1", "1", "2")
    assert student.cookies["lab_seat"].value not in answer.text


def test_a_stream_needs_a_seat_and_a_class(app, teacher, student):
    assert PageClient(app).get(f"/class/{teacher.code}/events").status == 409
    assert student.get("/class/BBBBB/events").status == 404
    teacher.post(f"/class/{teacher.code}/end", {})
    assert student.get(f"/class/{teacher.code}/events").status == 404
