"""Names from outside in pictures: whole where there is room, distinct where they are cut."""

from __future__ import annotations

import numpy as np

from charts import balance, pattern, relevance, weight_paths
from charts.labels import as_text
from datasets import Dataset, describe
from tests.naive import dataset
from tests.support.hostile import HOSTILE
from tests.support.many.turns import in_turn
from tests.support.views import make, named_runs


def of_classes(names: list[str]):
    n = len(names)
    return dataset(np.eye(n), np.arange(float(n)), "multiclass", classes=(*names,))


def test_class_names_are_cut_to_their_room_and_stay_apart():
    names = [f"category number {i} of ten" for i in range(10)]
    picture = balance(of_classes(names))
    axis = picture.layout["xaxis"]
    assert axis["tickvals"] == names and len(set(axis["ticktext"])) == 10
    assert all(len(text) <= 24 for text in axis["ticktext"]) and axis["automargin"]
    assert picture.data[0]["text"] == names, "whole in the tooltip"
    assert picture.table()["class"].tolist() == names, "and in the table"
    assert picture.figure


def test_class_names_that_have_room_are_whole():
    names = ["Iris-setosa", "Iris-versicolor", "Iris-virginica"]
    assert balance(of_classes(names)).layout["xaxis"]["ticktext"] == names


def test_of_two_classes_it_is_said_which_is_which():
    two = Dataset.from_arrays(np.ones((3, 2)), ["no", "yes", "no"])
    said = "Yes is +1 (1 row), no is −1 (2 rows). The rarest class has 33.3% of the rows."
    assert balance(two).caption == said
    assert pattern(two).caption == "No cell of 3 rows and 2 features is 0."


def test_of_many_classes_some_are_named():
    picture = balance(of_classes([f"c{i}" for i in range(300)]))
    assert len(picture.layout["xaxis"]["ticktext"]) <= 24


@in_turn("name", [*HOSTILE, "<b>" * 90])
def test_a_feature_s_name_is_text_in_each_picture(name):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((30, 2))
    data = Dataset.from_arrays(X, np.sign(X[:, 0]), feature_names=(name, "other"), name="d")
    paths = weight_paths(named_runs(data, make("sgd"))[0], data)
    assert name in paths.table()["curve"].tolist(), "exact where nothing is drawn"
    table = describe(data)
    bars = relevance(table, "correlation with the target")
    for picture in (paths, bars):
        assert picture.figure, "and Plotly takes it"
        for trace in picture.data:
            assert name not in trace["hovertemplate"]
            assert "<" not in "".join([trace["name"], *trace["text"]])
    shown = {text for trace in bars.data for text in trace["text"]}
    assert len(name) > 200 or as_text(name) in shown
    assert len(name) > 60 or (name in bars.alt and name in paths.alt)
