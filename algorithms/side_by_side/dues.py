"""Dues: the sum that each feature has paid in every lane, without a number for each of them.

All lanes have their events, a pull or a step, at the same time. A feature notes the number of the
event after which it last paid, and one table has what was due after each event: so an example
touches the weights of its features and, as most features that come have come lately, little else.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from algorithms.kernel import kernel
from algorithms.side_by_side.lanes import fetch, load, store, table_of

EVENTS = 1 << 16
"""After so many events all payments are written down, and events are numbered anew from 1."""


class Dues(NamedTuple):
    """The payments of all features.

    Attributes
    ----------
    after : (EVENTS + 1, LANES), the sum due after each event.
    last : int32 (d,), the event after which a feature last paid; 0 where ``paid`` says it.
    paid : (d, LANES), the sum that was due when a feature last paid, if that was written down.
    """

    after: np.ndarray
    last: np.ndarray
    paid: np.ndarray


def no_dues(n_features: int) -> Dues:
    """Return the payments before the first event, whose number is 1: nothing is due."""
    return Dues(table_of(EVENTS + 1), np.zeros(n_features, np.int32), table_of(n_features))


@kernel
def paid_by(dues, j):
    """The sum that was due when feature ``j`` last paid."""
    if dues.last[j] == 0:
        return load(dues.paid, j)
    return load(dues.after, dues.last[j])


@kernel
def ask_for(dues, j):
    """Ask for what ``paid_by`` will read."""
    fetch(dues.after, dues.last[j])


@kernel
def write_down(dues):
    """Write down all payments, so that events can be numbered anew."""
    for j in range(dues.last.size):
        if dues.last[j] != 0:
            store(dues.paid, j, load(dues.after, dues.last[j]))
            dues.last[j] = 0
