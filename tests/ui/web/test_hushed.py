"""A run that repeats what stands on a page sends its results alone; any other is told whole."""

from __future__ import annotations

from weakref import ref

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import app_session

from ui.web import hushed
from ui.web.hushed import Hush

DONE, EARLY = ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY, ForwardMsg.FINISHED_EARLY_FOR_RERUN
WHOLE = ForwardMsg.FINISHED_SUCCESSFULLY


def begins(*fragments: str) -> ForwardMsg:
    message = ForwardMsg()
    message.new_session.name = "app"
    message.metadata.run.fragment_ids.extend(fragments)
    return message


def runs(running: bool) -> ForwardMsg:
    message = ForwardMsg()
    message.session_status_changed.script_is_running = running
    return message


def ends(status: int = DONE) -> ForwardMsg:
    return ForwardMsg(script_finished=status)


def block(*path: int, fragment: str = "") -> ForwardMsg:
    message = ForwardMsg()
    message.metadata.delta_path.extend(path)
    message.delta.fragment_id = fragment
    message.delta.add_block.allow_empty = False
    return message


def element(*path: int, kind: str = "bidi_component", fragment: str = "stage") -> ForwardMsg:
    message = ForwardMsg()
    message.metadata.delta_path.extend(path)
    message.delta.fragment_id = fragment
    getattr(message.delta.new_element, kind).SetInParent()
    return message


STAGE = block(0, 3, fragment="stage")
TITLE, CARD, PICTURES = element(0, 0, fragment=""), element(0, 3, 0), element(0, 3, 1)
OPENED = [begins(), runs(True), TITLE, STAGE, CARD, PICTURES, ends(WHOLE), runs(False)]


def moved(*results: ForwardMsg, status: int = DONE) -> list[ForwardMsg]:
    """All that Streamlit says of a run of the stage alone."""
    return [begins("stage"), runs(True), *results, ends(status), runs(False)]


REPEATED = moved(STAGE, CARD, PICTURES)


@pytest.fixture
def said(monkeypatch):
    """``said(messages)`` → those that are sent; the page has been opened."""
    monkeypatch.setattr(hushed, "_FRAGMENTS", {"stage"})
    sent = []
    hush = Hush(sent.append)

    def say(messages: list[ForwardMsg]) -> list[ForwardMsg]:
        sent.clear()
        for message in messages:
            hush.say(message)
        return list(sent)

    assert say(OPENED) == OPENED
    return say


def test_a_run_that_repeats_what_is_there_sends_its_results_alone(said):
    for _ in range(2):
        assert said(REPEATED) == [STAGE, CARD, PICTURES]
    assert said(OPENED) == OPENED, "a run of all of the page is told whole"


def test_results_come_at_the_end_when_it_is_known_that_there_are_no_others(said):
    assert said(REPEATED[:-2]) == []
    assert said(REPEATED[-2:]) == [STAGE, CARD, PICTURES]


def test_nothing_is_held_back_of_a_run_that_shows_something_else(said):
    bar = element(0, 3, 0, kind="progress")
    until_then = [begins("stage"), runs(True), STAGE, bar]
    assert said(until_then) == until_then, "a bar that fills is seen while it does"
    rest = [CARD, PICTURES, ends(), runs(False)]
    assert said(rest) == rest


@pytest.mark.parametrize(
    "results",
    [
        [STAGE, CARD],
        [STAGE, CARD, PICTURES, element(0, 3, 2)],
        [STAGE, CARD, element(0, 3, 1, kind="alert")],
        [],
    ],
    ids=["fewer", "more", "another kind", "none"],
)
def test_a_run_that_leaves_another_page_is_told_whole_and_is_the_next_to_be_repeated(said, results):
    assert said(moved(*results)) == moved(*results)
    assert said(moved(*results)) == (results or moved())
    assert said(REPEATED) == REPEATED


def test_a_run_that_is_given_up_is_not_told_and_the_next_is_hushed_all_the_same(said):
    assert said(moved(STAGE, CARD, status=EARLY)) == []
    assert said(REPEATED) == [STAGE, CARD, PICTURES]


def test_what_was_begun_of_a_page_and_given_up_is_no_page_to_repeat(said):
    given_up = [begins(), runs(True), TITLE, STAGE, CARD, ends(EARLY), runs(False)]
    assert said(given_up) == given_up
    assert said(REPEATED) == REPEATED
    assert said(REPEATED) == [STAGE, CARD, PICTURES]


def test_what_is_no_result_lets_all_go(said):
    address = ForwardMsg()
    address.page_info_changed.query_string = "a=1"
    whole = moved(STAGE, address, CARD, PICTURES)
    assert said(whole) == whole


def test_fragments_that_nobody_named_are_told_as_ever(said):
    other = block(0, 4, fragment="other")
    run = [begins("other"), runs(True), other, element(0, 4, 0, fragment="other"), ends()]
    for _ in range(2):
        assert said(run) == run


class Session:
    """A session of Streamlit, as far as this goes."""


def test_each_session_of_the_server_has_a_hush_of_its_own(monkeypatch):
    monkeypatch.setattr(hushed, "_FRAGMENTS", {"stage"})
    sent = []

    def enqueue(session, message):
        sent.append((session, message))

    assert hasattr(app_session.AppSession, "_enqueue_forward_msg")
    monkeypatch.setattr(app_session.AppSession, "_enqueue_forward_msg", enqueue)
    for _ in range(2):  # a second time there is nothing to do
        hushed.hush_sessions()
    one, other = Session(), Session()
    say = app_session.AppSession._enqueue_forward_msg
    for message in [*OPENED, *REPEATED]:
        say(one, message)
    for message in REPEATED:
        say(other, message)
    assert [m for session, m in sent if session is one] == [*OPENED, STAGE, CARD, PICTURES]
    assert [m for session, m in sent if session is other] == REPEATED


def test_a_session_that_is_let_go_does_not_wait_for_the_collector(monkeypatch):
    monkeypatch.setattr(app_session.AppSession, "_enqueue_forward_msg", lambda *_given: None)
    hushed.hush_sessions()
    session = Session()
    app_session.AppSession._enqueue_forward_msg(session, begins())
    known, hush = ref(session), session.hush
    del session
    assert known() is None
    hush.say(begins())  # which nobody hears
