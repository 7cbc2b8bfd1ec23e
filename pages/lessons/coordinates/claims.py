"""The claims of the story's sentences, as code."""

from __future__ import annotations

import numpy as np

from pages.lessons.coordinates.contest import (
    DRAWS,
    SHAPE_FACTORS,
    Contest,
    contest,
    shape_contest,
)
from pages.lessons.coordinates.evidence import BY_EXAMPLE, MADE, SHAPE_SHARE, Evidence, Side
from pages.lessons.coordinates.story_pictures import SMALL
from pages.lessons.coordinates.tables import COLUMNS, LOOKS, READINGS, ROWS, races

TRUNCATED, SMIDAS = BY_EXAMPLE
ROUGH, EXACT = 0.05, 0.002
"""Distances that the story asks for."""
BORDER = (600, 800)
"""Rows of two tables on either side of where another method is first."""


def fair() -> Contest:
    """Return the contest of the online rules on new tables made as the lesson's own is."""
    return contest("sparse_linear", tuple(MADE.items()))


def noise_weights(side: Side, key: str) -> float:
    """Return the sizes of a rule's noise weights, added up, as a multiple of its largest weight."""
    weights = np.abs(side.traces[key].final.weights)
    noise = weights[side.data.n_features - side.data.n_noise :].sum()
    return float(noise / weights.max()) if noise else 0.0


def weight(evidence: Evidence) -> float:
    """Return what SMIDAS makes of the number of the knobs, both as shares of the largest."""
    return float(evidence.knobs.number**evidence.knobs.power)


def noise_together(evidence: Evidence) -> float:
    """Return what SMIDAS's noise weights add up to at the power of the knobs, in largest weights.

    The numbers are those it ends with under dense noise, by the power that it takes itself.
    """
    return noise_at_power(evidence, evidence.knobs.power)


def noise_at_power(evidence: Evidence, power: float) -> float:
    """Return the same at any power."""
    data = evidence.sides["dense"].data
    weights = np.abs(evidence.sides["dense"].traces[SMIDAS].final.weights)
    noise = weights[data.n_features - data.n_noise :] / weights.max()
    return float((noise ** (power / own_power(data.n_features))).sum())


def own_power(n_features: int) -> float:
    """Return the power that SMIDAS takes for so many features."""
    return float(max(2.0, 2.0 * np.log(n_features)) - 1.0)


# Rows and columns --------------------------------------------------------------------------------


def small_tables_are_turned(_: Evidence) -> bool:
    """Return whether the one small table has the other's columns as rows."""
    return SMALL["wide"] == SMALL["tall"][::-1]


def wide_is_wide(_: Evidence) -> bool:
    """Return whether the wide small table has more columns than rows."""
    rows, columns = SMALL["wide"]
    return columns > rows


def no_step_raises(evidence: Evidence) -> bool:
    """Return whether coordinate descent never raises the objective."""
    gaps = [evidence.shape.ways[COLUMNS].gap, *(s.gaps(COLUMNS) for s in evidence.sides.values())]
    return all(bool((np.diff(gap) <= 1e-12).all()) for gap in gaps)


def a_reading_is_so_many_steps(evidence: Evidence) -> bool:
    """Return whether a reading is a step for each row, and for each column."""
    race = evidence.shape
    rows, columns = (READINGS * count for count in race.shape)
    return race.ways[ROWS].steps == rows and race.ways[COLUMNS].steps <= columns


def columns_end_nearer(evidence: Evidence) -> bool:
    """Return whether coordinate descent ends ten times as near as truncated gradient."""
    return 10.0 * evidence.shape.end(COLUMNS) < evidence.shape.end(ROWS)


def rows_end_far(evidence: Evidence) -> bool:
    """Return whether truncated gradient never comes as near as a first rough answer."""
    return not np.isfinite(evidence.shape.arrival(ROWS, ROUGH))


def rows_first(evidence: Evidence) -> bool:
    """Return whether truncated gradient is near enough first."""
    return evidence.winner == ROWS


def columns_first(evidence: Evidence) -> bool:
    """Return whether coordinate descent is near enough first."""
    return evidence.winner == COLUMNS


