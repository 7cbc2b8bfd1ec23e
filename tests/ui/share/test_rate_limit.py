"""A limit for each client: so many requests in so many seconds."""

from __future__ import annotations

from ui.share import rate_limit
from ui.share.rate_limit import RateLimit


def test_a_client_waits_until_its_first_request_is_long_ago():
    now = [0.0]
    limit = RateLimit(2, 10.0, lambda: now[0])
    assert [limit.allow("a") for _ in range(3)] == [True, True, False]
    assert limit.allow("b"), "another client is not meant"
    now[0] = 10.1
    assert [limit.allow("a") for _ in range(3)] == [True, True, False]


def test_clients_without_end_take_no_memory_without_end(monkeypatch):
    monkeypatch.setattr(rate_limit, "MOST_CLIENTS", 3)
    limit = RateLimit(1, 10.0, lambda: 0.0)
    for client in "abcd":
        assert limit.allow(client)
    assert not limit.allow("d") and limit.allow("a"), "the one that asked longest ago is forgotten"
