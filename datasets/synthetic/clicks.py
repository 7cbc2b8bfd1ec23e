"""The first examples of a stream of clicks, held together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import scipy.sparse as sp

from datasets.dataset import Dataset
from datasets.recipes import Recipe
from datasets.synthetic.click_stream import ClickStream
from datasets.synthetic.common import draw_knob, rows_knob
from knobs import knob, log


@dataclass(frozen=True)
class Clicks(Recipe):
    """The examples of ``ClickStream``; of the 10⁹ ids only those that occur are columns.

    The columns stand in the order of their ids, which are their names. More rows are the same
    first ones, with more columns. The rows stand in the order of the stream, which does not change
    with time.

    Creating one raises ValueError for a knob out of its range.
    """

    key: ClassVar[str] = "click_stream"
    title: ClassVar[str] = "Clicks (made up)"
    about: ClassVar[str] = (
        "Who clicked: users, pages, campaigns and words from long tails, hashed to a thousand "
        "million ids."
    )
    columns_are: ClassVar[str] = "ids of users, pages, campaigns and words"
    row_is: ClassVar[str] = "made-up visit"
    goal: ClassVar[str] = "predict whether the visitor clicks"
    source: ClassVar[str] = (
        "drawn at random by this app in place of Big_Ads, the private dataset of Langford, Li and "
        "Zhang (2009), Sparse Online Learning via Truncated Gradient, §6"
    )
    licence: ClassVar[str] = "none needed"

    n_rows: int = rows_knob(5000, low=100, high=100_000, most=1_000_000)
    true_share: float = knob(
        0.1, "", "true ids", log(0.001, 1.0, most=1.0), "The share of all ids that matter."
    )
    draw: int = draw_knob()

    def memory(self) -> float:
        """Return some bytes for each example, measured at the peak."""
        return 2300.0 * self.n_rows

    def build(self) -> Dataset:
        """``n_rows`` rows of 0/1 features, with ``true_weights``."""
        stream = ClickStream(int(self.n_rows), true_share=self.true_share, draw=int(self.draw))
        blocks, targets = zip(*stream, strict=True)
        lengths = np.concatenate([np.diff(X.indptr) for X in blocks])
        ids, columns = np.unique(np.concatenate([X.indices for X in blocks]), return_inverse=True)
        starts = np.concatenate([[0], np.cumsum(lengths)])
        shape = (len(lengths), len(ids))
        return Dataset.from_arrays(
            sp.csr_array((np.ones(len(columns)), columns, starts), shape=shape),
            np.concatenate(targets),
            feature_names=ids.astype(str).tolist(),
            true_weights=stream.true_weights(ids),
            task="classification",
            **self.metadata(),
        )
