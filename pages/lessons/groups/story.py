"""The story of groups that win on one machine and lose on another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from pages.lessons.groups.boards import (
    MISSED,
    arrows,
    board,
    contest_curves,
    last_arrows,
    sensors_over_time,
)
from pages.lessons.groups.evidence import Evidence
from pages.lessons.groups.machines import (
    DRAWS,
    EACH,
    EXAMPLES,
    LADDER,
    LONELY,
    PAIR,
    SENSORS,
    WHOLE,
    average_votes,
    contest,
    lonely_machine,
    whole_machine,
)
from pages.lessons.groups.runs import Knobs, read_by
from pages.lessons.groups.spiral import (
    corners,
    limit_curve,
    shortened_votes,
    spiral,
    votes_and_limit,
)
from ui.lessons import Claim, Scene, Step, Story

AT = {"l1": 0.03}
"""The penalty of the story: at it both methods are near their best."""
GOAL = 97
"""The weights that are to be correct though the groups are wrong."""
FEW = 3
"""Votes that the picture of an arrow shows while its length is asked for."""
MADE = "the machine is made so"
ONE_DECISION = "the group lasso: one decision for the weights of a group"
COUNTED = "counted on ten new machines, at all penalties"
COUNTED_HERE = "counted on the story's own machines"
SHIFTED = AT | {"shift": 5}
WITH_A_PULL = {"l1": 0.015, "group_l1": 3.0}
"""Where the sparse group lasso finds the useful weights of the second machine."""


def truth(evidence: Evidence) -> list:
    """Return the true weights of the first machine."""
    return [[board(evidence.whole, None)]]


def rda_film(evidence: Evidence) -> list:
    """Return RDA's film of the first machine."""
    return [sensors_over_time(evidence.whole, "L1")]


def rda_film_counted(evidence: Evidence) -> list:
    """Return the same film, whose caption counts the weights in use at the end."""
    return [sensors_over_time(evidence.whole, "L1", counted=True)]


def group_lasso_film(evidence: Evidence) -> list:
    """Return the group lasso's film of the first machine."""
    return [sensors_over_time(evidence.whole, "group")]


def votes(evidence: Evidence) -> list:
    """Return the arrows of the first machine."""
    return [arrows(evidence.whole)]


def arrows_at_the_end(evidence: Evidence) -> list:
    """Return the arrows of the first machine, to stand at their end."""
    return [replace(arrows(evidence.whole), name="last_arrows")]


def few_votes(_: Evidence) -> list:
    """Return the first votes end to end."""
    return [[spiral(FEW)]]


def all_votes(_: Evidence) -> list:
    """Return ten votes end to end, and their arrow."""
    return [[spiral(EACH)]]


def limits(evidence: Evidence) -> list:
    """Return the limit against the size of a group."""
    return [[limit_curve(evidence.knobs.l1)]]


def boards(evidence: Evidence) -> list:
    """Return the weights of both methods on the first machine."""
    return [[board(evidence.whole, method) for method in PAIR]]


def curves(evidence: Evidence) -> list:
    """Return the contest on machines like the first."""
    return [[contest_curves(contest(WHOLE))]]


def lonely_truth(evidence: Evidence) -> list:
    """Return the true weights of the second machine, and the votes of one of its sensors."""
    return [[board(evidence.lonely, None), votes_and_limit(evidence.lonely)]]


def lonely_group(evidence: Evidence) -> list:
    """Return the group lasso's weights on the second machine, and the arrow of one sensor."""
    return [[board(evidence.lonely, "group"), votes_and_limit(evidence.lonely, arrow=True)]]


def lonely_sparse(evidence: Evidence) -> list:
    """Return the votes of one sensor of the second machine, and the weights of all sensors."""
    return [[shortened_votes(evidence.lonely), board(evidence.lonely, "sparse group")]]


def both_machines(evidence: Evidence) -> list:
    """Return the group lasso's weights on the first machine, and the sparse one's on the second."""
    lonely = lonely_machine(Knobs(**WITH_A_PULL))
    titles = "Whole groups: group lasso", "Single features: sparse group lasso"
    pictures = (
        board(evidence.whole, "group", title=titles[0]),
        board(lonely, "sparse group", "lonely_board", titles[1]),
    )
    return [[*pictures]]


