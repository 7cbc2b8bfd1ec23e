"""Blocks: the pieces of a sweep, each of which can be computed anywhere and again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from algorithms import Algorithm, Outcomes, sweeping
from datasets import Dataset, Preparation, Recipe
from sweeps.materials import Likeness, dataset_of, fold_of

CHECKPOINTS = 20
"""Looks at each run: the mean number of features over its last pass comes of them."""

ENTRIES = 5e7
"""About so many entries, counted once for each setting, does a block read: some 0.3 seconds."""

TOGETHER, MOST = 16, 64
"""Settings of one algorithm go through the data together, so a block has at least as many as do so
at once where there are as many; and at most so many, where runs are short."""


WEIGHTS = 2**22
"""A block holds no more weights at once: its runs need some 30 bytes for each of them."""


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
    first : the row of the first of its settings.
    settings : the algorithms, next to each other in the request.
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
    first: int
    settings: tuple[Algorithm, ...]

    def dataset(self) -> Dataset:
        """Return what is learned from, and the rows kept back.

        Raises ValueError for examples that cannot be had, or that are not those of the sweep.
        """
        whole = dataset_of(self.recipe, self.preparation)
        if not self.likeness.fits(Likeness.of(whole)):
            raise ValueError(
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


def sliced(
    settings: Sequence[Algorithm], entries: float, weights: int
) -> list[tuple[Algorithm, ...]]:
    """Cut the settings of a method into those of its blocks.

    Parameters
    ----------
    entries : how many a single run reads.
    weights : how many each run has.
    """
    size = min(max(int(ENTRIES / max(entries, 1)), TOGETHER), MOST)
    size = max(min(size, WEIGHTS // weights), 1)
    return [tuple(settings[i : i + size]) for i in range(0, len(settings), size)]
