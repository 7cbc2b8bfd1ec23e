"""Blocks: the pieces of a sweep, each of which can be computed anywhere and again."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from algorithms import Algorithm, Outcomes, sweeping
from algorithms.losses import fitting_loss
from algorithms.side_by_side.blocks import blocks_of
from datasets import Dataset, DatasetError, Preparation, Recipe
from sweeps.materials import Likeness, dataset_of, fold_of

CHECKPOINTS = 20
"""Looks at each run: the mean number of features over its last pass comes of them."""

ENTRIES = 5e7
"""About so many entries, counted once for each run, does a block read: some 0.3 seconds."""

PASS = 4
"""A pass with sixteen runs side by side takes as long as so many single runs, about."""

MOST, LIGHT = 64, 2**20
"""Short runs are put together into blocks of so many settings, and so many weights, at most."""

HEAVY = 2**25
"""Runs go side by side while they have fewer weights together, of which each takes 30 bytes."""


class Stopped(Exception):
    """Nobody waits for the block any more."""


@dataclass(frozen=True)
class Block:
    """Some settings over one order of the examples of one fold.

    It carries recipes, not data, so it is small wherever it is sent; computed twice, it gives the
    same outcomes twice.

    Parameters
    ----------
    number : its place among the blocks of the sweep.
    recipe, preparation, loss, intercept, passes, folds : as in ``Request``.
    fold, seed : which fold, from 0, and which order of its examples.
    repeat : the column of its outcomes.
    likeness : of all examples, as they were when the sweep began.
    places : the rows of its settings.
    settings : the algorithms.
    """

    number: int
    recipe: Recipe
    preparation: Preparation
    loss: str
    intercept: bool
    passes: int
    folds: int
    fold: int
    seed: int
    repeat: int
    likeness: Likeness
    places: tuple[int, ...]
    settings: tuple[Algorithm, ...]

    def dataset(self) -> Dataset:
        """Return what is learned from, and the rows kept back.

        Raises ValueError for examples that cannot be had, or that are not those of the sweep.
        """
        whole = dataset_of(self.recipe, self.preparation)
        if not self.likeness.fits(Likeness.of(whole)):
            raise DatasetError(
                f"{self.recipe.title}: these are not the examples that the sweep began with. Start "
                "it again."
            )
        return fold_of(self.recipe, self.preparation, self.fold, self.folds)

    def run(
        self,
        stop: Callable[[], bool] = lambda: False,
        report: Callable[[float], None] = lambda share: None,
    ) -> Outcomes:
        """Compute the block in one thread and return its outcomes, one repeat of each setting.

        Raises Stopped within some ten milliseconds of ``stop()`` being true, and ValueError as
        ``dataset`` does.

        Parameters
        ----------
        stop : is asked now and then whether nobody waits any more.
        report : is told now and then the share that is done.
        """
        if stop():
            raise Stopped
        dataset = self.dataset()

        def progress(share: float) -> None:
            if stop():
                raise Stopped
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
        return Outcomes.of(traces, dataset)


def shared_out(
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
