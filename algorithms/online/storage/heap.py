"""The live features of an L0 ball in a binary heap, the one to be dropped first on top.

``table[j]`` = (weight of feature j, its place in the heap counted from 1, 0 if it is in none):
side by side, one cache line and not two. Of two weights of one size that of the higher index is
the weaker, so that the order is total and nothing depends on how the heap came to be.
"""

from __future__ import annotations

from algorithms.kernel import kernel


@kernel
def weaker(table, i, j):
    """Say whether feature ``i`` is dropped before feature ``j``."""
    a, b = abs(table[i, 0]), abs(table[j, 0])
    return a < b or (a == b and i > j)


@kernel
def sift(table, heap, n, at):
    """Put ``heap[at]``, whose weight has changed, where it belongs among the first ``n``."""
    j = heap[at]
    while at > 0 and weaker(table, j, heap[(at - 1) // 2]):
        heap[at] = heap[(at - 1) // 2]
        table[heap[at], 1] = at + 1
        at = (at - 1) // 2
    while 2 * at + 1 < n:
        child = 2 * at + 1
        if child + 1 < n and weaker(table, heap[child + 1], heap[child]):
            child += 1
        if not weaker(table, heap[child], j):
            break
        heap[at] = heap[child]
        table[heap[at], 1] = at + 1
        at = child
    heap[at] = j
    table[j, 1] = at + 1


@kernel
def enter(table, heap, n, j):
    """Feature ``j`` enters the heap of ``n``, in place of the weakest if it is full; the new n."""
    if n < heap.size:
        at, n = n, n + 1
    else:
        at = 0
        table[heap[0]] = 0.0
    heap[at] = j
    sift(table, heap, n, at)
    return n
