"""An ARFF file means what its head says: categories, classes, ranges, dates."""

import pytest

from datasets import DatasetError, upload_recipe
from tests.support.many.turns import in_turn
from tests.support.tables import notes_of, upload


def load(text, **options):
    """The dataset in such a file."""
    return upload_recipe("h.arff", text.encode())(**options).build()


def frame(text):
    """The table in such a file."""
    return upload_recipe("h.arff", text.encode())().content().frame


def head(*kinds) -> str:
    """The head of a file of columns x1, x2, … of such kinds."""
    lines = [f"@attribute x{at} {kind}" for at, kind in enumerate(kinds, start=1)]
    return "\n".join(["@relation r", *lines, "@data", ""])


def test_declared_categories_are_categories_though_most_are_numbers():
    """As in car and nursery: 2, 3, 4 and 5more doors."""
    rows = "".join(f"{doors},{y}\n" for doors in ("2", "3", "4", "5more") for y in "nu")
    data = load(head("{2,3,4,5more}", "{n,u}") + rows)
    assert data.feature_names == ("x1=2", "x1=3", "x1=4", "x1=5more")
    assert data.columns[0].kind == "categories"


def test_categories_that_are_all_numbers_are_no_single_number():
    """As fishcatch's Species and Cleveland's chest pain."""
    data = load(head("{1,2,3}", "{n,u}") + "1,n\n2,u\n3,n\n1,u\n2,n\n3,u\n")
    assert data.feature_names == ("x1=1", "x1=2", "x1=3")


def test_declared_classes_are_classes_though_all_are_numbers():
    """As in optdigits and the 67 others."""
    rows = "".join(f"{at % 7},{at % 10}\n" for at in range(40))
    data = load(head("numeric", "{0,1,2,3,4,5,6,7,8,9}") + rows)
    assert data.task == "multiclass" and data.classes == tuple("0123456789")
    assert data.y.tolist() == [at % 10 for at in range(40)]


def test_categories_keep_their_order_and_are_listed_once():
    read = frame(head("{ lo , 'very hi', lo, hi,}", "{b a}") + "hi,a\n'very hi',b\n")
    assert read["x1"].cat.categories.tolist() == ["lo", "very hi", "hi"]
    assert read["x2"].cat.categories.tolist() == ["b", "a"]
    assert not read["x1"].cat.ordered and read["x1"].tolist() == ["hi", "very hi"]


def test_numbers_may_have_a_range():
    kinds = ("integer [1,10]", "real[0,1]", "NUMERIC [0, 5] % how many", "{u,v}  % the class")
    read = frame(head(*kinds) + "5,0.5,1,u\n10,1,2,v\n")
    assert read["x1"].tolist() == [5, 10] and read["x2"].tolist() == [0.5, 1]
    assert read["x4"].cat.categories.tolist() == ["u", "v"]


@in_turn(
    ("form", "written"),
    [
        ("", "2020-01-02T03:04:05"),
        ("", "2020-01-02 03:04:05"),
        ("\"yyyy-MM-dd'T'HH:mm:ss\"", "2020-01-02T03:04:05"),
        ("'dd.MM.yyyy HH:mm:ss'", "'02.01.2020 03:04:05'"),
        ("dd/MMM/yy:HH:mm:ss", "02/Jan/20:03:04:05"),
        ('"yyyy-MM-dd HH:mm:ss Z"', "'2020-01-02 04:04:05 +0100'"),
    ],
)
def test_dates_are_read_by_the_form_declared(form, written):
    read = frame(head(f"date {form}", "real") + f"{written},1\n?,2\n")
    assert str(read["x1"][0]) == "2020-01-02 03:04:05" and read["x1"].isna().tolist() == [0, 1]


