"""Sessions whose page has gone end, all by themselves, when they are no longer kept."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from streamlit.runtime import memory_session_storage
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.script_data import ScriptData
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.runtime.session_manager import SessionInfo

from tests.support.serving.services import apart
from ui.web import left
from ui.web.left import Left, end_sessions


@pytest.fixture(autouse=True)
def _ending(monkeypatch):
    """Streamlit's sessions are seen to end soon; at the end it is as it was."""
    monkeypatch.setattr(memory_session_storage, "TTLCache", memory_session_storage.TTLCache)
    monkeypatch.setattr(left, "MOMENT", 0.01)
    end_sessions()


def kept(storage, *names):
    """Sessions of these names, which write down that they end, kept in the storage."""
    ended = []

    def keep(name):
        session = SimpleNamespace(id=name, shutdown=lambda: ended.append(name))
        storage.save(SessionInfo(client=None, session=session))

    for name in names:
        keep(name)
    return ended


def test_streamlit_keeps_sessions_in_it():
    assert isinstance(MemorySessionStorage()._cache, Left)


def test_one_that_is_too_old_ends_though_nobody_comes():
    async def wait():
        storage = MemorySessionStorage(ttl_seconds=0.02)
        ended = kept(storage, "a", "b")
        assert ended == [] and storage.get("a") is not None
        await asyncio.sleep(0.1)
        return ended

    assert apart(asyncio.run, wait()) == ["a", "b"]


def test_the_oldest_of_too_many_ends():
    async def fill():
        return kept(MemorySessionStorage(maxsize=2), "a", "b", "c")

    assert apart(asyncio.run, fill()) == ["a"]


def test_one_whose_page_came_back_goes_on():
    async def come_back():
        storage = MemorySessionStorage(ttl_seconds=0.02)
        ended = kept(storage, "a", "b")
        storage.delete("a")
        await asyncio.sleep(0.1)
        return ended

    assert apart(asyncio.run, come_back()) == ["b"]


def test_one_that_fails_to_end_keeps_no_other_from_it(log_messages):
    async def wait():
        storage = MemorySessionStorage(ttl_seconds=0.02)
        storage.save(SessionInfo(client=None, session=SimpleNamespace(id="broken")))
        ended = kept(storage, "b")
        await asyncio.sleep(0.1)
        return ended

    assert apart(asyncio.run, wait()) == ["b"]


def test_a_session_that_ends_closes_its_event_loop():
    async def wait():
        given = ScriptData("app.py", False), Mock(), ScriptCache(), None, {}
        session, storage = AppSession(*given), MemorySessionStorage(ttl_seconds=0.02)
        storage.save(SessionInfo(client=None, session=session))
        loop = session._script_event_loop
        assert not loop.is_closed()
        await asyncio.sleep(0.1)
        return loop.is_closed()

    assert apart(asyncio.run, wait())
