"""Tell of rows and columns, and of two online rules that change places when noise gets dense."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from pages.lessons.coordinates.contest import DRAWS, FACTORS, Contest, contest
from pages.lessons.coordinates.evidence import BY_EXAMPLE, MADE, Evidence, Side, optimum
from pages.lessons.coordinates.pictures import FLOOR
from pages.lessons.coordinates.told import LABELS, cells, pairs, race
from ui.lessons import Scene, Step, Story

TRUNCATED, SMIDAS = BY_EXAMPLE
CYCLIC, GREEDY = "coordinate_descent", "greedy_cd"
TITLES = {"sparse": "The race with sparse noise", "dense": "The race with dense noise"}
TABLES = {"sparse": "The table with sparse noise", "dense": "The table with dense noise"}


def fair() -> Contest:
    """Return the contest on new tables made as the lesson's own is."""
    return contest("sparse_linear", tuple(MADE.items()))


def sparse_table(evidence: Evidence) -> list:
    """Return the cells of the table with sparse noise."""
    return [[cells(evidence.sides["sparse"], TABLES["sparse"])]]


def dense_table(evidence: Evidence) -> list:
    """Return the cells of the table with dense noise."""
    return [[cells(evidence.sides["dense"], TABLES["dense"])]]


def duel(evidence: Evidence) -> list:
    """Return the race of coordinate descent and truncated gradient with sparse noise."""
    keys = (CYCLIC, TRUNCATED)
    return [race(evidence.sides["sparse"], TITLES["sparse"], keys, evidence.passes)]


def picks(evidence: Evidence) -> list:
    """Return the race of cyclic and greedy coordinates with sparse noise."""
    keys = (CYCLIC, GREEDY)
    return [race(evidence.sides["sparse"], TITLES["sparse"], keys, evidence.passes)]


def sparse_race(evidence: Evidence) -> list:
    """Return the race of the two online rules with sparse noise."""
    return [race(evidence.sides["sparse"], TITLES["sparse"], tuple(BY_EXAMPLE), evidence.passes)]


def dense_race(evidence: Evidence) -> list:
    """Return the race of the two online rules with dense noise."""
    return [race(evidence.sides["dense"], TITLES["dense"], tuple(BY_EXAMPLE), evidence.passes)]


def lengths(evidence: Evidence) -> list:
    """Return what the bounds of both rules grow with."""
    sizes = {noise: side.size for noise, side in evidence.sides.items()}
    values = {
        name: {noise: size[part] / sizes["sparse"][part] for noise, size in sizes.items()}
        for part, name in enumerate(("truncated gradient: all cells", "SMIDAS: the largest cell"))
    }
    title = "The squared cells of a row, and how dense noise changes them"
    picture = pairs("lengths", title, "times as much as with sparse noise", values, ".0f")
    caption = "Each bar compares a rule with itself: with sparse noise both bars are 1."
    return [[replace(picture, caption=caption)]]


def averages(evidence: Evidence) -> list:
    """Return the distances of both rules, the average over new tables."""
    outcome = fair()
    values = {
        LABELS[key]: {noise: outcome.average(noise, key) for noise in outcome.gaps}
        for key in BY_EXAMPLE
    }
    title = "Distance from the best objective, average of ten tables"
    return [[pairs("averages", title, "distance at the end", values, ".3f")]]


def kept(evidence: Evidence) -> list:
    """Return the weights in use at the end, with sparse and with dense noise."""
    values = {
        LABELS[key]: {noise: in_use(side, key) for noise, side in evidence.sides.items()}
        for key in (CYCLIC, TRUNCATED, SMIDAS)
    }
    return [[pairs("kept", "Weights in use at the end", "weights", values, ".0f")]]


def in_use(side: Side, key: str) -> int:
    """Return how many weights of a method are not 0 at the end."""
    return int(side.traces[key].nonzeros[-1])


def best_use(side: Side) -> int:
    """Return how many of the best weights are not 0."""
    return int(np.count_nonzero(optimum(side.data, side.l1).weights))


def nearer(side: Side) -> str:
    """Return which of the two online rules is nearer to the best objective."""
    return side.first(BY_EXAMPLE)


class Numbers(dict):
    """Numbers of the prose; those of the contest are made when they are first read."""

    def __missing__(self, name: str) -> str:
        wins = {"smidas_wins": ("dense", SMIDAS), "truncated_wins": ("sparse", TRUNCATED)}
        if name not in wins:
            raise KeyError(name)
        return f"{fair().wins(*wins[name])}"


