"""The story of a learner, its rival, and a bound on how far apart they end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from pages.lessons.regret import pictures
from pages.lessons.regret.evidence import Evidence, Knobs, gather, run, weight_path
from ui.lessons import Claim, Scene, Step, Story

STEPS, TARGET = 1000, 0.45
EARLY, SHORT = pictures.MARKED
"""The length of the run, the height to reach, and two steps at which films halt."""
LARGER = 5.0
"""Times the step size of the learner that is drawn beside the usual one."""
SMALL, LARGE = 0.1, 0.5
"""Two step sizes: of the former the bound is lower, of the latter the learner's own cost."""
TURNED = "steps", "eta", "gravity"
"""The knobs of the last step."""
THEOREM = "Langford, Li and Zhang (2009), Theorem 3.1"
MORE_GRAVITY = "where loss plus gravity times ‖u‖₁ is least, more gravity: more loss, less ‖u‖₁"
AT_EARLY = pictures.frame_of(EARLY, STEPS)
LONG = 4 * SHORT
AT_SHORT = pictures.frame_of(SHORT, LONG)


# The pictures of the steps ----------------------------------------------------------------------


def loss_film(evidence: Evidence) -> list:
    """Return the film of the learner by itself."""
    return [pictures.loss_film(evidence)]


def cost(evidence: Evidence) -> list:
    """Return the film of the learner's loss and penalty."""
    return [pictures.cost(evidence)]


def gap(evidence: Evidence) -> list:
    """Return the film of the learner and its rival."""
    return [pictures.gap(evidence)]


def one_walk(evidence: Evidence) -> list:
    """Return the film of two weights on their way."""
    return [pictures.walking(evidence, room=(1.0, LARGER))]


def two_walks(evidence: Evidence) -> list:
    """Return the film of that and of the way with larger steps."""
    marks = (None, first_as_near(evidence) or None)
    return [pictures.walking(evidence, (1.0, LARGER), marks=marks)]


def way(evidence: Evidence) -> list:
    """Return the film of two layers: the rival's cost, and the price of the way."""
    return [pictures.bound(evidence, ("distance",), whole=False)]


def way_and_step(evidence: Evidence) -> list:
    """Return the same film, and how a step shortens the way."""
    return [pictures.bound(evidence, ("distance",), whole=False, step=pictures.STRAIGHT)]


def steps(evidence: Evidence) -> list:
    """Return the film of all three layers, and how a step makes the way longer."""
    return [pictures.bound(evidence, whole=False, step=pictures.SIDEWAYS)]


def bound(evidence: Evidence) -> list:
    """Return the film of the learner below the bound."""
    return [pictures.bound(evidence)]


def with_idle(evidence: Evidence) -> list:
    """Return the same film with the cost of never learning."""
    return [pictures.bound(evidence, level=(pictures.IDLE, evidence.idle))]


def both_ways(evidence: Evidence) -> list:
    """Return the film of a run that goes on beside one with smaller steps."""
    return [pictures.both_ways(evidence)]


def by_step(evidence: Evidence) -> list:
    """Return the picture of the bound against the step size, its lowest point as the goal."""
    goal = goal_above(lowest_by_step(evidence))
    return [[pictures.bound_by_step(evidence, (f"goal {goal:.2f}", goal))]]


def by_gravity(evidence: Evidence) -> list:
    """Return the picture of the bound against gravity, its lowest point as the goal."""
    goal = goal_above(lowest_by_gravity(evidence))
    return [[pictures.bound_by_gravity(evidence, (f"goal {goal:.2f}", goal))]]


def without_learners(evidence: Evidence) -> list:
    """Return the film of the layers of two step sizes, without their learners."""
    return [pictures.two_learners(evidence, with_large_steps(evidence), own=False)]


def with_learners(evidence: Evidence) -> list:
    """Return the same film with the learners' costs."""
    return [pictures.two_learners(evidence, with_large_steps(evidence), own=True)]


