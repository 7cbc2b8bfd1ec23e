"""A clock that is set back, or forward, stops nothing: nothing waits by the time of day."""

from __future__ import annotations

import re

import pytest

from tests.support.sources import PACKAGES, files, list_complaints, name

OF_THE_DAY = re.compile(
    r"\btime\.time(_ns)?\(|\bfrom time import\b.*\btime(_ns)?\b"
    r"|\bdatetime\.(now|utcnow|today)\(|\bdate\.today\(|\bDate\.now\(|\bnew Date\(\)"
)
NEEDED = {
    # Files know no other time. One that seems a day younger than it is waits for a day more.
    "datasets/remote/download.py": 1,
    # What a browser keeps says when it was made. A clock that is set back changes an order.
    "ui/live/browser/study/store.js": 1,
    # A stored result says on which day it was made.
    "papers/compute.py": 1,
}


def clock_calls(source: str) -> list[str]:
    """Every place in a source that asks for the time of day."""
    return [match.group() for match in OF_THE_DAY.finditer(source)]


def test_nothing_asks_for_the_time_of_day():
    paths = [path for package in PACKAGES for path in files(package, ".py", ".js")]
    asked = {name(path): clock_calls(path.read_text()) for path in paths}
    assert {path: len(places) for path, places in asked.items() if places} == NEEDED, (
        list_complaints(asked)
    )


@pytest.mark.parametrize(
    "source",
    ["time.time() - begun", "time.time_ns()", "from time import sleep, time", "Date.now()"],
)
def test_a_look_at_the_time_of_day_is_seen(source):
    assert clock_calls(source)


def test_clocks_that_are_never_set_may_be_read():
    assert not clock_calls("from time import perf_counter\ntime.monotonic()\nperformance.now()")