def lonely_boards(evidence: Evidence) -> list:
    """Return the weights of both methods on the second machine."""
    return [[board(evidence.lonely, method) for method in PAIR]]


def wrong_truth(evidence: Evidence) -> list:
    """Return the true weights of the first machine, with boxes around two groups."""
    return [[board(evidence.whole, None, boxed=True)]]


def wrong_board(evidence: Evidence) -> list:
    """Return the group lasso's weights on the first machine, with boxes around two groups."""
    return [[board(evidence.whole, "group", boxed=True)]]


def wrong_arrows(evidence: Evidence) -> list:
    """Return the arrows and the weights of the first machine; the groups have boxes."""
    return [[last_arrows(evidence.whole), board(evidence.whole, "group", boxed=True)]]


# The claims of the prose ------------------------------------------------------------------------


def three_of_ten_feel_it(evidence: Evidence) -> bool:
    """Return whether all numbers of three sensors count, and none of the seven others."""
    counts = [np.count_nonzero(row) for row in np.split(evidence.whole.data.true_weights, SENSORS)]
    return counts == [EACH] * 3 + [0] * 7


def five_have_one_useful_number(evidence: Evidence) -> bool:
    """Return whether on the second machine one number of each of five sensors counts."""
    counts = [np.count_nonzero(row) for row in np.split(evidence.lonely.data.true_weights, SENSORS)]
    return counts == [1] * 5 + [0] * 5


def most_noise_groups_come_in(evidence: Evidence) -> bool:
    """Return whether RDA uses weights of most noise groups."""
    return 4 <= int(evidence.whole.lit("L1")[len(WHOLE) :].sum()) <= 6


def few_weights_of_each(evidence: Evidence) -> bool:
    """Return whether RDA uses two weights of a noise group at most, on the average."""
    return evidence.whole.vain("L1") <= 14


def ten_make_root_ten(_: Evidence) -> bool:
    """Return whether ten votes make an arrow √10 long, and forty one twice as long."""
    ten, forty = (float(np.linalg.norm(corners(n)[-1])) for n in (EACH, 4 * EACH))
    return bool(np.allclose((ten, forty), (np.sqrt(10.0), 2.0 * ten)))


def limit_is_for_ten(evidence: Evidence) -> bool:
    """Return whether the limit is √10 times the penalty."""
    return bool(np.isclose(evidence.whole.limit, np.sqrt(10.0) * evidence.knobs.l1))


def bars_decide(evidence: Evidence) -> bool:
    """Return whether a group is in use just where its bar ends beyond the band."""
    machine = evidence.whole
    w, bars = machine.runs["group"].final.weights, machine.arrows()[-1]
    in_use = np.array([w[group].any() for group in machine.groups])
    return np.array_equal(in_use, bars > machine.limit)


def useful_rows_are_full(evidence: Evidence) -> bool:
    """Return whether the group lasso uses all useful sensors of the first machine."""
    return bool(evidence.whole.lit("group")[: len(WHOLE)].all())


def some_useful_are_dropped(evidence: Evidence) -> bool:
    """Return whether the group lasso does not use all useful sensors of the first machine."""
    return not useful_rows_are_full(evidence)


def noise_rows_are_empty(evidence: Evidence) -> bool:
    """Return whether the group lasso uses no other sensor of the first machine."""
    return not evidence.whole.lit("group")[len(WHOLE) :].any()


def exactly_the_useful(evidence: Evidence) -> bool:
    """Return whether the group lasso uses the useful sensors and no other."""
    return useful_rows_are_full(evidence) and noise_rows_are_empty(evidence)


def all_or_nothing(evidence: Evidence) -> bool:
    """Return whether every given group is in use as a whole or not at all."""
    return all(
        (w[group] != 0.0).all() or not w[group].any()
        for machine in (evidence.whole, evidence.lonely)
        for w in (machine.runs["group"].final.weights,)
        for group in machine.groups
    )


def weights_follow_votes(evidence: Evidence) -> bool:
    """Return whether the weights of a group are in proportion to their average votes."""
    machine = evidence.whole
    w = machine.runs["group"].final.weights
    votes = average_votes(read_by("group", machine.knobs), machine.data)[-1]
    return all(
        abs(float(w[group] @ votes[group]))
        >= (1.0 - 1e-9) * float(np.linalg.norm(w[group]) * np.linalg.norm(votes[group]))
        for group in machine.groups
    )