def with_target(evidence: Evidence) -> list:
    """Return the film of the learner below the bound, with the height to reach."""
    return [pictures.bound(evidence, level=(f"goal {TARGET}", TARGET), digits=3)]


# The claims of the prose ------------------------------------------------------------------------


def goal_above(lowest: float) -> float:
    """Return the round number at or above the lowest point of a curve."""
    return float(np.ceil(100.0 * lowest - 1e-9) / 100.0)


def with_large_steps(evidence: Evidence) -> Evidence:
    """Return the evidence of the same examples with large steps."""
    return gather(replace(evidence.knobs, eta=LARGE), evidence.data)


def lowest_by_step(evidence: Evidence) -> float:
    """Return the bound after all steps at its lowest over the step sizes."""
    return float(np.nanmin(pictures.terms_by_step(evidence).bound))


def lowest_by_gravity(evidence: Evidence) -> float:
    """Return the bound after all steps at its lowest over the gravities tried."""
    return float(pictures.terms_by_gravity(evidence).bound.min())


def cost_behind(evidence: Evidence) -> np.ndarray:
    """Return the learner's cost less the rival's, per example, after each step."""
    terms = evidence.terms
    return terms.left_side - terms.loss_of_u - terms.pull_of_u


def distance_left(evidence: Evidence, times: float = 1.0) -> np.ndarray:
    """Return how far the two weights are from the rival's, before and after each step."""
    return np.linalg.norm(weight_path(evidence, times) - evidence.u[evidence.two_largest], axis=1)


def first_as_near(evidence: Evidence) -> int:
    """Return when larger steps first bring the weights as near as the usual ones end."""
    return int(np.argmax(distance_left(evidence, LARGER) <= distance_left(evidence)[-1]))


def two_features_count(evidence: Evidence) -> bool:
    """Return whether the rival uses two features and no other."""
    return int(np.count_nonzero(evidence.u)) == 2


