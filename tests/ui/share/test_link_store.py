"""Short links: found again, by several processes, bounded, and gone when nobody uses them."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from ui.share import link_store
from ui.share.codes import LENGTH, LETTERS
from ui.share.link_store import DAY, DAYS, DAYS_WHEN_FULL, LinkError, LinkStore

TARGET = "playground?a=sgd&pin1.question=How+many%3F"


class Clock:
    """A clock that is set by hand, in days."""

    days = 20_000.0

    def __call__(self) -> float:
        return self.days * DAY


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path, clock) -> LinkStore:
    return LinkStore(tmp_path / "links" / "links.sqlite3", clock)


def test_a_link_is_found_by_its_name_in_capitals_or_not(store):
    name = store.add(TARGET)
    assert re.fullmatch(f"[{LETTERS}]{{{LENGTH}}}", name)
    assert store.find(name) == store.find(name.lower()) == TARGET
    assert store.add(TARGET) == name, "the same address keeps its name"
    assert store.add("data") != name


@pytest.mark.parametrize("name", ["", "ZZZZZ", "x", "../../etc", "a b c", "' OR 1=1 --", "é" * 5])
def test_a_name_of_no_link_finds_nothing(store, name):
    assert store.find(name) is None, "there is no file yet"
    store.add(TARGET, "lecture-3")
    assert store.find(name) is None


def test_a_name_is_given_once(store):
    assert store.add(TARGET, " lecture-3 ") == "LECTURE-3"
    assert store.add(TARGET, "Lecture-3") == "LECTURE-3", "the same again is no mistake"
    with pytest.raises(LinkError, match="LECTURE-3 is the name of another link") as error:
        store.add("data", "lecture-3")
    assert error.value.status == 409
    assert store.find("lecture-3") == TARGET


@pytest.mark.parametrize("name", ["ab", "-abc", "a b c", "../x", "x" * 31, "käse", "a/b/c"])
def test_a_name_that_is_none_is_refused(store, name):
    with pytest.raises(LinkError, match="3 to 30 characters"):
        store.add(TARGET, name)


def test_an_address_is_as_long_as_servers_take(store):
    store.add("x" * link_store.LONGEST_TARGET)
    with pytest.raises(LinkError, match="8,001 letters"):
        store.add("x" * (link_store.LONGEST_TARGET + 1))


def test_a_link_goes_when_nobody_has_used_it_for_long(store, clock):
    used, unused = store.add(TARGET), store.add("data")
    clock.days += DAYS
    assert store.find(used) == TARGET
    clock.days += 1
    assert store.find(unused) is None
    store.add("papers")
    clock.days += DAYS - 1
    assert store.find(used) == TARGET, "it counts from the last use"
    clock.days += DAYS + 1
    assert store.find(used) is None


def test_the_oldest_make_room_and_those_of_late_do_not(store, clock, monkeypatch):
    monkeypatch.setattr(link_store, "MOST_LINKS", 3)
    old = store.add("data")
    clock.days += DAYS_WHEN_FULL + 1
    names = [store.add(f"data?n={n}") for n in range(3)]
    assert store.find(old) is None and all(store.find(name) for name in names)
    with pytest.raises(LinkError, match="as many short links as it may") as error:
        store.add("data?n=3")
    assert error.value.status == 507


def test_no_name_is_drawn_twice(store, monkeypatch):
    names = iter(["BBBBB", "BBBBB", "CCCCC"])
    monkeypatch.setattr(link_store, "draw_code", lambda: next(names))
    assert [store.add("data"), store.add("papers")] == ["BBBBB", "CCCCC"]


def test_a_folder_that_takes_no_file_is_said(tmp_path):
    (tmp_path / "links").write_text("a file where the folder would be")
    store = LinkStore(tmp_path / "links" / "links.sqlite3")
    for work in (store.check, lambda: store.add(TARGET)):
        with pytest.raises(LinkError, match="cannot keep short links") as error:
            work()
        assert error.value.status == 503
    assert store.find("ABCDE") is None


def test_a_file_that_is_no_database_is_said(store):
    store.file.parent.mkdir()
    store.file.write_bytes(b"x" * 4096)
    with pytest.raises(LinkError, match="cannot read"):
        store.find("ABCDE")
    with pytest.raises(LinkError, match="cannot keep"):
        store.add(TARGET)


def test_whoever_runs_the_server_may_forbid_them(store, monkeypatch):
    name = store.add(TARGET)
    monkeypatch.setenv(link_store.SWITCH, "0")
    with pytest.raises(LinkError, match="keeps no short links") as error:
        store.add(TARGET)
    assert error.value.status == 403 and store.find(name) is None


def test_two_processes_share_the_file(store):
    """Each adds links while the other does; all are found afterwards, by a new store."""
    code = (
        "import sys; from pathlib import Path; from ui.share.link_store import LinkStore\n"
        "store = LinkStore(Path(sys.argv[1]))\n"
        "print(*(store.add(f'data?n={sys.argv[2]}{n}') for n in range(20)))"
    )
    command = [sys.executable, "-c", code, str(store.file)]
    two = [subprocess.Popen([*command, n], stdout=subprocess.PIPE, text=True) for n in "ab"]
    names = [each.communicate()[0].split() for each in two]
    again = LinkStore(store.file)
    for letter, some in zip("ab", names, strict=True):
        assert [again.find(name) for name in some] == [f"data?n={letter}{n}" for n in range(20)]
