"""The server's start: what stands in its way is a sentence, and nothing is announced before."""

from __future__ import annotations

import os
import socket
from importlib import reload
from pathlib import Path

import pytest

from algorithms.cache.folder import temporary_folder


@pytest.fixture
def serve(monkeypatch):
    """The server's module, of which nothing but its start is tried."""
    from ui import serve

    monkeypatch.setattr(serve, "lend_memory", lambda: None)
    monkeypatch.setattr(serve.config, "set_option", lambda *given: None)
    monkeypatch.setattr(serve.config, "get_options_for_section", lambda section: {})
    monkeypatch.setattr(serve.sys, "setswitchinterval", lambda seconds: None)
    monkeypatch.setattr(serve.uvicorn, "Server", None)
    return serve


def ended(serve) -> str:
    with pytest.raises(SystemExit) as end:
        serve.main()
    return str(end.value)


def test_a_port_in_use_is_said_and_not_announced(serve, monkeypatch, capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setenv("ADDRESS", "127.0.0.1")
        monkeypatch.setenv("PORT", str(port))
        assert ended(serve) == (
            f"Port {port} of 127.0.0.1 cannot be had: Address already in use. Name another PORT."
        )
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("port", ["0", "65536", "http", "-1"])
def test_a_port_that_is_none_is_said(serve, monkeypatch, capsys, port):
    monkeypatch.setenv("PORT", port)
    assert ended(serve) == f"PORT is “{port}”: it must be a number from 1 to 65535."
    assert capsys.readouterr().out == ""


def test_a_user_without_a_home_has_one_for_the_process(monkeypatch):
    from ui import serve

    def homeless():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setenv("HOME", "the home of whoever runs the tests")
    monkeypatch.setattr(Path, "home", homeless)
    reload(serve)
    assert os.environ["HOME"] == str(temporary_folder())
