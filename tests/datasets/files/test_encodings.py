"""One door for all text formats: byte order marks, UTF-16, Windows-1252 and any ends of lines."""

import numpy as np
import pytest

import datasets
from datasets import DatasetError, SvmlightStream, upload_recipe
from datasets.files.text import Decoder, decode_file, line_blocks
from tests.support.many.turns import in_turn

PLAIN = {
    "t.csv": "a,é,y\n" + "".join(f"{i},{i * i},{'ja' if i % 2 else 'né'}\n" for i in range(9)),
    "t.arff": "@relation é\n@attribute a real\n@attribute y {né,ja}\n@data\n1,né\n2,ja\n3,ja\n",
    "t.jsonl": '{"é": 1, "y": "né"}\n{"é": 2, "y": "ja"}\n{"é": 4, "y": "ja"}\n',
    "t.svm": "1 1:0.5 3:2\n-1 2:1 # né\n1 1:1\n",
    "t.vw": "1 | été a:2\n-1 | b\n1 | été\n",
}
WRITTEN = {
    "a mark": lambda text: text.encode("utf-8-sig"),
    "UTF-16 LE": lambda text: b"\xff\xfe" + text.encode("utf-16-le"),
    "UTF-16 BE": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "Windows-1252": lambda text: text.encode("cp1252"),
    "old Mac": lambda text: text.replace("\n", "\r").encode(),
    "Windows": lambda text: text.replace("\n", "\r\n").encode("utf-8-sig"),
}


@in_turn("name", PLAIN)
@in_turn("how", WRITTEN)
def test_the_same_text_is_the_same_dataset(name, how):
    plain = upload_recipe(name, PLAIN[name].encode())().build()
    other = upload_recipe(name, WRITTEN[how](PLAIN[name]))().build()
    assert other.feature_names == plain.feature_names and np.array_equal(other.y, plain.y)
    assert np.array_equal(other.X.toarray(), plain.X.toarray())


@pytest.mark.parametrize("name", ["t.svm", "t.vw"])
def test_the_encoding_of_sparse_rows_is_reported(name):
    dataset = upload_recipe(name, PLAIN[name].encode("cp1252"))().build()
    assert dataset.notes[0].startswith("The text is encoded in Windows-1252 (guessed")


@in_turn("how", WRITTEN)
def test_a_stream_reads_what_a_file_is_read_as(how, tmp_path):
    (tmp_path / "t.svm").write_bytes(WRITTEN[how](PLAIN["t.svm"]))
    dataset = datasets.load_file(tmp_path / "t.svm")
    (X, y), (Z, z) = SvmlightStream(tmp_path / "t.svm", rows=2)
    assert [*y, *z] == dataset.y.tolist() and X.indices.tolist() == [1, 3, 2] and Z.data == [1]


@in_turn("how", WRITTEN)
@pytest.mark.parametrize("size", [4, 5, 7])
def test_pieces_of_any_size_are_the_whole(how, size):
    text = "é1\n€2\n\n3\n" * 3
    content = WRITTEN[how](text)
    pieces = (content[at : at + size] for at in range(0, len(content), size))
    assert b"".join(line_blocks(pieces, Decoder())).decode() == text
    assert decode_file(content)[0].decode() == text


def test_a_line_in_another_encoding_is_refused_by_its_number():
    with pytest.raises(DatasetError, match=r"line 2 is not .* text: save it as text in UTF-8"):
        upload_recipe("t.vw", b"1 | a\n-1 | caf\x81\n")().build()
