"""A search tree whose leaves are buckets, in flat arrays: what `tree` projects with.

An entry is a key and a feature, and entries are ordered by key, then by feature. A node has up to
``WIDTH`` slots. Those of a leaf hold entries, in no order; those of an inner node its children
from left to right, each with the smallest key it may hold. Every node knows the number and the
sum of the keys below it. A full node is split in two, from the leaves up, so all leaves are
equally deep. A slot not in use has the key ∞ and the id −1, so that loops may run over all slots.

``weights[j]`` = the key of feature j with the sign of its weight, 0 if it has no entry;
``nodes`` and ``state`` are records with the fields below.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from algorithms.kernel import kernel

WIDTH = 128
NODE = np.dtype(
    [
        # Number and sum of the keys, and what rounding took from the sum: so it does not drift.
        ("count", np.float64),
        ("total", np.float64),
        ("rest", np.float64),
        # Entries are not before (low, first); the keys of a leaf are not above high.
        ("low", np.float64),
        ("high", np.float64),
        ("first", np.int64),
        # −1 for the root; in a node that is not in use, the next such node.
        ("parent", np.int64),
        # 0 for a leaf.
        ("level", np.int64),
        ("used", np.int64),
        ("keys", np.float64, WIDTH),
        # Features or children.
        ("ids", np.int32, WIDTH),
    ],
    align=True,
)
STATE = np.dtype(
    [
        ("shift", np.float64),
        ("root", np.int64),
        # Nodes ever in use, and the first of those that are free again, 0 for none.
        ("nodes", np.int64),
        ("free", np.int64),
        ("changes", np.int64),
    ],
    align=True,
)


class Tree(NamedTuple):
    """The arrays of a tree, in the order in which kernels take them."""

    weights: np.ndarray
    nodes: np.ndarray
    state: np.ndarray


def start(n_features: int) -> Tree:
    """The tree of w = 0, shape (``n_features``,); its memory is paged in as it grows."""
    # A quarter full at the least when the tree is built, as it is again before they run out.
    nodes = np.zeros(16 + 5 * n_features // WIDTH, NODE).view(np.recarray)
    tree = Tree(np.zeros(n_features), nodes, np.zeros(1, STATE).view(np.recarray))
    clear(tree.nodes, tree.state)
    return tree


def clear(nodes: np.ndarray, state: np.ndarray) -> None:
    """One empty leaf that may hold any key, node 1; node 0 stays like that for `new_node`."""
    nodes[:2] = np.zeros((), NODE)
    nodes.low[:2], nodes.high[:2], nodes.first[:2], nodes.parent[:2] = -np.inf, np.inf, -1, -1
    nodes["keys"][:2], nodes.ids[:2] = np.inf, -1
    state[0] = (0.0, 1, 2, 0, 0)


@kernel
def new_node(nodes, state):
    """An empty leaf that may hold any key."""
    at = state[0].free
    if at > 0:
        state[0].free = nodes[at].parent
    else:
        at = state[0].nodes
        state[0].nodes = at + 1
    nodes[at] = nodes[0]
    return at


@kernel
def leaf_of(nodes, state, j, key):
    """The leaf where an entry is or belongs."""
    at = state[0].root
    while nodes[at].level > 0:
        slot, keys, ids = -1, nodes[at].keys, nodes[at].ids
        # A loop that is always as long is made of whole vectors.
        for i in range(WIDTH):
            slot += keys[i] <= key
        while slot > 0 and keys[slot] == key and nodes[ids[slot]].first > j:
            slot -= 1
        at = np.int64(ids[slot])
    return at
