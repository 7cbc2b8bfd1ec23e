"""Tell of rows and columns, and of two online rules that change places when noise gets dense."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from pages.lessons.coordinates.contest import DRAWS, FACTORS, Contest, contest
from pages.lessons.coordinates.evidence import BY_EXAMPLE, MADE, Evidence, Side, optimum
from pages.lessons.coordinates.pictures import FLOOR
from pages.lessons.coordinates.story_pictures import LABELS, cells, pairs, race
from ui.lessons import Claim, Scene, Step, Story

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


def use_of_weights(evidence: Evidence) -> list:
    """Return the weights in use at the end, with sparse and with dense noise."""
    values = {
        LABELS[key]: {noise: in_use(side, key) for noise, side in evidence.sides.items()}
        for key in (CYCLIC, TRUNCATED, SMIDAS)
    }
    return [[pairs("kept", "Weights in use at the end", "weights", values, ".0f")]]


def in_use(side: Side, key: str) -> int:
    """Return how many weights of a method are not 0 at the end."""
    return int(side.traces[key].used[-1])


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


# The claims of the prose ------------------------------------------------------------------------


def useful_are_few(evidence: Evidence) -> bool:
    """Return whether less than a tenth of the features is useful."""
    data = evidence.sides["sparse"].data
    return 10 * (data.n_features - data.n_noise) < data.n_features


def no_step_raises(evidence: Evidence) -> bool:
    """Return whether coordinate descent never raises the objective."""
    return all(
        bool((np.diff(side.gaps(CYCLIC)) <= 1e-12).all()) for side in evidence.sides.values()
    )


def noise_columns_are_sparse(evidence: Evidence) -> bool:
    """Return whether a useful column has far more cells that are not 0 than a noise column."""
    data = evidence.sides["sparse"].data
    filled = np.diff(data.X.tocsc().indptr)
    useful = data.n_features - data.n_noise
    return bool(filled[:useful].mean() > 10.0 * filled[useful:].mean())


def ends_near(evidence: Evidence) -> bool:
    """Return whether coordinate descent ends as near to the best as the picture shows."""
    return evidence.sides["sparse"].ends[CYCLIC] < FLOOR


def truncated_is_still_away(evidence: Evidence) -> bool:
    """Return whether truncated gradient ends fifty times as far from the best as that."""
    return evidence.sides["sparse"].ends[TRUNCATED] > 50.0 * FLOOR


def single_examples_mislead(evidence: Evidence) -> bool:
    """Return whether truncated gradient's distance rises at times."""
    return bool((np.diff(evidence.sides["sparse"].gaps(TRUNCATED)) > 0.0).any())


def noise_columns_gain_nothing(evidence: Evidence) -> bool:
    """Return whether coordinate descent stands still near 3,500 cells."""
    read = np.array([3000.0, 4000.0, 25_000.0])
    before, after = evidence.sides["sparse"].gap_when(CYCLIC, read)[:2]
    return bool(np.isclose(before, after, rtol=1e-6))


def few_greedy_steps(evidence: Evidence) -> bool:
    """Return whether greedy coordinates make a fiftieth of the steps, or fewer."""
    traces = evidence.sides["sparse"].traces
    return bool(50 * traces[GREEDY].steps[-1] < traces[CYCLIC].steps[-1])


def greedy_reads_all_for_a_step(evidence: Evidence) -> bool:
    """Return whether greedy coordinates make as many steps as they read the table."""
    return int(evidence.sides["sparse"].traces[GREEDY].steps[-1]) == evidence.passes


def greedy_ends_farther(evidence: Evidence) -> bool:
    """Return whether greedy coordinates end ten times as far away as one after the other."""
    ends = evidence.sides["sparse"].ends
    return ends[GREEDY] > 10.0 * ends[CYCLIC]


def rows_come_again(evidence: Evidence) -> bool:
    """Return whether the same rows are met more than once."""
    return evidence.passes > 1


def half_is_a_tiny_weight(evidence: Evidence) -> bool:
    """Return whether half of SMIDAS's number makes less than a hundredth of the weight."""
    columns = evidence.sides["sparse"].data.n_features
    return bool(0.5 ** (2.0 * np.log(columns) - 1.0) < 0.01)


def truncated_wins_sparse(evidence: Evidence) -> bool:
    """Return whether truncated gradient ends clearly nearer with sparse noise."""
    ends = evidence.sides["sparse"].ends
    return 1.5 * ends[TRUNCATED] < ends[SMIDAS]


