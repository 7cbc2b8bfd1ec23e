"""Sessions whose page has gone, kept for a while for a page that comes back, and then ended."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from streamlit.runtime import memory_session_storage
from streamlit.runtime.caching.ttl_cache import TTLCache
from streamlit.runtime.session_manager import SessionInfo

LOGGER = logging.getLogger(__name__)

MOMENT = 1.0
"""Seconds after which a session that is too old is surely seen to be."""


def end_sessions() -> None:
    """Have sessions end when they are no longer kept; to be called before the server starts.

    Streamlit lets go of them and leaves the rest to Python's collector, which comes by the more
    rarely the more the server has in its memory. Until then each has three files open.
    """
    memory_session_storage.TTLCache = ExpiringSessions


class ExpiringSessions(TTLCache[str, SessionInfo]):
    """Sessions by their names; one that is too old, or one too many, ends as it is let go.

    One that is taken out, since its page came back, goes on.
    """

    def __setitem__(self, name: str, info: SessionInfo) -> None:
        super().__setitem__(name, info)
        asyncio.get_running_loop().call_later(self.ttl + MOMENT, self.expire)

    def expire(self, at_time: float | None = None) -> list[tuple[str, SessionInfo]]:
        """End and return those that are too old, by their names."""
        gone = super().expire(at_time)
        for _name, info in gone:
            _end(info)
        return gone

    def _evict_lru(self, reason: Any) -> SessionInfo:
        info = super()._evict_lru(reason)
        _end(info)
        return info


def _end(info: SessionInfo) -> None:
    try:
        info.session.shutdown()
    except Exception:  # the others end all the same
        LOGGER.exception("A session did not end.")
