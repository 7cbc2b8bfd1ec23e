"""Made-up documents: Zipf's law, unit rows of log tf-idf, a sparse truth, wrong labels."""

import lzma
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from datasets.synthetic import zipf_text
from datasets.synthetic.zipf_text import ZipfText, tf_idf, true_words
from tests.support.many.examples import examples

SAMPLE = Path(__file__).parents[4] / "shared" / "data" / "rcv1_sample.svm.xz"


@pytest.fixture(scope="module")
def text():
    """The dataset at its defaults."""
    return ZipfText().build()


def test_it_opens_as_wide_as_rcv1(text):
    assert text.X.shape == (5000, 47_236)
    assert 70 < text.X.nnz / 5000 < 85
    lengths = np.sqrt(text.X.multiply(text.X).sum(axis=1))
    assert np.allclose(lengths, 1.0, rtol=0, atol=1e-12)
    assert text.X.data.min() > 0
    assert np.count_nonzero(text.true_weights) == 500


def test_distinct_words_are_as_many_as_zipfs_law_says(text):
    """A document of L words has 1 − (1 − p)^L of a word of probability p."""
    p = 1.0 / (np.arange(47_236) + 30.0)
    p /= p.sum()
    # The log-normal by its quantiles.
    normal = np.sort(np.random.default_rng(1).standard_normal(2000))
    words = np.maximum(62.0 * np.exp(0.7 * normal), 3).astype(int)
    expected = np.array([(1.0 - (1.0 - p) ** L).sum() for L in words[::5]])
    counts = np.diff(text.X.indptr)
    spread = np.sqrt(counts.var() / 5000 + expected.var() / len(expected))
    assert abs(counts.mean() - expected.mean()) < 4 * spread
    often = np.sort(np.bincount(text.X.indices, minlength=47_236))[::-1] / 5000
    for rank in (100, 1000):
        near = np.mean([(1.0 - (1.0 - p[rank]) ** L) for L in words])
        assert 0.7 < often[rank] / near < 1.4


@examples(30)
@given(st.lists(st.lists(st.integers(0, 6), min_size=1, max_size=9), min_size=1, max_size=5))
def test_tf_idf_counts_words_as_a_dictionary_does(documents):
    worth = np.linspace(1.0, 3.0, 7)
    lengths = np.array([len(document) for document in documents])
    X = tf_idf(np.concatenate(documents), lengths, worth).toarray()
    for row, document in zip(X, documents, strict=True):
        expected = np.zeros(7)
        for word, count in Counter(document).items():
            expected[word] = (1.0 + np.log(count)) * worth[word]
        assert np.allclose(row, expected / np.linalg.norm(expected), rtol=0, atol=1e-12)


def test_columns_have_nothing_to_do_with_rank(text):
    seen = np.bincount(text.X.indices, minlength=47_236)
    rank_correlation = np.corrcoef(np.argsort(np.argsort(seen)), np.arange(47_236))[0, 1]
    assert abs(rank_correlation) < 4 / np.sqrt(47_236)


@pytest.mark.parametrize("draw", range(5))
def test_classes_are_about_balanced_in_every_draw(draw):
    y = ZipfText(draw=draw, n_rows=2000).build().y
    assert 0.35 < np.mean(y > 0) < 0.65


@pytest.mark.parametrize("flips", [0.0, 0.05, 0.3])
def test_so_many_labels_are_wrong(flips):
    made = ZipfText(flips=flips).build()
    score = made.X @ made.true_weights
    scored = score != 0
    wrong = np.mean(np.sign(score[scored]) != made.y[scored])
    assert scored.mean() > 0.9
    assert abs(wrong - flips) <= 4 * np.sqrt(flips * (1 - flips) / scored.sum())


def test_true_words_are_so_many_and_leave_the_usual_row_at_0():
    usual = np.linspace(1.0, 0.1, 50)
    weights = true_words(np.random.default_rng(0), 10, usual)
    assert np.count_nonzero(weights) == 10 and not weights[40:].any()
    assert abs(weights @ usual) < 1e-12
    one = true_words(np.random.default_rng(0), 1, usual)
    assert np.count_nonzero(one) == 1
    assert np.count_nonzero(true_words(np.random.default_rng(0), 50, usual)) == 50


def test_drawing_in_blocks_changes_nothing(monkeypatch):
    whole = ZipfText(n_rows=300).build()
    monkeypatch.setattr(zipf_text, "CHUNK", 70)
    cut = ZipfText(n_rows=300).build()
    assert (whole.X != cut.X).nnz == 0 and np.array_equal(whole.y, cut.y)


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"n_nonzeros": 101, "n_features": 100}, ["n_nonzeros = 101", "<= n_features = 100"]),
        ({"n_rows": 804_414, "length": 1000.0}, ["n_rows = 804414", "<= 100,000,000", "lower"]),
        ({"n_rows": 804_415}, ["n_rows = 804415", "<= 804414"]),
    ],
)
def test_a_knob_out_of_range_is_named(options, parts):
    with pytest.raises(ValueError) as refused:
        ZipfText(**options)
    assert [part for part in parts if part not in str(refused.value)] == []


@pytest.mark.skipif(not SAMPLE.is_file(), reason="no sample of RCV1 here")
def test_it_looks_like_rcv1():
    from sklearn.datasets import load_svmlight_file

    with lzma.open(SAMPLE) as file:
        real = sp.csr_array(load_svmlight_file(file, n_features=47_236)[0])
    ours = ZipfText(n_rows=real.shape[0]).build().X
    sizes = [np.diff(X.indptr) for X in (ours, real)]
    assert 0.9 < sizes[0].mean() / sizes[1].mean() < 1.1
    assert 0.9 < np.median(sizes[0]) / np.median(sizes[1]) < 1.1
    often = [np.sort(np.bincount(X.indices, minlength=47_236))[::-1] for X in (ours, real)]
    for rank in (10, 30, 100, 300, 1000, 3000):
        assert 0.5 < often[0][rank] / often[1][rank] < 2.0
