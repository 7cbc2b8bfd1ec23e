"""Everything that learns: NumPy in, NumPy out, jitted, and nothing about pages or pictures.

``record(CATALOGUE["truncated_gradient"](gravity=0.01), dataset)`` runs an algorithm and returns
its :class:`Trace`.
"""

from algorithms.batch.base import BatchAlgorithm
from algorithms.cards import card
from algorithms.catalogue import BATCH, CATALOGUE, ONLINE
from algorithms.comparator import Comparator, comparator_loss, find_comparator
from algorithms.evaluation import evaluate
from algorithms.losses import Loss
from algorithms.online.base import OnlineAlgorithm
from algorithms.orders import order_of, random_order
from algorithms.record import record
from algorithms.sweep import sweep, sweeping
from algorithms.trace import Trace

Algorithm = OnlineAlgorithm | BatchAlgorithm

__all__ = [
    "BATCH",
    "CATALOGUE",
    "ONLINE",
    "Algorithm",
    "Comparator",
    "Loss",
    "Trace",
    "card",
    "comparator_loss",
    "evaluate",
    "find_comparator",
    "order_of",
    "random_order",
    "record",
    "sweep",
    "sweeping",
]
