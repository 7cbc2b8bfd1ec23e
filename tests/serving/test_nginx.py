"""The configuration that nginx is given."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from serving import nginx
from ui.events.route import PATH


def write_configuration(
    host: str = "0.0.0.0",
    port: int = 8501,
    ports: tuple[int, ...] = (8502, 8503, 8504),
    base: str = "",
) -> str:
    return nginx.configuration(Path("/tmp/x"), host, port, ports, files=4096, base=base)


def block(text: str, opening: str) -> list[str]:
    """The lines of the block that begins with ``opening``."""
    inside = text.split(f"{opening} {{\n")[1].split("}\n")[0]
    return [line.strip() for line in inside.strip().splitlines()]


def test_a_newcomer_may_go_to_any_process():
    lines = block(write_configuration(), "upstream newcomers")
    assert lines[0] == "least_conn;"
    assert [re.search(r":(\d+) ", line)[1] for line in lines[1:]] == ["8502", "8503", "8504"]
    assert not any("backup" in line for line in lines)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_visitor_goes_home_and_elsewhere_only_when_nobody_is_there(number):
    _, *servers = block(write_configuration(), f"upstream home_{number}")
    assert f"127.0.0.1:{8502 + number} " in servers[0] and "backup" not in servers[0]
    assert len(servers) == 3 and all("backup" in line for line in servers[1:])
    assert f"{number} home_{number};" in block(
        write_configuration(), "map $cookie_lab_home_8501 $home"
    )


def test_the_cookie_follows_the_process_that_answered():
    assert f'"~:{8503}$" 1;' in block(write_configuration(), "map $upstream_addr $answered")
    homes = block(write_configuration(), 'map "$cookie_lab_home_8501>$answered" $new_home')
    assert homes[0].startswith('default "lab_home_8501=$answered; Path=/; HttpOnly;')
    assert homes[1:] == ['"~>$" "";', '"0>0" "";', '"1>1" "";', '"2>2" "";']
    assert 'https "SameSite=None; Secure; Partitioned";' in block(
        write_configuration(), "map $scheme_of_visitor $sites"
    )
    # The answer of the last of several that were asked is the one that counts.
    assert re.search(r":8503$", "127.0.0.1:8502, 127.0.0.1:8503")


def test_two_classes_on_one_machine_have_a_cookie_each():
    assert "lab_home_9000" in write_configuration(
        port=9000
    ) and "lab_home_8501" not in write_configuration(port=9000)


def test_it_writes_into_its_own_folder_alone():
    places = re.findall(
        r"^\s*(?:pid|\w+_path) (\S+?);?(?: |$)", write_configuration(), re.MULTILINE
    )
    assert len(places) == 7 and all(place.startswith("/tmp/x/") for place in places)


@pytest.mark.parametrize(
    ("host", "line"), [("0.0.0.0", "listen 0.0.0.0:8501;"), ("::", "listen [::]:8501;")]
)
def test_it_listens_where_it_is_told_to(host, line):
    assert line in write_configuration(host)


def test_nothing_is_left_to_be_filled_in():
    assert "%" not in write_configuration().replace("percent", "").split("daemon off;")[1]


def test_nginx_serves_as_nobody_where_we_are_root(monkeypatch):
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert re.fullmatch(r"user nobody \w+;", nginx.user())
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert nginx.user() == ""


@pytest.mark.parametrize("base", ["", "/lab", "/user/a.b"])
def test_a_path_before_the_app_hides_no_connection_and_no_script(base):
    patterns = re.findall(r"location ~ (\S+)", write_configuration(base=base))
    for before in {"", base}:
        assert re.search(patterns[0], f"{before}/_stcore/stream")
        assert re.search(patterns[0], f"{before}{PATH}"), "that of events"
        assert re.search(patterns[1], f"{before}/static/js/index.js")
    assert not any(re.search(each, "/other/_stcore/stream") for each in patterns)
    assert not any(re.search(each, "/user/aXb/_stcore/stream") for each in patterns)
