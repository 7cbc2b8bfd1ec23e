"""Requests: their settings and blocks, and whatever cannot be asked for."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from algorithms import CATALOGUE
from algorithms.checks import RunOptions
from datasets import Dataset, DatasetError, load, recipe, split_options
from sweeps import Method, Request
from sweeps.blocks import HEAVY, MOST, split_settings
from tests.support.many.turns import in_turn
from tests.support.sweeps import method, request


def wide_dataset(n_features: int) -> Dataset:
    """Two examples of very many features."""
    entries = ([1.0, 1.0], ([0, 1], [0, n_features - 1]))
    X = sparse.csr_array(entries, shape=(2, n_features))
    return Dataset(X=X, y=np.array([1.0, -1.0]), task="classification", feature_names=())


def test_settings_are_those_of_all_methods_one_after_the_other():
    asked = request(method(gravity=(0.1, 0.2), period=(1, 10)), method("sgd"))
    found = [
        (s.key, getattr(s, "gravity", None), getattr(s, "period", None)) for s in asked.settings
    ]
    grid = [(0.1, 1), (0.1, 10), (0.2, 1), (0.2, 10)]
    assert found == [*(("truncated_gradient", *point) for point in grid), ("sgd", None, None)]


def test_blocks_hold_every_setting_of_every_repeat_once():
    values = tuple(0.001 * i for i in range(1, 151))
    asked = request(method(gravity=values), method("sgd"), orders=2, folds=3)
    cells = [
        (place, block.repeat, setting, block.fold * 2 + block.seed)
        for block in asked.blocks()
        for place, setting in zip(block.places, block.settings, strict=True)
    ]
    assert sorted(cell[:2] for cell in cells) == [
        (row, column) for row in range(151) for column in range(6)
    ]
    assert all(asked.settings[row] == setting for row, _, setting, _ in cells)
    assert all(column == place for _, column, _, place in cells)


def test_the_blocks_of_a_fold_come_one_after_the_other():
    folds = [block.fold for block in request(orders=2, folds=3).blocks()]
    assert folds == sorted(folds)


def test_repeated_points_count_once():
    asked = request(method(gravity=(0.1, 0.1, 0.2)))
    assert [setting.gravity for setting in asked.settings] == [0.1, 0.2]


def test_settings_beside_the_grid_follow_it_each_of_them_once():
    base = CATALOGUE["truncated_gradient"]()
    extra = (base, CATALOGUE["truncated_gradient"](gravity=0.1), base)
    asked = Method(base, (("gravity", (0.1, 0.2)),), extra)
    assert [setting.gravity for setting in asked.settings] == [0.1, 0.2, base.gravity]
    assert asked.combinations == 2 and asked.count >= len(asked.settings)


def test_a_grid_may_have_one_point():
    assert len(request(method(gravity=(0.1,))).settings) == 1


def test_settings_that_go_side_by_side_are_in_one_block():
    asked = request(method(gravity=tuple(np.geomspace(1e-4, 1e-2, 16)), period=(1, 10, 100)))
    long = split_settings(asked.settings, asked.dataset(), "logistic", passes=10_000)
    assert len(long) == 3
    for block in long:
        assert len({asked.settings[place].period for place in block}) == 1


def test_short_runs_are_put_together():
    settings = [CATALOGUE["subgradient"](eta=0.01 * i) for i in range(1, 151)]
    blocks = split_settings(settings, load("breast_cancer"), "logistic", passes=1)
    assert [len(block) for block in blocks] == [MOST, MOST, 150 - 2 * MOST]


def test_long_runs_are_not():
    settings = [CATALOGUE["subgradient"](eta=0.01 * i) for i in range(1, 6)]
    blocks = split_settings(settings, load("breast_cancer"), "logistic", passes=10_000)
    assert [len(block) for block in blocks] == [1] * 5


def test_no_block_has_more_weights_than_memory_allows():
    wide = wide_dataset(HEAVY // 5)
    settings = [CATALOGUE["sgd"](eta=0.01 * i) for i in range(1, 17)]
    blocks = split_settings(settings, wide, "logistic", passes=1)
    assert [len(block) for block in blocks] == [5, 5, 5, 1]
    alone = split_settings(settings, wide_dataset(HEAVY + 1), "logistic", passes=1)
    assert [len(block) for block in alone] == [1] * 16


def test_more_than_ten_thousand_settings_are_refused_with_their_count():
    many = tuple(1e-5 * i for i in range(1, 10_002))
    with pytest.raises(ValueError, match="10,001 settings"):
        request(method(gravity=many))


def test_so_are_those_of_two_methods_together():
    half = tuple(1e-5 * i for i in range(1, 5002))
    with pytest.raises(ValueError, match="10,002 settings"):
        request(method(gravity=half), method("sgd", eta=half))


def test_a_fold_without_a_class_is_refused():
    with pytest.raises(ValueError, match="fold"):
        request(folds=300)


def test_no_method_is_refused():
    with pytest.raises(ValueError, match="one algorithm"):
        Request(*split_options(recipe("breast_cancer"), {}), ())


def test_a_loss_without_an_update_is_refused():
    with pytest.raises(ValueError, match="loss"):
        request(loss="softmax")


def test_a_name_that_is_no_knob_is_refused():
    with pytest.raises(ValueError, match="no knob"):
        request(Method(CATALOGUE["sgd"](), (("gravity", (0.1,)),)))


def test_a_value_out_of_range_is_refused():
    with pytest.raises(ValueError, match="gravity"):
        request(method(gravity=(-1.0,)))


def test_a_dataset_that_cannot_be_built_is_refused():
    with pytest.raises(DatasetError, match="groups"):
        request(groups="no such way")


@in_turn(
    "change",
    [
        {"passes": 0},
        {"orders": 0},
        {"orders": 1.5},
        {"folds": -1},
        {"orders": 1001},
        {"folds": True},
    ],
)
def test_a_count_out_of_range_is_refused(change):
    with pytest.raises(ValueError, match=next(iter(change))):
        request(**change)


def test_a_measure_that_the_data_do_not_allow_is_refused():
    with pytest.raises(ValueError, match=r"sign F1.*do not allow"):
        request(on_demand=("sign F1",))
    with pytest.raises(ValueError, match="test correlation"):
        request(on_demand=("test correlation",))
    assert request(on_demand=("test correlation",), folds=3).on_demand == ("test correlation",)


def test_rows_in_time_have_one_order():
    asked = request(method(gravity=(0.1,)), data="drift", scaling="none", orders=5, n_rows=200)
    assert asked.repeats == 1


def test_a_request_leaves_open_what_a_run_leaves_open():
    """Loss and constant term are those of ``record`` where nobody asks for others."""
    usual = RunOptions()
    asked = Request(*split_options(recipe("breast_cancer"), {}), (method(),))
    assert asked.intercept is usual.intercept is False
    assert asked.loss == "logistic" and asked.passes == 1 and asked.orders == 1
