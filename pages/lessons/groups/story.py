"""Tell of groups that win on one machine and lose on another."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pages.lessons.groups.boards import arrows, board, contest_curves, sensors_over_time
from pages.lessons.groups.evidence import Evidence
from pages.lessons.groups.machines import (
    DRAWS,
    EXAMPLES,
    LADDER,
    LONELY,
    PAIR,
    WHOLE,
    Machine,
    average_votes,
    contest,
)
from pages.lessons.groups.runs import read_by
from ui.lessons import Scene, Step, Story

AT = {"l1": 0.03}
"""The penalty of the story: at it both methods are near their best."""
EARLY = 14
"""The frame at which the film of arrows stops: what comes of them is asked in the next step."""
SHIFTED = AT | {"shift": 5}


def truth(evidence: Evidence) -> list:
    """Return the true weights of the first machine."""
    return [[board(evidence.whole, None)]]


def alone(evidence: Evidence) -> list:
    """Return RDA's film of the first machine."""
    return [sensors_over_time(evidence.whole, "L1")]


def together(evidence: Evidence) -> list:
    """Return the group lasso's film of the first machine."""
    return [sensors_over_time(evidence.whole, "group")]


def votes(evidence: Evidence) -> list:
    """Return the arrows of the first machine."""
    return [arrows(evidence.whole)]


def boards(evidence: Evidence) -> list:
    """Return the weights of both methods on the first machine."""
    return [[board(evidence.whole, method) for method in PAIR]]


def curves(evidence: Evidence) -> list:
    """Return the contest on machines like the first."""
    return [[contest_curves(contest(WHOLE))]]


def lonely_truth(evidence: Evidence) -> list:
    """Return the true weights of the second machine."""
    return [[board(evidence.lonely, None)]]


def lonely_group(evidence: Evidence) -> list:
    """Return the group lasso's weights on the second machine."""
    return [[board(evidence.lonely, "group")]]


def lonely_boards(evidence: Evidence) -> list:
    """Return the weights of both methods on the second machine."""
    return [[board(evidence.lonely, method) for method in PAIR]]


def group_board(evidence: Evidence) -> list:
    """Return the group lasso's weights on the first machine."""
    return [[board(evidence.whole, "group")]]


def exactly_the_useful(machine: Machine) -> bool:
    """Return whether the group lasso uses the useful sensors and no other."""
    lit = machine.lit("group")
    return bool(lit[: len(machine.useful)].all() and not lit[len(machine.useful) :].any())


def all_or_nothing(machine: Machine) -> bool:
    """Return whether every group that is told is in use as a whole or not at all."""
    w = machine.runs["group"].final_weights
    return all((w[group] != 0.0).all() or not w[group].any() for group in machine.groups)


def found_all(machine: Machine) -> bool:
    """Return whether both methods find every useful weight, with its sign."""
    truth = machine.data.true_weights
    useful = truth != 0.0
    signs = [np.sign(machine.runs[method].final_weights) for method in PAIR]
    return all((sign[useful] == truth[useful]).all() for sign in signs)


def nearly_enough(machine: Machine) -> bool:
    """Return whether a useful vote alone is nearly as long as the limit, and its arrow longer."""
    votes = np.abs(average_votes(read_by("group", machine.knobs), machine.data)[-1])
    useful = votes[machine.data.true_weights != 0.0]
    arrows = machine.arrows()[-1, : len(machine.useful)]
    return bool(useful.min() > 0.85 * machine.limit and arrows.min() > machine.limit)


def ahead(machine: Machine, method: str, other: str) -> bool:
    """Return whether a method has more weights right than another."""
    return machine.right(method) > machine.right(other)


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    whole, lonely, fair = evidence.whole, evidence.lonely, contest(WHOLE)
    wins = contest(LONELY).wins("L1", "group")
    return {
        "examples": f"{EXAMPLES}",
        "penalty": f"{whole.knobs.l1:g}",
        "limit": f"{whole.limit:.3f}",
        "noise_rows": f"{whole.lit('L1')[len(WHOLE) :].sum()}",
        "vain": f"{whole.vain('L1')}",
        "group_rows": f"{whole.lit('group').sum()}",
        "group_right": f"{whole.right('group')}",
        "alone_right": f"{whole.right('L1')}",
        "penalties": f"{len(LADDER)}",
        "best_group": f"{fair.best('group'):.0f}",
        "best_alone": f"{fair.best('L1'):.0f}",
        "lonely_vain": f"{lonely.vain('group')}",
        "lonely_alone_vain": f"{lonely.vain('L1')}",
        "lonely_wins": "all ten" if wins == len(DRAWS) else f"{wins} of {len(DRAWS)}",
        "told_vain": f"{whole.vain('group')}",
    }


STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=7,
    needs="fobos_rda",
    steps=(
        Step("sensors", Scene(truth, AT), holds=lambda e: True, new="group"),
        Step(
            "alone",
            Scene(alone, AT, frames=(0, 0)),
            after=Scene(alone, AT, frames=(0, -1)),
            holds=lambda e: 4 <= e.whole.lit("L1")[3:].sum() <= 6 and e.whole.vain("L1") <= 14,
        ),
        Step(
            "arrow",
            Scene(votes, AT, frames=(0, EARLY)),
            new="group lasso",
            holds=lambda e: exactly_the_useful(e.whole),
        ),
        Step(
            "together",
            Scene(together, AT, frames=(0, 0)),
            after=Scene(together, AT, frames=(0, -1)),
            holds=lambda e: exactly_the_useful(e.whole) and all_or_nothing(e.whole),
        ),
        Step("count", Scene(boards, AT), holds=lambda e: ahead(e.whole, "group", "L1")),
        Step(
            "fair",
            Scene(curves, AT),
            holds=lambda e: contest(WHOLE).wins("group", "L1") == len(DRAWS),
        ),
        Step(
            "limit",
            Scene(together, {"l1": 0.1}),
            knobs=("l1",),
            goal=lambda e: exactly_the_useful(e.whole),
            solution=AT,
            holds=lambda e: not e.whole.lit("group").any(),
        ),
        Step(
            "lonely",
            Scene(lonely_truth, AT),
            after=Scene(lonely_group, AT),
            holds=lambda e: (
                exactly_the_useful(e.lonely)
                and all_or_nothing(e.lonely)
                and nearly_enough(e.lonely)
            ),
        ),
        Step(
            "hurts",
            Scene(lonely_boards, AT),
            holds=lambda e: (
                found_all(e.lonely)
                and ahead(e.lonely, "L1", "group")
                and contest(LONELY).wins("L1", "group") == len(DRAWS)
            ),
        ),
        Step(
            "told",
            Scene(truth, SHIFTED),
            after=Scene(group_board, SHIFTED),
            holds=lambda e: e.whole.vain("group") >= 5 and all_or_nothing(e.whole),
        ),
        Step(
            "claim",
            Scene(together, AT),
            holds=lambda e: all_or_nothing(e.whole) and all_or_nothing(e.lonely),
        ),
        Step(
            "now",
            Scene(boards, AT),
            knobs=("l1", "shift"),
            holds=lambda e: all_or_nothing(e.whole),
        ),
    ),
)
