"""Streams of blocks through ``record``: the run a dataset held whole gives, in constant memory."""

from __future__ import annotations

import gzip
import tracemalloc

import numpy as np
import pytest
from sklearn.datasets import dump_svmlight_file

from algorithms import CATALOGUE, record
from datasets import DatasetError, SvmlightStream
from tests.support.many.turns import in_turn
from tests.support.problems.live import CASES, problem


def blocks(data, sizes) -> list:
    rows = np.split(np.arange(data.n_rows), np.cumsum(sizes))
    return [(data.X[part], data.y[part]) for part in rows]


@pytest.mark.parametrize(("key", "knobs"), CASES)
@pytest.mark.parametrize("sizes", [(400,), (1, 99, 200), tuple([7] * 40)])
def test_a_stream_gives_what_a_dataset_gives(key, knobs, sizes):
    data, algorithm = problem(), CATALOGUE[key](memory="live", **knobs)
    order = np.tile(np.arange(400), 2)
    whole = record(algorithm, data, order=order, intercept=True)
    trace = record(algorithm, blocks(data, sizes), passes=2, intercept=True)
    live = np.flatnonzero(whole.final.weights)
    assert np.array_equal(trace.final.features, live)
    assert np.array_equal(trace.final.weights, whole.final.weights[live])
    assert np.array_equal(trace.final.intercept, whole.final.intercept)
    assert trace.steps[-1] == 800 and trace.costs.accesses[-1] == whole.costs.accesses[-1]
    assert trace.mistakes[-1] == whole.mistakes[-1]
    assert trace.costs.first_pass == pytest.approx(whole.costs.first_pass, rel=1e-12)
    assert trace.loss[-1] == pytest.approx(whole.loss[-1], rel=1e-12)
    assert trace.sparsity.nonzeros[-1] == whole.sparsity.nonzeros[-1]


def test_looks_are_thinned_and_change_nothing():
    data, algorithm = problem(), CATALOGUE["truncated_gradient"](memory="live")
    many = record(algorithm, blocks(data, [5] * 79), checkpoints=200)
    few = record(algorithm, blocks(data, [5] * 79), checkpoints=4)
    assert len(many.steps) == 80 and 4 <= len(few.steps) <= 9
    assert few.steps[-1] == many.steps[-1] == 400
    assert set(few.steps) <= set(many.steps)
    assert np.array_equal(few.final.weights, many.final.weights)


@pytest.fixture
def file(tmp_path):
    def write(n: int, name: str = "data.svm"):
        data = problem(n=n, d=500, seed=n)
        path = tmp_path / name
        with (gzip.open if name.endswith(".gz") else open)(path, "wb") as out:
            dump_svmlight_file(data.X, data.y, out, zero_based=True)
        return path, data

    return write


@pytest.mark.parametrize("name", ["data.svm", "data.svm.gz"])
@pytest.mark.parametrize("rows", [1, 33, 1000])
def test_a_file_gives_its_rows_in_blocks(file, rows, name):
    path, data = file(100, name)
    parts = list(SvmlightStream(path, rows))
    assert [len(y) for _, y in parts] == [rows] * (100 // rows) + [100 % rows] * (100 % rows > 0)
    X = np.vstack([block[:, :500].toarray() for block, _ in parts])
    assert np.allclose(X, data.X.toarray(), rtol=1e-14)
    assert np.array_equal(np.concatenate([y for _, y in parts]), data.y)


def test_memory_does_not_grow_with_the_file(file):
    """Ten times the file, the same peak; with few looks, of which up to 400 are kept otherwise."""
    algorithm, peaks = CATALOGUE["truncated_gradient"](memory="live"), []
    record(algorithm, SvmlightStream(file(50)[0], 25))
    for n in (200, 2000):
        stream = SvmlightStream(file(n)[0], 25)
        tracemalloc.start()
        record(algorithm, stream, checkpoints=2)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.3 * peaks[0]


def test_ids_beyond_32_bits(tmp_path):
    path = tmp_path / "far.svm"
    path.write_text("1 3:1 9000000000000000000:2\n# a remark\n\n-1 5:3 8000000000000000000:-1\n")
    ((X, y),) = SvmlightStream(path)
    assert X.indices.tolist() == [3, 9 * 10**18, 5, 8 * 10**18]
    assert X.data.tolist() == [1.0, 2.0, 3.0, -1.0] and y.tolist() == [1.0, -1.0]
    trace = record(CATALOGUE["truncated_gradient"](memory="live"), SvmlightStream(path))
    assert trace.final.features.tolist() == [3, 5, 8 * 10**18, 9 * 10**18]


def test_one_label_against_the_rest(tmp_path):
    path = tmp_path / "three.svm"
    path.write_text("1 1:1\n2 1:1\n3 2:1\n")
    ((_, y),) = SvmlightStream(path, positive=2)
    assert y.tolist() == [-1.0, 1.0, -1.0]


BAD_LINES = ("x 1:2", "1 1:", "1 2:1 2:1", "1 -4:1", "1 3:nan", "inf 1:1")


@pytest.mark.parametrize("line", BAD_LINES)
def test_a_line_that_cannot_be_read_is_named(tmp_path, line):
    path = tmp_path / "bad.svm"
    path.write_text(f"1 1:1\n-1 2:1\n{line}\n")
    with pytest.raises(DatasetError, match="line 3"):
        list(SvmlightStream(path, rows=2))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(DatasetError, match=r"none\.svm cannot be read"):
        list(SvmlightStream(tmp_path / "none.svm"))


LIVE = CATALOGUE["truncated_gradient"](memory="live")
REFUSED = {
    "memory": (CATALOGUE["truncated_gradient"](), {}, "memory must be 'live'"),
    "no table": (CATALOGUE["sgd"](), {}, "memory must be 'live'"),
    "decay": (CATALOGUE["truncated_gradient"](memory="live", decay=0.5), {}, "decay = 0.5"),
    "order": (LIVE, {"order": [0]}, "order, groups, fit"),
    "loss": (LIVE, {"loss": "softmax"}, "loss = 'softmax'"),
    "passes": (LIVE, {"passes": 0}, "passes = 0"),
}


@in_turn("name", REFUSED)
def test_what_a_stream_refuses(name):
    algorithm, options, message = REFUSED[name]
    with pytest.raises(ValueError, match=message):
        record(algorithm, blocks(problem(20), (20,)), **options)


def test_labels_of_no_meaning_are_refused_where_they_come():
    data = problem(20)
    with pytest.raises(ValueError, match="y = 2"):
        record(LIVE, [(data.X, data.y), (data.X, 2.0 * np.abs(data.y))])


def test_blocks_that_are_used_up_are_no_second_pass():
    with pytest.raises(ValueError, match="passes = 2"):
        record(LIVE, iter(blocks(problem(20), (20,))), passes=2)


def test_an_empty_stream_is_refused():
    with pytest.raises(ValueError, match="no block"):
        record(LIVE, [])


def test_overflow_ends_the_stream_where_it_began():
    data = problem(40, d=30)
    wild = CATALOGUE["truncated_gradient"](memory="live", eta=1e60)
    trace = record(wild, blocks(data, (10, 10)), "squared")
    assert (
        trace.final.diverged_at
        == record(wild, data, "squared", order=np.arange(40)).final.diverged_at
    )
    assert np.isfinite(trace.loss).all() and trace.steps[-1] == trace.final.diverged_at - 1
