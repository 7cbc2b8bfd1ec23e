"""Documents with the shape of RCV1: many of them, each with few of very many words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import scipy.sparse as sp

from datasets.dataset import Dataset
from datasets.preparation.scaling import unit_rows
from datasets.recipes import Recipe
from datasets.synthetic.common import draw_knob, flips_knob, generators, rows_knob
from knobs import knob, log

FLATTENING = 30.0  # the commonest words are gone, as stop words are
SPREAD = 0.7  # of the logarithm of a document's length
FEWEST_WORDS = 3
COMMONEST = 4  # true weights are on words among the so many times commonest
SCORE = 5.0  # the size of a true weight
CHUNK = 20_000  # rows drawn together
MOST_WORDS = 100_000_000  # about 2.5 GB while they are put together


@dataclass(frozen=True)
class ZipfText(Recipe):
    """Rows of log tf-idf of unit length over words that follow Zipf's law, and a sparse truth.

    The shape is that of RCV1, 804,414 documents, as Langford, Li and Zhang (2009, §6) and Duchi
    et al. (2008, §7) learn from it, with the 47,236 features of its usual vectors. The word of rank
    r is drawn with probability ∝ 1/(r + 30), documents have log-normal lengths, a word that comes
    t times counts (1 + ln t)·ln(1/probability), and rows are scaled to length 1. The papers print
    none of this; it was chosen so that lengths and common words look like RCV1's. Column numbers
    have nothing to do with rank.

    The truth is made up: ``n_nonzeros`` normal weights among the commonest words, shifted together
    so that both classes come about as often; y = sign(w·x), wrong with probability ``flips``, and
    a coin where a document has none of the words.

    Creating one raises ValueError for a knob out of its range, for more true words than features,
    and for more than 100 million words in all.
    """

    key: ClassVar[str] = "zipf_text"
    title: ClassVar[str] = "Documents (made up)"
    about: ClassVar[str] = (
        "Documents shaped like Reuters' RCV1: of 47,236 words each has some seventy."
    )
    columns_are: ClassVar[str] = "words"
    row_is: ClassVar[str] = "made-up document"
    goal: ClassVar[str] = "tell two kinds of documents apart"
    source: ClassVar[str] = (
        "drawn at random by this app in the shape of RCV1 (Lewis, Yang, Rose and Li 2004), on "
        "which Langford, Li and Zhang (2009) and Duchi et al. (2008) learn"
    )
    licence: ClassVar[str] = "none needed"

    n_rows: int = rows_knob(5000, low=100, high=100_000, most=804_414)
    n_features: int = knob(
        47_236,
        "d",
        "words",
        log(1000, 2_000_000, least=10, integer=True, most=2_000_000),
        "How many different words there are.",
    )
    length: float = knob(
        62.0,
        "ℓ",
        "length",
        log(5.0, 150.0, least=1.0, most=1000.0),
        "How many words half of the documents have at most, repeated ones included.",
    )
    n_nonzeros: int = knob(
        500,
        "k",
        "true words",
        log(1, 1000, integer=True, most=100_000),
        "How many of the true weights are not zero.",
    )
    flips: float = flips_knob(0.05)
    draw: int = draw_knob()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.n_nonzeros > self.n_features:
            raise ValueError(
                f"n_nonzeros = {self.n_nonzeros}: it must be <= n_features = {self.n_features}"
            )
        if self.words > MOST_WORDS:
            raise ValueError(
                f"n_rows = {self.n_rows} with length = {self.length:g} are "
                f"{self.words:,.0f} words: they must be <= {MOST_WORDS:,}, so lower one of the two"
            )

    @property
    def words(self) -> float:
        """The number of words in all documents, repeated ones included, about."""
        return float(self.n_rows * self.length * np.exp(SPREAD**2 / 2))

    def memory(self) -> float:
        """Return some bytes for each word and each feature, measured at the peak."""
        return 60.0 * self.words + 200.0 * self.n_features

    def build(self) -> Dataset:
        """``n_rows`` rows of ``n_features`` features, with ``true_weights``."""
        n_features = int(self.n_features)
        places, lengths, words, weights, flips, coins = generators(self.draw, 6)
        probability = 1.0 / (np.arange(n_features) + FLATTENING)
        probability /= probability.sum()
        cumulative, worth = np.cumsum(probability), -np.log(probability)
        blocks = []
        for first in range(0, int(self.n_rows), CHUNK):
            normal = lengths.standard_normal(min(CHUNK, int(self.n_rows) - first))
            drawn = np.maximum(self.length * np.exp(SPREAD * normal), FEWEST_WORDS).astype(int)
            ranks = np.searchsorted(cumulative, words.random(drawn.sum())).clip(max=n_features - 1)
            blocks.append(tf_idf(ranks, drawn, worth))
        X = sp.vstack(blocks, format="csr")

        by_rank = true_words(weights, int(self.n_nonzeros), probability * worth)
        score = X @ by_rank
        right = np.where(score == 0.0, coins.choice((-1.0, 1.0), size=len(score)), np.sign(score))
        y = np.where(flips.random(len(right)) < self.flips, -right, right)

        column = places.permutation(n_features)
        X = sp.csr_array((X.data, column[X.indices], X.indptr), shape=X.shape)
        true_weights = np.empty(n_features)
        true_weights[column] = by_rank
        return Dataset.from_arrays(
            X, y, true_weights=true_weights, task="classification", **self.metadata()
        )


def tf_idf(ranks: np.ndarray, lengths: np.ndarray, worth: np.ndarray) -> sp.csr_array:
    """Documents of so many words each, as rows of length 1; ``worth`` is that of each word."""
    starts = np.concatenate([[0], np.cumsum(lengths)])
    X = sp.csr_array((np.ones(len(ranks)), ranks, starts), shape=(len(lengths), len(worth)))
    X.sum_duplicates()
    X.data = (1.0 + np.log(X.data)) * worth[X.indices]
    return unit_rows(X)


def true_words(rng: np.random.Generator, count: int, usual: np.ndarray) -> np.ndarray:
    """A weight for each rank, ``count`` of them not zero, under which the usual row scores 0."""
    common = min(COMMONEST * count, len(usual))
    chosen = rng.permutation(common)[:count]
    drawn = SCORE * rng.standard_normal(count)
    if count > 1:
        drawn -= usual[chosen] * (drawn @ usual[chosen]) / (usual[chosen] @ usual[chosen])
    weights = np.zeros(len(usual))
    weights[chosen] = drawn
    return weights
