"""The command that serves a class: its settings, its sentences, and what it starts."""

from __future__ import annotations

import re
import socket
from urllib.parse import urlsplit

import pytest

from serving import __main__ as command
from serving import nginx
from serving.addresses import link, names
from serving.ports import free, refusal
from tests.support.browser import free_port
from tests.support.serving.services import apart

SECRET = "STREAMLIT_SERVER_COOKIE_SECRET"


@pytest.fixture
def planned_groups(monkeypatch) -> list[list]:
    """The groups of services that would be started; nothing is."""
    groups = []

    async def note_groups(asked: list[list], announce) -> None:
        groups.extend(asked)
        announce()

    monkeypatch.setattr(command, "serve", note_groups)
    monkeypatch.setattr(nginx, "find", lambda: "/usr/sbin/nginx")
    return groups


def call(monkeypatch, **environment: str) -> None:
    for name in ("ADDRESS", "ALLOWED_HOSTS", "BASE_PATH", "PORT", "WORKERS", SECRET):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    apart(command.main)


def test_a_class_reaches_every_core_by_default():
    asked = command.settings({"WORKERS": "", "PORT": ""})
    assert asked == command.Settings("0.0.0.0", 8501, command.cores())


@pytest.mark.parametrize(
    ("name", "value"),
    [("WORKERS", "0"), ("WORKERS", "two"), ("WORKERS", "1000"), ("PORT", "-1"), ("PORT", "70000")],
)
def test_a_wrong_setting_is_refused_in_a_sentence(monkeypatch, planned_groups, name, value):
    with pytest.raises(SystemExit, match=f"^{name} is “{value}”: it must be a number"):
        call(monkeypatch, **{name: value})
    assert not planned_groups


def test_several_processes_share_a_secret_and_stand_behind_nginx(
    monkeypatch, planned_groups, capsys
):
    port = free_port()
    call(monkeypatch, WORKERS="3", PORT=str(port))
    apps, (front,) = planned_groups
    assert [app.environment["ADDRESS"] for app in apps] == 3 * ["127.0.0.1"]
    assert len({app.port for app in apps} | {port}) == 4
    assert all(app.environment["PORT"] == str(app.port) for app in apps)
    (secret,) = {app.environment[SECRET] for app in apps}
    assert len(secret) == 64
    assert {app.environment["SPARSITY_LAB_PROCESSES"] for app in apps} == {"3"}
    assert front.command[0] == "/usr/sbin/nginx" and front.port == port
    printed = capsys.readouterr().out
    assert re.fullmatch(rf"Sparsity Lab: http://\S+:{port} \(3 processes behind nginx\)\n", printed)


def test_the_link_has_the_path_before_the_app(monkeypatch, planned_groups, capsys):
    call(monkeypatch, WORKERS="2", PORT=str(port := free_port()), BASE_PATH="lab/")
    assert f":{port}/lab/ (2 processes" in capsys.readouterr().out


def test_a_path_that_is_none_is_refused_in_a_sentence(monkeypatch, planned_groups):
    with pytest.raises(SystemExit, match=r"^BASE_PATH is “/a b”: give a path such as /lab\.$"):
        call(monkeypatch, BASE_PATH="/a b")
    assert not planned_groups


def test_a_secret_and_names_of_ones_own_are_kept(monkeypatch, planned_groups):
    own = {SECRET: "s", "ALLOWED_HOSTS": "lab.example.edu"}
    call(monkeypatch, WORKERS="2", PORT=str(free_port()), **own)
    environment = planned_groups[0][0].environment
    assert environment[SECRET] == "s"
    allowed = environment["ALLOWED_HOSTS"].split()
    assert {"lab.example.edu", *names("0.0.0.0")} == set(allowed)


def test_a_class_may_ask_by_the_names_of_the_machine():
    own = names("0.0.0.0")
    assert urlsplit(link("0.0.0.0", 8501)).hostname in [*own, "localhost"]
    assert socket.gethostname().lower() in own and not {"0.0.0.0", "::"} & set(own)
    assert len(own) == len(set(own)) and names("10.0.0.7") == ["10.0.0.7"]


def test_without_nginx_one_process_serves_everybody_and_says_so(
    monkeypatch, planned_groups, capsys
):
    monkeypatch.setattr(nginx, "find", lambda: None)
    port = free_port()
    call(monkeypatch, WORKERS="4", PORT=str(port))
    ((app,),) = planned_groups
    assert (app.environment["ADDRESS"], app.environment["PORT"]) == ("0.0.0.0", str(port))
    first, second = capsys.readouterr().out.splitlines()
    assert first == "nginx is not installed, so one process serves everybody. See docs/serving.md."
    assert second.endswith("(one process)")


def test_a_port_in_use_is_said_before_anything_is_started(monkeypatch, planned_groups, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit, match=f"^Port {port} of 0.0.0.0 cannot be had: .* in use"):
            call(monkeypatch, WORKERS="2", PORT=str(port))
    assert not planned_groups and capsys.readouterr().out == ""


def test_free_ports_come_after_the_public_one_and_pass_over_those_in_use():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert refusal("127.0.0.1", port)
        assert next(free(port - 1)) > port
    assert refusal("192.0.2.7", 8501), "no address of this machine"


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_a_link_to_this_machine_alone_says_so(host):
    assert link(host, 8501) == "http://localhost:8501"


def test_a_link_for_a_class_has_an_address_that_others_reach():
    assert re.fullmatch(r"http://(localhost|[\d.]+):8501", link("0.0.0.0", 8501))
    assert "0.0.0.0" not in link("0.0.0.0", 8501)
    assert link("10.0.0.7", 80) == "http://10.0.0.7:80"
    assert link("2001:db8::7", 80) == "http://[2001:db8::7]:80"
