"""Clicks on advertisements: who saw what where, as ids below 10⁹, and whether they clicked."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import scipy.sparse as sp

from datasets.synthetic.common import generators

N_IDS = 10**9
# How many different ones there are of each thing that comes once an example.
VOCABULARIES = {"user": 10**8, "page": 10**7, "campaign": 10**5}
INTERACTIONS = (("user", "campaign"), ("page", "campaign"))
WORDS = 10**6
FEWEST_WORDS, MOST_WORDS = 15, 35
MOST_IDS = len(VOCABULARIES) + len(INTERACTIONS) + MOST_WORDS


class ClickStream:
    """Clicks in blocks ``(X, y)`` of ``rows`` examples, never held together: for ``record``.

    It stands in for Big_Ads of Langford, Li and Zhang (2009, §6), 26 million private examples with
    3·10⁹ features, of which the paper says no more; all of this is made up. An example has 20 to 40
    of 10⁹ possible ids, each with the value 1: a user, a page, a campaign, the campaign with the
    one and with the other, and 15 to 35 words, of which a repeated one stands once. All come from
    long tails, the r-th commonest with probability near ∝ 1/r, and are hashed. A share
    ``true_share`` of all ids has a weight, ± a number from [0.5, 1.5], and y is +1 with probability
    1/(1 + exp(−w·x)).

    X is a CSR array [at most ``rows``, 10⁹] with int64 indices; y is −1 or +1. Every iteration
    makes the same examples again, whatever ``rows`` is, and holds one block at a time.

    Raises ValueError for numbers of rows that are no whole numbers ≥ 1 and a share beyond (0, 1].
    """

    def __init__(
        self, n_rows: int = 100_000, rows: int = 10_000, true_share: float = 0.1, draw: int = 0
    ) -> None:
        for name, value in {"n_rows": n_rows, "rows": rows}.items():
            if not isinstance(value, int) or value < 1:
                raise ValueError(f"{name} = {value!r}: it must be a whole number >= 1")
        if not 0.0 < true_share <= 1.0:
            raise ValueError(f"true_share = {true_share!r}: it must be > 0 and <= 1")
        self.n_rows, self.rows, self.true_share, self.draw = n_rows, rows, true_share, draw

    def __iter__(self) -> Iterator[tuple[sp.csr_array, np.ndarray]]:
        things, lengths, clicks = generators(self.draw, 3)
        for first in range(0, self.n_rows, self.rows):
            count = min(self.rows, self.n_rows - first)
            words = lengths.random(count) * (MOST_WORDS - FEWEST_WORDS + 1)
            uniform = things.random((count, len(VOCABULARIES) + MOST_WORDS))
            X = rows_of(hash_ids(uniform, FEWEST_WORDS + words.astype(np.int64)))
            score = np.add.reduceat(self.true_weights(X.indices), X.indptr[:-1])
            yield X, np.where(clicks.random(count) * (1.0 + np.exp(-score)) < 1.0, 1.0, -1.0)

    def true_weights(self, ids: np.ndarray) -> np.ndarray:
        """The weights of ``ids`` that made y; a hash of the id says which, so none are stored."""
        uniform = hash_numbers(ids.astype(np.uint64), f"weights {self.draw}") / 2.0**64
        # In [0, 2) for the ids that matter: below 1 the weight is positive, from 1 on negative.
        place = 2.0 * uniform / self.true_share
        size = 0.5 + place % 1.0
        return np.where(place < 2.0, np.where(place < 1.0, size, -size), 0.0)


def hash_ids(uniform: np.ndarray, n_words: np.ndarray) -> np.ndarray:
    """The ids of each example, [n_rows, ``MOST_IDS``]; ``N_IDS`` where it has no more words."""
    universes = np.array([*VOCABULARIES.values(), *[WORDS] * MOST_WORDS], dtype=np.float64)
    # The whole part of N to the power of a uniform number is r with probability ln(1 + 1/r)/ln N.
    ranks = (universes**uniform).astype(np.uint64)
    once = dict(zip(VOCABULARIES, ranks.T, strict=False))
    columns = [hash_numbers(rank, name) for name, rank in once.items()]
    for one, other in INTERACTIONS:
        columns.append(hash_numbers(hash_numbers(once[one], one) ^ once[other], f"{one} {other}"))
    words = hash_numbers(ranks[:, len(VOCABULARIES) :], "word")
    ids = (np.column_stack([*columns, words]) % N_IDS).astype(np.int64)
    beyond = np.arange(MOST_WORDS) >= n_words[:, None]
    ids[:, MOST_IDS - MOST_WORDS :][beyond] = N_IDS
    return ids


def rows_of(ids: np.ndarray) -> sp.csr_array:
    """A CSR row for each row of ``ids``, which is sorted in place; what comes twice stands once."""
    ids.sort(axis=1)
    kept = ids < N_IDS
    kept[:, 1:] &= ids[:, 1:] != ids[:, :-1]
    starts = np.concatenate([[0], np.cumsum(kept.sum(axis=1))])
    arrays = (np.ones(starts[-1]), ids[kept], starts)
    return sp.csr_array(arrays, shape=(len(ids), N_IDS))


def hash_numbers(numbers: np.ndarray, name: str) -> np.ndarray:
    """A uint64 for each uint64 among those of that ``name``."""
    from pandas.util import hash_array

    salt = hash_array(np.array([name], dtype=object))
    mixed = hash_array((numbers.ravel() ^ salt).astype(np.uint64), categorize=False)
    return mixed.reshape(numbers.shape)