def arrows_grow_with_the_penalty(_: Evidence) -> bool:
    """Return whether arrows are longer at the larger of two penalties: twice as long, or more."""
    small, large = (whole_machine(Knobs(l1=l1)).arrows()[-1, 0] for l1 in (0.03, 0.1))
    return bool(2.0 * small < large)


def penalties_that_do_it(_: Evidence) -> bool:
    """Return whether exactly the useful sensors are in use from penalty 0.026 to 0.043 only."""
    inside, outside = (
        [whole_machine(Knobs(l1=l1)).lit("group").tolist() for l1 in some]
        for some in ((0.026, 0.03, 0.035, 0.04, 0.043), (0.024, 0.045))
    )
    wanted = [True] * len(WHOLE) + [False] * (SENSORS - len(WHOLE))
    return all(lit == wanted for lit in inside) and wanted not in outside


def sparse_group_lasso_finds_them(_: Evidence) -> bool:
    """Return whether with a pull the sparse group lasso has nearly all weights correct."""
    return lonely_machine(Knobs(**WITH_A_PULL)).right("sparse group") >= 98


def nearly_the_sensors(evidence: Evidence) -> bool:
    """Return whether nine of ten features of each group are from one sensor."""
    return evidence.knobs.shift % EACH in (1, EACH - 1)


def group_lasso_is_ahead(evidence: Evidence) -> bool:
    """Return whether the group lasso has more weights right than RDA on the first machine."""
    return evidence.whole.right("group") > evidence.whole.right("L1")


def rda_misses_some(evidence: Evidence) -> bool:
    """Return whether RDA does not find all useful weights of the first machine."""
    truth = evidence.whole.data.true_weights
    return bool((evidence.whole.runs["L1"].final.weights[truth != 0.0] == 0.0).any())


def rda_uses_some_in_vain(evidence: Evidence) -> bool:
    """Return whether RDA uses some weights of noise on the first machine."""
    return evidence.whole.vain("L1") > 0


def group_lasso_wins(_: Evidence) -> bool:
    """Return whether on every new machine of the first kind the group lasso wins."""
    return contest(WHOLE).wins("group", "L1") == len(DRAWS)


def worse_with_too_small_a_penalty(_: Evidence) -> bool:
    """Return whether at the smallest penalty the group lasso has fewer weights right."""
    right = contest(WHOLE).right
    return bool(right["group"][:, 0].mean() < right["L1"][:, 0].mean())


def no_row_is_in_use(evidence: Evidence) -> bool:
    """Return whether the group lasso uses no sensor of the first machine."""
    return not evidence.whole.lit("group").any()


def lonely_rows_are_full(evidence: Evidence) -> bool:
    """Return whether the group lasso uses all useful sensors of the second machine."""
    return bool(evidence.lonely.lit("group")[: len(LONELY)].all())


def no_other_comes_in(evidence: Evidence) -> bool:
    """Return whether the group lasso uses no other sensor of the second machine."""
    return not evidence.lonely.lit("group")[len(LONELY) :].any()


def nearly_enough_alone(evidence: Evidence) -> bool:
    """Return whether each useful vote alone is nearly as long as the limit, or longer."""
    machine = evidence.lonely
    votes = np.abs(average_votes(read_by("group", machine.knobs), machine.data)[-1])
    return bool(votes[machine.data.true_weights != 0.0].min() > 0.85 * machine.limit)


def both_find_the_five(evidence: Evidence) -> bool:
    """Return whether both methods find every useful weight of the second machine."""
    truth = evidence.lonely.data.true_weights
    useful = truth != 0.0
    signs = [np.sign(evidence.lonely.runs[method].final.weights) for method in PAIR]
    return all((sign[useful] == truth[useful]).all() for sign in signs)


def rda_wastes_fewer(evidence: Evidence) -> bool:
    """Return whether RDA uses fewer weights in vain on the second machine."""
    return evidence.lonely.vain("L1") < evidence.lonely.vain("group")


def nothing_is_in_use(evidence: Evidence) -> bool:
    """Return whether the sparse group lasso uses no weight of the second machine."""
    return not evidence.lonely.runs["sparse group"].final.weights.any()


