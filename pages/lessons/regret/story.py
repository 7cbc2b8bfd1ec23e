"""Tell the story of a learner, its rival, and a promise on how far apart they end."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pages.lessons.regret import pictures
from pages.lessons.regret.evidence import Evidence
from ui.lessons import Claim, Scene, Step, Story

STEPS, TARGET = 1000, 450
EARLY, STILL = pictures.MARKED
"""The length of the run, the step to be beaten, and two steps at which films halt."""
THEOREM = "Langford, Li and Zhang (2009), Theorem 3.1"
MORE_GRAVITY = "where loss plus gravity times ‖u‖₁ is least, more gravity: more loss, less ‖u‖₁"
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
    """Return whether the rival uses two features and no other."""
    return int(np.count_nonzero(evidence.u)) == 2


def loss_falls(evidence: Evidence) -> bool:
    """Return whether the learner's loss per example goes on to fall."""
    loss = evidence.terms.loss
    return bool(loss[-1] < 0.95 * loss[EARLY - 1])


def begins_at_zero(evidence: Evidence) -> bool:
    """Return whether the first loss is that of somebody who never learns."""
    return bool(np.isclose(evidence.terms.loss[0], evidence.idle, rtol=0.01))


def gap_narrows(evidence: Evidence) -> bool:
    """Return whether the regret per example falls, and does not end."""
    gaps = behind(evidence)
    return bool(0.0 < gaps[-1] < gaps[EARLY - 1])


def regret_grows(evidence: Evidence) -> bool:
    """Return whether the regret in all grows."""
    gaps = behind(evidence)
    return bool(gaps[-1] * len(gaps) > gaps[EARLY - 1] * EARLY)


def ten_times_as_many(evidence: Evidence) -> bool:
    """Return whether ten times as many examples share the regret at the end."""
    return len(evidence.terms.loss) == 10 * EARLY


def promise_holds(evidence: Evidence) -> bool:
    """Return whether the promise holds at every step."""
    return bool((evidence.terms.left_side <= evidence.terms.bound * (1.0 + 1e-9)).all())


def steps_cost_something(evidence: Evidence) -> bool:
    """Return whether there is a price of large steps."""
    return bool(evidence.terms.step[0] > 0.0)


def each_pays_the_same(evidence: Evidence) -> bool:
    """Return whether every example pays the same price of large steps."""
    return bool(np.ptp(evidence.terms.step) < 1e-12)


def way_falls(evidence: Evidence) -> bool:
    """Return whether the price of the way falls at every example."""
    return bool((np.diff(evidence.terms.distance) < 0.0).all())


def less_than_a_third(evidence: Evidence) -> bool:
    """Return whether less than a third of the price of the way is left since the still."""
    way = evidence.terms.distance
    return len(way) > STILL and bool(3.0 * way[-1] < way[STILL - 1])


def rival_pays_more(evidence: Evidence) -> bool:
    """Return whether the rival's toll is the higher one, so that the gap in cost is smaller."""
    return bool(evidence.terms.pull_of_u[-1] > evidence.terms.pull[-1])


def larger_gravity_shorter_way(evidence: Evidence) -> bool:
    """Return whether the rival's weights are smaller with more gravity, and so its way."""
    sizes = evidence.by_gravity.l1_norm, evidence.by_gravity.square
    return all(bool((np.diff(size) < 0.0).all()) for size in sizes)


def larger_gravity_more_loss(evidence: Evidence) -> bool:
    """Return whether the rival predicts worse with more gravity."""
    return bool((np.diff(evidence.by_gravity.loss) > 0.0).all())


def target_is_reached(evidence: Evidence) -> bool:
    """Return whether the promise says something before the example named."""
    return evidence.says_from is not None and evidence.says_from < TARGET


def target_is_open(evidence: Evidence) -> bool:
    """Return whether the promise does not yet say something before the example named."""
    return not target_is_reached(evidence)


