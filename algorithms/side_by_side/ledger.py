"""The ledger of lazy shrinkage: the sum that each feature has paid, in all lanes together.

All lanes have their events, a pull or a step, at the same time. A feature notes the number of the
event after which it last paid, and one table has what was due after each event: so an example
touches the weights of its features and, as most features that come have come lately, little else.
"""

from __future__ import annotations

import numpy as np

from algorithms.kernel import kernel
from algorithms.side_by_side.lanes import load, store, table_of

EVENTS = 1 << 14
"""The number of events after which all payments are carried over, and events numbered anew."""
FIRST = EVENTS + 2
"""The row of the payments of the first feature that are written down."""


def empty_ledger(n_features: int) -> tuple[np.ndarray, np.ndarray]:
    """Return ``last`` and ``ledger`` before the first event.

    ``last`` (d,), int32, is the row of ``ledger`` that each feature has paid. ``ledger`` has one
    row for each event, with the sum due after it, one more for an event at the end of a run, and
    then one for each feature, for payments carried over by ``renumber``.
    """
    return np.zeros(n_features, np.int32), table_of(FIRST + n_features)


@kernel
def renumber(last, ledger):
    """Carry over all payments, so that events can be numbered anew."""
    for j in range(last.size):
        store(ledger, FIRST + j, load(ledger, last[j]))
        last[j] = FIRST + j
