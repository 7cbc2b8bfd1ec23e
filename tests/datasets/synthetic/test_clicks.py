"""Clicks: a stream that can be gone through again, in any blocks, and the same as a dataset."""

import tracemalloc

import numpy as np
import pytest

from algorithms import CATALOGUE, record
from datasets import ClickStream
from datasets.synthetic.click_stream import N_IDS, hash_numbers, rows_of
from datasets.synthetic.clicks import Clicks
from tests.support.many.turns import in_turn


def join_stream(stream):
    """``(ids, lengths, y)`` of all examples of a stream."""
    blocks = list(stream)
    return (
        np.concatenate([X.indices for X, _ in blocks]),
        np.concatenate([np.diff(X.indptr) for X, _ in blocks]),
        np.concatenate([y for _, y in blocks]),
    )


def test_blocks_are_in_the_form_that_record_learns_from():
    blocks = list(ClickStream(250, rows=100))
    assert [X.shape for X, _ in blocks] == [(100, N_IDS), (100, N_IDS), (50, N_IDS)]
    for X, y in blocks:
        assert X.indices.dtype == np.int64 and X.data.dtype == y.dtype == np.float64
        assert set(X.data) == {1.0} and set(y) == {-1.0, 1.0}
        assert X.indices.min() >= 0 and X.indices.max() < N_IDS
        for a, b in zip(X.indptr, X.indptr[1:], strict=False):
            assert np.all(np.diff(X.indices[a:b]) > 0)


def test_an_example_has_20_to_40_ids():
    _, lengths, _ = join_stream(ClickStream(20_000))
    assert lengths.max() <= 40 and np.mean(lengths < 20) < 0.2
    # 5 and 15 … 35 words, of which the commonest are drawn more than once.
    assert 26 < lengths.mean() < 30


@in_turn("rows", [1, 7, 50, 10_000])
def test_the_stream_is_the_same_in_any_blocks_and_again(rows):
    stream, whole = ClickStream(50, rows=rows, draw=2), join_stream(ClickStream(50, draw=2))
    for found, again, expected in zip(join_stream(stream), join_stream(stream), whole, strict=True):
        assert np.array_equal(found, expected) and np.array_equal(again, expected)
    assert not np.array_equal(join_stream(ClickStream(50, draw=3))[0][:100], whole[0][:100])


def test_a_dataset_is_the_stream_with_only_the_ids_that_occur():
    made, stream = Clicks(n_rows=300, draw=1).build(), ClickStream(300, draw=1)
    ids, lengths, y = join_stream(stream)
    names = np.array(made.feature_names).astype(np.int64)
    assert np.array_equal(names[made.X.indices], ids)
    assert np.array_equal(np.diff(made.X.indptr), lengths) and np.array_equal(made.y, y)
    assert np.array_equal(names, np.unique(ids))
    assert np.array_equal(made.true_weights, stream.true_weights(names))


def test_the_commonest_things_are_as_common_as_their_tails_say():
    """The first of N comes with probability ln 2 / ln N; the first word in any of 15 to 35."""
    n = 20_000
    ids, _, _ = join_stream(ClickStream(n))
    counts = np.sort(np.unique(ids, return_counts=True)[1])[::-1]
    once = np.log(2) / np.log(1e6)
    word = np.mean([1 - (1 - once) ** L for L in range(15, 36)])
    assert abs(counts[0] / n - word) < 4 * np.sqrt(word * (1 - word) / n)
    assert (counts == 1).sum() > len(counts) / 2
    for name, size in {"campaign": 1e5, "page": 1e7, "user": 1e8}.items():
        first = int(hash_numbers(np.array([1], np.uint64), name)[0] % N_IDS)
        p = np.log(2) / np.log(size)
        assert abs(np.mean(ids == first) * len(ids) / n - p) < 4 * np.sqrt(p * (1 - p) / n)


@pytest.mark.parametrize("share", [0.01, 0.1, 1.0])
def test_so_many_ids_matter_and_by_so_much(share):
    ids = np.random.default_rng(0).integers(0, N_IDS, 100_000)
    weights = ClickStream(true_share=share).true_weights(ids)
    kept = weights[weights != 0]
    assert abs(len(kept) / 1e5 - share) <= 4 * np.sqrt(share * (1 - share) / 1e5)
    assert np.all((np.abs(kept) >= 0.5) & (np.abs(kept) <= 1.5))
    assert abs(np.mean(kept > 0) - 0.5) < 4 * 0.5 / np.sqrt(len(kept))
    assert abs(np.abs(kept).mean() - 1.0) < 4 * np.sqrt(1 / 12 / len(kept))
    assert not np.array_equal(weights, ClickStream(true_share=share, draw=1).true_weights(ids))


def test_clicks_come_as_often_as_the_logistic_model_says():
    made = Clicks(n_rows=20_000).build()
    p = 1.0 / (1.0 + np.exp(-(made.X @ made.true_weights)))
    spread = np.sqrt((p * (1 - p)).sum())
    assert abs((made.y > 0).sum() - p.sum()) < 4 * spread
    right = np.mean(np.where(p >= 0.5, 1.0, -1.0) == made.y)
    assert abs(right - np.maximum(p, 1 - p).mean()) < 4 * 0.5 / np.sqrt(20_000)
    assert right > 0.7


def test_equal_ids_of_a_row_stand_once_and_missing_ones_not_at_all():
    X = rows_of(np.array([[5, 2, 5, N_IDS], [9, 9, 9, 9]]))
    assert X.indices.tolist() == [2, 5, 9] and X.indptr.tolist() == [0, 2, 3]


def test_it_is_learned_from_on_live_features():
    stream = ClickStream(20_000, rows=2_000)
    learner = CATALOGUE["truncated_gradient"](memory="live", eta=0.05, gravity=1e-4)
    trace = record(learner, stream)
    assert trace.steps[-1] == 20_000 and trace.final.diverged_at is None
    ids, _, y = join_stream(stream)
    late = trace.mistakes[-1] - np.interp(10_000, trace.steps, trace.mistakes)
    assert late / 10_000 < 0.95 * min(np.mean(y > 0), np.mean(y < 0))
    assert trace.sparsity.nonzeros[-1] == len(trace.final.features) < len(np.unique(ids)) / 2
    assert np.isin(trace.final.features, ids).all()
    again = record(learner, stream)
    assert np.array_equal(again.final.weights, trace.final.weights)


def test_memory_follows_the_block_and_not_the_stream():
    peaks = []
    for n_rows in (1_000, 1_000, 10_000):  # the first imports what is imported once
        tracemalloc.start()
        assert sum(len(y) for _, y in ClickStream(n_rows, rows=500)) == n_rows
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] < 1.2 * peaks[1]


@in_turn(
    ("options", "part"),
    [
        ({"n_rows": 0}, "n_rows = 0"),
        ({"n_rows": 10.0}, "n_rows = 10.0"),
        ({"rows": -1}, "rows = -1"),
        ({"true_share": 0.0}, "true_share = 0.0"),
        ({"true_share": 1.1}, "true_share = 1.1"),
    ],
)
def test_an_argument_out_of_range_is_named(options, part):
    with pytest.raises(ValueError, match=part):
        ClickStream(**options)
