"""Runs of a contest: learned from all rows but the hidden ones, and judged on these."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

import numpy as np

from algorithms import Algorithm, Trace, record
from algorithms.budget.scheduler import SCHEDULER, Task
from algorithms.evaluation import MEASURES, evaluate
from algorithms.evaluation.frontier import usual_measure
from datasets import Dataset, Preparation, Recipe, make_within_limit
from ui.address import PLAYGROUND, encode_data, spell_out
from ui.budget.runs import check_memory, most_seconds
from ui.classroom.contest import ContestData, EntryScore, EntryWords
from ui.dataset_library import UPLOADED
from ui.engine import dataset_key
from ui.live.setting_words import in_words
from ui.memo import Memo
from ui.view import Stream, View

HIDDEN = 0.2
"""The share of the rows that are hidden from all runs of a contest."""

SECONDS = 10.0
"""Seconds of a core that a run of an entry may take: a class waits for it."""

MOST_BYTES = 2e8
"""The bytes of the datasets that are remembered; one that takes more alone is remembered alone."""

OF_A_RESULT = ("loss", "passes", "intercept", "order")
"""The knobs of the stream that change a score; in words only where they were turned."""

DATASETS, SCORES = Memo(4, in_keys=False, most_bytes=MOST_BYTES), Memo(1000, in_keys=False)

OTHER_DATA = (
    "This view has other data than the contest, or prepares them in another way: go to the data of "
    "the contest first."
)


class PlaygroundJudge:
    """Find the data of a contest, and compute its entries. Equal entries are computed once."""

    def find_data(self, query: str) -> ContestData:
        """Return the data of an address, for a contest on them.

        Raises
        ------
        ValueError : the address is wrong, or there are no rows to hide by chance.
        """
        found = dict(parse_qsl(query, keep_blank_values=True))
        if found.get("data", "").startswith(UPLOADED):
            raise ValueError(
                "Only the browser that brought a file has it: share it with the class first."
            )
        view = _read(query)
        data = urlencode(encode_data(view))
        if _read(data).preparation != view.preparation:
            raise ValueError("The groups of these features are too long for an address.")
        hidden = _dataset(view.recipe, view.preparation, 0)
        if hidden.in_time or hidden.test_name:
            raise ValueError(
                "A contest draws its hidden rows by chance, and these rows stand in time, or have "
                "test rows of their own: take another dataset."
            )
        measure = usual_measure(hidden)
        return ContestData(data, measure, MEASURES[measure])

    def score(self, data: str, secret: int, query: str, letter: str) -> EntryScore:
        """Return the score of a run of an address, in the contest on ``data``.

        The order of the examples, the passes and the loss are those of the address, the data and
        their preparation those of the contest.

        Parameters
        ----------
        data : the parameters of the contest's data.
        secret : draws the hidden rows.

        Raises
        ------
        ValueError : the address is wrong, has other data or no such run; or the run cannot be made,
            takes too long, or diverges.
        """
        contest, view = _read(data), _read(query)
        if not _has_data_of(contest, view):
            raise ValueError(OTHER_DATA)
        if letter not in view.letters:
            raise ValueError("There is no such run in this view.")
        run = view.runs[view.letters.index(letter)]
        stream = view.stream.of_runs
        recipe, preparation = contest.recipe, contest.preparation
        key = (*dataset_key(recipe, preparation), secret, run, stream)
        features, score = SCORES.get(
            key, lambda: _compute(run, stream, _dataset(recipe, preparation, secret))
        )
        made = View(
            recipe, preparation, _without_comparator(stream), runs=(run,), letters=(letter,)
        )
        made = replace(made, display=replace(made.display, rug=letter))
        return EntryScore(urlencode(spell_out(made)), features, score)

    def describe(self, query: str) -> EntryWords:
        """Return the run of an entry in words, with what else its result depends on.

        Parameters
        ----------
        query : the parameters of its score; something in them may be gone by now.
        """
        view, notes = PLAYGROUND.decode(dict(parse_qsl(query, keep_blank_values=True)), None)
        (run, *_), stream, usual = view.runs, view.stream, Stream()
        turned = [name for name in OF_A_RESULT if getattr(stream, name) != getattr(usual, name)]
        knobs = ", ".join(filter(None, (in_words(run), in_words(stream, turned))))
        return EntryWords("" if notes else view.recipe.title, run.title, knobs)


def _read(query: str) -> View:
    view, notes = PLAYGROUND.decode(dict(parse_qsl(query, keep_blank_values=True)), None)
    if notes:
        raise ValueError(notes[0])
    return view


def _has_data_of(contest: View, view: View) -> bool:
    """Whether a view learns from the contest's data; its own split may be another one."""
    prepared = contest.preparation
    own = replace(view.preparation, test_fraction=prepared.test_fraction, seed=prepared.seed)
    return (view.recipe, own) == (contest.recipe, prepared)


def _without_comparator(stream: Stream) -> Stream:
    return replace(stream, comparator=Stream().comparator)


def _dataset(recipe: Recipe, preparation: Preparation, secret: int) -> Dataset:
    """The dataset whose test rows are the hidden ones; columns are scaled by the others."""
    asked = replace(preparation, test_fraction=HIDDEN)
    key: Hashable = (*dataset_key(recipe, asked), secret)
    return DATASETS.get(key, lambda: make_within_limit(recipe, asked, secret))


def _compute(run: Algorithm, stream: Stream, data: Dataset) -> tuple[int, float]:
    """The features and the score of a run."""
    check_memory(data, stream)
    with SCHEDULER.assign(Task("contests", lambda: None, min(SECONDS, most_seconds()))):
        trace: Trace = record(
            run,
            data,
            stream.loss,
            seed=stream.order,
            passes=stream.passes,
            intercept=stream.intercept,
            checkpoints=1,
        )
    final, measure = trace.final, usual_measure(data)
    if final.diverged_at is None:
        learned = final.weights, data, trace.loss_name, final.intercept
        score = float(evaluate(*learned, names=[measure])[measure])
        if math.isfinite(score):
            return int(np.atleast_2d(final.weights != 0.0).any(axis=0).sum()), score
    raise ValueError("This run diverges: its predictions grow without bound. Take smaller steps.")
