"""What a class is answered: once for all who follow, and never what is one visitor's own."""

from __future__ import annotations

from threading import Barrier, Thread

import orjson
import pytest

from ui.dataset_library import Uploads
from ui.events import class_answers
from ui.events.answer import Event, Updates
from ui.events.class_answers import class_key, known_answer, shared_answer, to_json
from ui.memo import Memo
from ui.session.progress import Progress


@pytest.fixture(autouse=True)
def _nothing_known(monkeypatch):
    monkeypatch.setattr(class_answers, "_ANSWERS", Memo(64, in_keys=False))


def follows(value: str = "step=4", **more: object) -> Event:
    """A follower's event."""
    moved = {"n": 3, "source": "class", "values": {}, "live": False, "action": "go"}
    return Event("rounding", "step=3", [moved | {"value": value} | more], "somebody")


def test_all_who_follow_at_once_are_answered_by_one_computation():
    calls, answers, start = [], [], Barrier(20)

    def compute() -> Updates:
        calls.append(1)
        return Updates({"stage": [1.5, 2.0]}, {"step": "4"}, turned=True)

    def follower() -> None:
        start.wait()
        answers.append(shared_answer(class_key(follows(), Progress()), compute))

    threads = [Thread(target=follower) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(calls) == 1 and len(answers) == 20
    for answer in answers:
        assert (answer.address, answer.turned) == ({"step": "4"}, True)
        assert orjson.loads(to_json(answer.elements)) == {"stage": [1.5, 2.0]}
    assert known_answer(class_key(follows(), Progress())) is answers[0]
    assert known_answer(class_key(follows("step=5"), Progress())) is None


def own_answers(progress: Progress) -> None:
    progress.answers["rounding"] = "mine"


def own_trials(progress: Progress) -> None:
    progress.history["digits"] = object()


def own_files(progress: Progress) -> None:
    progress.uploads = Uploads()
    progress.uploads.put("mine.csv", b"a,b\n1,2\n3,4\n")


@pytest.mark.parametrize("own", [own_answers, own_trials, own_files])
def test_who_has_something_of_their_own_is_answered_alone(own):
    progress = Progress()
    assert class_key(follows(), progress) is not None
    own(progress)
    assert class_key(follows(), progress) is None


@pytest.mark.parametrize("more", [{"source": "run_1"}, {"live": True}])
def test_a_movement_of_the_hand_is_answered_alone(more):
    assert class_key(follows(**more), Progress()) is None


def test_an_answer_that_goes_on_is_not_shared():
    calls = []

    def compute() -> Updates:
        calls.append(1)
        return Updates({}, rest=lambda: Updates({}))

    key = class_key(follows(), Progress())
    for _ in range(2):
        assert shared_answer(key, compute).rest is not None
    assert len(calls) == 2 and known_answer(key) is None
