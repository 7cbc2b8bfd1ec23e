"""Finding θ in the tree of buckets, from the root to one leaf. Duchi et al. 2008, Fig. 3."""

from __future__ import annotations

import numpy as np

from algorithms.kernel import kernel


@kernel
def search(nodes, state, z):
    """θ of the keys in the tree, −∞ if there are none."""
    node, s, rho = nodes[state[0].root], 0.0, 0.0
    while node.level > 0:
        slot = node.used - 1
        while slot > 0:
            child, v = nodes[node.ids[slot]], node.keys[slot]
            s_right, rho_right = s + (child.total + child.rest), rho + child.count
            if s_right - rho_right * v >= z:
                break
            s, rho = s_right, rho_right
            slot -= 1
        node = nodes[node.ids[slot]]
    theta, kept = -np.inf, rho + node.count + 1.0
    while True:
        total, count = s, rho
        for slot in range(node.used):
            if node.keys[slot] > theta:
                total += node.keys[slot]
                count += 1.0
        # θ grows, so the keys above it get fewer, until they stay.
        if not 0.0 < count < kept:
            return theta
        theta, kept = (total - z) / count, count
