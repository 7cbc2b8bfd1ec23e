"""The story of rows and columns, and of two online rules that change places in dense noise."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from pages.lessons.coordinates import claims as so
from pages.lessons.coordinates.claims import EXACT, ROUGH, SMIDAS, TRUNCATED
from pages.lessons.coordinates.contest import SHAPE_FACTORS, shape_contest
from pages.lessons.coordinates.evidence import BY_EXAMPLE, NOISES, Evidence
from pages.lessons.coordinates.pictures import (
    LABELS,
    in_decimals,
    in_short,
    link_curve,
    shape_race,
    two_ways,
)
from pages.lessons.coordinates.story_pictures import (
    SMALL,
    added_up,
    noise_race,
    noise_sums,
    pairs,
    reading,
)
from pages.lessons.coordinates.tables import COLUMNS, MOST_ROWS, READINGS, ROWS, WIDE
from ui.lessons import Claim, Scene, Step, Story

RACE = "The race to the best objective"


# What the stage shows ----------------------------------------------------------------------------


def by_rows(_: Evidence) -> list:
    """Return both small tables, read row by row."""
    return [reading(("wide", "row"), ("tall", "row"))]


def by_columns(_: Evidence) -> list:
    """Return both small tables, read column by column."""
    return [reading(("wide", "column"), ("tall", "column"))]


def wide_both_ways(_: Evidence) -> list:
    """Return the wide small table, read in both ways."""
    return [reading(("wide", "column"), ("wide", "row"), counted=True)]


def both_ways(evidence: Evidence) -> list:
    """Return the race of both ways on the made table."""
    rows, columns = evidence.shape.shape
    return [shape_race(evidence.shape, f"The race: {rows:,} rows, {columns:,} columns")]


def to_a_rough_answer(evidence: Evidence) -> list:
    """Return the same race with a line at a first rough answer."""
    rows, columns = evidence.shape.shape
    title = f"The race: {rows:,} rows, {columns:,} columns"
    return [shape_race(evidence.shape, title, ((f"{ROUGH:g}", ROUGH),))]


def to_the_line(evidence: Evidence) -> list:
    """Return the same race with a line at what is near enough."""
    return [two_ways(evidence)]


def winners(_: Evidence) -> list:
    """Return on how many new tables each method is first, or nearer at the end."""
    ways = {
        LABELS[key]: {f"{kind},<br>to {near:g}": won[key] for (kind, near), won in held.items()}
        for held in (shape_contest(),)
        for key in (COLUMNS, ROWS)
    }
    rules = {
        LABELS[key]: {f"{noise}<br>noise": so.fair().wins(noise, key) for noise in NOISES}
        for key in BY_EXAMPLE
    }
    return [
        [
            pairs("ways", "First below the line", "tables, of ten", ways, ".0f"),
            pairs("rules", "Nearer at the end", "tables, of ten", rules, ".0f"),
        ]
    ]


def tenth(evidence: Evidence) -> list:
    """Return the curve of SMIDAS, with a line at a tenth of the largest weight."""
    return [[link_curve(evidence, (("a tenth", 0.1),))]]


def powers(evidence: Evidence) -> list:
    """Return the curve of SMIDAS, and what all noise weights add up to."""
    together = so.noise_together(evidence)
    sums = {"the largest<br>weight": 1.0, f"{evidence.knobs.noise} noise<br>weights": together}
    return [[link_curve(evidence, ring=False), added_up(sums, so.noise_at_power(evidence, 1.0))]]


def dense_race(evidence: Evidence) -> list:
    """Return the race of the two online rules with dense noise, and the distances at its end."""
    dense = {"dense": evidence.sides["dense"]}
    title = f"{RACE}, with dense noise"
    return [noise_race(dense, tuple(BY_EXAMPLE), title, evidence.passes, numbered=True)]


def noise_adds_up(evidence: Evidence) -> list:
    """Return truncated gradient's way with both kinds of noise."""
    title = "Truncated gradient's way to the best objective"
    race = noise_race(evidence.sides, (TRUNCATED,), title, evidence.passes)
    sums = noise_sums(evidence.sides, TRUNCATED, evidence.passes)
    # On a phone the two stand one below the other, and are too low for a long title of an axis.
    (way,) = race.scenes
    return [replace(race, scenes=[replace(way, y_label="distance"), sums])]


def both_noises(evidence: Evidence) -> list:
    """Return the ways of both online rules with both kinds of noise."""
    race = noise_race(evidence.sides, tuple(BY_EXAMPLE), RACE, evidence.passes)
    meet = " Two dots on each other have a ring; the two curves of SMIDAS lie on each other."
    return [replace(race, caption=race.caption + meet)]