def vacuous_at_first(evidence: Evidence) -> bool:
    """Return whether the promise is vacuous at the still."""
    bound = evidence.terms.bound
    return len(bound) >= STILL and bool(bound[STILL - 1] >= evidence.idle)


def says_something(evidence: Evidence) -> bool:
    """Return whether the promise is below the cost of never learning at the end."""
    return evidence.says_from is not None


def says_nothing(evidence: Evidence) -> bool:
    """Return whether the promise is vacuous to the end."""
    return not says_something(evidence)


def prices_meet(evidence: Evidence) -> bool:
    """Return whether the promise is lowest at the pace that the prose names."""
    if not evidence.constants.B:
        return False
    paces = np.geomspace(0.03, 300.0, 4001)
    square = evidence.u @ evidence.u
    prices = paces * evidence.constants.B + square / paces
    lowest = paces[prices.argmin()]
    return bool(abs(lowest - best_pace(evidence)) < 0.01 * lowest)


def prices_at(evidence: Evidence, pace: float, steps: int) -> tuple[float, float]:
    """Return both prices, of large steps and of the way, at the end of another run."""
    eta = pace / np.sqrt(steps)
    return eta * evidence.constants.B / 2.0, evidence.u @ evidence.u / (2.0 * eta * steps)


def steps_cost_three_times(evidence: Evidence) -> bool:
    """Return whether the price of large steps is three times that of a pace of 5."""
    usual, _ = prices_at(evidence, 5.0, len(evidence.terms.step))
    return bool(np.isclose(evidence.terms.step[-1], 3.0 * usual))


def way_costs_a_third(evidence: Evidence) -> bool:
    """Return whether the price of the way is a third of that of a pace of 5."""
    _, usual = prices_at(evidence, 5.0, len(evidence.terms.step))
    return bool(np.isclose(evidence.terms.distance[-1], usual / 3.0))


def bound_rises(evidence: Evidence) -> bool:
    """Return whether both prices together are more than with a pace of 5."""
    usual = sum(prices_at(evidence, 5.0, len(evidence.terms.step)))
    return bool(evidence.terms.step[-1] + evidence.terms.distance[-1] > 1.1 * usual)


def steps_cost_half(evidence: Evidence) -> bool:
    """Return whether the price of large steps is half of that of a run of 1,000 examples."""
    usual, _ = prices_at(evidence, evidence.knobs.pace, STEPS)
    return bool(np.isclose(evidence.terms.step[-1], usual / 2.0))


def way_costs_half(evidence: Evidence) -> bool:
    """Return whether the price of the way is half of that of a run of 1,000 examples."""
    _, usual = prices_at(evidence, evidence.knobs.pace, STEPS)
    return bool(np.isclose(evidence.terms.distance[-1], usual / 2.0, rtol=0.02))


def says_something_later(evidence: Evidence) -> bool:
    """Return whether the promise is still the higher one where the run of 1,000 ends."""
    usual = sum(prices_at(evidence, evidence.knobs.pace, STEPS))
    there = evidence.terms.step[:STEPS][-1] + evidence.terms.distance[:STEPS][-1]
    return bool(there > 1.2 * usual) and not target_is_reached(evidence)


