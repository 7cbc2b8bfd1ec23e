"""Numbers as files mean them: Python alone reads 1_0 as 10, and the digits of any script."""

import pytest

from datasets import DatasetError, upload_recipe
from knobs import log, parse_number

ODD = ["1_0", "1_000", "1e1_0", "٣", "３", "0x1F"]
PLACES = {
    "an svmlight value": ("t.svm", "1 1:{} 2:1\n-1 1:2\n"),
    "an svmlight label": ("t.svm", "{} 1:1 2:1\n-1 1:2\n"),
    "an svmlight id": ("t.svm", "1 {}:1\n-1 1:2\n"),
    "a value": ("t.vw", "1 | a:{} b\n-1 | a:2\n"),
    "a label": ("t.vw", "{} | a b\n-1 | a:2\n"),
    "an importance": ("t.vw", "1 {} | a b\n-1 | a:2\n"),
    "a scale": ("t.vw", "1 |n:{} a b\n-1 |n a:2\n"),
    "a cell of ARFF": ("t.arff", "@relation r\n@attribute a real\n@attribute y {{u,v}}\n@data\n"
                       "1,u\n{},v\n2,u\n"),
    "sparse ARFF": ("t.arff", "@relation r\n@attribute a real\n@attribute y {{u,v}}\n@data\n"
                    "{{0 {}}}\n{{0 2,1 v}}\n"),
    "a cell of a CSV": ("t.csv", "a,y\n" + "{},0\n" + "7,1\n8,0\n" * 20),
}  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("odd", ODD)
def test_what_only_python_reads_is_no_number(place, odd):
    name, text = PLACES[place]
    with pytest.raises(DatasetError, match=r"t\."):
        upload_recipe(name, text.format(odd).encode())().build()
    plain = text.format("5").encode()
    assert upload_recipe(name, plain)().build().n_rows >= 2


def test_underscores_in_names_are_names():
    dataset = upload_recipe("t.vw", b"1 | a_1:2 1_0 b\n-1 | a_1:1\n1 | 1_0:3\n")().build()
    assert dataset.feature_names == ("a_1", "1_0", "b")


@pytest.mark.parametrize("text", ODD)
def test_an_address_holds_no_such_number(text):
    with pytest.raises(ValueError, match=r"is no number|could not convert"):
        parse_number(text)
    with pytest.raises(ValueError, match="must be a number"):
        log(0.1, 100).parse(text)
