"""The ways to find the threshold: their names, and the codes that go into kernels."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from algorithms.kernel import kernel
from algorithms.projection import condat, pivot, sort
from algorithms.projection.tree.insert import insert
from algorithms.projection.tree.nodes import start
from algorithms.projection.tree.threshold import search
from algorithms.projection.vector_ops import read


class ProjectionMethod(IntEnum):
    """``tree`` pays when it is kept from step to step; here it is planted for one projection."""

    sort = 0
    pivot = 1
    condat = 2
    tree = 3


SORT, PIVOT, CONDAT, TREE = (int(method) for method in ProjectionMethod)
METHODS = tuple(ProjectionMethod.__members__)


def method_code(method: str | ProjectionMethod) -> ProjectionMethod:
    """The code of a method given by name. Raises ValueError for a name that is none."""
    if isinstance(method, ProjectionMethod):
        return method
    if not isinstance(method, str) or method not in ProjectionMethod.__members__:
        raise ValueError(f"method = {method!r}: it must be one of {', '.join(METHODS)}")
    return ProjectionMethod[method]


@kernel
def threshold(v, absolute, z, method, scratch):
    """θ and ρ of Σ max(x − θ, 0) = z for x = \\|v\\| (``absolute``) or v, shape (n,), n ≥ 1.

    For the L1 ball a θ ≤ 0 means that v is inside. ``method`` is ``SORT``, ``PIVOT`` or ``CONDAT``,
    ``scratch`` has shape (n,) or longer and is overwritten. Entries are finite, z > 0.
    """
    if method == SORT:
        return sort.threshold(v, absolute, z, scratch)
    if method == PIVOT:
        return pivot.threshold(v, absolute, z, scratch)
    return condat.threshold(v, absolute, z, scratch)


@kernel
def _plant(nodes, state, x, z):
    """Put all entries into an empty tree, and search it."""
    for j in range(x.size):
        insert(nodes, state, j, x[j])
    return search(nodes, state, z)


def _by_tree(v, absolute, z, scratch):
    """The same two numbers as the kernels of the other ways."""
    read(v, absolute, scratch)
    planted = start(v.size)
    theta = _plant(planted.nodes, planted.state, scratch, z)
    # A θ that is rounded up may reach the largest entry.
    return theta, max(np.count_nonzero(scratch > theta), 1)


# Called one by one, so that none waits for the others to be compiled.
THRESHOLDS = {
    ProjectionMethod.sort: sort.threshold,
    ProjectionMethod.pivot: pivot.threshold,
    ProjectionMethod.condat: condat.threshold,
    ProjectionMethod.tree: _by_tree,
}
