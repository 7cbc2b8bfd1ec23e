"""Bad arguments are refused with the name, the value and the rule."""

from __future__ import annotations

from math import inf, nan

import numpy as np
import pytest

from algorithms import CATALOGUE, Loss, Outcomes, folds, frontier, grid, record, sweep, tune
from algorithms.estimators import CLASSIFIERS
from algorithms.groups import as_groups
from algorithms.losses import loss_code
from tests import naive
from tests.support.many.turns import in_turn

SGD = CATALOGUE["sgd"]()
LABELS = naive.dataset(np.eye(4), [1.0, -1.0, 1.0, -1.0])
REAL = naive.dataset(np.eye(4), [0.5, -1.5, 2.0, 4.0], "regression")


@in_turn("loss", ["absolute", "", "Squared", 0, b"squared"])
def test_an_unknown_loss(loss):
    with pytest.raises(ValueError, match=r"loss = .*must be one of squared, logistic, hinge"):
        record(SGD, LABELS, loss)


def test_a_loss_by_its_code():
    by_name, by_code = record(SGD, LABELS, "hinge"), record(SGD, LABELS, Loss.hinge)
    assert by_name.loss_name == by_code.loss_name == "hinge"
    assert loss_code("hinge") is loss_code(Loss.hinge) is Loss.hinge


@pytest.mark.parametrize("loss", ["logistic", "hinge", Loss.hinge])
def test_a_margin_loss_on_real_targets(loss):
    with pytest.raises(ValueError, match="needs labels −1/\\+1"):
        record(SGD, REAL, loss)
    with pytest.raises(ValueError, match="needs labels −1/\\+1"):
        CATALOGUE["proximal_gradient"]().solve(REAL, loss)


def test_the_squared_loss_on_labels_is_fine():
    assert record(SGD, LABELS, "squared").steps[-1] == 4


@pytest.mark.parametrize("order", [[], np.array([], np.int64), np.array([], float)])
def test_an_empty_order(order):
    with pytest.raises(ValueError, match="order: it must be a non-empty"):
        record(SGD, LABELS, order=order)


@in_turn("order", [[0.0, 1.0], [True, False], [[0, 1]], ["0"], 0])
def test_an_order_that_is_no_row_of_whole_numbers(order):
    with pytest.raises(ValueError, match="one-dimensional array of whole numbers"):
        record(SGD, LABELS, order=order)


@pytest.mark.parametrize("order", [[0, 4], [-1, 0], np.array([2**63 + 1], np.uint64)])
def test_an_order_out_of_range(order):
    with pytest.raises(ValueError, match="order: it must name rows 0 to 3"):
        record(SGD, LABELS, order=order)


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int32, np.uint64])
def test_whole_numbers_of_any_kind_are_an_order(dtype):
    order = np.array([3, 0, 3], dtype)
    assert record(SGD, LABELS, order=order).costs.accesses[-1] == 3


@pytest.mark.parametrize("passes", [0, -2, 1.5])
def test_no_passes(passes):
    with pytest.raises(ValueError, match=f"passes = {passes}: it must be a whole number >= 1"):
        record(SGD, LABELS, passes=passes)


@pytest.mark.parametrize("checkpoints", [0, -1, 2.5])
def test_no_checkpoints(checkpoints):
    with pytest.raises(
        ValueError, match=f"checkpoints = {checkpoints}: it must be a whole number >= 1"
    ):
        record(SGD, LABELS, checkpoints=checkpoints)


@in_turn(
    ("key", "knobs", "says"),
    [
        ("sgd", {"eta": 0.0}, r"eta = 0.0: it must be a number > 0"),
        ("sgd", {"eta": -1}, r"eta = -1: it must be a number > 0"),
        ("sgd", {"eta": nan}, r"eta = nan: it must be a number > 0.*finite"),
        ("sgd", {"eta": inf}, r"eta = inf: it must be a number > 0.*finite"),
        ("sgd", {"eta": "0.1"}, r"eta = '0.1': it must be a number"),
        ("sgd", {"eta": True}, r"eta = True: it must be a number"),
        ("sgd", {"eta": None}, r"eta = None: it must be a number"),
        ("sgd", {"schedule": "sqrt"}, r"schedule = 'sqrt': it must be one of constant, inv_sqrt"),
        ("rounding", {"threshold": -0.1}, r"threshold = -0.1: it must be a number >= 0.*inf"),
        ("rounding", {"period": 0}, r"period = 0: it must be a whole number >= 1"),
        ("rounding", {"period": 1.5}, r"period = 1.5: it must be a whole number >= 1"),
        ("subgradient", {"l1": -1e-9}, r"l1 = -1e-09: it must be a number >= 0"),
        ("truncated_gradient", {"gravity": nan}, r"gravity = nan: it must be a number >= 0"),
        ("truncated_gradient", {"period": -3}, r"period = -3: it must be a whole number >= 1"),
        ("fobos", {"batch_size": 0}, r"batch_size = 0: it must be a whole number >= 1"),
        ("fobos", {"rounds": 1}, r"rounds = 1: it must be True or False"),
        ("proximal_gradient", {"tolerance": 0.0}, r"tolerance = 0.0: it must be a number > 0"),
        ("proximal_gradient", {"max_iterations": 0}, r"max_iterations = 0: it must be a whole"),
    ],
)
def test_a_knob_out_of_range(key, knobs, says):
    with pytest.raises(ValueError, match=says):
        CATALOGUE[key](**knobs)