def numbers(evidence: Evidence) -> Numbers:
    """Return the numbers of the prose."""
    sparse, dense = evidence.sides["sparse"], evidence.sides["dense"]
    rows, columns = sparse.data.X.shape
    useful = columns - evidence.knobs.noise
    filled = np.diff(sparse.data.X.tocsc().indptr)
    values = {
        "rows": f"{rows}",
        "columns": f"{columns}",
        "useful": f"{useful}",
        "noise": f"{evidence.knobs.noise}",
        "passes": "five" if evidence.passes == 5 else f"{evidence.passes}",
        "row_cells": f"{sparse.data.X.nnz / rows:.0f}",
        "useful_cells": f"{filled[:useful].mean():.0f}",
        "noise_cells": f"{filled[useful:].mean():.0f}",
        "half": f"{0.5 ** (max(2.0, 2.0 * np.log(columns)) - 1.0):.3f}",
        "greedy_steps": f"{sparse.traces[GREEDY].steps[-1]}",
        "cyclic_steps": f"{sparse.traces[CYCLIC].steps[-1]:,}",
        "dense_cells": f"{dense.data.X.nnz / rows:.0f}",
        "truncated_sparse": f"{sparse.ends[TRUNCATED]:.3f}",
        "smidas_sparse": f"{sparse.ends[SMIDAS]:.3f}",
        "truncated_dense": f"{dense.ends[TRUNCATED]:.3f}",
        "smidas_dense": f"{dense.ends[SMIDAS]:.3f}",
        "draws": "ten" if len(DRAWS) == 10 else f"{len(DRAWS)}",
        "factors": "three" if len(FACTORS) == 3 else f"{len(FACTORS)}",
        "best_sparse": f"{best_use(sparse)}",
        "best_dense": f"{best_use(dense)}",
        "truncated_kept": f"{in_use(dense, TRUNCATED)}",
        "smidas_kept": f"{in_use(dense, SMIDAS)}",
        "coordinates_kept": f"{in_use(dense, CYCLIC)}",
    }
    return Numbers(values)


def no_luck(_: Evidence) -> bool:
    """Return whether new tables say what the story's own table does."""
    outcome = fair()
    return (
        outcome.wins("dense", SMIDAS) == len(DRAWS)
        and len(DRAWS) / 2 < outcome.wins("sparse", TRUNCATED) < len(DRAWS)
        and outcome.average("dense", TRUNCATED) > 3 * outcome.average("sparse", TRUNCATED)
        and outcome.average("dense", SMIDAS) < 1.2 * outcome.average("sparse", SMIDAS)
    )


def few_greedy_steps(evidence: Evidence) -> bool:
    """Return whether greedy coordinates make few steps, and end farther away."""
    side = evidence.sides["sparse"]
    few = 50 * side.traces[GREEDY].steps[-1] < side.traces[CYCLIC].steps[-1]
    return bool(few and side.ends[GREEDY] > side.ends[CYCLIC])


def swapped(evidence: Evidence) -> bool:
    """Return whether dense noise changes the winner."""
    winners = [nearer(side) for side in evidence.sides.values()]
    return winners == [TRUNCATED, SMIDAS]


def always_nearest(evidence: Evidence) -> bool:
    """Return whether coordinate descent ends nearest on both tables."""
    return all(side.first(side.traces) == CYCLIC for side in evidence.sides.values())


def longer_only(evidence: Evidence) -> bool:
    """Return whether dense noise makes rows ten times as long, and no cell larger."""
    (length, largest), (longer, same) = (side.size for side in evidence.sides.values())
    return bool(9 < longer / length < 12 and same <= largest * 1.01)


STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=8,
    needs="counting",
    steps=(
        Step("table", Scene(sparse_table), new="objective", holds=lambda e: True),
        Step(
            "ways",
            Scene(sparse_table, look=("one row", "one column")),
            new="coordinate descent",
            holds=lambda e: True,
        ),
        Step(
            "work",
            Scene(duel, frames=(0, 0)),
            after=Scene(duel, frames=(0, -1)),
            holds=lambda e: e.sides["sparse"].ends[CYCLIC] < FLOOR,
        ),
        Step("greedy", Scene(picks, frames=(0, -1)), holds=few_greedy_steps),
        Step(
            "why",
            Scene(duel, look=(LABELS[TRUNCATED],)),
            holds=lambda e: True,
        ),
        Step(
            "second",
            Scene(sparse_race, frames=(0, -1)),
            new="SMIDAS",
            holds=lambda e: nearer(e.sides["sparse"]) == TRUNCATED,
        ),
        Step("dense", Scene(dense_table), holds=longer_only),
        Step(
            "swap",
            Scene(dense_race, frames=(0, 0)),
            after=Scene(dense_race, frames=(0, -1)),
            holds=swapped,
        ),
        Step("length", Scene(lengths), holds=longer_only),
        Step("fair", Scene(averages), holds=no_luck),
        Step(
            "back",
            Scene(dense_race),
            knobs=("noise",),
            goal=lambda e: nearer(e.sides["dense"]) == TRUNCATED,
            solution={"noise": 10},
            holds=lambda e: nearer(e.sides["dense"]) == SMIDAS,
        ),
        Step(
            "zeros",
            Scene(dense_race),
            after=Scene(kept),
            holds=lambda e: (
                min(in_use(e.sides["dense"], key) for key in BY_EXAMPLE) > 190
                and in_use(e.sides["dense"], CYCLIC) < 20
            ),
        ),
        Step("claim", Scene(averages), holds=lambda e: no_luck(e) and always_nearest(e)),
        Step("now", Scene(dense_race), knobs=("steps", "noise"), holds=swapped),
    ),
)
