"""The material of a view: what its runs learn from, found once and handed down."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from algorithms import order_of
from datasets import Dataset, Preparation, Recipe
from ui.budget.runs import check_memory
from ui.engine.loading import dataset, dataset_key
from ui.memo import Memo
from ui.view import Stream, View

ORDER_BYTES = 1e8
"""The bytes of all orders of examples of one kind that are remembered."""

ORDERS = Memo(16, in_keys=False, most_bytes=ORDER_BYTES)


@dataclass(frozen=True, eq=False)
class Material:
    """A dataset, and the order in which a stream takes its examples.

    Parameters
    ----------
    data : the dataset, prepared.
    key : that of the dataset in every memory: its recipe, its preparation, and the state of its
        source.
    stream : the order, the loss and all else that the runs of a view share.
    """

    data: Dataset
    key: Hashable
    stream: Stream

    @staticmethod
    def of(view: View) -> Material:
        """Return the material of a view. Raises DatasetError or ValueError, each a sentence."""
        return Material.find(view.recipe, view.preparation, view.stream)

    @staticmethod
    def find(recipe: Recipe, preparation: Preparation, stream: Stream) -> Material:
        """Return the material of these; it raises as ``of`` does."""
        return Material(dataset(recipe, preparation), dataset_key(recipe, preparation), stream)

    def renew(self) -> Material:
        """Return the same, looked for again. Raises DatasetError where an upload is gone by now."""
        recipe, preparation, _ = self.key
        return Material.find(recipe, preparation, self.stream)

    @property
    def order_key(self) -> Hashable:
        """The key of the order."""
        return self.key, self.stream.passes, self.stream.order

    @property
    def order(self) -> np.ndarray:
        """The rows of the examples in their order, pass by pass, shared by all runs.

        Raises TooLarge, a ValueError, where a run would take too much memory.
        """
        return ORDERS.get(self.order_key, self._draw_order)

    def _draw_order(self) -> np.ndarray:
        check_memory(self.data, self.stream)
        rows = order_of(self.data, self.stream.passes, self.stream.order)
        rows.flags.writeable = False
        return rows
