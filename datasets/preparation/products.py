"""Products of features of different variables, computed from the nonzeros alone."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise, product

import numpy as np
import scipy.sparse as sp

CHUNK = 2**22  # products made at a time


@dataclass(frozen=True)
class Variables:
    """The variables behind the features of ``X``: features of one group are values of one variable.

    Parameters
    ----------
    order : the features, variable by variable.
    sizes : how many each variable has.
    """

    order: np.ndarray
    sizes: np.ndarray

    @classmethod
    def of(cls, groups: np.ndarray) -> Variables:
        """The variables of ``groups`` [n_features], numbered from 0 without gaps."""
        return cls(np.argsort(groups, kind="stable"), np.bincount(groups))

    def n_products(self, degree: int) -> int:
        """Return the number of products of ``degree`` features of different variables."""
        # The elementary symmetric polynomials of the sizes, by Newton's identities, in Python's
        # whole numbers, which do not overflow.
        each, times = np.unique(self.sizes, return_counts=True)
        sizes = list(zip(each.tolist(), times.tolist(), strict=True))
        power = [sum(n * size**k for size, n in sizes) for k in range(degree + 1)]
        sums = [1]
        for k in range(1, degree + 1):
            parts = [(-1) ** (i - 1) * sums[k - i] * power[i] for i in range(1, k + 1)]
            sums.append(sum(parts) // k)
        return sums[degree]

    def sets(self, degree: int) -> np.ndarray:
        """The sets of ``degree`` variables [n_sets, degree], in lexicographic order."""
        chosen = list(combinations(range(len(self.sizes)), degree))
        return np.array(chosen, dtype=np.int64).reshape(-1, degree)

    def widths(self, degree: int) -> np.ndarray:
        """Return the number of products in each of the ``sets``."""
        return self.sizes[self.sets(degree)].prod(axis=1)

    def first(self, degree: int) -> np.ndarray:
        """Return where the products of a set begin, as a table with an axis for each factor."""
        table = np.zeros((len(self.sizes),) * degree, dtype=np.int64)
        widths = self.widths(degree)
        table[tuple(self.sets(degree).T)] = np.cumsum(widths) - widths
        return table

    def names(self, names: tuple[str, ...], degree: int) -> list[str]:
        """``a×b`` for each product, set by set."""
        ends = np.cumsum(self.sizes)
        members = [
            [names[j] for j in self.order[end - size : end]]
            for end, size in zip(ends, self.sizes, strict=True)
        ]
        sets = self.sets(degree).tolist()
        return ["×".join(chosen) for s in sets for chosen in product(*(members[v] for v in s))]


class Nonzeros:
    """The nonzeros of a matrix, row by row and in each row variable by variable.

    Parameters
    ----------
    later : for each, where in its row those of later variables begin.
    ends : where its row ends.
    """

    def __init__(self, X: sp.csr_array, variables: Variables) -> None:
        X = X[:, variables.order]
        X.sort_indices()
        n_variables = len(variables.sizes)
        starts = np.cumsum(variables.sizes) - variables.sizes
        variable = np.repeat(np.arange(n_variables), variables.sizes)
        self.shape, self.indptr, self.values = X.shape, X.indptr, X.data
        self.variables = variables
        self.first: dict[int, np.ndarray] = {}
        self.rows = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
        self.of = variable[X.indices]
        self.place = (X.indices - starts[self.of]).astype(np.int64)
        self.ends = X.indptr[self.rows + 1].astype(np.int64)
        run = self.rows * n_variables + self.of
        stops = np.append(np.flatnonzero(np.diff(run)) + 1, len(run)) if len(run) else run
        self.later = np.repeat(stops, np.diff(stops, prepend=0))

    def counts(self, degree: int) -> np.ndarray:
        """Return the number of products of ``degree`` that begin with each nonzero [nnz]."""
        if degree == 1:
            return np.ones(len(self.values), dtype=np.int64)
        behind = np.append(0, np.cumsum(self.counts(degree - 1)))
        return behind[self.ends] - behind[self.later]

    def products(self, degrees: range) -> sp.csr_array:
        """All products of ``degrees``, degree by degree and set by set, [n_rows, n_products]."""
        self.first = {degree: self.variables.first(degree) for degree in degrees}
        work = np.append(0, np.cumsum(sum(self.counts(k) for k in degrees)))[self.indptr]
        cuts = np.searchsorted(work, np.arange(CHUNK, work[-1], CHUNK))
        cuts = np.unique([0, *cuts.tolist(), self.shape[0]])
        parts = [self.chunk(a, b, degrees) for a, b in pairwise(cuts)]
        return sp.vstack(parts, format="csr")

    def chunk(self, top: int, bottom: int, degrees: range) -> sp.csr_array:
        """The products of the rows from ``top`` to before ``bottom``."""
        last = np.arange(self.indptr[top], self.indptr[bottom])
        factors, values = [last], self.values[last]
        pieces, width = [], 0
        for degree in degrees:
            lengths = self.ends[last] - self.later[last]
            which = np.repeat(np.arange(len(last)), lengths)
            before = np.cumsum(lengths) - lengths
            last = np.arange(len(which)) + (self.later[last] - before)[which]
            factors = [*(factor[which] for factor in factors), last]
            with np.errstate(over="ignore", under="ignore"):  # what overflows is refused by name
                values = values[which] * self.values[last]
            pieces.append((self.rows[last] - top, width + self.columns(factors), values))
            width += self.variables.n_products(degree)
        rows, columns, data = (np.concatenate(parts) for parts in zip(*pieces, strict=True))
        return sp.csr_array((data, (rows, columns)), shape=(bottom - top, width))

    def columns(self, factors: list[np.ndarray]) -> np.ndarray:
        """Return the number, among the products of its degree, of each combination of nonzeros."""
        within = np.zeros(len(factors[0]), dtype=np.int64)
        for factor in factors:
            within = within * self.variables.sizes[self.of[factor]] + self.place[factor]
        return self.first[len(factors)][tuple(self.of[factor] for factor in factors)] + within
