"""Private names of Streamlit: each is asked whether it means what is meant here, or is not used."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.support.views import framed
from ui.web import contract
from ui.web.contract import check, current_run, is_connected, upload_name


class Gone(BaseException):
    """The end of a run that nobody waits for."""


@pytest.fixture(autouse=True)
def context(monkeypatch) -> SimpleNamespace:
    """The run of a page of the session “me”, on a server that has it."""
    context = SimpleNamespace(session_id="me", yield_check=lambda: None)
    server = SimpleNamespace(is_active_session=lambda session: session == "me")
    monkeypatch.setattr(contract, "_off", set())
    monkeypatch.setattr(contract, "get_script_run_ctx", lambda suppress_warning: context)
    monkeypatch.setattr(contract, "get_instance", lambda: server)
    check.cache_clear()
    context.server = server
    yield context
    check.cache_clear()


def test_names_that_mean_what_is_meant_are_used(context, logged):
    def end():
        raise Gone

    check()
    assert logged == [] and is_connected("me") and not is_connected("you")
    run = current_run()
    assert run.session == "me" and run.check() is None
    context.yield_check = end
    with pytest.raises(Gone):
        current_run().check()
    assert upload_name(SimpleNamespace(file_id="7")) == "7"


@pytest.mark.parametrize("session", [None, "", 7])
def test_a_session_without_a_name_is_everybodys(context, logged, session):
    context.session_id = session
    check()
    assert current_run().session == ""
    assert any("session_id" in said and "all visitors count as one" in said for said in logged)


def test_where_nothing_asks_whether_anybody_waits_a_run_goes_on(context, logged):
    del context.yield_check
    check()
    (said,) = logged
    assert "yield_check is not used, since it is not there: it is computed to its end." in said
    assert current_run() == contract.Run("me", contract._nothing)


def test_a_check_that_means_something_else_is_not_used(context, logged):
    context.yield_check = lambda: False
    check()
    assert current_run().check is contract._nothing and len(logged) == 1


def missing(session):
    raise AttributeError("is_active_session")


@pytest.mark.parametrize("answer", [lambda s: True, lambda s: None, lambda: True, missing])
def test_where_sessions_are_not_told_apart_none_is_taken_for_connected(context, logged, answer):
    context.server.is_active_session = answer
    check()
    check()
    assert not is_connected("me") and len(logged) == 1


def test_an_upload_without_a_name_has_none_and_that_is_said_once(logged):
    assert upload_name(SimpleNamespace()) == upload_name(SimpleNamespace(file_id=7)) == ""
    assert len(logged) == 1 and "two minutes" in logged[0]


def test_a_streamlit_without_runs_of_pages_has_none(monkeypatch, logged):
    monkeypatch.setattr(contract, "get_script_run_ctx", None)
    monkeypatch.setattr(contract, "get_instance", None)
    check()
    assert current_run() is None and not is_connected("me")
    assert "get_script_run_ctx is not used" in logged[0]


def test_the_pinned_release_has_them_all(monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(contract, "get_instance", None)  # in tests of pages a mock
    check.cache_clear()
    framed().run()
    assert check.cache_info().currsize == 1 and contract._off == set()
