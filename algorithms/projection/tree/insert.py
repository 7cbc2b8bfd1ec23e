"""Entries come into the tree of buckets and leave it, and it stays balanced."""

from __future__ import annotations

import numpy as np

from algorithms.kernel import kernel
from algorithms.projection.tree.nodes import WIDTH, leaf_of, new_node
from algorithms.projection.vector_ops import two_sum


@kernel
def weigh(nodes, at, number, mass, rest):
    """Add to number and sum of a node and of all above it."""
    while at >= 0:
        node = nodes[at]
        node.count += number
        node.total, lost = two_sum(node.total, mass)
        node.rest += lost + rest
        at = node.parent


@kernel
def recount(nodes, at):
    """Number and sum of what a node holds, by additions; its children learn their parent."""
    node = nodes[at]
    keys, ids, leaf = node.keys, node.ids, node.level == 0
    count, total, rest = 0.0, 0.0, 0.0
    for slot in range(node.used):
        number, mass = 1.0, keys[slot]
        if not leaf:
            child = nodes[ids[slot]]
            child.parent = at
            number, mass = child.count, child.total
            rest += child.rest
        count += number
        total, lost = two_sum(total, mass)
        rest += lost
    node.count, node.total, node.rest = count, total, rest


@kernel
def cut_of(keys, features):
    """The slot of an entry with a quarter or more of those of a full leaf on each side of it."""
    for cut in range(WIDTH):
        key, j, below = keys[cut], features[cut], 0
        for slot in range(WIDTH):
            below += keys[slot] < key or (keys[slot] == key and features[slot] < j)
            if 4 * below > 3 * WIDTH:
                break
        if WIDTH <= 4 * below <= 3 * WIDTH:
            return cut
    return 0


@kernel
def part(left, right, cut):
    """Move the slots from the cut on out of a full node into an empty one, in order."""
    keys, ids, leaf = left.keys, left.ids, left.level == 0
    key, j = keys[cut], ids[cut]
    kept, moved = 0, 0
    for slot in range(WIDTH):
        k, i = keys[slot], ids[slot]
        stays = (k < key) | ((k == key) & (i < j)) if leaf else slot < cut
        # Written to both and counted in one: no branch to mispredict.
        keys[kept], ids[kept] = k, i
        right.keys[moved], right.ids[moved] = k, i
        kept += stays
        moved += not stays
    for slot in range(kept, WIDTH):
        keys[slot], ids[slot] = np.inf, -1
    right.keys[moved], right.ids[moved] = np.inf, -1
    left.used, right.used = kept, moved
    right.level, right.parent = left.level, left.parent
    right.low, right.high, left.high = key, left.high, key
    return j


@kernel
def split(nodes, state, at):
    """Make two out of a full node, side by side, whose parent has room."""
    right_at = new_node(nodes, state)
    left, right = nodes[at], nodes[right_at]
    cut = cut_of(left.keys, left.ids) if left.level == 0 else WIDTH // 2
    first = part(left, right, cut)
    right.first = first if left.level == 0 else nodes[first].first
    for half in (at, right_at):
        recount(nodes, half)
    node = nodes[left.parent]
    keys, ids, slot = node.keys, node.ids, node.used
    while ids[slot - 1] != at:
        keys[slot], ids[slot] = keys[slot - 1], ids[slot - 1]
        slot -= 1
    keys[slot], ids[slot] = right.low, right_at
    node.used += 1


@kernel
def raise_root(nodes, state):
    """Put a root above the root, so that this one can be split."""
    old_at, at = state[0].root, new_node(nodes, state)
    old, node = nodes[old_at], nodes[at]
    node.count, node.total, node.rest = old.count, old.total, old.rest
    node.level, node.used = old.level + 1, 1
    node.keys[0], node.ids[0] = -np.inf, old_at
    old.parent = state[0].root = at


@kernel
def insert(nodes, state, j, key):
    """Let an entry in; feature j has none yet."""
    while True:
        at = leaf_of(nodes, state, j, key)
        if nodes[at].used < WIDTH:
            break
        while nodes[at].parent >= 0 and nodes[nodes[at].parent].used == WIDTH:
            at = nodes[at].parent
        if nodes[at].parent < 0:
            raise_root(nodes, state)
        split(nodes, state, at)
    leaf = nodes[at]
    leaf.keys[leaf.used], leaf.ids[leaf.used] = key, j
    leaf.used += 1
    weigh(nodes, at, 1.0, key, 0.0)


@kernel
def take(leaf, slot):
    """Take an entry out of a leaf, whose last one moves into its slot; the key it had."""
    keys, ids, last = leaf.keys, leaf.ids, leaf.used - 1
    key = keys[slot]
    keys[slot], ids[slot] = keys[last], ids[last]
    keys[last], ids[last] = np.inf, -1
    leaf.used = last
    return key


@kernel
def detach(nodes, state, at):
    """Take the leftmost leaf, which is empty and not the only one, out of the tree."""
    while True:
        parent = nodes[at].parent
        nodes[at].parent, state[0].free = state[0].free, at
        at = parent
        if nodes[at].used > 1:
            break
    node = nodes[at]
    keys, ids = node.keys, node.ids
    for i in range(1, node.used):
        keys[i - 1], ids[i - 1] = keys[i], ids[i]
    node.used -= 1
    keys[0], keys[node.used] = -np.inf, np.inf