def test_an_order_longer_than_the_run_it_was_started_for():
    algorithm = CATALOGUE["subgradient"]()
    state = algorithm.start(4, 2)
    with pytest.raises(ValueError, match="order has 3 steps, but the run has 2 left"):
        algorithm.advance(state, LABELS.X, LABELS.y, np.array([0, 1, 2]), "logistic")


@pytest.mark.parametrize(
    ("algorithm", "way"),
    [
        (None, r', such as CATALOGUE\["sgd"\]\(\)'),
        (3.0, r', such as CATALOGUE\["sgd"\]\(\)'),
        ("sgd", r": CATALOGUE\['sgd'\]\(\), not its key"),
        (CATALOGUE["sgd"], r", with its knobs: SGD\(\), not the class itself"),
        (CLASSIFIERS["sgd"](), r": of an estimator, give its as_algorithm\(\)"),
    ],
)
def test_what_is_no_algorithm(algorithm, way):
    with pytest.raises(ValueError, match=rf"algorithm = .*: it must be one of the catalogue{way}"):
        record(algorithm, LABELS)


def test_an_option_of_a_run_that_is_none_names_those_there_are():
    for run in (record, lambda algorithm, data, **options: sweep([algorithm], data, **options)):
        with pytest.raises(TypeError, match="a run has no option 'epochs': it has seed, passes"):
            run(SGD, LABELS, epochs=3)


def test_arguments_in_the_wrong_order_or_not_in_a_list():
    with pytest.raises(ValueError, match=r"algorithm = Dataset.*: it must be one of the catalogue"):
        record(LABELS, SGD)
    with pytest.raises(ValueError, match=r"algorithm = 'sgd': .*CATALOGUE\['sgd'\]\(\)"):
        grid("sgd", eta=(0.1, 1.0))
    with pytest.raises(ValueError, match=r"frontier\(\{\"a name\": grid"):
        frontier([SGD], LABELS)
    with pytest.raises(ValueError, match=r"traces = Trace\(.*: it must be a list"):
        Outcomes.of(record(SGD, LABELS), LABELS)


def test_what_a_run_leaves_has_a_line_each_and_short_arrays_are_written_out():
    trace = record(SGD, LABELS, passes=20)
    for part in (trace, trace.final, trace.sparsity, trace.costs, as_groups(range(400), 400)):
        assert len(repr(part)) < 200 and "\n" not in repr(part)
    assert "nonzeros=int64 (" in repr(trace.sparsity) and "useful=None" in repr(trace.sparsity)
    assert f"weights={trace.final.weights!r}" in repr(trace.final)
    assert repr(as_groups([[0, 1], [1, 2]], 3)) == "Groups(2 of 3 features, overlapping)"
    assert repr(CATALOGUE).startswith("Catalogue(sgd, rounding, ")


def test_a_loss_that_is_no_name():
    with pytest.raises(ValueError, match="it must be one of squared, logistic, hinge"):
        record(SGD, LABELS, loss=["squared"])


@pytest.mark.parametrize("weights", [[1.0, -1.0], [0.0, 0.0], [1.0, float("nan")], [1.0]])
def test_row_weights_that_are_none(weights):
    n = LABELS.X.shape[0]
    given = weights if len(weights) == 1 else [*weights, *[0.0] * (n - 2)]
    with pytest.raises(ValueError, match="row_weights: it must be"):
        CATALOGUE["proximal_gradient"]().solve(LABELS, row_weights=given)


@in_turn("seed", [-1, 1.5, "a", None])
def test_a_seed_is_a_whole_number(seed):
    for refuse in (
        lambda: record(SGD, LABELS, seed=seed),
        lambda: record(CATALOGUE["scd"](), LABELS, seed=seed),
        lambda: sweep([SGD], LABELS, seed=seed),
        lambda: tune([SGD], LABELS, seed=seed),
        lambda: folds(LABELS, 2, seed=seed),
    ):
        with pytest.raises(ValueError, match=rf"seed = {seed!r}: it must be a whole number >= 0"):
            refuse()


@in_turn("since", [-0.1, 1.0, 2, nan, None, "half"])
def test_the_share_that_is_left_out_is_below_1(since):
    with pytest.raises(ValueError, match=r"since = .*: it must be a share of the run"):
        record(SGD, LABELS, since=since)


@in_turn("threads", [0, -1, 1.5, "two"])
def test_threads_are_a_number(threads):
    with pytest.raises(ValueError, match=r"threads = .*: it must be a whole number >= 1"):
        sweep([SGD], LABELS, threads=threads)


@in_turn("groups", ["ab", 3, [[0], None], [0, 1, "2", 3], [[0, 1], [2.5]]])
def test_what_are_no_groups(groups):
    with pytest.raises(ValueError, match="groups"):
        record(CATALOGUE["group_rda"](), LABELS, groups=groups)


@in_turn("given", [[1.0, 2.0], "abcd", [1, 2, 3, "x"], [[1.0]] * 4, [nan] * 4])
def test_row_weights_of_every_wrong_kind(given):
    with pytest.raises(ValueError, match="row_weights: it must be 4 numbers"):
        CATALOGUE["proximal_gradient"]().solve(LABELS, row_weights=given)
