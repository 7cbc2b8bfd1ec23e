"""What learns: NumPy in, NumPy out, jitted, and nothing about pages or pictures.

``record(CATALOGUE["truncated_gradient"](gravity=0.01), dataset)`` runs an algorithm and returns
its :class:`Trace`.
"""

from algorithms.catalogue import CATALOGUE, ONLINE
from algorithms.losses import Loss
from algorithms.orders import random_order
from algorithms.record import record
from algorithms.regret import comparator_loss
from algorithms.trace import Trace

__all__ = ["CATALOGUE", "ONLINE", "Loss", "Trace", "comparator_loss", "random_order", "record"]
