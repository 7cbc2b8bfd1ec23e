"""Projection by tree: after a sparse change, without looking at the other entries.

Idea
    Keep the magnitudes of the nonzero weights in a balanced tree that knows the number and sum of
    what lies to the right of each node; θ is then found on one path from the root to a leaf.
    Subtracting θ from all of them is adding it to one global shift Θ.
Representation
    w_j = sign_j (key_j − Θ) for j in the tree, else 0.  A weight w is put in at \\|w\\| + Θ.
Threshold
    at a cut v between two children, s and ρ sum and number of the keys ≥ v:
    s < ρv + z: θ < v, go on to the left;  otherwise θ ≥ v, go on to the right.
    In the leaf θ = (s − z)/ρ;  Θ ← max(Θ, θ);  split off all keys ≤ Θ
Cost
    O(k log n) for a change of k entries, n nonzeros: an entry that is split off was once put in
Memory
    a number per feature, some four per nonzero weight
Source
    Duchi, Shalev-Shwartz, Singer & Chandra 2008, §6, (11) and Fig. 3

A large Θ eats the digits of the keys. So Θ is subtracted from all keys now and then: when it
reaches z, which takes changes of the order of ρz, and after some changes for each weight.
"""

from __future__ import annotations

import math

import numpy as np

from algorithms.kernel import kernel
from algorithms.projection.tree.insert import detach, insert, take, weigh
from algorithms.projection.tree.nodes import WIDTH, leaf_of, new_node
from algorithms.projection.tree.threshold import search
from algorithms.projection.vector_ops import two_sum

# Changes for each weight, and at least, until Θ is subtracted from the keys.
PER_WEIGHT, AT_LEAST = 32, 4096
# How far below a large θ, relative to it, the shift is safe from rounding.
SLACK = 1e-12
# Weights stop here, so that no sum of them overflows.
LARGEST = 1e290


@kernel
def read(weights, state, j):
    """w_j."""
    key = weights[j]
    return math.copysign(abs(key) - state[0].shift, key) if key != 0.0 else 0.0


@kernel
def add(weights, nodes, state, j, change):
    """w_j ← w_j + change."""
    shift, w, old = state[0].shift, read(weights, state, j) + change, abs(weights[j])
    key = min(abs(w), LARGEST) + shift
    weights[j] = math.copysign(key, w) if key > shift else 0.0
    state[0].changes += 1
    # With no room left in the nodes, the weights are enough until the tree is built again.
    if state[0].nodes + 8 > nodes.size:
        return
    if old > 0.0:
        at, slot = leaf_of(nodes, state, j, old), np.int64(0)
        leaf = nodes[at]
        ids = leaf.ids
        for i in range(WIDTH):
            slot += i if ids[i] == j else 0
        stays = shift < key and leaf.low < key < leaf.high
        if stays:
            leaf.keys[slot] = key
        else:
            take(leaf, slot)
        mass, rest = two_sum(key if stays else 0.0, -old)
        weigh(nodes, at, 0.0 if stays else -1.0, mass, rest)
        if stays:
            return
    if shift < key:
        insert(nodes, state, j, key)


@kernel
def lift(weights, nodes, state, theta):
    """Θ ← θ, without the keys ≤ θ."""
    state[0].shift = theta
    while True:
        at = state[0].root
        while nodes[at].level > 0:
            at = nodes[at].ids[0]
        leaf, number, mass, rest = nodes[at], 0.0, 0.0, 0.0
        for slot in range(leaf.used - 1, -1, -1):
            if leaf.keys[slot] <= theta:
                weights[leaf.ids[slot]] = 0.0
                number -= 1.0
                mass, lost = two_sum(mass, -take(leaf, slot))
                rest += lost
        weigh(nodes, at, number, mass, rest)
        if leaf.high > theta:
            return
        detach(nodes, state, at)


@kernel
def rebase(weights, nodes, state):
    """Subtract Θ from all keys: the tree is built again, with Θ = 0."""
    state[0].nodes, state[0].free, state[0].changes = 1, 0, 0
    state[0].root = new_node(nodes, state)
    for j in range(weights.size):
        if weights[j] != 0.0:
            weights[j] = read(weights, state, j)
            insert(nodes, state, j, abs(weights[j]))
    state[0].shift = 0.0


@kernel
def project(weights, nodes, state, z):
    """w ← Π_z(w)."""
    while True:
        count, room = nodes[state[0].root].count, nodes.size - state[0].nodes
        due = state[0].changes > PER_WEIGHT * count + weights.size // 16 + AT_LEAST or room < 8
        theta, shift = search(nodes, state, z), state[0].shift
        if not (theta > z or due):
            if theta > shift:
                lift(weights, nodes, state, theta)
            return
        if room >= 8:
            lift(weights, nodes, state, max(shift, theta - SLACK * abs(theta)))
        rebase(weights, nodes, state)


def values(weights: np.ndarray, state: np.ndarray) -> np.ndarray:
    """All w_j, shape (d,); the tree stays as it is."""
    return np.where(weights, np.copysign(np.abs(weights) - state[0].shift, weights), 0.0)
