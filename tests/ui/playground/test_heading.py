"""The first sentence of the playground is true of the columns, whatever was done to them."""

from __future__ import annotations

import pandas as pd

from datasets import Preparation, prepare
from datasets.catalogue import CATALOGUE
from datasets.content import Table
from datasets.files import upload_recipe
from datasets.tables import table_dataset
from tests.support.many.turns import in_turn
from tests.support.views import on
from ui.playground.heading import PLURAL, count_phrase, examples

TABLE = b"size,colour,shape,kind\n" + b"\n".join(
    f"{i % 7}.5,{['red', 'green', 'blue'][i % 3]},{'ab'[i % 2]},{'xy'[i % 5 > 2]}".encode()
    for i in range(30)
)


def sentence(recipe, **options) -> str:
    preparation = Preparation(**options)
    return examples(recipe, prepare(recipe.build(), preparation), preparation)


def test_measurements_and_noise():
    assert sentence(on("breast_cancer"), noise_features=1000) == (
        "30 measurements of a tumour and 1,000 columns of pure noise, read one patient at a time. "
        "The goal: tell malignant from benign tumours."
    )


def test_one_column_of_noise_and_a_constant():
    text = sentence(on("breast_cancer"), noise_features=1, constant=True)
    assert text.startswith("30 measurements of a tumour, a constant and 1 column of pure noise,")


def test_an_expansion_makes_other_columns():
    text = sentence(on("breast_cancer"), expansion="squares")
    assert text.startswith("60 features made of measurements of a tumour, read")


def test_support_examples_make_other_columns():
    text = sentence(on("breast_cancer"), support_examples=40)
    assert text.startswith("40 features made of measurements of a tumour, read")


def test_columns_that_are_made_already_are_made_once():
    text = sentence(on("donor_sites", n_rows=100, interactions=1), expansion="pairs")
    assert text.startswith("364 features made of seven letters of made-up DNA, read")


def test_a_file_has_its_name_and_its_target():
    text = sentence(upload_recipe("things.csv", TABLE)())
    assert text == (
        "3 columns of things.csv as 6 features, read one row at a time. The goal: tell the "
        "2 classes of the column kind apart."
    )


def test_a_class_against_the_rest_is_named():
    text = sentence(upload_recipe("things.csv", TABLE)(positive="x"))
    assert text.endswith("The goal: tell whether kind is x.")


def test_an_expansion_of_a_file_counts_its_columns():
    text = sentence(upload_recipe("things.csv", TABLE)(), expansion="pairs")
    assert " features made of 3 columns of things.csv, read" in text


def test_a_long_name_is_cut():
    text = sentence(upload_recipe(f"{'a' * 90}.csv", TABLE)())
    assert len(text) < 150 and "…" in text


def test_a_table_of_numbers_has_as_many_features_as_columns():
    frame = pd.DataFrame({"n": [1.0, 2.5, 4.0, 3.0], "y": [0.5, 1.25, 0, 7.5]})
    described = {"name": "mine", "source": "here", "licence": "mine"}
    recipe = upload_recipe("one.csv", TABLE)()
    text = examples(recipe, table_dataset(Table(frame), described), Preparation())
    assert text == (
        "1 column of one.csv, read one row at a time. The goal: predict the number in the column y."
    )


@in_turn(
    ("plural", "one"),
    [
        ("measurements of a tumour", "1 measurement of a tumour"),
        ("properties of an animal", "1 property of an animal"),
        ("facts about a patient", "1 fact about a patient"),
        ("made-up features", "1 made-up feature"),
        ("columns of lists of boys.csv", "1 column of lists of boys.csv"),
        ("words", "1 word"),
    ],
)
def test_one_column_is_told_in_the_singular(plural, one):
    assert count_phrase(1, plural) == one


@in_turn("key", CATALOGUE)
def test_every_recipe_has_a_plural_with_a_singular(key):
    assert PLURAL.search(CATALOGUE[key].columns_are)
