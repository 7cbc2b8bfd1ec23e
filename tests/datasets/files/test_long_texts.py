"""A cell or a name may be as long as a file: sentences quote its beginning, in words of ours."""

from __future__ import annotations

import json

import pytest

from datasets import DatasetError, upload_recipe
from datasets.errors import LONGEST
from tests.support.hostile import DIGITS
from tests.support.many.turns import in_turn

ROWS = "".join(f"{i},{i % 3},{i % 2}\n" for i in range(12))
LONG = {
    "letters": "a" * 20_000,
    "words": "ab " * 9_000,
    "quotes": "a' b \" " * 4_000,
    "stops": "x. " * 9_000,
    "digits": DIGITS,
    "exponent": f"1e{DIGITS}",
}
"""Texts by the way in which quoting them has gone wrong, or may."""

TABLES = {
    "name.csv": "{cell},b,target\n" + ROWS,
    "target.csv": "a,b,{cell}\n" + ROWS,
    "twice.csv": "{cell},{cell},target\n" + ROWS,
    "feature.csv": "a,b,target\n{cell},1,0\n" + ROWS,
    "class.csv": "a,b,target\n1,1,{cell}\n1,1,{cell}\n" + ROWS.replace(",1\n", ",0\n"),
    "same.csv": "a,b,target\n" + "".join(f"{i},{i % 3},{{cell}}\n" for i in range(5)),
    "ragged.csv": "a,b\n1,0\n{cell},1,2\n",
    "rows.svm": "1 1:1\n-1 {text}\n",
    "id.svm": "1 1:1\n-1 {text}:1\n",
    "label.vw": "1 | a\n{text} | b\n",
    "names.arff": "@relation r\n@attribute {cell} real\n@attribute y {{u,v}}\n@data\n1,u\n2,w\n",
}


def sentences(recipe) -> list[str]:
    """All that is said about a file: its notes, or why it is refused."""
    try:
        return list(recipe().build().notes)
    except DatasetError as error:
        return [str(error)]


@pytest.mark.parametrize("name", TABLES)
def test_no_sentence_about_a_file_is_as_long_as_its_cells(name):
    for kind, text in LONG.items():
        cell = '"' + text.replace('"', '""') + '"'
        content = TABLES[name].format(cell=cell, text=text).encode()
        for sentence in sentences(upload_recipe(name, content)):
            assert len(sentence) < 700, (kind, sentence[:200])
            assert "integer string conversion" not in sentence, "Python's own words"


def test_names_of_thousands_of_digits_are_names():
    first = f"{DIGITS},{DIGITS[:-1]}8,target\n"
    built = upload_recipe("digits.csv", (first + ROWS).encode())().build()
    assert built.feature_names[0] == DIGITS
    records = json.dumps([{DIGITS: 1, "y": 0}, {DIGITS: 2, "y": 1}, {DIGITS: 4, "y": 1}])
    assert upload_recipe("d.json", records.encode())().build().feature_names == (DIGITS,)


@in_turn("option", ["target", "left_out", "categories", "positive", "test", "task"])
def test_no_option_is_quoted_whole(option):
    recipe = upload_recipe("o.csv", ("a,b,target\n" + ROWS).encode())
    for kind, text in LONG.items():
        with pytest.raises(DatasetError) as refused:
            recipe(**{option: text}).build()
        assert len(str(refused.value)) < 700, kind


def test_no_sentence_is_longer_than_a_paragraph_and_its_end_stands():
    sentence = str(DatasetError(f"it holds {'a “b” ' * 9000}: leave it out."))
    assert len(sentence) <= LONGEST + 1 and sentence.endswith(": leave it out.")


def test_a_name_that_no_disk_would_take_is_refused():
    with pytest.raises(DatasetError, match=r"name has 5,004 letters, and at most 500 are taken"):
        upload_recipe(f"{DIGITS}.csv", b"a,y\n1,0\n2,1\n")