def smidas_wins_dense(evidence: Evidence) -> bool:
    """Return whether SMIDAS ends nearer with dense noise."""
    return nearer(evidence.sides["dense"]) == SMIDAS


def truncated_falls_back(evidence: Evidence) -> bool:
    """Return whether with dense noise truncated gradient ends three times as far away."""
    sparse, dense = evidence.sides.values()
    return dense.ends[TRUNCATED] > 3.0 * sparse.ends[TRUNCATED]


def smidas_does_not(evidence: Evidence) -> bool:
    """Return whether with dense noise SMIDAS ends about as far as with sparse noise."""
    sparse, dense = evidence.sides.values()
    return bool(abs(dense.ends[SMIDAS] - sparse.ends[SMIDAS]) < 0.1 * sparse.ends[SMIDAS])


def same_useful_columns(evidence: Evidence) -> bool:
    """Return whether both tables have the same useful columns and labels."""
    sparse, dense = (side.data for side in evidence.sides.values())
    useful = sparse.n_features - sparse.n_noise
    same = np.array_equal(sparse.X.toarray()[:, :useful], dense.X.toarray()[:, :useful])
    return same and np.array_equal(sparse.y, dense.y)


def all_noise_cells_are_one(evidence: Evidence) -> bool:
    """Return whether every cell of dense noise is +1 or −1."""
    data = evidence.sides["dense"].data
    cells = data.X.toarray()[:, data.n_features - data.n_noise :]
    return bool((np.abs(cells) == 1.0).all())


def rows_are_longer(evidence: Evidence) -> bool:
    """Return whether dense noise makes the squared cells of a row ten times as much, about."""
    (length, _), (longer, _) = (side.size for side in evidence.sides.values())
    return bool(9 < longer / length < 12)


def no_cell_is_larger(evidence: Evidence) -> bool:
    """Return whether dense noise leaves the largest cell of a row as it is, nearly always."""
    (_, largest), (_, same) = (side.size for side in evidence.sides.values())
    return bool(same <= largest * 1.01)


def useful_is_largest(evidence: Evidence) -> bool:
    """Return whether the largest cell of nearly every dense row is a useful one."""
    side = evidence.sides["dense"]
    cells, useful = np.abs(side.data.X.toarray()), side.data.n_features - side.data.n_noise
    return bool(np.mean(cells[:, :useful].max(axis=1) == cells.max(axis=1)) > 0.95)


def smidas_wins_all(_: Evidence) -> bool:
    """Return whether with dense noise SMIDAS is nearer on every new table."""
    return fair().wins("dense", SMIDAS) == len(DRAWS)


def truncated_wins_most(_: Evidence) -> bool:
    """Return whether with sparse noise truncated gradient is nearer on most of them, not all."""
    return len(DRAWS) / 2 < fair().wins("sparse", TRUNCATED) < len(DRAWS)


def truncated_minds_dense_noise(_: Evidence) -> bool:
    """Return whether truncated gradient is on the average much farther with dense noise."""
    return fair().average("dense", TRUNCATED) > 3 * fair().average("sparse", TRUNCATED)


def smidas_hardly_does(_: Evidence) -> bool:
    """Return whether SMIDAS is on the average hardly farther with dense noise."""
    return fair().average("dense", SMIDAS) < 1.2 * fair().average("sparse", SMIDAS)


def truncated_is_nearer(evidence: Evidence) -> bool:
    """Return whether truncated gradient ends nearer with dense noise."""
    return nearer(evidence.sides["dense"]) == TRUNCATED


def some_noise_fits(evidence: Evidence) -> bool:
    """Return whether the best weights use noise features, but not many."""
    side = evidence.sides["dense"]
    useful = side.data.n_features - side.data.n_noise
    return useful < best_use(side) < 4 * useful


def online_uses_nearly_all(evidence: Evidence) -> bool:
    """Return whether both online rules end with nearly all weights in use."""
    side = evidence.sides["dense"]
    fewest = min(in_use(side, key) for key in BY_EXAMPLE)
    return fewest > 0.95 * side.data.n_features


def coordinates_find_the_zeros(evidence: Evidence) -> bool:
    """Return whether coordinate descent ends with as few weights as the best ones."""
    side = evidence.sides["dense"]
    return abs(in_use(side, CYCLIC) - best_use(side)) <= 2


