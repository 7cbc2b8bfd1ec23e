"""Tell the story of a learner, its rival, and a promise on how far apart they end."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pages.lessons.regret import pictures
from pages.lessons.regret.evidence import Evidence
from ui.lessons import Scene, Step, Story

STEPS, TARGET = 1000, 450
EARLY, STILL = pictures.MARKED
"""The length of the run, the step to be beaten, and two steps at which films halt."""
PRICES = ("price of large steps", "price of the way")
AT_EARLY, AT_STILL = (pictures.frame_of(step, STEPS) for step in (EARLY, STILL))


def alone(evidence: Evidence) -> list:
    """Return the film of the learner by itself."""
    return [pictures.alone(evidence)]


def gap(evidence: Evidence) -> list:
    """Return the film of the learner and its rival."""
    return [pictures.gap(evidence)]


def costs(evidence: Evidence) -> list:
    """Return the film of both costs."""
    return [pictures.costs(evidence)]


def promise(evidence: Evidence) -> list:
    """Return the film of the learner below the promise."""
    return [pictures.promise(evidence)]


def by_pace(evidence: Evidence) -> list:
    """Return the picture of the promise against the pace, its three parts to be added up."""
    return [[pictures.sum_by_pace(evidence)]]


# The claims of the prose ------------------------------------------------------------------------


def behind(evidence: Evidence) -> np.ndarray:
    """Return the learner's loss less the rival's, per example, after each step."""
    return evidence.terms.loss - evidence.terms.loss_of_u


def cost_behind(evidence: Evidence) -> np.ndarray:
    """Return the learner's cost less the rival's, per example, after each step."""
    return behind(evidence) + evidence.terms.pull - evidence.terms.pull_of_u


def best_pace(evidence: Evidence) -> float:
    """Return the pace at which both prices are equal, for a loss with B > 0."""
    return float(np.linalg.norm(evidence.u) / np.sqrt(evidence.constants.B))


def two_features_count(evidence: Evidence) -> bool:
    """Return whether the rival uses two features, and the learner's loss falls."""
    loss = evidence.terms.loss
    return bool(np.count_nonzero(evidence.u) == 2 and loss[-1] < loss[EARLY - 1] < loss[0])


def gap_narrows(evidence: Evidence) -> bool:
    """Return whether the regret grows in all, and falls per example."""
    early, late = behind(evidence)[EARLY - 1], behind(evidence)[-1]
    return bool(0.0 < late < early and late * STEPS > early * EARLY)


def kept(evidence: Evidence) -> bool:
    """Return whether the promise holds at every step."""
    return bool((evidence.terms.left_side <= evidence.terms.bound * (1.0 + 1e-9)).all())


def way_fades(evidence: Evidence) -> bool:
    """Return whether the price of the way falls to a third while that of large steps stays."""
    way, steps = evidence.terms.distance, evidence.terms.step
    falls = (np.diff(way) < 0.0).all() and 3.0 * way[-1] < way[STILL - 1]
    return bool(falls and np.ptp(steps) == 0.0)


def rival_pays_more(evidence: Evidence) -> bool:
    """Return whether the rival's toll is the higher one, so that the gap in cost is smaller."""
    terms = evidence.terms
    return bool(evidence.knobs.gravity > 0.0 and terms.pull_of_u[-1] > terms.pull[-1])


def smaller_with_gravity(evidence: Evidence) -> bool:
    """Return whether the way is shorter with more gravity, and the example named is open."""
    early = evidence.says_from is not None and evidence.says_from < TARGET
    return bool((np.diff(evidence.by_gravity.square) < 0.0).all() and not early)


def vacuous_at_first(evidence: Evidence) -> bool:
    """Return whether the promise is vacuous at the still, and is not at the end."""
    return bool(evidence.terms.bound[STILL - 1] >= evidence.idle and says_something(evidence))


def says_something(evidence: Evidence) -> bool:
    """Return whether the promise is below the cost of never learning at the end."""
    return evidence.says_from is not None


def says_nothing(evidence: Evidence) -> bool:
    """Return whether the promise is vacuous to the end."""
    return not says_something(evidence)


def prices_meet(evidence: Evidence) -> bool:
    """Return whether the promise is lowest at the pace that the prose names."""
    paces = np.geomspace(0.3, 30.0, 2001)
    square = evidence.u @ evidence.u
    prices = paces * evidence.constants.B + square / paces
    lowest = paces[prices.argmin()]
    return bool(abs(lowest - best_pace(evidence)) < 0.01 * lowest and not evidence.constants.A)