def nothing_is_pulled(evidence: Evidence) -> bool:
    """Return whether the sparse group lasso is the group lasso: r is 0."""
    return evidence.knobs.group_l1 == 0.0


def finds_the_five(evidence: Evidence) -> bool:
    """Return whether the sparse group lasso uses the five useful weights."""
    return not evidence.lonely.kinds("sparse group")[MISSED].any()


def hardly_any_others(evidence: Evidence) -> bool:
    """Return whether the sparse group lasso uses the five, and three others at most."""
    return finds_the_five(evidence) and evidence.lonely.vain("sparse group") <= 3


def groups_are_right(evidence: Evidence) -> bool:
    """Return whether the given groups are the sensors' own: the shift is a multiple of ten."""
    return evidence.knobs.shift % EACH == 0


def correct_though_wrong(evidence: Evidence) -> bool:
    """Return whether the groups are wrong, and nearly all weights are correct."""
    return not groups_are_right(evidence) and evidence.whole.right("group") >= GOAL


def half_a_group_costs_more(_: Evidence) -> bool:
    """Return whether shifted by five the group lasso has at most 90 correct at any penalty."""
    return max(whole_machine(Knobs(l1=l1, shift=5)).right("group") for l1 in LADDER) == 90


def noise_rows_were_full_early(evidence: Evidence) -> bool:
    """Return whether each row of noise was full at first: its arrow was above the limit."""
    lengths = evidence.whole.arrows()[:, len(WHOLE) :]
    return bool((lengths[20:50] > evidence.whole.limit).any(axis=0).all())


def rda_wins(_: Evidence) -> bool:
    """Return whether on every new machine of the second kind RDA wins."""
    return contest(LONELY).wins("L1", "group") == len(DRAWS)


def noise_comes_in_with_them(evidence: Evidence) -> bool:
    """Return whether the wrong groups bring in half of the first and of the last noise sensor."""
    w = evidence.whole.runs["group"].final.weights.reshape(SENSORS, EACH) != 0.0
    first, last, half = w[len(WHOLE)], w[-1], EACH // 2
    return [*first, *last] == [True] * half + [False] * 2 * half + [True] * half


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
        "told_missed": f"{whole.kinds('group')[MISSED].sum()}",
        "told_wrong": f"{whole.kinds('group')[MISSED - 1].sum()}",
        "told_right": f"{whole.right('group')}",
        "dropped": f"{(~whole.lit('group')[: len(WHOLE)]).sum()}",
        "noise_in": f"{whole.lit('group')[len(WHOLE) :].sum()}",
        "sparse_missed": f"{lonely.kinds('sparse group')[MISSED].sum()}",
        "goal": f"{GOAL}",
        "sparse_vain": f"{lonely.vain('sparse group')}",
        "shift": f"{whole.knobs.shift}",
    }


