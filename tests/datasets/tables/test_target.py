"""The target is guessed left of columns that cannot be predicted, and the page says why."""

import pytest

from datasets import DatasetError
from tests.support.many.turns import in_turn
from tests.support.tables import notes_of, upload

N = 60
PASSED = {
    "which differs in every row": lambda i: f"car {i}",
    "which differs in most rows": lambda i: f"film {i % 50}",
    "which is empty": lambda i: "",
    "which is the same in every row": lambda i: "red",
    "which is filled in in 2 of 60 rows only": lambda i: i if i in (3, 40) else "",
    "which holds one value or nothing": lambda i: "x" if i % 3 else "",
    "which differs each time": lambda i: f"note {i}" if i % 4 == 0 else "",
    "which holds dates": lambda i: f"2024-01-{1 + i % 28:02}",
    "which names or counts the rows": lambda i: i + 1,
}


def table(*last, names=(), n=N):
    """A file of a, b and further columns."""
    names = [*names, *(f"n{at}" for at in range(len(names), len(last)))]
    rows = [[i % 7, i * i % 31, *(column(i) for column in last)] for i in range(n)]
    return "\n".join(",".join(map(str, row)) for row in [["a", "b", *names], *rows])


@in_turn("why", PASSED)
def test_a_column_that_cannot_be_predicted_is_passed_over(why):
    name = "id" if "counts" in why else "last"
    dataset = upload("t.csv", table(PASSED[why], names=[name]))
    assert dataset.provenance.target_phrase == f"b, the last column but {name}, {why}"
    assert f"Predicted: {dataset.provenance.target_phrase}." in dataset.notes
    assert upload("t.csv", table(PASSED[why], names=["class"]), target="a").target_name == "a"


def test_several_are_passed_over_and_reported():
    last = [PASSED["which is empty"], PASSED["which differs in every row"]]
    dataset = upload("t.csv", table(*last, names=["note", "name"]))
    assert dataset.provenance.target_phrase == (
        "b, the last column but name, which differs in every row and note, which is empty"
    )


@pytest.mark.parametrize(
    "last",
    [
        lambda i: "uvw"[i % 3],
        lambda i: i % 5,
        lambda i: i * 0.37,
        lambda i: "yes" if i % 3 else "no",
        lambda i: 1000 - 7 * i,
        lambda i: i % 3 if i % 4 else "",
    ],
)
def test_any_other_column_is_predicted_if_it_is_the_last(last):
    assert upload("t.csv", table(last)).provenance.target_phrase == "n0, the last column"


def test_a_few_rows_of_classes_are_no_names():
    for text in ("a,b,k\n1,2,u\n3,1,u\n5,4,v\n", "a,b,k\n1,2,u\n3,1,v\n"):
        assert upload("t.csv", text).provenance.target_phrase == "k, the last column"


def test_a_column_with_a_slip_is_still_the_target_and_another_is_offered():
    with pytest.raises(DatasetError, match=r"the target, column 'n0' holds .* “target”"):
        upload("t.csv", table(lambda i: "oops" if i == 9 else i))


def test_what_was_left_out_is_not_predicted():
    dataset = upload("t.csv", table(lambda i: "uv"[i % 2]), left_out="n0")
    assert dataset.provenance.target_phrase == "b, the last column that is not left out"


def test_a_class_that_was_named_is_one_of_the_last_column():
    dataset = upload("t.csv", table(lambda i: f"film {i % 50}"), positive="film 3")
    assert dataset.provenance.target_phrase == "n0, the last column" and sum(dataset.y > 0) == 2


def test_where_nothing_else_can_be_learned_from_the_last_column_stays():
    with pytest.raises(DatasetError, match=r"4 classes .* another one in each row: choose another"):
        upload("t.csv", "legs,kind\n4,mammal\n2,bird\n8,shell\n0,fish\n")


def test_messages_are_refused_for_what_they_are():
    lines = [
        f"{'ham' if i % 3 else 'spam'}\tshall we meet at {i} or later {i * i}" for i in range(40)
    ]
    with pytest.raises(DatasetError) as refused:
        upload("sms.tsv", "\n".join(["label\tmessage", *lines]))
    assert "column 'message' holds text that differs" in str(refused.value)
    with pytest.raises(DatasetError) as refused:
        upload("sms.tsv", "\n".join(["kind\tmessage", *lines]))
    assert "column 'message' holds text that differs" in str(refused.value)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("ends", [1, 2, 3])
def test_separators_at_the_ends_of_lines_make_no_columns(ends):
    lines = ["a;b;c", *(f"{i % 7};{i % 5};{i * 0.5}" for i in range(30))]
    dataset = upload("t.csv", "\n".join(line + ";" * ends for line in lines))
    assert dataset.target_name == "c" and dataset.feature_names == ("a", "b")
    assert "left out." in notes_of(dataset, "read") and "Each line ends in" in notes_of(
        dataset, "read"
    )


def test_long_classes_are_listed_briefly():
    lines = [f"{i},a sentence of some length about {i % 110}" for i in range(330)]
    with pytest.raises(DatasetError) as refused:
        upload("t.csv", "\n".join(["a,b", *lines]), target="b")
    assert "110 classes" in str(refused.value) and len(str(refused.value)) < 450


@pytest.mark.parametrize(
    ("yes", "no"),
    [
        ("ja", "nein"),
        ("Oui", "Non"),
        ("sí", "no"),
        ("SIM", "NÃO"),
        ("tak", "nie"),
        ("Evet", "Hayır"),
        ("wahr", "falsch"),
        ("是", "否"),
    ],
)
def test_yes_and_no_in_other_languages_are_1_and_0(yes, no):
    lines = [f"{yes if i % 3 else no},{i % 7},{no if i % 2 else yes}" for i in range(12)]
    dataset = upload("t.csv", "\n".join(["a,b,c", *lines]))
    assert dataset.columns[0].kind == "yes or no"
    assert dataset.X.toarray()[:3, 0].tolist() == [0, 1, 1]
    assert dataset.y[:2].tolist() == [1, -1]