# Numbers of the prose ----------------------------------------------------------------------------


def _count(number: int) -> str:
    """A number of tables or readings, the common ones in words."""
    return {3: "three", 4: "four", 5: "five", 10: "ten"}.get(number, f"{number}")


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    return _of_shapes(evidence) | _of_noise(evidence)


def _of_shapes(evidence: Evidence) -> dict[str, str]:
    """Those of the tables of any shape."""
    race, (small_rows, small_columns) = evidence.shape, SMALL["wide"]
    rows, columns = race.shape
    return {
        "small": f"{small_rows * small_columns}",
        "wide_rows": f"{small_rows}",
        "wide_columns": f"{small_columns}",
        "rows": f"{rows:,}",
        "columns": f"{columns:,}",
        "readings": _count(READINGS),
        "columns_end": f"{race.end(COLUMNS):.3f}",
        "rows_end": f"{race.end(ROWS):.3f}",
        "rows_arrival": _cells(race.arrival(ROWS, ROUGH)),
        "columns_arrival": _cells(race.arrival(COLUMNS, ROUGH)),
        "start": f"{race.start:.2f}",
        "worst": f"{race.ways[ROWS].gap.max():.2f}",
        "near": in_decimals(evidence.knobs.near),
        "rows_near": _cells(race.arrival(ROWS, evidence.knobs.near)),
        "columns_near": _cells(race.arrival(COLUMNS, evidence.knobs.near)),
        "factors": _count(len(SHAPE_FACTORS)),
    }


def _cells(number: float) -> str:
    """A number of cells, to the nearest hundred."""
    return f"{100 * round(number / 100):,}" if np.isfinite(number) else "more"


def _of_noise(evidence: Evidence) -> dict[str, str]:
    """Those of SMIDAS, and of the tables with sparse and with dense noise."""
    (sparse, dense), knobs = evidence.sides.values(), evidence.knobs
    rows, columns = dense.data.X.shape
    return {
        "number": f"{knobs.number:.2f}",
        "power": f"{knobs.power:g}",
        "weight": in_short(so.weight(evidence)),
        "half": in_short(0.5**knobs.power),
        "together": in_short(so.noise_together(evidence)),
        "advised": f"{so.own_power(columns):.1f}",
        "noise": f"{knobs.noise}",
        "row_cells": f"{sparse.data.X.nnz / rows:.0f}",
        "dense_cells": f"{dense.data.X.nnz / rows:.0f}",
        "all": f"{dense.data.n_features}",
        "truncated_sparse": f"{sparse.ends[TRUNCATED]:.3f}",
        "smidas_sparse": f"{sparse.ends[SMIDAS]:.3f}",
        "truncated_dense": f"{dense.ends[TRUNCATED]:.3f}",
        "smidas_dense": f"{dense.ends[SMIDAS]:.3f}",
        "truncated_noise": f"{so.noise_weights(dense, TRUNCATED):.1f}",
        "smidas_noise": f"{so.noise_weights(dense, SMIDAS):.2f}",
    }


# The steps ---------------------------------------------------------------------------------------

COUNTED = "counted on ten new tables at the opening knobs"
DRAWN = "the small tables are drawn so"
AT_WIDE = {"rows": WIDE}

STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=9,
    needs="counting",
    steps=(
        Step(
            "table",
            Scene(by_rows, frames=(0, -1)),
            claims=(Claim(so.small_tables_are_turned, always=DRAWN),),
        ),
        Step(
            "ways",
            Scene(by_columns, frames=(0, -1)),
            new="coordinate descent",
            claims=(Claim(so.no_step_raises, always="a step goes to the least of the objective"),),
        ),
        Step(
            "count",
            Scene(wide_both_ways, frames=(0, 0)),
            after=Scene(wide_both_ways, frames=(0, -1)),
            claims=(Claim(so.wide_is_wide, always=DRAWN),),
        ),
        Step(
            "wide",
            Scene(both_ways, AT_WIDE, frames=(0, 0)),
            after=Scene(both_ways, AT_WIDE, frames=(0, -1)),
            new="objective",
            claims=(
                Claim(so.columns_end_nearer, fails_at={"rows": 4000, "l1": 0.005}),
                Claim(so.rows_end_far, fails_at={"rows": 2000}),
                Claim(so.rows_get_worse_first, fails_at={"rows": 2000}),
                Claim(so.step_size_is_best_of_those, fails_at={"steps": 8.0}),
            ),
        ),
        Step(
            "tall",
            Scene(to_a_rough_answer, frames=(0, 0)),
            after=Scene(to_a_rough_answer, frames=(0, -1)),
            claims=(
                Claim(so.rows_first, fails_at=AT_WIDE),
                Claim(so.rows_are_soon_there, fails_at={"rows": 1000}),
                Claim(so.columns_need_a_reading, fails_at=AT_WIDE),
                Claim(so.columns_end_nearer, fails_at={"l1": 0.005}),
            ),
        ),
        Step(
            "exact",
            Scene(to_the_line),
            knobs=("near",),
            goal=so.columns_first,
            solution={"near": EXACT},
            claims=(
                Claim(so.rows_first, fails_at={"near": EXACT}),
                Claim(so.columns_first, fails_at={"near": 0.02}, holds_at={"near": EXACT}),
                Claim(so.no_step_raises, always="a step goes to the least of the objective"),
                Claim(so.rows_often_raise, fails_at={"steps": 0.25}),
                Claim(so.rows_never_stay, fails_at={"near": 0.01}, holds_at={"near": 5e-4}),
            ),
        ),
        Step(
            "shape",
            Scene(to_the_line),
            knobs=("rows",),
            goal=so.columns_first,
            solution=AT_WIDE,
            claims=(
                Claim(so.rows_first, fails_at=AT_WIDE),
                Claim(so.columns_first, fails_at={"rows": 1500}, holds_at=AT_WIDE),
                Claim(so.winner_changes_at_the_border, fails_at={"l1": 0.1}),
            ),
        ),
        Step(
            "noise",
            Scene(noise_adds_up, frames=(0, 0)),
            after=Scene(noise_adds_up, frames=(0, -1)),
            claims=(
                Claim(so.noise_cells_are_so, always="the tables are made so"),
                Claim(so.same_useful_columns, always="the tables are made so"),
                Claim(so.dense_noise_has_far_more_cells, fails_at={"noise": 10}),
                Claim(so.truncated_falls_back, fails_at={"noise": 2}),
                Claim(so.noise_adds_up, fails_at={"noise": 10}),
                Claim(so.sparse_wavers, fails_at={"steps": 0.25}),
            ),
        ),
        Step(
            "smidas",
            Scene(tenth),
            new="SMIDAS",
            knobs=("number",),
            goal=so.is_a_tenth,
            solution={"number": 0.79},
            claims=(
                Claim(so.too_heavy, fails_at={"number": 0.5}),
                Claim(so.too_light, fails_at={"number": 0.9}, holds_at={"number": 0.5}),
                Claim(so.half_hardly_counts, fails_at={"power": 1.0}),
            ),
        ),
        Step(
            "power",
            Scene(powers, {"number": 0.5}),
            knobs=("power",),
            goal=so.noise_drowns,
            solution={"power": 1.0},
            claims=(
                Claim(so.noise_hardly_counts, fails_at={"power": 1.0}),
                Claim(so.noise_drowns, fails_at={"power": 9.0}, holds_at={"power": 1.0}),
            ),
        ),
        Step(
            "swap",
            Scene(both_noises, frames=(0, 0)),
            after=Scene(both_noises, frames=(0, -1)),
            claims=(
                Claim(so.truncated_wins_sparse, fails_at={"l1": 0.1}),
                Claim(so.smidas_does_not, fails_at={"l1": 0.005}),
                Claim(so.noise_of_smidas_does_not, fails_at={"l1": 0.005}),
                Claim(so.smidas_nearer, fails_at={"noise": 10}),
            ),
        ),
        Step(
            "back",
            Scene(dense_race),
            knobs=("noise",),
            goal=so.truncated_nearer,
            solution={"noise": 10},
            claims=(
                Claim(so.smidas_nearer, fails_at={"noise": 10}),
                Claim(so.truncated_nearer, fails_at={"noise": 300}, holds_at={"noise": 10}),
            ),
        ),
        Step(
            "claim",
            Scene(winners),
            claims=(
                Claim(so.wide_is_for_columns, always=COUNTED),
                Claim(so.tall_is_for_rows_at_first, always=COUNTED),
                Claim(so.smidas_wins_all, always=COUNTED),
                Claim(so.truncated_wins_most, always=COUNTED),
            ),
        ),
        Step(
            "now",
            Scene(to_the_line, {"rows": 1000}),
            knobs=("rows", "near"),
            goal=so.rows_first_exactly,
            solution={"rows": MOST_ROWS, "near": EXACT},
            claims=(
                Claim(so.rows_first_but_roughly, fails_at={"near": EXACT}),
                Claim(so.columns_first, fails_at={"rows": 2000}, holds_at={"near": EXACT}),
                Claim(
                    so.neither_is_there,
                    fails_at={"rows": 2000},
                    holds_at={"near": 1e-3, "rows": 20},
                ),
                Claim(so.a_reading_is_so_many_steps, always="what a step of each reads"),
            ),
        ),
    ),
)
