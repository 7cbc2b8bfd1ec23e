"""The dialect of a CSV is guessed, reported, and corrected where the guess is wrong."""

import pytest

from datasets import DatasetError, upload_recipe
from datasets.files.dialect import DECIMALS, SEPARATORS
from knobs import knobs_of
from tests.support.many.turns import in_turn

HEAD, ROWS = ("size", "kind", "y"), ((1.5, "a", 0), (-2.25, "b", 1), (30.0, "a", 1), (4.0, "b", 0))
RIGHT = [[1.5, 1, 0], [-2.25, 0, 1], [30, 1, 0], [4, 0, 1]]


def load(text, name="t.csv", **options):
    """The dataset in a file of that text."""
    content = text if isinstance(text, bytes) else text.encode()
    return upload_recipe(name, content)(**options).build()


def csv_text(separator, decimal, header, end="\n"):
    """The rows above as text."""
    mark, point = SEPARATORS[separator], DECIMALS[decimal]
    lines = ([HEAD] if header else []) + [(f"{n}".replace(".", point), w, y) for n, w, y in ROWS]
    return end.join(mark.join(map(str, line)) for line in lines)


WAYS = [
    (separator, decimal, header)
    for separator in SEPARATORS
    for decimal in DECIMALS
    for header in (True, False)
    if (separator, decimal) != ("comma", "comma")
]


@in_turn(("separator", "decimal", "header"), WAYS)
@in_turn("end", ["\n", "\r\n", "\r"])
def test_separator_decimal_and_header_are_found_and_reported(separator, decimal, header, end):
    dataset = load(csv_text(separator, decimal, header, end))
    assert dataset.X.toarray().tolist() == RIGHT and dataset.y.tolist() == [-1, 1, 1, -1]
    names = ("size", "kind=a", "kind=b") if header else ("x1", "x2=a", "x2=b")
    assert dataset.feature_names == names
    step = dataset.report[0]
    assert step.stage == "read" and "guessed from the first" in step.what
    assert f"separated by {separator}s" in step.what and f"with a {decimal}" in step.what
    assert ("holds the columns' names" if header else "is a row already") in step.what


def test_a_wrong_guess_is_corrected():
    text = "1;2,0\n3;4,1\n"
    assert load(text).y.tolist() == [-1, 1] and load(text).X.toarray().tolist() == [[1], [3]]
    asked = load(text, separator="comma", header="no", decimal="point")
    assert asked.y.tolist() == [-1, 1] and "(as asked)" in asked.notes[0]
    years = "1999,2001,0\n5,6,1\n7,9,0\n"
    assert load(years).feature_names == ("x1", "x2")
    assert load(years, header="yes").feature_names == ("1999", "2001")
    words = "a,b\nu,v\nw,v\nx,w\n"
    assert load(words).n_rows == 3 and load(words, header="no").n_rows == 4


def test_the_knobs_are_rare_choices():
    knobs = knobs_of(upload_recipe("t.csv", b"a,b\n1,0\n"))
    names = ["decimal", "dates", "separator", "header", "skip", "skip_below", "encoding"]
    assert list(knobs) == names
    assert all(k.rare and k.choices[0] == "guess" and k.label and k.about for k in knobs.values())


def test_two_meanings_of_one_comma_are_refused():
    with pytest.raises(DatasetError, match=r"t\.csv: the same comma .* choose another separator"):
        load("a,b\n1,0\n2,1\n", separator="comma", decimal="comma")


@in_turn(
    ("text", "names"),
    [
        ("0,1,2\n5,6,0\n7,8,1\n", ("0", "1")),  # columns' numbers
        ("5.1,3.5,setosa\n4.9,3.0,setosa\n7,3.2,virginica\n", ("x1", "x2")),
        ("2019,2020,y\n5,6,0\n7,8,1\n", ("2019", "2020")),
        ("?,3,0\n4,?,1\n5,7,1\n", ("x1", "x2")),
        ("p,x,s\ne,x,s\np,y,t\n", ("x1=e", "x1=p", "x2=x", "x2=y")),
    ],
)
def test_a_first_line_of_names_differs_from_one_of_cells(text, names):
    assert load(text).feature_names == names


@in_turn(
    ("codec", "encoding", "note"),
    [
        ("utf-8", "UTF-8", ""),
        ("utf-8-sig", "UTF-8", ""),
        ("utf-16", "UTF-16", "encoded in UTF-16 (guessed"),
        ("latin-1", "Latin-1", "encoded in Windows-1252 (guessed because it is not UTF-8)"),
        ("cp1252", "Windows-1252", "encoded in Windows-1252 (guessed"),
    ],
)
def test_letters_are_read_in_any_usual_encoding(codec, encoding, note):
    content = "größe,café,y\n1,2,0\n3,5,1\n".encode(codec)
    for choice in ("guess", encoding):
        dataset = load(content, encoding=choice)
        assert dataset.feature_names == ("größe", "café")
        encoded = [note for note in dataset.notes if note.startswith("The text is encoded")]
        wanted = note if choice == "guess" else encoding.removeprefix("UTF-8") and "(as asked)"
        assert [wanted in note for note in encoded] == ([True] if wanted else [])


def test_quoted_cells_hold_anything():
    text = '"a, b","c\nd",y\n"1", "x, ""y""",0\n2,"z\nz",1\n3,"z\nz",1\n4,"x, ""y""",0\n'
    dataset = load(text)
    assert dataset.feature_names == ("a, b", 'c\nd=x, "y"', "c\nd=z\nz")


def test_names_stay_the_text_they_are():
    dataset = load("<b>bold</b>,<script>alert(1)</script>,y\n1,2,0\n2,3,1\n")
    assert dataset.feature_names == ("<b>bold</b>", "<script>alert(1)</script>")


def test_blank_lines_and_blanks_at_both_ends_are_nothing():
    assert load("\n a , b ,y\n\n 1 , 2 ,0 \n \n3,4,1\n\n").X.toarray().tolist() == [[1, 2], [3, 4]]
    spaced = load("   1   2.5   0\n\n  3\t 4  1  \n")
    assert spaced.X.toarray().tolist() == [[1, 2.5], [3, 4]]


def test_a_separator_at_the_end_of_each_line_makes_no_column():
    dataset = load("a,b,y,\n1,2,0,\n3,4,1,\n")
    one = "Each line ends in a separator: the empty column after it is left out."
    assert dataset.feature_names == ("a", "b") and dataset.notes[1] == one
    two = "Each line ends in 2 separators: the empty columns after them are left out."
    assert load("a,b,y,,\n1,2,0,,\n3,4,1,,\n").notes[1] == two
    assert load("a,b,c,\n1,2,0,5\n3,4,1,6\n").feature_names == ("a", "b", "c")


def test_numbers_are_read_to_the_last_bit():
    values = [0.1 + 0.2, 1e-300, 123456789.123456789, -5e-324, 2**53 + 1.0]
    text = "a,y\n" + "".join(f"{v!r},{i % 2}\n" for i, v in enumerate(values))
    assert load(text).X.toarray().ravel().tolist() == values