def neither_is_there(evidence: Evidence) -> bool:
    """Return whether no way comes near enough."""
    return evidence.winner is None


def rows_often_raise(evidence: Evidence) -> bool:
    """Return whether of ten looks at truncated gradient three or more find it farther away."""
    return bool((np.diff(evidence.shape.ways[ROWS].gap) > 0).mean() > 0.3)


def rows_never_stay(evidence: Evidence) -> bool:
    """Return whether truncated gradient is not near enough at the end."""
    return not np.isfinite(evidence.shape.arrival(ROWS, evidence.knobs.near))


def rows_are_soon_there(evidence: Evidence) -> bool:
    """Return whether truncated gradient is near enough within a fifth of a reading."""
    race = evidence.shape
    return race.arrival(ROWS, ROUGH) < race.cells / READINGS / 5.0


def columns_need_a_reading(evidence: Evidence) -> bool:
    """Return whether coordinate descent needs three quarters of a reading at least."""
    race = evidence.shape
    return bool(0.75 <= race.arrival(COLUMNS, ROUGH) * READINGS / race.cells <= 1.0)


def rows_get_worse_first(evidence: Evidence) -> bool:
    """Return whether truncated gradient first goes twice as far away as it starts."""
    return bool(evidence.shape.ways[ROWS].gap.max() > 2.0 * evidence.shape.start)


def step_size_is_best_of_those(evidence: Evidence) -> bool:
    """Return whether no other of SHAPE_FACTORS lets truncated gradient end nearer."""
    knobs, rows = evidence.knobs, evidence.shape.shape[0]
    tried = races(rows, knobs.l1, SHAPE_FACTORS, LOOKS)
    return evidence.shape.end(ROWS) <= min(race.end(ROWS) for race in tried)


def wide_is_for_columns(_: Evidence) -> bool:
    """Return whether coordinate descent is first on all new wide tables."""
    return all(
        wins[COLUMNS] == len(DRAWS) for (kind, _), wins in shape_contest().items() if kind == "wide"
    )


def tall_is_for_rows_at_first(_: Evidence) -> bool:
    """Return whether on all new tall tables truncated gradient is first to a rough answer, and
    coordinate descent to the exact one."""
    rough, exact = (wins for (kind, _), wins in shape_contest().items() if kind == "tall")
    return rough[ROWS] == len(DRAWS) == exact[COLUMNS]


def winner_changes_at_the_border(evidence: Evidence) -> bool:
    """Return whether, even roughly, columns are first below the border, and rows above it."""
    knobs = evidence.knobs
    few, many = (
        races(rows, knobs.l1, (SHAPE_SHARE * knobs.steps,), LOOKS)[0].first_within(ROUGH)
        for rows in BORDER
    )
    return (few, many) == (COLUMNS, ROWS)


def rows_first_but_roughly(evidence: Evidence) -> bool:
    """Return whether truncated gradient is first, but to a distance that is not asked for."""
    return rows_first(evidence) and evidence.knobs.near > EXACT


def rows_first_exactly(evidence: Evidence) -> bool:
    """Return whether truncated gradient is first to a distance as small as asked for."""
    return rows_first(evidence) and evidence.knobs.near <= EXACT


# Numbers and weights -----------------------------------------------------------------------------


def is_a_tenth(evidence: Evidence) -> bool:
    """Return whether the weight is about a tenth of the largest."""
    return 0.08 <= weight(evidence) <= 0.125


def too_heavy(evidence: Evidence) -> bool:
    """Return whether the weight is more than about a tenth of the largest."""
    return weight(evidence) > 0.125


def too_light(evidence: Evidence) -> bool:
    """Return whether the weight is less than about a tenth of the largest."""
    return weight(evidence) < 0.08


def half_hardly_counts(evidence: Evidence) -> bool:
    """Return whether half the largest number makes less than a hundredth of the weight."""
    return bool(0.5**evidence.knobs.power < 0.01)


def noise_hardly_counts(evidence: Evidence) -> bool:
    """Return whether all noise weights add up to less than the largest weight."""
    return noise_together(evidence) <= 1.0