def loss_falls(evidence: Evidence) -> bool:
    """Return whether the learner's loss per example goes on to fall."""
    loss = evidence.terms.loss
    return bool(loss[-1] < 0.95 * loss[min(EARLY, len(loss) // 2) - 1])


def begins_at_zero(evidence: Evidence) -> bool:
    """Return whether the first loss is that of somebody who never learns."""
    return bool(np.isclose(evidence.terms.loss[0], evidence.idle, rtol=0.01))


def penalty_is_sizes_times_gravity(evidence: Evidence) -> bool:
    """Return whether each example adds the sizes of all weights, times gravity."""
    knobs, terms = evidence.knobs, evidence.terms
    sizes = run(knobs, evidence.data).sparsity.l1_norm
    so_far = np.cumsum(knobs.gravity * sizes) / np.arange(1, len(sizes) + 1)
    return bool(np.allclose(terms.pull, so_far) and terms.pull[-1] > 0.0)


def rival_is_best(evidence: Evidence) -> bool:
    """Return whether no fixed weights that were tried have less cost than the rival's."""
    terms, swept, gravity = evidence.terms, evidence.by_gravity, evidence.knobs.gravity
    own = terms.loss_of_u[-1] + terms.pull_of_u[-1]
    others = np.append(swept.loss + gravity * swept.l1_norm, evidence.loss_at_0)
    return bool(own <= others.min() + 1e-3)


def gap_narrows(evidence: Evidence) -> bool:
    """Return whether the regret per example falls, and does not end."""
    gaps = cost_behind(evidence)
    return bool(0.0 < gaps[-1] < gaps[min(EARLY, len(gaps) // 2) - 1])


def others_stay_small(evidence: Evidence) -> bool:
    """Return whether the weights that are not drawn stay small beside the two."""
    weights = np.abs(run(evidence.knobs, evidence.data).weights)
    two = evidence.two_largest
    return bool(np.delete(weights, two, axis=1).max() < 0.25 * weights[-1, two].min())


def predicts_worse(evidence: Evidence) -> bool:
    """Return whether the learner's loss stays above the rival's."""
    terms = evidence.terms
    return bool((terms.loss > terms.loss_of_u).all())


def comes_nearer(evidence: Evidence) -> bool:
    """Return whether the learner's weights end far nearer to the rival's than they began."""
    left = distance_left(evidence)
    return bool(left[-1] < 0.3 * left[0])


def large_steps_arrive_sooner(evidence: Evidence) -> bool:
    """Return whether larger steps come as near in less than half of the time."""
    return 0 < first_as_near(evidence) < len(evidence.terms.loss) / 2


def large_steps_jump(evidence: Evidence) -> bool:
    """Return whether larger steps at last move the weights back and forth far more."""
    at_last = len(evidence.terms.loss) // 4

    def jumps(times: float) -> float:
        left = np.diff(weight_path(evidence, times)[-at_last:], axis=0)
        return float(np.linalg.norm(left, axis=1).sum())

    return jumps(LARGER) > 2.0 * jumps(1.0)


def way_falls(evidence: Evidence) -> bool:
    """Return whether the price of the way falls at every example."""
    return bool((np.diff(evidence.terms.distance) < 0.0).all())


def a_fifth_is_left(evidence: Evidence) -> bool:
    """Return whether a fifth of the price of the way is left since the still."""
    price = evidence.terms.distance
    return len(price) > EARLY and bool(np.isclose(5.0 * price[-1], price[EARLY - 1]))


def steps_cost_half_the_step_size(evidence: Evidence) -> bool:
    """Return whether the price of the steps is half the step size."""
    return bool(np.isclose(evidence.terms.step[-1], evidence.knobs.eta / 2.0))


def each_pays_the_same(evidence: Evidence) -> bool:
    """Return whether every example pays the same price of the steps."""
    return bool(np.ptp(evidence.terms.step) < 1e-12)


def bound_holds(evidence: Evidence) -> bool:
    """Return whether the bound holds at every step."""
    return bool((evidence.terms.left_side <= evidence.terms.bound * (1.0 + 1e-9)).all())


def vacuous_at_first(evidence: Evidence) -> bool:
    """Return whether the bound is vacuous at the still."""
    tops = evidence.terms.bound
    return len(tops) >= EARLY and bool(tops[EARLY - 1] >= evidence.idle)


def says_something(evidence: Evidence) -> bool:
    """Return whether the bound is below the cost of never learning at the end."""
    return evidence.says_from is not None


def steps_cost_more(evidence: Evidence) -> bool:
    """Return whether the bound is not lowest, and the steps the larger price of both."""
    terms = evidence.terms
    return not is_lowest(evidence) and bool(terms.step[-1] > terms.distance[-1])


def way_costs_more(evidence: Evidence) -> bool:
    """Return whether the bound is not lowest, and the way the dearer part of it."""
    return not is_lowest(evidence) and not steps_cost_more(evidence)


def is_lowest(evidence: Evidence) -> bool:
    """Return whether the bound is nearly as low as any step size makes it."""
    return bool(evidence.terms.bound[-1] <= goal_above(lowest_by_step(evidence)))


def prices_meet(evidence: Evidence) -> bool:
    """Return whether the bound is lowest at the step size at which both prices are equal."""
    if not evidence.constants.B:
        return False
    sizes = np.geomspace(1e-3, 10.0, 4001)
    lowest = sizes[np.argmin(pictures.terms_by_step(evidence, sizes).bound)]
    equal = np.linalg.norm(evidence.u) / np.sqrt(evidence.constants.B * evidence.knobs.steps)
    return bool(abs(lowest - equal) < 0.01 * lowest)


def tops_of_both(evidence: Evidence, step: int) -> tuple[float, float]:
    """Return the tops of the layers at a step, with the run's steps and with smaller ones."""
    left, right = pictures.terms_of_both(evidence)
    return float(left.bound[step - 1]), float(right.bound[step - 1])


def lower_at_first(evidence: Evidence) -> bool:
    """Return whether the left bound is the lower one where the short run ends."""
    if len(evidence.terms.loss) < LONG:
        return False
    left, right = tops_of_both(evidence, SHORT)
    return left < right


def higher_at_last(evidence: Evidence) -> bool:
    """Return whether the left bound is clearly the higher one at the end."""
    left, right = tops_of_both(evidence, len(evidence.terms.loss))
    return left > right + 0.02


def both_prices_half(evidence: Evidence) -> bool:
    """Return whether both prices end on the right at half of what they are on the left earlier."""
    if len(evidence.terms.loss) != LONG:
        return False
    left, right = pictures.terms_of_both(evidence)
    pairs = (left.step, right.step), (left.distance, right.distance)
    return all(bool(np.isclose(large[SHORT - 1], 2.0 * small[-1])) for large, small in pairs)


def larger_gravity_shorter_way(evidence: Evidence) -> bool:
    """Return whether the rival's weights are smaller with more gravity, and so its way."""
    sizes = evidence.by_gravity.l1_norm, evidence.by_gravity.square
    return all(bool((np.diff(size) <= 0.0).all()) for size in sizes)


def larger_gravity_more_loss(evidence: Evidence) -> bool:
    """Return whether the rival predicts worse with more gravity, and costs more."""
    swept = evidence.by_gravity
    costs = swept.loss + swept.gravity * swept.l1_norm
    return all(bool((np.diff(y) >= 0.0).all()) for y in (swept.loss, costs))


def is_lowest_by_gravity(evidence: Evidence) -> bool:
    """Return whether the bound is nearly as low as any gravity makes it."""
    return bool(evidence.terms.bound[-1] <= goal_above(lowest_by_gravity(evidence)))


def too_much_gravity(evidence: Evidence) -> bool:
    """Return whether the bound is not lowest, and would be lower with less gravity."""
    swept = evidence.by_gravity.gravity[pictures.terms_by_gravity(evidence).bound.argmin()]
    return not is_lowest_by_gravity(evidence) and bool(evidence.knobs.gravity > swept)


def rival_is_zero(evidence: Evidence) -> bool:
    """Return whether all of the rival's weights are 0, so that it never learns."""
    return not evidence.u.any()


def too_little_gravity(evidence: Evidence) -> bool:
    """Return whether the bound is not lowest, and would be lower with more gravity."""
    return not (is_lowest_by_gravity(evidence) or too_much_gravity(evidence))


def lowest_between(evidence: Evidence) -> bool:
    """Return whether the bound is lowest at more than the least gravity, with a way to go."""
    lowest = pictures.terms_by_gravity(evidence).bound.argmin()
    return bool(lowest > 0 and evidence.by_gravity.square[lowest] > 0.0)


def target_is_reached(evidence: Evidence) -> bool:
    """Return whether the bound ends below the goal."""
    return bool(evidence.terms.bound[-1] < TARGET)


def target_is_open(evidence: Evidence) -> bool:
    """Return whether the bound does not end below the goal yet."""
    return not target_is_reached(evidence)


def number_of_moves(evidence: Evidence) -> int:
    """Return how many of the knobs of the last step do not stand where it has them at first."""
    opening, now = Knobs(), evidence.knobs
    return sum(getattr(now, name) != getattr(opening, name) for name in TURNED)


def one_knob_is_turned(evidence: Evidence) -> bool:
    """Return whether one knob alone is turned, and the goal not reached."""
    return number_of_moves(evidence) == 1 and target_is_open(evidence)


def bound_has_risen(evidence: Evidence) -> bool:
    """Return whether one knob alone is turned, and the bound ends higher than at the opening."""
    opening = {name: getattr(Knobs(), name) for name in TURNED}
    first = gather(replace(evidence.knobs, **opening), evidence.data)
    higher = evidence.terms.bound[-1] >= first.terms.bound[-1] + 5e-4
    return bool(higher) and one_knob_is_turned(evidence)


def lowest_with(evidence: Evidence, cost: float, length: float) -> float:
    """Return the bound at its best step size, for a rival of some cost, so far from 0."""
    return float(cost + length * np.sqrt(evidence.constants.B / evidence.knobs.steps))


def no_step_size_is_enough(evidence: Evidence) -> bool:
    """Return whether with this gravity the bound misses the goal at its best step size."""
    terms = evidence.terms
    cost = float(terms.loss_of_u[-1] + terms.pull_of_u[-1])
    return lowest_with(evidence, cost, float(np.linalg.norm(evidence.u))) >= TARGET


def best_gravity(evidence: Evidence) -> tuple[float, float]:
    """Return the gravity with the lowest bound at its best step size, and that bound."""
    swept = evidence.by_gravity
    costs, lengths = swept.loss + swept.gravity * swept.l1_norm, np.sqrt(swept.square)
    lowest = [lowest_with(evidence, *pair) for pair in zip(costs, lengths, strict=True)]
    return float(swept.gravity[np.argmin(lowest)]), min(lowest)


def too_few_examples(evidence: Evidence) -> bool:
    """Return whether the goal is out of reach of every step size and gravity."""
    return no_step_size_is_enough(evidence) and best_gravity(evidence)[1] >= TARGET


def gravity_is_wrong(evidence: Evidence) -> bool:
    """Return whether the goal is out of reach with this gravity, but not with every other."""
    return no_step_size_is_enough(evidence) and not too_few_examples(evidence)


def gravity_too_strong(evidence: Evidence) -> bool:
    """Return whether the goal is out of reach of every step size, but not with less gravity."""
    return gravity_is_wrong(evidence) and best_gravity(evidence)[0] < evidence.knobs.gravity


def gravity_too_weak(evidence: Evidence) -> bool:
    """Return whether the goal is out of reach of every step size, but not with more gravity."""
    return gravity_is_wrong(evidence) and best_gravity(evidence)[0] > evidence.knobs.gravity


def way_is_dearer(evidence: Evidence) -> bool:
    """Return whether the goal is not reached, and the way the larger price of both."""
    terms = evidence.terms
    return target_is_open(evidence) and bool(terms.distance[-1] > terms.step[-1])


def steps_are_dearer(evidence: Evidence) -> bool:
    """Return whether the goal is not reached, and the steps the larger price of both."""
    return target_is_open(evidence) and not way_is_dearer(evidence)


def at_opening(evidence: Evidence) -> bool:
    """Return whether no knob of the last step is turned."""
    return number_of_moves(evidence) == 0


def learner_prefers_other_steps(evidence: Evidence) -> bool:
    """Return whether with large steps the learner costs less, though its bound is higher."""
    own, others = evidence.terms, with_large_steps(evidence).terms
    cheaper = others.left_side[-1] < own.left_side[-1] - 0.02
    return bool(cheaper and others.bound[-1] > own.bound[-1] + 0.02)


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    knobs, terms, gaps = evidence.knobs, evidence.terms, cost_behind(evidence)
    n = len(terms.loss)
    early, short = min(EARLY, n), min(SHORT, n)
    left_top, right_top = tops_of_both(evidence, n)
    sizes = np.geomspace(0.01, 1.0, 999)
    others = with_large_steps(evidence).terms
    lowest_eta = sizes[np.nanargmin(pictures.terms_by_step(evidence, sizes).bound)]
    return {
        "n": f"{n:,}",
        "early": f"{early}",
        "short": f"{SHORT:,}",
        "eta": f"{knobs.eta:g}",
        "gap_early": f"{gaps[early - 1]:.2f}",
        "gap": f"{gaps[-1]:.2f}",
        "large_near": f"{first_as_near(evidence)}",
        "step_price": f"{terms.step[-1]:.2f}",
        "way_early": f"{terms.distance[early - 1]:.2f}",
        "way_price": f"{terms.distance[-1]:.2f}",
        "held": f"{int((terms.left_side <= terms.bound * (1.0 + 1e-9)).sum()):,}",
        "idle": f"{evidence.idle:.2f}",
        "top": f"{terms.bound[-1]:.3f}",
        "goal_step": f"{goal_above(lowest_by_step(evidence)):.2f}",
        "goal_gravity": f"{goal_above(lowest_by_gravity(evidence)):.2f}",
        "small": f"{knobs.eta:g}",
        "large": f"{LARGE:g}",
        "small_top": f"{terms.bound[-1]:.2f}",
        "large_top": f"{others.bound[-1]:.2f}",
        "large_own": f"{others.left_side[-1]:.2f}",
        "rival_cost": f"{terms.loss_of_u[-1] + terms.pull_of_u[-1]:.2f}",
        "own": f"{terms.left_side[-1]:.2f}",
        "strength": f"{knobs.gravity:.2g}",
        "lowest": f"{lowest_by_step(evidence):.3f}",
        "lowest_eta": f"{lowest_eta:.2f}",
        "left_top": f"{left_top:.2f}",
        "right_top": f"{right_top:.2f}",
        "step_short": f"{terms.step[short - 1]:.2f}",
        "step_long": f"{pictures.SMALLER * terms.step[-1]:.2f}",
        "way_short": f"{terms.distance[short - 1]:.2f}",
        "way_long": f"{terms.distance[-1] / pictures.SMALLER:.2f}",
        "top_early": f"{terms.bound[early - 1]:.2f}",
        "from": f"{evidence.says_from:,}" if evidence.says_from else "none",
        "target": f"{TARGET}",
    }


STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=8,
    needs="gravity",
    steps=(
        Step(
            "learner",
            Scene(loss_film, frames=(0, -1)),
            claims=(
                Claim(two_features_count, fails_at={"gravity": 0.2}),
                Claim(begins_at_zero, always="all weights are 0 at first"),
                Claim(loss_falls, fails_at={"gravity": 0.2}),
            ),
        ),
        Step(
            "penalty",
            Scene(cost, frames=(0, -1)),
            new="penalty",
            claims=(
                Claim(
                    penalty_is_sizes_times_gravity,
                    always="gravity is above 0 and the weights leave 0",
                ),
            ),
        ),
        Step(
            "rival",
            Scene(gap, frames=(0, -1)),
            claims=(
                Claim(rival_is_best, always="what the rival is"),
                Claim(gap_narrows, fails_at={"loss": "squared"}),
            ),
        ),
        Step(
            "walk",
            Scene(one_walk, frames=(0, -1)),
            claims=(
                Claim(others_stay_small, fails_at={"gravity": 0.2}),
                Claim(comes_nearer, fails_at={"eta": 0.03}),
                Claim(predicts_worse, fails_at={"gravity": 0.2}),
            ),
        ),
        Step(
            "stride",
            Scene(one_walk),
            after=Scene(two_walks, frames=(0, -1)),
            claims=(
                Claim(large_steps_arrive_sooner, fails_at={"gravity": 0.2}),
                Claim(large_steps_jump, fails_at={"eta": 1.0}),
            ),
        ),
        Step(
            "way",
            Scene(way, frames=(AT_EARLY, AT_EARLY)),
            after=Scene(way_and_step, frames=(AT_EARLY, -1)),
            claims=(
                Claim(way_falls, fails_at={"gravity": 0.2}),
                Claim(a_fifth_is_left, fails_at={"steps": 500}),
            ),
        ),
        Step(
            "steps",
            Scene(steps, frames=(0, -1)),
            claims=(
                Claim(steps_cost_half_the_step_size, fails_at={"loss": "squared"}),
                Claim(each_pays_the_same, always="the step size never changes"),
            ),
        ),
        Step(
            "bound",
            Scene(bound, frames=(0, -1)),
            new="bound",
            claims=(Claim(bound_holds, always=THEOREM),),
        ),
        Step(
            "empty",
            Scene(bound, frames=(AT_EARLY, AT_EARLY)),
            after=Scene(with_idle, frames=(AT_EARLY, -1)),
            new="vacuous",
            claims=(
                Claim(vacuous_at_first, fails_at=({"steps": 100}, {"loss": "squared"})),
                Claim(says_something, fails_at={"eta": 0.03}),
            ),
        ),
        Step(
            "lowest",
            Scene(by_step, at={"eta": 0.6}),
            knobs=("eta",),
            goal=is_lowest,
            solution={"eta": 0.2},
            claims=(
                Claim(prices_meet, fails_at=({"loss": "squared"}, {"gravity": 0.2})),
                Claim(steps_cost_more, fails_at={"eta": 0.2}),
                Claim(says_something, holds_at={"eta": 0.2}, fails_at={"eta": 1.0}),
                Claim(way_costs_more, holds_at={"eta": 0.05}, fails_at={"eta": 0.2}),
            ),
        ),
        Step(
            "longer",
            Scene(both_ways, at={"steps": LONG, "eta": 0.24}, frames=(0, AT_SHORT)),
            after=Scene(both_ways, at={"steps": LONG, "eta": 0.24}, frames=(AT_SHORT, -1)),
            claims=(
                Claim(lower_at_first, fails_at={"eta": 0.5}),
                Claim(higher_at_last, fails_at={"eta": 0.1}),
                Claim(both_prices_half, fails_at={"steps": 2000}),
            ),
        ),
        Step(
            "gravity",
            Scene(by_gravity, at={"gravity": 0.1}),
            knobs=("gravity",),
            goal=is_lowest_by_gravity,
            solution={"gravity": 0.02},
            claims=(
                Claim(larger_gravity_shorter_way, always=MORE_GRAVITY),
                Claim(larger_gravity_more_loss, always=MORE_GRAVITY),
                Claim(lowest_between, fails_at={"eta": 0.02}),
                Claim(rival_is_zero, holds_at={"gravity": 0.2}, fails_at={"gravity": 0.02}),
                Claim(too_much_gravity, fails_at={"gravity": 0.02}),
                Claim(too_little_gravity, holds_at={"gravity": 0.005}, fails_at={"gravity": 0.02}),
            ),
        ),
        Step(
            "claim",
            Scene(without_learners, at={"eta": SMALL}),
            after=Scene(with_learners, at={"eta": SMALL}, frames=(0, -1)),
            claims=(
                Claim(bound_holds, always=THEOREM),
                Claim(learner_prefers_other_steps, fails_at={"eta": 1.0}),
            ),
        ),
        Step(
            "you",
            Scene(with_target),
            knobs=TURNED,
            goal=target_is_reached,
            solution={"steps": 4000, "eta": 0.16, "gravity": 0.01},
            claims=(
                Claim(target_is_open, fails_at={"steps": 4000, "gravity": 0.01}),
                Claim(larger_gravity_more_loss, always=MORE_GRAVITY),
                Claim(
                    one_knob_is_turned,
                    holds_at={"steps": 4000},
                    fails_at={"steps": 4000, "gravity": 0.01},
                ),
                Claim(bound_has_risen, holds_at={"steps": 200}, fails_at={"steps": 4000}),
                Claim(at_opening, fails_at={"steps": 4000}),
                Claim(too_few_examples, fails_at={"steps": 4000}),
                Claim(
                    gravity_too_strong,
                    holds_at={"steps": 4000, "gravity": 0.1},
                    fails_at={"steps": 4000, "gravity": 0.01},
                ),
                Claim(
                    gravity_too_weak,
                    holds_at={"steps": 2700, "gravity": 0.005},
                    fails_at={"steps": 4000, "gravity": 0.01},
                ),
                Claim(way_is_dearer, fails_at={"steps": 4000, "gravity": 0.01}),
                Claim(steps_are_dearer, holds_at={"eta": 1.0}, fails_at={"eta": 0.02}),
            ),
        ),
    ),
)
