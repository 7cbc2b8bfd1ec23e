"""The table of every picture has a row for each mark that it draws, and names instead of places."""

from __future__ import annotations

import numpy as np

from tests.naive.marks import marks_of
from tests.support.stories.every_picture import NAMES, every_picture


def tables(where: str, name: str) -> list:
    """The tables of the pictures of a name that begin at a place."""
    every = every_picture()
    found = [made.table() for place, made in every if place.startswith(where) and made.name == name]
    assert found
    return found


# Pictures are made in tests, not while they are collected: every process that tests collects all.
def test_a_table_has_a_row_for_each_mark():
    for where, picture in every_picture():
        marks = sum(map(marks_of, picture.data))
        assert len(picture.table()) == marks, f"{where}: {picture.name}"


def test_bars_and_cells_are_no_ornament():
    for where, picture in every_picture():
        drawn = [trace for trace in picture.data if trace["type"] != "scatter"]
        ornaments = [trace for trace in drawn if trace.get("meta") == "ornament"]
        assert not ornaments, f"{where}: {picture.name}"


def test_relevance_names_its_features_as_they_are():
    for table in tables("data", "relevance"):
        assert sorted(table["y"]) == sorted(NAMES) and "label" not in table


def test_classes_have_their_names():
    (table,) = tables("data, multiclass", "balance")
    assert set(table.iloc[:, 1]) == {"red", "=1+1", '"quoted", <i>'}


def test_a_map_has_the_values_of_both_knobs_and_of_each_cell():
    line, map_ = tables("sweep", "grid")
    assert list(map_.columns[:4]) == ["curve", "threshold θ", "step size η", "AUC"]
    cells = map_[map_["curve"] != "diverged"]
    assert cells["AUC"].tolist() == [0.1, 0.5, 0.2, 0.4, 0.6]
    assert cells["step size η"].tolist() == [0.001, 0.001, 0.1, 0.1, 0.1]
    assert cells["threshold θ"].tolist() == [0.01, "inf", 0.01, 0.1, "inf"]
    (wild,) = map_[map_["curve"] == "diverged"].to_numpy().tolist()
    assert wild[1:3] == [0.1, 0.001]
    assert line["threshold θ"].tolist()[:2] == [0.01, 0.1]


def test_a_path_has_the_values_of_its_knob():
    (table,) = tables("sweep", "path")
    assert table["threshold θ"].tolist()[:3] == [0.01, 0.1, "inf"]
    assert {"age, in years", "<b>weight</b>"} <= {*table["curve"]} | {NAMES[0]}


def test_each_setting_of_a_frontier_says_its_knobs():
    (table,) = tables("sweep", "frontier")
    assert table["label"].str.contains("θ = 0.01").any()


def test_where_the_nonzeros_are_has_their_share_in_each_tile():
    table = tables("data, classification", "pattern")[0]
    assert len(table) == 6 * 40 and set(table["share of nonzeros"]) == {0.0, 1.0}


def test_a_0_at_the_floor_of_an_axis_is_0_in_the_table():
    for where, picture in every_picture():
        floors = picture.layout.get("meta", {}).get("floor", {})
        for axis, floor in floors.items():
            column = picture.table()[picture.layout[axis]["title"]["text"]]
            assert not np.any(column == floor), where


def test_squares_of_features_say_whose_they_are():
    for name in ("orders", "last_pulls"):
        (table,) = tables("gravity", name)
        assert (table["label"] != "").all()