def hardly_more(evidence: Evidence) -> bool:
    """Return whether the learner's cost ends close to the rival's."""
    return bool(cost_behind(evidence)[-1] < 0.1)


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
        Step(
            "learner",
            Scene(alone, frames=(0, AT_EARLY)),
            claims=(
                Claim(two_features_count, fails_at={"gravity": 0.2}),
                Claim(begins_at_zero, always="all weights are 0 at first"),
                Claim(loss_falls, fails_at={"steps": 100}),
            ),
        ),
        Step(
            "rival",
            Scene(gap, frames=(AT_EARLY, AT_EARLY)),
            after=Scene(gap, frames=(AT_EARLY, -1)),
            claims=(
                Claim(gap_narrows, fails_at=({"steps": 100}, {"loss": "squared"})),
                Claim(regret_grows, fails_at={"steps": 100}),
                Claim(ten_times_as_many, fails_at={"steps": 4000}),
            ),
        ),
        Step(
            "toll",
            Scene(costs),
            claims=(Claim(rival_pays_more, fails_at={"gravity": 0.2}),),
        ),
        Step(
            "bound",
            Scene(promise, frames=(AT_STILL, AT_STILL)),
            new="bound",
            claims=(Claim(promise_holds, always=THEOREM),),
        ),
        Step(
            "steps",
            Scene(promise, frames=(AT_STILL, AT_STILL), look=("price of large steps",)),
            claims=(
                Claim(steps_cost_something, fails_at={"loss": "squared"}),
                Claim(each_pays_the_same, always="the step size never changes"),
            ),
        ),
        Step(
            "way",
            Scene(promise, frames=(AT_STILL, AT_STILL), look=("price of the way",)),
            after=Scene(promise, frames=(AT_STILL, -1), look=PRICES),
            claims=(
                Claim(way_falls, fails_at={"gravity": 0.2}),
                Claim(less_than_a_third, fails_at={"steps": 500}),
                Claim(steps_cost_something, fails_at={"loss": "squared"}),
                Claim(each_pays_the_same, always="the step size never changes"),
            ),
        ),
        Step(
            "kept",
            Scene(promise, frames=(0, -1)),
            claims=(Claim(promise_holds, always=THEOREM),),
        ),
        Step(
            "empty",
            Scene(promise, frames=(AT_STILL, AT_STILL)),
            after=Scene(promise, frames=(AT_STILL, -1)),
            new="vacuous",
            claims=(
                Claim(vacuous_at_first, fails_at=({"steps": 100}, {"loss": "squared"})),
                Claim(says_something, fails_at={"pace": 1.0}),
            ),
        ),
        Step(
            "larger",
            Scene(promise, look=PRICES),
            after=Scene(promise, at={"pace": 15.0}, look=PRICES),
            knobs=("pace",),
            claims=(
                Claim(steps_cost_three_times, fails_at={"pace": 5.0}),
                Claim(way_costs_a_third, fails_at={"pace": 5.0}),
                Claim(bound_rises, fails_at={"pace": 5.0}),
            ),
        ),
        Step(
            "goal",
            Scene(promise, at={"pace": 1.0}),
            knobs=("pace",),
            goal=says_something,
            solution={"pace": 5.0},
            claims=(Claim(says_nothing, fails_at={"pace": 5.0}),),
        ),
        Step(
            "lowest",
            Scene(by_pace),
            knobs=("pace",),
            claims=(Claim(prices_meet, fails_at=({"loss": "squared"}, {"gravity": 0.2})),),
        ),
        Step(
            "more",
            Scene(promise, look=PRICES),
            after=Scene(promise, at={"steps": 4000}, look=PRICES),
            knobs=("steps",),
            claims=(
                Claim(steps_cost_half, fails_at={"steps": 1000}),
                Claim(way_costs_half, fails_at={"steps": 1000}),
                Claim(says_something_later, fails_at=({"steps": 1000}, {"loss": "squared"})),
                Claim(says_something, fails_at={"pace": 0.3}),
            ),
        ),
        Step(
            "claim",
            Scene(promise),
            claims=(
                Claim(promise_holds, always=THEOREM),
                Claim(says_something, fails_at={"pace": 1.0}),
                Claim(hardly_more, fails_at={"steps": 100}),
            ),
        ),
        Step(
            "you",
            Scene(promise),
            knobs=("steps", "pace", "gravity"),
            claims=(
                Claim(larger_gravity_shorter_way, always=MORE_GRAVITY),
                Claim(larger_gravity_more_loss, always=MORE_GRAVITY),
                Claim(target_is_open, fails_at={"pace": 9.5}),
            ),
        ),
    ),
)