def coordinates_are_nearest(evidence: Evidence) -> bool:
    """Return whether coordinate descent ends nearest with sparse noise."""
    side = evidence.sides["sparse"]
    return side.first(side.traces) == CYCLIC


COUNTED = "counted on ten new tables at the opening knobs"
FAIR = (Claim(smidas_wins_all, always=COUNTED), Claim(truncated_wins_most, always=COUNTED))

STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=8,
    needs="counting",
    steps=(
        Step(
            "table",
            Scene(sparse_table),
            new="objective",
            claims=(Claim(useful_are_few, fails_at={"noise": 10}),),
        ),
        Step(
            "ways",
            Scene(sparse_table, look=("one row", "one column")),
            new="coordinate descent",
            claims=(Claim(no_step_raises, always="a step goes to the least of the objective"),),
        ),
        Step(
            "work",
            Scene(duel, frames=(0, 0)),
            after=Scene(duel, frames=(0, -1)),
            claims=(
                Claim(noise_columns_are_sparse, always="the table is made so"),
                Claim(ends_near, fails_at={"l1": 0.005}),
                Claim(truncated_is_still_away, fails_at={"noise": 10}),
                Claim(single_examples_mislead, fails_at={"steps": 0.25}),
                Claim(noise_columns_gain_nothing, fails_at={"l1": 0.005}),
            ),
        ),
        Step(
            "greedy",
            Scene(picks, frames=(0, -1)),
            claims=(
                Claim(greedy_reads_all_for_a_step, always="what greedy coordinates are"),
                Claim(few_greedy_steps, fails_at={"noise": 10}),
                Claim(greedy_ends_farther, fails_at={"l1": 0.005}),
            ),
        ),
        Step(
            "why",
            Scene(duel, look=(LABELS[TRUNCATED],)),
            claims=(Claim(rows_come_again, always="passes over the table"),),
        ),
        Step(
            "second",
            Scene(sparse_race, frames=(0, -1)),
            new="SMIDAS",
            claims=(
                Claim(half_is_a_tiny_weight, fails_at={"noise": 10}),
                Claim(truncated_wins_sparse, fails_at={"l1": 0.1}),
            ),
        ),
        Step(
            "dense",
            Scene(dense_table),
            claims=(
                Claim(all_noise_cells_are_one, always="the table is made so"),
                Claim(same_useful_columns, always="the table is made so"),
            ),
        ),
        Step(
            "swap",
            Scene(dense_race, frames=(0, 0)),
            after=Scene(dense_race, frames=(0, -1)),
            claims=(
                Claim(truncated_wins_sparse, fails_at={"l1": 0.1}),
                Claim(smidas_wins_dense, fails_at={"noise": 10}),
                Claim(truncated_falls_back, fails_at={"noise": 10}),
                Claim(smidas_does_not, fails_at={"l1": 0.005}),
            ),
        ),
        Step(
            "length",
            Scene(lengths),
            claims=(
                Claim(rows_are_longer, fails_at=({"noise": 10}, {"noise": 300})),
                Claim(no_cell_is_larger, always="noise cells are at most 1"),
                Claim(useful_is_largest, always="noise cells are at most 1"),
            ),
        ),
        Step(
            "fair",
            Scene(averages),
            claims=(
                *FAIR,
                Claim(truncated_minds_dense_noise, always=COUNTED),
                Claim(smidas_hardly_does, always=COUNTED),
            ),
        ),
        Step(
            "back",
            Scene(dense_race),
            knobs=("noise",),
            goal=truncated_is_nearer,
            solution={"noise": 10},
            claims=(Claim(smidas_wins_dense, fails_at={"noise": 10}),),
        ),
        Step(
            "zeros",
            Scene(dense_race),
            after=Scene(use_of_weights),
            claims=(
                Claim(some_noise_fits, fails_at=({"l1": 0.005}, {"noise": 10})),
                Claim(online_uses_nearly_all, fails_at={"l1": 0.1}),
                Claim(coordinates_find_the_zeros, fails_at={"l1": 0.005}),
            ),
        ),
        Step(
            "claim",
            Scene(averages),
            claims=(Claim(coordinates_are_nearest, fails_at={"l1": 0.005}), *FAIR),
        ),
        Step(
            "now",
            Scene(dense_race),
            knobs=("steps", "noise"),
            claims=(Claim(smidas_wins_dense, fails_at={"noise": 10}),),
        ),
    ),
)