def noise_drowns(evidence: Evidence) -> bool:
    """Return whether all noise weights add up to more than the largest weight."""
    return noise_together(evidence) > 1.0


# Sparse and dense noise --------------------------------------------------------------------------


def noise_cells_are_so(evidence: Evidence) -> bool:
    """Return whether nearly all cells of sparse noise are 0, and those of dense noise +1 or −1."""
    sparse, dense = (_noise_cells(side) for side in evidence.sides.values())
    return bool(np.mean(sparse == 0.0) > 0.9 and (np.abs(dense) == 1.0).all())


def _noise_cells(side: Side) -> np.ndarray:
    """The cells of the noise features, a column each."""
    return side.data.X.toarray()[:, side.data.n_features - side.data.n_noise :]


def same_useful_columns(evidence: Evidence) -> bool:
    """Return whether both tables have the same useful columns and labels."""
    sparse, dense = (side.data for side in evidence.sides.values())
    useful = sparse.n_features - sparse.n_noise
    same = np.array_equal(sparse.X.toarray()[:, :useful], dense.X.toarray()[:, :useful])
    return same and np.array_equal(sparse.y, dense.y)


def truncated_wins_sparse(evidence: Evidence) -> bool:
    """Return whether truncated gradient ends clearly nearer with sparse noise."""
    ends = evidence.sides["sparse"].ends
    return 1.5 * ends[TRUNCATED] < ends[SMIDAS]


def truncated_falls_back(evidence: Evidence) -> bool:
    """Return whether with dense noise truncated gradient ends three times as far away."""
    sparse, dense = evidence.sides.values()
    return dense.ends[TRUNCATED] > 3.0 * sparse.ends[TRUNCATED]


def smidas_does_not(evidence: Evidence) -> bool:
    """Return whether with dense noise SMIDAS ends about as far as with sparse noise."""
    sparse, dense = evidence.sides.values()
    return bool(abs(dense.ends[SMIDAS] - sparse.ends[SMIDAS]) < 0.1 * sparse.ends[SMIDAS])


def dense_noise_has_far_more_cells(evidence: Evidence) -> bool:
    """Return whether a row has about ten times as many cells with dense noise."""
    sparse, dense = (side.data.X.nnz for side in evidence.sides.values())
    return 8.0 * sparse < dense < 12.0 * sparse


def sparse_wavers(evidence: Evidence) -> bool:
    """Return whether truncated gradient with sparse noise gets farther away for a while."""
    return bool((np.diff(evidence.sides["sparse"].gaps(TRUNCATED)) > 0.0).any())


def noise_adds_up(evidence: Evidence) -> bool:
    """Return whether dense noise adds up to more than truncated gradient's largest weight, though
    most of these weights are small."""
    dense = evidence.sides["dense"]
    weights = np.abs(dense.traces[TRUNCATED].final.weights)
    noise = weights[dense.data.n_features - dense.data.n_noise :]
    return noise_weights(dense, TRUNCATED) > 1.0 and bool(np.median(noise) < 0.05 * weights.max())


def noise_of_smidas_does_not(evidence: Evidence) -> bool:
    """Return whether dense noise adds up to less than a fifth of the largest weight of SMIDAS."""
    return noise_weights(evidence.sides["dense"], SMIDAS) < 0.2


def smidas_nearer(evidence: Evidence) -> bool:
    """Return whether SMIDAS ends nearer with dense noise."""
    return evidence.sides["dense"].first(BY_EXAMPLE) == SMIDAS


def truncated_nearer(evidence: Evidence) -> bool:
    """Return whether truncated gradient ends nearer with dense noise."""
    return evidence.sides["dense"].first(BY_EXAMPLE) == TRUNCATED


def smidas_wins_all(_: Evidence) -> bool:
    """Return whether with dense noise SMIDAS is nearer on every new table."""
    return fair().wins("dense", SMIDAS) == len(DRAWS)


def truncated_wins_most(_: Evidence) -> bool:
    """Return whether with sparse noise truncated gradient is nearer on most new tables."""
    return 2 * fair().wins("sparse", TRUNCATED) > len(DRAWS)
