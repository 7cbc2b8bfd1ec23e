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
from pages.lessons.scale.follow import OFTEN, ONCE, TWICE, clicks_of, path, turns
from pages.lessons.scale.pictures import LIVE_HUE, step_times
from pages.lessons.scale.timing import EACH, EAGER, LAZY
from pages.lessons.scale.told import (
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
from ui.lessons import Scene, Step, Story

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


def saved(evidence: Evidence) -> list:
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


def equal_when_read(evidence: Evidence, name: int) -> bool:
    """Return whether a lazy weight is right in every click that reads it."""
    knobs = evidence.knobs
    weights, pull = path(name, knobs.eta, knobs.gravity, LAST), knobs.eta * knobs.gravity
    read = [t + 1 for t in clicks_of(name) if t < LAST]
    return bool(np.allclose(weights.lazily[read] - pull, weights.at_once[read], atol=1e-12))


def fullest(evidence: Evidence) -> int:
    """Return the largest number of ids that were in the table."""
    return int(evidence.breath.live.max())


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    knobs, breath, how_often = evidence.knobs, evidence.breath, turns()
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


def little_lost(evidence: Evidence) -> bool:
    """Return whether weak gravity costs nearly nothing, and strong gravity a lot."""
    lost = evidence.breath.loss[-1] - evidence.free[-1]
    tenfold, strong = (
        breathe(evidence.knobs.eta, (gravity,)).loss[-1] - evidence.free[-1]
        for gravity in (TENFOLD["gravity"], STRONG)
    )
    return bool(abs(lost) < 0.002 < tenfold and strong > 0.03)


def swept(evidence: Evidence) -> bool:
    """Return whether the lazy table holds more than it needs at most looks, and not for ever."""
    breath = evidence.breath
    falls = np.diff(breath.stored) < 0
    more = breath.stored[1:] > breath.live[1:]
    return bool(falls.sum() >= 3 and more.mean() > 0.8 and (breath.stored >= breath.live).all())


def breathes(evidence: Evidence) -> bool:
    """Return whether the table rises under weak gravity and falls under strong."""
    _, one, two, three, four = evidence.breath.live[:: len(evidence.breath.live) // QUARTERS]
    return bool(min(one, three) > 4 * max(two, four))


TABLE = (
    Step("ids", Scene(stream, frames=(0, -1)), holds=lambda e: bool(e.met[-1] > 40_000)),
    Step(
        "strangers",
        Scene(stream),
        after=Scene(counts),
        holds=lambda e: bool(turns()[0] > 0.8 * turns().sum()),
    ),
    Step(
        "store",
        Scene(stream),
        new="hash table",
        holds=lambda e: bool(free_weights(e.knobs.eta).all()),
    ),
    Step(
        "one",
        Scene(once, frames=(0, 52)),
        after=Scene(once, frames=(52, -1)),
        holds=lambda e: 300 < life(e) < 600,
    ),
    Step(
        "tenfold",
        Scene(once),
        after=Scene(once, TENFOLD, frames=(0, -1)),
        holds=lambda e: 30 < life(e) < 60,
    ),
    Step(
        "breath",
        Scene(whole_table, frames=(0, 0)),
        after=Scene(whole_table, frames=(0, -1)),
        holds=breathes,
    ),
    Step(
        "small",
        Scene(table_to_fill),
        knobs=("gravity",),
        goal=lambda e: fullest(e) <= MOST,
        solution={"gravity": 0.003},
        holds=lambda e: fullest(e) > MOST,
    ),
    Step(
        "price",
        Scene(losses, EVEN, frames=(0, 0)),
        after=Scene(losses, EVEN, frames=(0, -1)),
        holds=little_lost,
    ),
)
LATE = (
    Step(
        "pulls",
        Scene(often),
        after=Scene(often_both, frames=(0, -1), look=(LAZILY,)),
        new="lazy update",
        holds=lambda e: equal_when_read(e, OFTEN),
    ),
    Step(
        "exact",
        Scene(twice, frames=(0, 100), look=(AT_ONCE,)),
        after=Scene(twice_both, frames=(0, -1)),
        holds=lambda e: equal_when_read(e, TWICE),
    ),
    Step("sweep", Scene(lazy_table, frames=(0, -1)), holds=swept),
    Step("time", Scene(saved), holds=lambda e: e.times[EAGER][-1] > 5 * e.times[LAZY][-1]),
    Step("claim", Scene(lazy_table), holds=lambda e: breathes(e) and swept(e)),
    Step("now", Scene(whole_table), knobs=("gravity", "turned"), holds=breathes),
)

STORY = Story(Path(__file__).parent, TABLE + LATE, numbers, minutes=8, needs="gravity")
