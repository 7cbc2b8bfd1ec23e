"""Lists and counts in sentences."""

from __future__ import annotations

from datasets.wording import counted, listed


def test_of_more_than_eight_items_the_others_are_counted():
    assert listed("a") == "a" and listed("abc") == "a, b and c"
    assert listed("abcdefgh") == "a, b, c, d, e, f, g and h"
    assert listed("abcdefghi") == "a, b, c, d, e, f, g, h and 1 more"
    assert listed(range(1500), limit=2) == "0, 1 and 1,498 more"


def test_one_is_singular():
    assert (counted(1, "row"), counted(1200, "row")) == ("1 row", "1,200 rows")
    assert counted(2, "class", "classes") == "2 classes"