DATE = head('date "dd.MM.yyyy"', "real")
REFUSED = {
    "value": (
        head("{a,b}", "real") + "a,1\nc,2\n",
        "line 6, column 'x1': 'c' is none of the categories declared ('a' and 'b'): write one of "
        "them, or add it to the braces of its attribute.",
    ),
    "quoted value": (head("{a,b}", "real") + "'a',1\n'c d',2\n", "line 6, column 'x1': 'c d' is "),
    "number": (head("real", "real") + "1,2\n3,'x'\n", "line 6, column 'x2': 'x' is no number: "),
    "quotation": (
        head("{a}", "real", "real") + "'a,1,2\n",
        'line 6 opens a quotation mark that is never closed, at "\'a,1,2": close it',
    ),
    "date": (DATE + "31.12.2024,1\n2024-12-31,2\n", "line 6, column 'x1': '2024-12-31' is no date"),
    "form": (DATE.replace("yyyy", "wwww"), "line 2, attribute 'x1': dates of the form"),
    "form twice": (DATE.replace("MM", "dd"), "line 2, attribute 'x1': dates of the form"),
    "relational": (
        "@relation r\n@attribute bag relational\n@attribute a real\n@end bag\n@data\n",
        "line 2 declares 'bag' as relational, a table inside a cell, which is not read",
    ),
    "no category": (head("{ }", "real"), "line 2 gives 'x1' no category: write them"),
    "open braces": (head("{a,", "real"), "line 2 opens a brace for the categories of 'x1' that"),
    "open quote": (head("{'a,b}", "real"), "line 2, attribute 'x1': a category begins with a quo"),
    "no type": ("@relation r\n@attribute abc\n@data\n", "line 2 declares an attribute without a"),
    "no word": ("@relation r\n@inputs a\n@data\n", "line 2 begins with '@inputs', where @relation"),
    "weight": (head("real", "{u}") + "1,u {x}\n", "line 5 ends in '{x}', where only the weight"),
    "sparse": (head("real", "{u}") + "1,u\n{0 1}\n", "line 6 is a sparse row, and those before"),
}


@in_turn("name", REFUSED)
def test_a_refusal_names_the_line_and_what_to_do(name):
    text, sentence = REFUSED[name]
    with pytest.raises(DatasetError) as refused:
        load(text)
    assert str(refused.value).startswith(f"h.arff: {sentence}"), str(refused.value)


def test_a_value_that_nobody_declared_is_quoted_cut_off():
    with pytest.raises(DatasetError) as refused:
        load(head("{a,b}", "real") + f"{'z' * 5000},1\n")
    assert len(str(refused.value)) < 250


def test_a_head_beyond_the_bounds_is_refused(monkeypatch):
    text = head("real", "real", "{a,b}") + "1,2,a\n"
    monkeypatch.setattr("datasets.files.limits.MOST_COLUMNS", 2)
    with pytest.raises(DatasetError, match="it has 3 attributes, and at most 2 columns are read"):
        load(text)
    monkeypatch.setattr("datasets.files.arff.header.LARGEST_HEAD", 20)
    with pytest.raises(DatasetError, match=r"up to the line @data, is longer than 20 characters"):
        load(text)


def test_declared_categories_stay_however_few_rows_there_are_and_only_text_is_left_out():
    cities = ["Ulm", "Bonn", "Kiel", "Jena", "Trier", "Mainz", "Suhl"]
    rows = [f"{city},{i},s{i},{'yes' if i % 2 else 'no'}" for i, city in enumerate(cities)]
    head = f"@relation r\n@attribute city {{{','.join(cities)}}}\n@attribute t numeric\n"
    head += "@attribute note string\n@attribute play {yes,no}\n@data\n"
    dataset = upload("a.arff", head + "\n".join(rows))
    assert dataset.feature_names == (*(f"city={city}" for city in cities), "t")
    assert "like an id or a name, left out: note." in notes_of(dataset, "cleaned")
    classes = upload("a.arff", head + "\n".join(rows), target="city")
    assert classes.classes == tuple(cities)
