"""Blocks: the pieces of a sweep, each of which can be computed anywhere and again."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from algorithms import Algorithm, Outcomes, sweeping
from algorithms.losses import fitting_loss
from algorithms.side_by_side.blocks import blocks_of
from datasets import Dataset, DatasetError, Preparation, Recipe
from sweeps.dataset_cache import Fingerprint, dataset_of, fold_of

CHECKPOINTS = 20
"""Checkpoints of each run, from which the mean number of features of its last pass follows."""

ENTRIES = 5e7
"""The entries that a block reads, about, counted once for each run: some 0.3 seconds."""

PASS = 4
"""The number of single runs that take about as long as a pass with sixteen side by side."""

MOST, LIGHT = 64, 2**20
"""The most settings, and weights, of a block of short runs."""

HEAVY = 2**25
"""Runs go side by side while they have fewer weights together, of which each takes 30 bytes."""


class BlockCancelledError(Exception):
    """The caller no longer waits for the block."""


@dataclass(frozen=True)
class Examples:
    """Where the examples of a sweep come from: recipes, no data.

    Parameters
    ----------
    recipe, preparation, folds : as in ``Request``.
    fingerprint : of all examples when the sweep began.
    """

    recipe: Recipe
    preparation: Preparation
    folds: int
    fingerprint: Fingerprint

    def dataset(self, fold: int) -> Dataset:
        """Return the dataset of a fold, from 0, with its held-out rows.

        Raises ValueError for examples that cannot be had, or that are not those of the sweep.
        """
        whole = dataset_of(self.recipe, self.preparation)
        if not self.fingerprint.fits(Fingerprint.of(whole)):
            raise DatasetError(
                f"{self.recipe.title}: these are not the examples that the sweep began with. Start "
                "it again."
            )
        return fold_of(self.recipe, self.preparation, fold, self.folds)


@dataclass(frozen=True)
class Block:
    """Some settings over one order of the examples of one fold.

    It carries recipes, not data, so it is small wherever it is sent; computed twice, it gives the
    same outcomes twice.

    Parameters
    ----------
    number : its place among the blocks of the sweep.
    examples : those of the sweep.
    loss, intercept, passes : as in ``Request``.
    fold, seed : which fold, from 0, and which order of its examples.
    repeat : the column of its outcomes.
    places : the rows of its settings.
    settings : the algorithms.
    on_demand : as in ``Request``.
    """

    number: int
    examples: Examples
    loss: str
    intercept: bool
    passes: int
    fold: int
    seed: int
    repeat: int
    places: tuple[int, ...]
    settings: tuple[Algorithm, ...]
    on_demand: tuple[str, ...] = ()

    def run(
        self,
        stop: Callable[[], bool] = lambda: False,
        report: Callable[[float], None] = lambda share: None,
    ) -> Outcomes:
        """Compute the block in one thread and return its outcomes, one repeat of each setting.

        Raises BlockCancelledError within some ten milliseconds of ``stop()`` being true, and
        ValueError as ``Examples.dataset`` does.

        Parameters
        ----------
        stop : called now and then; true where the caller no longer waits.
        report : called now and then with the share that is done.
        """
        if stop():
            raise BlockCancelledError
        dataset = self.examples.dataset(self.fold)

        def progress(share: float) -> None:
            if stop():
                raise BlockCancelledError
            report(share)

        traces = [None] * len(self.settings)
        for place, trace in sweeping(
            self.settings,
            dataset,
            self.loss,
            seed=self.seed,
            passes=self.passes,
            checkpoints=CHECKPOINTS,
            progress=progress,
            intercept=self.intercept,
            threads=1,
        ):
            traces[place] = trace
        return Outcomes.of(traces, dataset, self.on_demand)


def split_settings(
    settings: Sequence[Algorithm], dataset: Dataset, loss: str, passes: int
) -> list[tuple[int, ...]]:
    """Return the places of the settings of each block, each place once.

    Settings that go through the examples side by side are in one block, whichever method they are
    of; short blocks are joined.
    """
    classes = max(len(dataset.classes), 1)
    entries, weights = dataset.X.nnz * classes * passes, dataset.n_features * classes
    abreast = max(HEAVY // weights, 1)
    code = fitting_loss(loss, dataset.task)
    blocks, room = [], -math.inf  # there is none yet that could take more
    for group in blocks_of(settings, code, dataset.n_rows * passes):
        for begin in range(0, len(group), abreast):
            some = group[begin : begin + abreast]
            room -= entries * min(len(some), PASS)
            if room >= 0.0 and len(blocks[-1]) + len(some) <= min(MOST, LIGHT // weights):
                blocks[-1] += some
            else:
                blocks.append(some)
                room = ENTRIES - entries * min(len(some), PASS)
    return blocks