ALONE_OR_TOGETHER = (
    Step(
        "sensors",
        Scene(truth, AT),
        claims=(Claim(three_of_ten_feel_it, always=MADE),),
        new="group",
    ),
    Step(
        "alone",
        Scene(rda_film, AT, frames=(0, 0)),
        after=Scene(rda_film_counted, AT, frames=(0, -1)),
        claims=(
            Claim(most_noise_groups_come_in, fails_at=({"l1": 0.1}, {"l1": 0.02})),
            Claim(few_weights_of_each, fails_at={"l1": 0.01}),
        ),
    ),
    Step(
        "arrow",
        Scene(few_votes, AT),
        after=Scene(all_votes, AT),
        claims=(Claim(ten_make_root_ten, always="Pythagoras"),),
    ),
    Step(
        "limit",
        Scene(limits, AT),
        claims=(Claim(limit_is_for_ten, always="Yang et al. 2010, Theorem 1"),),
    ),
    Step(
        "bars",
        Scene(votes, AT, frames=(0, -1)),
        new="group lasso",
        claims=(
            Claim(bars_decide, fails_at={"size": 7}),
            Claim(exactly_the_useful, fails_at={"l1": 0.01}),
        ),
    ),
    Step(
        "together",
        Scene(group_lasso_film, AT, frames=(0, 0)),
        after=Scene(group_lasso_film, AT, frames=(0, -1)),
        claims=(
            Claim(useful_rows_are_full, fails_at={"l1": 0.1}),
            Claim(noise_rows_are_empty, fails_at={"l1": 0.01}),
            Claim(noise_rows_were_full_early, fails_at={"l1": 0.2}),
            Claim(all_or_nothing, always=ONE_DECISION),
            Claim(weights_follow_votes, always=ONE_DECISION),
        ),
    ),
    Step(
        "count",
        Scene(boards, AT),
        claims=(
            Claim(group_lasso_is_ahead, fails_at={"l1": 0.1}),
            Claim(rda_uses_some_in_vain, fails_at={"l1": 0.1}),
            Claim(rda_misses_some, fails_at={"l1": 0.002}),
        ),
    ),
    Step(
        "fair",
        Scene(curves, AT),
        claims=(
            Claim(group_lasso_wins, always=COUNTED),
            Claim(worse_with_too_small_a_penalty, always=COUNTED),
        ),
    ),
    Step(
        "turn",
        Scene(arrows_at_the_end, {"l1": 0.1}),
        knobs=("l1",),
        goal=exactly_the_useful,
        solution=AT,
        claims=(
            Claim(no_row_is_in_use, fails_at=AT),
            Claim(arrows_grow_with_the_penalty, always=COUNTED_HERE),
            Claim(penalties_that_do_it, always=COUNTED_HERE),
            Claim(exactly_the_useful, fails_at={"l1": 0.01}, holds_at=AT),
            Claim(some_useful_are_dropped, fails_at={"l1": 0.01}),
        ),
    ),
)
"""The first steps: a machine on which whole groups are useful."""
WHERE_IT_HURTS = (
    Step(
        "lonely",
        Scene(lonely_truth, AT),
        after=Scene(lonely_group, AT),
        claims=(
            Claim(five_have_one_useful_number, always=MADE),
            Claim(nearly_enough_alone, fails_at={"l1": 0.05}),
            Claim(lonely_rows_are_full, fails_at={"l1": 0.1}),
            Claim(no_other_comes_in, fails_at={"l1": 0.01}),
            Claim(all_or_nothing, always=ONE_DECISION),
        ),
    ),
    Step(
        "hurts",
        Scene(lonely_boards, AT),
        claims=(
            Claim(both_find_the_five, fails_at={"l1": 0.1}),
            Claim(rda_wastes_fewer, fails_at={"l1": 0.1}),
            Claim(rda_wins, always=COUNTED),
        ),
    ),
    Step(
        "sparse",
        Scene(lonely_sparse, AT | {"group_l1": 0.0}),
        knobs=("l1", "group_l1"),
        new="sparse group lasso",
        goal=hardly_any_others,
        solution=WITH_A_PULL,
        claims=(
            Claim(nothing_is_in_use, holds_at={"group_l1": 5.0}, fails_at={"group_l1": 1.0}),
            Claim(nothing_is_pulled, fails_at={"group_l1": 1.0}),
            Claim(finds_the_five, fails_at={"group_l1": 5.0}),
        ),
    ),
    Step(
        "wrong",
        Scene(wrong_truth, SHIFTED),
        after=Scene(wrong_board, SHIFTED),
        claims=(
            Claim(noise_comes_in_with_them, fails_at={"shift": 0}),
            Claim(all_or_nothing, always=ONE_DECISION),
        ),
    ),
    Step(
        "claim",
        Scene(both_machines, AT),
        claims=(
            Claim(all_or_nothing, always=ONE_DECISION),
            Claim(useful_rows_are_full, fails_at={"l1": 0.1}),
            Claim(sparse_group_lasso_finds_them, always=COUNTED_HERE),
            Claim(rda_wins, always=COUNTED),
        ),
    ),
    Step(
        "now",
        Scene(wrong_arrows, SHIFTED),
        knobs=("shift", "l1"),
        goal=correct_though_wrong,
        solution={"shift": 1, "l1": 0.036},
        claims=(
            Claim(groups_are_right, holds_at={"shift": 10}, fails_at={"shift": 1}),
            Claim(nearly_the_sensors, holds_at={"shift": 1}, fails_at={"shift": 10}),
            Claim(half_a_group_costs_more, always=COUNTED_HERE),
        ),
    ),
)
"""The last steps: single useful features, and wrong groups."""
STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=9,
    needs="fobos_rda",
    steps=(*ALONE_OR_TOGETHER, *WHERE_IT_HURTS),
)
