"""The server's start: what stands in its way is a sentence, and nothing is announced before."""

from __future__ import annotations

import os
import socket
from importlib import reload
from pathlib import Path
from unittest.mock import Mock

import pytest

from algorithms.cache.compile_queue import COMPILE_QUEUE
from algorithms.cache.folder import temporary_folder
from ui import engine, openings


@pytest.fixture
def serve(monkeypatch):
    """The server's module, of which nothing but its start is tried."""
    from ui import serve

    monkeypatch.setattr(serve, "lend_memory", lambda: None)
    monkeypatch.setattr(serve.sys, "setswitchinterval", lambda seconds: None)
    monkeypatch.setattr(serve.uvicorn, "Server", None)
    return serve


def end_server(serve) -> str:
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
        assert end_server(serve) == (
            f"Port {port} of 127.0.0.1 cannot be had: Address already in use. Name another PORT."
        )
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("port", ["0", "65536", "http", "-1"])
def test_a_port_that_is_none_is_said(serve, monkeypatch, capsys, port):
    monkeypatch.setenv("PORT", port)
    assert end_server(serve) == f"PORT is “{port}”: it must be a number from 1 to 65535."
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", ["BASE_PATH", "FRAME_ANCESTORS"])
def test_a_setting_that_is_none_is_said(serve, monkeypatch, capsys, name):
    monkeypatch.setenv(name, "javascript:x")
    assert end_server(serve).startswith(f"{name} ")
    assert capsys.readouterr().out == ""


def test_messages_are_not_compressed_and_as_long_as_streamlit_takes_them(serve, monkeypatch):
    monkeypatch.setenv("PORT", "8501")
    monkeypatch.setattr(serve, "listening", lambda host, port: None)
    monkeypatch.setattr(serve.uvicorn, "Server", server := Mock())
    serve.main()
    (settings,) = server.call_args.args
    assert settings.ws_per_message_deflate is False
    longest = serve.st.get_option("server.maxWidgetStateSize")
    assert settings.ws_max_size == 1_000_000 * longest


def middleware_of(serve) -> list[str]:
    """The names of the middleware with which the app is made."""
    return [each.cls.__name__ for each in serve.make_app()._user_middleware]


def test_only_in_frames_of_other_sites_uploads_are_given_streamlits_token(serve, monkeypatch):
    monkeypatch.delenv("FRAME_ANCESTORS", raising=False)
    assert "UploadToken" not in middleware_of(serve)
    monkeypatch.setenv("FRAME_ANCESTORS", "https://course.example.edu")
    names = middleware_of(serve)
    assert names.index("SecurityHeaders") < names.index("UploadToken") < names.index("UploadQuota")


class Missing:
    """A kernel that is not compiled yet."""

    overloads, _cache = (), None
    typeof_pyval = staticmethod(type)

    def __init__(self, steps: list[str]) -> None:
        self.steps = steps

    def compile(self, types):
        self.steps.append("kernels")


def test_what_the_first_pictures_can_do_without_comes_after_them(serve, monkeypatch):
    steps, warm_up = [], serve.warm_up

    def without_a_kernel():
        assert not COMPILE_QUEUE.is_ready(Missing(steps), (1.0,))
        warm_up()
        steps.append("pictures")

    monkeypatch.setattr(serve, "gc", Mock())
    monkeypatch.setattr(serve, "warm_up", without_a_kernel)
    monkeypatch.setattr(serve, "FIRST_PICTURE", 0.0)
    monkeypatch.setattr(engine, "comparator", lambda material: steps.append("best fixed weights"))
    monkeypatch.setattr(openings, "refit", lambda material: steps.append("search"))
    serve.begin()
    assert steps == ["pictures", "best fixed weights", "kernels", "search"]


def test_a_user_without_a_home_has_one_for_the_process(monkeypatch):
    from ui import serve

    def homeless():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setenv("HOME", "the home of whoever runs the tests")
    monkeypatch.setattr(Path, "home", homeless)
    reload(serve)
    assert os.environ["HOME"] == str(temporary_folder())
