"""Lists and counts in sentences."""

from __future__ import annotations

from datasets.wording import capitalize, join_words, pluralize


def test_of_more_than_eight_items_the_others_are_counted():
    assert join_words("a") == "a" and join_words("abc") == "a, b and c"
    assert join_words("abcdefgh") == "a, b, c, d, e, f, g and h"
    assert join_words("abcdefghi") == "a, b, c, d, e, f, g, h and 1 more"
    assert join_words(range(1500), limit=2) == "0, 1 and 1,498 more"


def test_one_is_singular():
    assert (pluralize(1, "row"), pluralize(1200, "row")) == ("1 row", "1,200 rows")
    assert pluralize(2, "class", "classes") == "2 classes"


def test_a_sentence_begins_with_an_upper_case_letter_but_a_file_keeps_its_name():
    assert capitalize("it diverged: look.") == "It diverged: look." and capitalize("") == ""
    for sentence in ("new_empty.csv: the file is empty.", "a file.txt.gz has 9 rows: too many."):
        assert capitalize(sentence) == sentence
