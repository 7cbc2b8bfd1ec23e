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
TITLES = {
    noise: f"The race to the best objective, with {noise} noise" for noise in ("sparse", "dense")
}
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
    side, keys = evidence.sides["sparse"], tuple(BY_EXAMPLE)
    caption = (
        "The marks on the left are equal steps apart now, so a curve has another shape than on a "
        "scale of tenfold marks."
    )
    return [race(side, TITLES["sparse"], keys, evidence.passes, caption)]


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
        return _count(fair().wins(*wins[name]))


def _count(number: int) -> str:
    """A number of tables or readings, the common ones in words."""
    return {3: "three", 5: "five", 10: "ten"}.get(number, f"{number}")


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
        "passes": _count(evidence.passes),
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
        "draws": _count(len(DRAWS)),
        "factors": _count(len(FACTORS)),
        "more_cells": _count(round(dense.data.X.nnz / sparse.data.X.nnz)),
        "truncated_kept_sparse": f"{in_use(sparse, TRUNCATED)}",
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


def useful_is_largest(evidence: Evidence) -> bool:
    """Return whether the largest cell of nearly every dense row is a useful one."""
    side = evidence.sides["dense"]
    cells, useful = np.abs(side.data.X.toarray()), side.data.n_features - side.data.n_noise
    return bool(np.mean(cells[:, :useful].max(axis=1) == cells.max(axis=1)) > 0.95)


def gains_from_useful_columns(evidence: Evidence) -> bool:
    """Return whether coordinate descent ends near, and stands still where noise is read."""
    side = evidence.sides["sparse"]
    before, after = side.gap_when(CYCLIC, np.array([3000.0, 4000.0, 25_000.0]))[:2]
    return bool(side.ends[CYCLIC] < FLOOR and np.isclose(before, after, rtol=1e-6))


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
            holds=gains_from_useful_columns,
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
        Step("length", Scene(lengths), holds=lambda e: longer_only(e) and useful_is_largest(e)),
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
