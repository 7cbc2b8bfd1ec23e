"""nginx of the tests: the one that is there, else Debian's, where it may be installed."""

from __future__ import annotations

import pytest

from tools import find_browser, find_nginx


@pytest.fixture
def commands_run(monkeypatch) -> list[list[str]]:
    """The commands that would be run; after one nginx is there."""
    commands = []
    monkeypatch.setattr(find_browser, "attempt", lambda command, _given: commands.append(command))
    monkeypatch.setattr(find_nginx, "find", lambda: "/usr/sbin/nginx" if commands else None)
    monkeypatch.setattr(find_nginx.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(find_nginx.sys, "argv", ["find_nginx", "--install"])
    return commands


def test_root_gets_debians(commands_run, monkeypatch, capsys):
    monkeypatch.setattr(find_nginx, "is_root", lambda: True)
    assert find_nginx.main() == 0
    assert [command[0] for command in commands_run] == ["apt-get", "apt-get"]
    assert commands_run[-1][-1] == "nginx-light"
    assert capsys.readouterr().out.endswith("nginx: /usr/sbin/nginx\n")


def test_nobody_else_gets_anything_but_the_sentence(commands_run, monkeypatch, capsys):
    monkeypatch.setattr(find_nginx, "is_root", lambda: False)
    assert find_nginx.main() == 0 and not commands_run
    assert "in CI they fail" in capsys.readouterr().out


def test_one_that_is_there_is_taken(commands_run, monkeypatch, capsys):
    monkeypatch.setattr(find_nginx, "find", lambda: "/opt/nginx")
    assert find_nginx.main() == 0 and not commands_run
    assert capsys.readouterr().out == "nginx: /opt/nginx\n"
