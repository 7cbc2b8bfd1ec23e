"""Tell of a table that holds what lives, and of pulls that are paid when a weight is read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from pages.lessons.scale.evidence import (
    DENSE,
    FRAMES,
    IDS,
    QUARTERS,
    Evidence,
    N,
    breathe,
    clicks,
    free_weights,
)
from pages.lessons.scale.follow import OFTEN, ONCE, TWICE, clicks_of, occurrence_counts, path
from pages.lessons.scale.pictures import LIVE_HUE, step_times
from pages.lessons.scale.story_pictures import (
    AT_ONCE,
    LAZILY,
    WEIGHT,
    ids_met,
    occurrences,
    one_weight,
    price,
    sweeps,
    table,
)
from pages.lessons.scale.timing import EACH, EAGER, LAZY
from ui.lessons import Claim, Scene, Step, Story

LAST = 1000
"""Clicks over which one weight is followed."""
MOST = 4000
"""Ids in the table at most, as the goal has it."""
STRONG = 0.1
"""A hundred times the weak gravity."""
EVEN = {"turned": 0.001}
SHORT = {LAZY: "lazy updates"}
"""A name in the picture of times, as the story has it."""
TENFOLD = {"gravity": 0.01, "turned": 0.01}


def stream(evidence: Evidence) -> list:
    """Return the film of the ids that turn up."""
    return [ids_met(evidence)]


def counts(evidence: Evidence) -> list:
    """Return how often an id turns up."""
    return [[occurrences()]]


def once(evidence: Evidence) -> list:
    """Return the weight of the id of a single click."""
    return [one_weight(evidence, ONCE, LAST, label=WEIGHT)]


def whole_table(evidence: Evidence) -> list:
    """Return the film of the table."""
    return [table(evidence)]


def table_to_fill(evidence: Evidence) -> list:
    """Return the same with the goal as a line."""
    return [table(evidence, MOST)]


def lazy_table(evidence: Evidence) -> list:
    """Return the film of the table that is swept."""
    return [sweeps(evidence)]


def losses(evidence: Evidence) -> list:
    """Return the film of the mean losses."""
    return [price(evidence)]


def often(evidence: Evidence) -> list:
    """Return the weight of an id that turns up again and again, pulled at every click."""
    return [one_weight(evidence, OFTEN, LAST)]


def often_both(evidence: Evidence) -> list:
    """Return the same, with the lazy weight."""
    return [one_weight(evidence, OFTEN, LAST, both=True)]


def twice(evidence: Evidence) -> list:
    """Return the weight of an id that turns up twice, pulled at every click."""
    return [one_weight(evidence, TWICE, LAST)]


def twice_both(evidence: Evidence) -> list:
    """Return the same, with the lazy weight."""
    return [one_weight(evidence, TWICE, LAST, both=True)]


def time_saved(evidence: Evidence) -> list:
    """Return the times of a step, all weights at every click and lazily."""
    picture = step_times(evidence, (EAGER, LAZY))
    for trace in picture.data:
        if trace["name"] in SHORT:
            trace["name"] = SHORT[trace["name"]]
            # Lazy weights are blue in the films before.
            trace["line"]["color"] = trace["marker"]["color"] = LIVE_HUE
    picture.layout["xaxis"]["title"]["text"] = "number of features"
    picture.layout["yaxis"]["dtick"] = 1  # one mark for each power of ten, as below
    marks = "Every mark is ten times the one before. A microsecond is a millionth of a second."
    left_out = "The moments when all weights pay are left out."
    caption = f"{marks} {picture.caption} {left_out}"
    return [[replace(picture, heading="The time of one step", caption=caption)]]


def life(evidence: Evidence) -> int:
    """Return for how many clicks the weight of a single click lives."""
    knobs = evidence.knobs
    return int((path(ONCE, knobs.eta, knobs.gravity, LAST).at_once != 0.0).sum())


def fullest(evidence: Evidence) -> int:
    """Return the largest number of ids that were in the table."""
    return int(evidence.breath.live.max())


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    knobs, breath, how_often = evidence.knobs, evidence.breath, occurrence_counts()
    first, weights = int(clicks_of(ONCE)[0]), path(ONCE, knobs.eta, knobs.gravity, LAST)
    quarters = breath.live[:: len(breath.live) // QUARTERS]
    return {
        "each": f"{clicks()[0].nnz / N:.0f}",
        "clicks": f"{N:,}",
        "met": f"{evidence.met[-1]:,}",
        "once": f"{how_often[0]:,}",
        "share": f"{how_often[0] / how_often.sum():.0%}",
        "dense": f"{IDS * DENSE / 1e9:.0f}",
        "first": f"{first + 1}",
        "lift": f"{weights.at_once.max():.3f}",
        "gone": f"{first + life(evidence):,}",
        "life": f"{life(evidence)}",
        "q1": f"{quarters[1]:,}",
        "q2": f"{quarters[2]:,}",
        "fullest": f"{fullest(evidence):,}",
        "kept": f"{breath.live[-1]:,}",
        "with_g": f"{breath.loss[-1]:.3f}",
        "without": f"{evidence.free[-1]:.3f}",
        "strong": f"{breathe(knobs.eta, (STRONG,)).loss[-1]:.3f}",
        "every": f"{N / FRAMES:.0f}",
        "held": f"{breath.stored.max():,}",
        "timed": f"{EACH}",
        "fresh": f"{how_often[0] / N:.0f}",
        "g": f"{knobs.gravity:g}",
        "undecided": f"{np.log(2.0):.3f}",
    }


# The claims of the prose ------------------------------------------------------------------------


def many_ids_turn_up(evidence: Evidence) -> bool:
    """Return whether more than 40,000 different ids turn up."""
    return bool(evidence.met[-1] > 40_000)


def new_ones_keep_coming(evidence: Evidence) -> bool:
    """Return whether the last quarter of the clicks brings nearly as many new ids as the first."""
    first, _, _, last = np.diff(evidence.met[:: N // QUARTERS])
    return bool(last > 0.7 * first)


def most_turn_up_once(_: Evidence) -> bool:
    """Return whether more than eight in ten of the ids turn up in one click alone."""
    return bool(occurrence_counts()[0] > 0.8 * occurrence_counts().sum())


def no_weight_goes_back(evidence: Evidence) -> bool:
    """Return whether without gravity no weight of an id that was met is 0."""
    return bool(free_weights(evidence.knobs.eta).all())


def lives_for_hundreds(evidence: Evidence) -> bool:
    """Return whether the weight of a single click lives for some hundreds of clicks."""
    return 300 < life(evidence) < 600


def lives_for_tens(evidence: Evidence) -> bool:
    """Return whether the weight of a single click lives for some tens of clicks."""
    return 30 < life(evidence) < 60


def comes_back_to_zero(evidence: Evidence) -> bool:
    """Return whether the weight of a single click is exactly 0 again at the end."""
    knobs = evidence.knobs
    return bool(path(ONCE, knobs.eta, knobs.gravity, LAST).at_once[-1] == 0.0)


def step_size_hardly_matters(evidence: Evidence) -> bool:
    """Return whether with steps twice as large the weight of a single click lives as long."""
    knobs = evidence.knobs
    larger = path(ONCE, 2.0 * knobs.eta, knobs.gravity, LAST).at_once
    return abs(int((larger != 0.0).sum()) - life(evidence)) <= 0.15 * life(evidence) + 1


def by_quarter(evidence: Evidence) -> list[int]:
    """Return how many ids are in the table after each quarter."""
    return evidence.breath.live[:: len(evidence.breath.live) // QUARTERS][1:].tolist()


def falls_under_strong(evidence: Evidence) -> bool:
    """Return whether the second quarter leaves less than a fourth in the table."""
    one, two, _, _ = by_quarter(evidence)
    return one > 4 * two


def falls_again(evidence: Evidence) -> bool:
    """Return whether the last quarter leaves less than a fourth in the table."""
    _, _, three, four = by_quarter(evidence)
    return three > 4 * four


def rises_again(evidence: Evidence) -> bool:
    """Return whether the third quarter fills the table again."""
    _, two, three, _ = by_quarter(evidence)
    return three > 4 * two


def too_full(evidence: Evidence) -> bool:
    """Return whether the table holds more ids at times than the goal allows."""
    return fullest(evidence) > MOST


def more_than_two_thousand(evidence: Evidence) -> bool:
    """Return whether the table holds more than 2,000 ids at times."""
    return fullest(evidence) > 2000


def little_is_lost(evidence: Evidence) -> bool:
    """Return whether gravity hardly changes the loss."""
    return bool(abs(evidence.breath.loss[-1] - evidence.free[-1]) < 0.002)


def much_is_forgotten(evidence: Evidence) -> bool:
    """Return whether at the end the table holds less than a fifth of the ids met."""
    return bool(5 * evidence.breath.live[-1] < evidence.met[-1])


def strong_gravity_costs(evidence: Evidence) -> bool:
    """Return whether gravity a hundred times as strong costs a lot."""
    strong = breathe(evidence.knobs.eta, (STRONG,)).loss[-1]
    return bool(strong - evidence.free[-1] > 0.03)


def not_to_learn_is_hardly_worse(evidence: Evidence) -> bool:
    """Return whether no weights at all pay hardly more than gravity that strong."""
    strong = breathe(evidence.knobs.eta, (STRONG,)).loss[-1]
    return bool(np.log(2.0) < strong + 0.008)


def equal_when_read(evidence: Evidence, name: int) -> bool:
    """Return whether a lazy weight is right in every click that reads it."""
    knobs = evidence.knobs
    weights, pull = path(name, knobs.eta, knobs.gravity, LAST), knobs.eta * knobs.gravity
    read = [t + 1 for t in clicks_of(name) if t < LAST]
    return bool(np.allclose(weights.lazily[read] - pull, weights.at_once[read], atol=1e-12))


def often_is_right_when_read(evidence: Evidence) -> bool:
    """Return whether the lazy weight of an id that turns up again and again is right each time."""
    return equal_when_read(evidence, OFTEN)


def twice_is_right_when_read(evidence: Evidence) -> bool:
    """Return whether the lazy weight of an id that turns up twice is right both times."""
    return equal_when_read(evidence, TWICE)


def owes_more_than_it_has(evidence: Evidence) -> bool:
    """Return whether at the second click the lazy weight pays all it has, and 0 is read."""
    knobs = evidence.knobs
    weights = path(TWICE, knobs.eta, knobs.gravity, LAST)
    second = clicks_of(TWICE)[1]
    return bool(weights.read[second] == 0.0)


def all_pay_now_and_then(evidence: Evidence) -> bool:
    """Return whether the lazy table gets emptier several times."""
    return bool((np.diff(evidence.breath.stored) < 0).sum() >= 3)


def holds_more_than_needed(evidence: Evidence) -> bool:
    """Return whether the lazy table holds more than twice what it needs, on the average."""
    breath = evidence.breath
    return bool((breath.stored[1:] / breath.live[1:]).mean() > 2.0)


def never_holds_fewer(evidence: Evidence) -> bool:
    """Return whether the lazy table holds all weights that are not 0."""
    return bool((evidence.breath.stored >= evidence.breath.live).all())


def all_weights_take_longer(evidence: Evidence) -> bool:
    """Return whether with many features to pull all of them takes far longer than with few."""
    times = evidence.times[EAGER]
    return times[-1] > 5 * times[0]


def lazy_is_far_faster(evidence: Evidence) -> bool:
    """Return whether with many features lazy updates are far faster."""
    return evidence.times[EAGER][-1] > 5 * evidence.times[LAZY][-1]


STREAM = "the stream is made so; no knob changes it"
LAZY_EXACT = "the sum of pulls that stop at 0 is one pull that stops at 0"
BREATH = (
    Claim(falls_under_strong, fails_at={"turned": 0.001}),
    Claim(rises_again, fails_at={"gravity": 0.01}),
    Claim(falls_again, fails_at={"turned": 0.005}),
)
SWEPT = (
    Claim(all_pay_now_and_then, fails_at={"gravity": 0.0005, "turned": 0.0005}),
    Claim(holds_more_than_needed, fails_at={"gravity": 0.0005, "turned": 0.0005}),
    Claim(never_holds_fewer, always="a weight that is not 0 has an id in the table"),
)
TABLE = (
    Step(
        "ids",
        Scene(stream, frames=(0, -1)),
        claims=(Claim(many_ids_turn_up, always=STREAM),),
    ),
    Step(
        "strangers",
        Scene(stream),
        after=Scene(counts),
        claims=(
            Claim(new_ones_keep_coming, always=STREAM),
            Claim(most_turn_up_once, always=STREAM),
        ),
    ),
    Step(
        "store",
        Scene(stream),
        new="hash table",
        claims=(Claim(no_weight_goes_back, always="a vote of a finite prediction is not 0"),),
    ),
    Step(
        "one",
        Scene(once, frames=(0, 52)),
        after=Scene(once, frames=(52, -1)),
        claims=(
            Claim(lives_for_hundreds, fails_at=({"gravity": 0.01}, {"gravity": 0.0005})),
            Claim(comes_back_to_zero, fails_at={"gravity": 0.0005}),
        ),
    ),
    Step(
        "tenfold",
        Scene(once),
        after=Scene(once, TENFOLD, frames=(0, -1)),
        claims=(
            Claim(lives_for_tens, fails_at=({"gravity": 0.001}, {"gravity": 0.1})),
            Claim(step_size_hardly_matters, fails_at={"eta": 0.3}),
        ),
    ),
    Step(
        "breath",
        Scene(whole_table, frames=(0, 0)),
        after=Scene(whole_table, frames=(0, -1)),
        claims=BREATH,
    ),
    Step(
        "small",
        Scene(table_to_fill),
        knobs=("gravity",),
        goal=lambda e: fullest(e) <= MOST,
        solution={"gravity": 0.003},
        claims=(Claim(too_full, fails_at={"gravity": 0.003}),),
    ),
    Step(
        "price",
        Scene(losses, EVEN, frames=(0, 0)),
        after=Scene(losses, EVEN, frames=(0, -1)),
        claims=(
            Claim(little_is_lost, fails_at={"gravity": 0.1}),
            Claim(much_is_forgotten, fails_at={"turned": 0.0005}),
            Claim(strong_gravity_costs, fails_at={"eta": 0.1}),
            Claim(not_to_learn_is_hardly_worse, fails_at={"eta": 0.1}),
        ),
    ),
)
LATE = (
    Step(
        "pulls",
        Scene(often),
        after=Scene(often_both, frames=(0, -1), look=(LAZILY,)),
        new="lazy update",
        claims=(Claim(often_is_right_when_read, always=LAZY_EXACT),),
    ),
    Step(
        "exact",
        Scene(twice, frames=(0, 100), look=(AT_ONCE,)),
        after=Scene(twice_both, frames=(0, -1)),
        claims=(
            Claim(owes_more_than_it_has, fails_at={"gravity": 0.0005}),
            Claim(twice_is_right_when_read, always=LAZY_EXACT),
        ),
    ),
    Step("sweep", Scene(lazy_table, frames=(0, -1)), claims=SWEPT),
    Step(
        "time",
        Scene(time_saved),
        claims=(
            Claim(all_weights_take_longer, always="a pull for each of a thousand times as many"),
            Claim(lazy_is_far_faster, always="pulls for 60 weights, and not for a million"),
        ),
    ),
    Step("claim", Scene(lazy_table), claims=SWEPT),
    Step(
        "now",
        Scene(whole_table),
        knobs=("gravity", "turned"),
        claims=(Claim(more_than_two_thousand, fails_at={"gravity": 0.01}),),
    ),
)

STORY = Story(Path(__file__).parent, TABLE + LATE, numbers, minutes=8, needs="gravity")