def larger_steps(evidence: Evidence) -> bool:
    """Return whether both prices are those of steps three times as large as with a pace of 5."""
    usual = 5.0 / np.sqrt(STEPS)
    way = evidence.u @ evidence.u / (2.0 * usual * STEPS)
    terms = evidence.terms
    return bool(
        np.isclose(terms.step[-1], 3.0 * usual * evidence.constants.B / 2.0)
        and np.isclose(terms.distance[-1], way / 3.0)
    )


def halved(evidence: Evidence) -> bool:
    """Return whether both prices are half of those of a run a quarter as long.

    Where that run ends, the longer one's promise is still the higher one: it says something later.
    """
    steps = len(evidence.terms.loss) // 4
    eta = evidence.knobs.pace / np.sqrt(steps)
    way = evidence.u @ evidence.u / (2.0 * eta * steps)
    terms = evidence.terms
    there = terms.step[steps - 1] + terms.distance[steps - 1]
    return bool(
        there > 1.2 * (eta * evidence.constants.B / 2.0 + way)
        and np.isclose(terms.step[-1], eta * evidence.constants.B / 4.0)
        and np.isclose(terms.distance[-1], way / 2.0, rtol=0.02)
    )


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    knobs, terms, gaps = evidence.knobs, evidence.terms, behind(evidence)
    n, early = len(terms.loss), min(EARLY, len(terms.loss))
    still = min(STILL, n)
    return {
        "n": f"{n:,}",
        "first": f"{terms.loss[0]:.2f}",
        "at_early": f"{early}",
        "at_still": f"{still}",
        "gap_early": f"{gaps[early - 1]:.2f}",
        "gap": f"{gaps[-1]:.2f}",
        "gap_cost": f"{cost_behind(evidence)[-1]:.2f}",
        "whole_early": f"{gaps[early - 1] * early:.0f}",
        "whole": f"{gaps[-1] * n:.0f}",
        "gravity": f"{knobs.gravity:g}",
        "pace": f"{knobs.pace:g}",
        "step_price": f"{terms.step[-1]:.2f}",
        "way_still": f"{terms.distance[still - 1]:.2f}",
        "way_price": f"{terms.distance[-1]:.2f}",
        "held": f"{int((terms.left_side <= terms.bound * (1.0 + 1e-9)).sum()):,}",
        "idle": f"{evidence.idle:.2f}",
        "top": f"{terms.bound[-1]:.2f}",
        "top_still": f"{terms.bound[still - 1]:.2f}",
        "from": f"{evidence.says_from:,}" if evidence.says_from else "none",
        "best": f"{best_pace(evidence):.1f}" if evidence.constants.B else "none",
        "target": f"{TARGET}",
    }


STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=7,
    needs="gravity",
    steps=(
        Step("learner", Scene(alone, frames=(0, AT_EARLY)), holds=two_features_count),
        Step(
            "rival",
            Scene(gap, frames=(AT_EARLY, AT_EARLY)),
            after=Scene(gap, frames=(AT_EARLY, -1)),
            holds=gap_narrows,
        ),
        Step("toll", Scene(costs), holds=rival_pays_more),
        Step(
            "bound",
            Scene(promise, frames=(AT_STILL, AT_STILL)),
            new="bound",
            holds=kept,
        ),
        Step(
            "steps",
            Scene(promise, frames=(AT_STILL, AT_STILL), look=("price of large steps",)),
            holds=lambda e: bool(e.terms.step[0] > 0.0),
        ),
        Step(
            "way",
            Scene(promise, frames=(AT_STILL, AT_STILL), look=("price of the way",)),
            after=Scene(promise, frames=(AT_STILL, -1), look=PRICES),
            holds=way_fades,
        ),
        Step("kept", Scene(promise, frames=(0, -1)), holds=kept),
        Step(
            "empty",
            Scene(promise, frames=(AT_STILL, AT_STILL)),
            after=Scene(promise, frames=(AT_STILL, -1)),
            new="vacuous",
            holds=vacuous_at_first,
        ),
        Step(
            "larger",
            Scene(promise, look=PRICES),
            after=Scene(promise, at={"pace": 15.0}, look=PRICES),
            knobs=("pace",),
            holds=larger_steps,
        ),
        Step(
            "goal",
            Scene(promise, at={"pace": 1.0}),
            knobs=("pace",),
            goal=says_something,
            solution={"pace": 5.0},
            holds=says_nothing,
        ),
        Step("lowest", Scene(by_pace), knobs=("pace",), holds=prices_meet),
        Step(
            "more",
            Scene(promise, look=PRICES),
            after=Scene(promise, at={"steps": 4000}, look=PRICES),
            knobs=("steps",),
            holds=halved,
        ),
        Step("claim", Scene(promise), holds=kept),
        Step(
            "you",
            Scene(promise),
            knobs=("steps", "pace", "gravity"),
            holds=smaller_with_gravity,
        ),
    ),
)
