"""The picture of the target: a bar for each class, or a histogram of numbers."""

from __future__ import annotations

import numpy as np

from charts import balance
from datasets import Dataset

ROWS = np.eye(8)


def picture_of(y, **more):
    return balance(Dataset.from_arrays(ROWS[: len(y)], y, **more))


def test_a_bar_counts_the_rows_of_a_class():
    picture = picture_of([-1.0, -1.0, -1.0, 1.0])
    (bars,) = picture.data
    assert (list(bars["x"]), list(bars["y"])) == (["-1", "+1"], [3, 1])
    assert "The rarest class has 25.0% of the rows." in picture.caption


def test_many_classes_have_their_names():
    (bars,) = picture_of(["cat", "dog", "dog", "elk"]).data
    assert (list(bars["x"]), list(bars["y"])) == (["cat", "dog", "elk"], [1, 2, 1])


def test_numbers_are_counted_in_stretches_of_their_range():
    y = [0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 4.0, 8.5]
    picture = picture_of(y, task="regression")
    (bars,) = picture.data
    assert list(bars["y"]) == [4, 2, 0, 1, 0, 0, 0, 1]
    assert np.allclose(np.diff(bars["x"]), 1.0), "eight bars of one width"
    assert "from 0.5 to 8.5, half of it below 1.375" in picture.caption
