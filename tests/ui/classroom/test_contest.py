"""A contest: entries are kept as rows, their settings stay hidden until it is over."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from dataclasses import asdict

import pytest
from starlette.applications import Starlette

from tests.support.serving.page_client import PageClient
from tests.support.serving.services import apart
from ui.classroom import contest_routes, entries
from ui.classroom.contest import ClassContest, ContestData, EntryScore, EntryWords
from ui.classroom.entries import EntryStore
from ui.classroom.errors import ClassError
from ui.classroom.hub import Hub, Listener
from ui.classroom.room import ClassSetting, Room
from ui.classroom.routes import class_routes
from ui.classroom.store import ClassStore

FOUND = ContestData("data=wdbc", "test AUC", True)
START = {"query": "data=wdbc", "k": 5}
RUN = {"query": "a.eta=0.125", "run": "A"}
WORDS = ["dataset", "run", "method", "knobs", "address"]


class Judge:
    """Scores by what an address says: "features,score"; "wait" is no run."""

    def __init__(self) -> None:
        self.asked: list[tuple] = []

    def find_data(self, query: str) -> ContestData:
        if query == "upload":
            raise ValueError("Only the browser that brought a file has it.")
        return FOUND

    def score(self, data: str, secret: int, query: str, letter: str) -> EntryScore:
        self.asked.append((data, secret, query, letter))
        if query == "wrong":
            raise ValueError("This view has other data.")
        return EntryScore(f"=settings of {query}", 3, 0.875)

    def describe(self, query: str) -> EntryWords:
        return EntryWords("mine.csv", "SGD", "=eta 0.125")


@pytest.fixture
def store(tmp_path) -> ClassStore:
    return ClassStore(tmp_path / "classes" / "classes.sqlite3")


@pytest.fixture
def judge() -> Judge:
    return Judge()


@pytest.fixture
def app(store, judge) -> Starlette:
    hub = Hub(store)
    return Starlette(
        routes=[
            *class_routes(hub, ClassSetting),
            *contest_routes.contest_routes(hub, lambda: judge),
        ]
    )


@pytest.fixture
def teacher(app) -> PageClient:
    """The browser of a teacher who has opened a class; its code is in ``teacher.code``."""
    teacher = PageClient(app)
    teacher.code = teacher.post("/class", {"page": "playground", "query": ""}).json()["code"]
    teacher.here = f"/class/{teacher.code}"
    return teacher


@pytest.fixture
def student(app, teacher) -> PageClient:
    """The browser of a student in a contest that is open."""
    assert teacher.post(f"{teacher.here}/contest", START).status == 201
    student = PageClient(app)
    student.post(f"{teacher.here}/seat", {})
    return student


@pytest.fixture
def contest(store) -> tuple[EntryStore, str, str]:
    """A class of two seats, a and b, in a contest: its entries, its code and its key."""
    kept = EntryStore(store)
    code, key = store.open(Room("playground"))
    for seat in "ab":
        store.take_seat(code, seat)
    kept.begin(code, key, FOUND, 5)
    return kept, code, key


def entry_score(features: int, score: float) -> EntryScore:
    return EntryScore(f"a.eta={features}", features, score)


def stream_text(store: ClassStore, code: str) -> str:
    """What a stream brings first, to a student and to the leader, as text."""

    async def listen() -> list[dict]:
        hub, seen = Hub(store), []
        for leads in (False, True):
            stream = hub.listen(Listener(code, "a", leads))
            seen.append(await anext(stream))
            await stream.aclose()
        hub.close()
        return seen

    return json.dumps(apart(asyncio.run, listen()))


def test_a_contest_stands_in_the_room_and_comes_back_as_it_was_kept(store, contest):
    kept, code, key = contest
    begun = ClassContest(1, "data=wdbc", 5, "test AUC", True)
    room = store.find(code).room
    assert room.contest == begun and Room.from_json(room.to_json()) == room
    before = {k: v for k, v in asdict(Room("home")).items() if k != "contest"}
    assert Room.from_json(json.dumps(before)) == Room("home")
    kept.end(code, key)
    assert store.find(code).room.contest.phase == "over"
    for changes in ({"contest": asdict(begun)}, {"contest": "open"}):
        with pytest.raises(ClassError, match="by its own request"):
            store.lead(code, key, changes)


def test_dots_are_those_of_all_seats_and_their_order_says_nothing_of_seats(store, contest):
    kept, code, _ = contest
    for seat, features, score in (("b", 9, 0.9), ("a", 9, 0.9), ("a", 2, 0.5), ("b", 2, 0.25)):
        kept.keep(code, seat, 1, "A", entry_score(features, score))
    assert kept.dots(code, 1) == [(2, 0.25), (2, 0.5), (9, 0.9)]
    # Another process, or the same one after it was killed.
    again = EntryStore(ClassStore(store.file))
    assert again.own_dots(code, 1, "a") == [(9, 0.9), (2, 0.5)]
    assert again.dots(code, 2) == [] == again.own_dots(code, 1, "c")


def test_nothing_of_settings_secrets_or_seats_is_in_a_stream(store, contest):
    kept, code, key = contest
    store.take_seat(code, "seat-of-somebody")
    secret = kept.open_contest(code, "a")[1]
    kept.keep(code, "seat-of-somebody", 1, "A", entry_score(7, 0.75))
    with pytest.raises(ClassError, match="when the contest is over"):
        kept.settings_of(code, 0)
    texts = [stream_text(store, code)]
    kept.end(code, key)
    texts.append(stream_text(store, code))
    for text in texts:
        assert '"dots": [[7, 0.75]]' in text and '"limits": {"entries": 20, "seconds": 3.0}' in text
        assert not [w for w in ("a.eta", "seat-of", str(secret), f"{secret:x}") if w in text]
    assert kept.settings_of(code, 0) == "a.eta=7"
    for place in (-1, 1):
        with pytest.raises(ClassError, match="no such entry"):
            kept.settings_of(code, place)


def test_a_seat_has_so_many_entries_and_a_contest_too(monkeypatch, contest):
    kept, code, _ = contest
    numbers = [
        kept.keep(code, "a", 1, "A", entry_score(1, 0.5)) for _ in range(entries.MOST_OF_A_SEAT)
    ]
    assert numbers == list(range(1, entries.MOST_OF_A_SEAT + 1))
    for act in (
        lambda: kept.keep(code, "a", 1, "A", entry_score(1, 0.5)),
        lambda: kept.open_contest(code, "a"),
    ):
        with pytest.raises(ClassError, match="your 20 entries"):
            act()
    assert kept.keep(code, "b", 1, "A", entry_score(1, 0.5)) == 1
    monkeypatch.setattr(entries, "MOST_ENTRIES", 21)
    with pytest.raises(ClassError, match="as many entries as it takes"):
        kept.open_contest(code, "b")


def test_an_entry_that_was_computed_too_long_is_not_taken(contest):
    kept, code, key = contest
    kept.begin(code, key, FOUND, 9)
    with pytest.raises(ClassError, match="Another contest"):
        kept.keep(code, "a", 1, "A", entry_score(1, 0.5))
    kept.end(code, key)
    with pytest.raises(ClassError, match="no more entries"):
        kept.keep(code, "a", 2, "A", entry_score(1, 0.5))


def test_each_contest_has_a_secret_of_its_own(store, contest):
    kept, code, key = contest
    secrets = set()
    for _ in range(5):
        secrets.add(kept.open_contest(code, "a")[1])
        kept.begin(code, key, FOUND, 5)
    assert len(secrets) == 5 and min(secrets).bit_length() > 64
    assert store.find(code).room.contest.number == 6


def test_entries_go_with_the_class(store, contest):
    kept, code, key = contest
    kept.keep(code, "a", 1, "A", entry_score(1, 0.5))
    store.end(code, key)
    with store.reading() as rooms:
        for table in ("contests", "entries"):
            assert rooms.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def test_a_student_enters_and_reads_settings_when_it_is_over(judge, teacher, student):
    here = teacher.here
    entered = student.post(f"{here}/entry", RUN)
    assert entered.status == 201 and entered.headers["cache-control"] == "no-store"
    assert entered.json() == {"entry": 1, "features": 3, "score": 0.875}
    ((data, _, *asked),) = judge.asked
    assert data == FOUND.data and asked == ["a.eta=0.125", "A"]
    assert student.get(f"{here}/entry").json() == {"dots": [[3, 0.875]]}
    assert student.get(f"{here}/entry/0").status == 409
    assert teacher.post(f"{here}/contest/end", {}).status == 200
    assert student.get(f"{here}/entry/0").json() == {"query": "=settings of a.eta=0.125"}
    assert student.post(f"{here}/entry", RUN).status == 409
    text = teacher.get(f"{here}/entries.csv").text.removeprefix("\ufeff")
    rows = list(csv.reader(io.StringIO(text)))
    address = rows[1][-1]
    assert address.startswith("http") and address.endswith("/playground?=settings of a.eta=0.125")
    assert rows == [
        ["contest", "seat", "entry", "features", "score", *WORDS],
        ["1", "1", "1", "3", "0.875", "mine.csv", "A", "SGD", "'=eta 0.125", address],
    ]


def test_entries_come_one_every_three_seconds(store, judge, teacher, student):
    here = teacher.here
    statuses = [student.post(f"{here}/entry", RUN).status for _ in range(3)]
    assert statuses == [201, 429, 429] and len(judge.asked) == 1
    other = PageClient(student.app)
    other.post(f"{here}/seat", {})
    assert other.post(f"{here}/entry", RUN).status == 201


def test_features_are_counted_on_the_rows_of_the_contest_and_cost_no_entry(judge, teacher, student):
    here = teacher.here
    counts = [student.post(f"{here}/features", RUN) for _ in range(contest_routes.COUNTS + 1)]
    assert [count.status for count in counts] == [200] * contest_routes.COUNTS + [429]
    assert counts[0].json() == {"features": 3} and counts[0].headers["cache-control"] == "no-store"
    assert student.get(f"{here}/entry").json() == {"dots": []}
    # An entry need not wait for a count, and is computed from the same.
    assert student.post(f"{here}/entry", RUN).json()["entry"] == 1
    assert judge.asked[0] == judge.asked[-1]
    assert teacher.post(f"{here}/contest/end", {}).status == 200
    assert student.post(f"{here}/features", RUN).status == 409


def test_of_one_seat_one_count_waits(judge, teacher, student):
    within = []

    def score(*run) -> EntryScore:
        if not within:
            within.append(None)
            within[0] = student.post(f"{teacher.here}/features", RUN).status
        return entry_score(3, 0.5)

    judge.score = score
    assert student.post(f"{teacher.here}/features", RUN).status == 200 and within == [429]
    assert student.post(f"{teacher.here}/features", RUN).status == 200
    judge.score = Judge().score
    wrong = RUN | {"query": "wrong"}
    assert [student.post(f"{teacher.here}/features", wrong).status for _ in "ab"] == [400, 400]


def test_too_many_are_asked_to_wait(monkeypatch, teacher, student):
    monkeypatch.setattr(contest_routes, "MOST_WAITING", 0)
    for action in ("entry", "features"):
        assert student.post(f"{teacher.here}/{action}", RUN).status == 503
    looks = [student.get(f"{teacher.here}/entry").status for _ in range(contest_routes.LOOKS + 1)]
    assert looks[0] == 200 and looks[-1] == 429
    path, most = f"{teacher.here}/contest/end", contest_routes.CONTESTS
    assert [teacher.post(path, {}).status for _ in range(most)][-1] == 429


@pytest.mark.parametrize(
    "given",
    [
        {"query": "x" * 13_000, "run": "A"},
        {"query": 7, "run": "A"},
        {"query": "", "run": "AB"},
        {"query": "", "run": ""},
        {"query": ""},
        {"query": "wrong", "run": "A"},
    ],
)
def test_what_is_no_entry_is_refused_in_a_sentence(teacher, student, given):
    for action in ("entry", "features"):
        refused = student.post(f"{teacher.here}/{action}", given)
        assert refused.status == 400 and refused.json()["sentence"].endswith(".")
    assert student.get(f"{teacher.here}/entry").json() == {"dots": []}


@pytest.mark.parametrize(
    "given", [{}, {"query": ""}, START | {"k": 0}, START | {"k": True}, START | {"query": "upload"}]
)
def test_what_is_no_contest_is_refused_in_a_sentence(store, teacher, given):
    refused = teacher.post(f"{teacher.here}/contest", given)
    assert refused.status == 400 and refused.json()["sentence"].endswith(".")
    assert store.find(teacher.code).room.contest is None


def test_only_the_leader_begins_ends_and_takes_home(app, store, judge, teacher, student):
    here = teacher.here
    before = store.find(teacher.code)
    for browser in (student, PageClient(app)):
        assert browser.post(f"{here}/contest", START).status == 403
        assert browser.post(f"{here}/contest/end", {}).status == 403
        assert browser.get(f"{here}/entries.csv").status == 403
    assert teacher.post(f"{here}/lead", {"contest": {"k": 5}}).status == 400
    assert store.find(teacher.code) == before
    for action in ("entry", "features"):
        assert PageClient(app).post(f"{here}/{action}", RUN).status == 409
    stranger = PageClient(app)
    stranger.cookies["lab_seat"] = "made up"
    assert stranger.post(f"{here}/entry", RUN).status == 409 and not judge.asked


@pytest.mark.parametrize("action", ["contest", "contest/end", "entry", "features"])
def test_another_site_may_do_nothing(store, judge, teacher, student, action):
    before = store.find(teacher.code)
    for browser in (teacher, student):
        for headers in (
            {"origin": "http://elsewhere"},
            {"sec_fetch_site": "cross-site"},
            {"content_type": "text/plain"},
        ):
            refused = browser.post(f"{teacher.here}/{action}", START | RUN, **headers)
            assert refused.status == 400, headers
    assert store.find(teacher.code) == before and not judge.asked


def test_no_entry_without_a_contest(app, teacher):
    teacher.post(f"{teacher.here}/seat", {})
    assert teacher.post(f"{teacher.here}/entry", RUN).status == 409
    assert teacher.get(f"{teacher.here}/entry").status == 409
    assert teacher.post(f"{teacher.here}/contest/end", {}).status == 409
