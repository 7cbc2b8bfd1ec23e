"""The story of two weights that patients move, one patient at a time."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from algorithms.losses import Loss, loss_values
from pages.lessons.online.evidence import (
    ETAS,
    FIRST,
    IDLE,
    KINDS,
    LAST,
    Evidence,
    Knobs,
    gather,
    mean_losses,
)
from pages.lessons.online.pictures import (
    GUESSES,
    first_move,
    first_patients,
    frame_of,
    loss_by_eta,
    loss_curve,
    own_guess,
    right_among,
    right_guesses,
    whole_run,
)
from ui.lessons import OBSERVED, Claim, Scene, Step, Story

TYPICAL, ODD, SURE, JUMPER = 6, 8, 25, 91
"""A patient like most; the first one who is malignant and has small nuclei; one easy to judge;
one who turns the line far where steps are large."""
LARGE, SMALL = 5.0, 0.003
LIFT, LIMIT, AIM, CHEAP = 1.0, 0.31, 0.29, 0.2
NEAR = 0.1
"""How near to LIFT the first patient is to lift a weight."""


def dots(evidence: Evidence) -> list:
    """Return the first patients alone, their answers not known yet."""
    return [first_patients(evidence, line=False, known=False)]


def answers(evidence: Evidence) -> list:
    """Return the first patients with their answers."""
    return [first_patients(evidence, line=False)]


def dials(evidence: Evidence) -> list:
    """Return the first patients beside the two weights."""
    return [first_patients(evidence, "weights")]


def dials_exactly(evidence: Evidence) -> list:
    """Return the first patients beside the two weights, with numbers that show small moves."""
    return [first_patients(evidence, "weights", digits=3)]


def weights_so_far(evidence: Evidence) -> list:
    """Return the first patients beside the two weights, before there is talk of a line."""
    return [first_patients(evidence, "weights", line=False)]


def one_vote(evidence: Evidence) -> list:
    """Return the votes of the first patient and the weights, a mark where one is to come."""
    return [[first_move(evidence, LIFT)]]


def sums(evidence: Evidence) -> list:
    """Return the first patients beside the prediction written out."""
    return [first_patients(evidence, "sum")]


def guesses(evidence: Evidence) -> list:
    """Return three predictions on their axis."""
    return [[loss_curve(known=False)]]


def losses(evidence: Evidence) -> list:
    """Return three predictions and what they cost."""
    return [[loss_curve(known=True)]]


def one_tumour(evidence: Evidence) -> list:
    """Return one tumour on the curve of its kind."""
    return [[own_guess(evidence, CHEAP)]]


def run(evidence: Evidence) -> list:
    """Return the whole run."""
    return [whole_run(evidence)]


def run_beside_opening(evidence: Evidence) -> list:
    """Return the run up to one turn of the line, and the loss that the lesson opened with."""
    return [whole_run(evidence, before=opening(), turned=JUMPER)]


def run_to_goal(evidence: Evidence) -> list:
    """Return the whole run with the loss that is to be reached."""
    return [whole_run(evidence, LIMIT)]


def trials(evidence: Evidence) -> list:
    """Return the loss of every step size with the one that is to be reached."""
    return [[loss_by_eta(evidence, AIM)]]


def weight_change(evidence: Evidence, patient: int) -> tuple[float, float]:
    """Return by how much a patient (from 1) moves the two weights."""
    before, after = evidence.weights[patient - 1 : patient + 1]
    return tuple(after - before)


def all_are_met(evidence: Evidence) -> bool:
    """Return whether every patient comes."""
    return set(evidence.order.tolist()) == set(range(evidence.data.n_rows))


def zero_is_average(evidence: Evidence) -> bool:
    """Return whether both features have mean 0, and 1 as the usual distance from it."""
    X = evidence.data.X.toarray()
    return bool(np.allclose(X.mean(axis=0), 0.0) and np.allclose(X.std(axis=0), 1.0))


def both_kinds_come(evidence: Evidence) -> bool:
    """Return whether malignant and benign ones are among the first patients."""
    return set(evidence.y[:FIRST].tolist()) == {-1.0, 1.0}


def begins_at_zero(evidence: Evidence) -> bool:
    """Return whether both weights are 0 before the first patient."""
    return not evidence.weights[0].any()


def sum_of_products(evidence: Evidence) -> bool:
    """Return whether each prediction is the sum of features times weights."""
    sums = (evidence.x * evidence.weights[:-1]).sum(axis=1)
    return bool(np.allclose(sums, evidence.predictions))


def surely_wrong_costs_most(_: Evidence) -> bool:
    """Return whether of three malignant tumours A costs most, and C next to nothing."""
    a, b, c = loss_values(Loss.logistic, np.array([GUESSES[name] for name in "ABC"]), np.ones(3))
    return bool(a > 2.0 * b and c < 0.2 * b)


def wrong_guess(evidence: Evidence) -> bool:
    """Return whether the reader's guess is that of the other kind."""
    return bool(evidence.knobs.guess * (1 if evidence.knobs.kind == KINDS[0] else -1) < 0.0)


def no_guess(evidence: Evidence) -> bool:
    """Return whether the reader's prediction is 0."""
    return evidence.knobs.guess == 0.0


def mirror_image(_: Evidence) -> bool:
    """Return whether a prediction costs a benign tumour what its opposite costs a malignant one."""
    p = np.linspace(-4.0, 4.0, 9)
    benign, malignant = (loss_values(Loss.logistic, way * p, way * np.ones(9)) for way in (-1, 1))
    return bool(np.allclose(benign, malignant))


def cheap_and_benign(evidence: Evidence) -> bool:
    """Return whether the tumour is benign, and its prediction costs little."""
    return evidence.knobs.kind == KINDS[1] and evidence.own_loss < CHEAP


def first_is_large_and_malignant(evidence: Evidence) -> bool:
    """Return whether the first patient is malignant, and above average in both features."""
    return bool(evidence.y[0] > 0 and (evidence.x[0] > 0).all())


def first_lifts(evidence: Evidence) -> bool:
    """Return whether the first patient lifts both weights."""
    return bool(min(weight_change(evidence, 1)) > 0.0)


def small_but_malignant(evidence: Evidence) -> bool:
    """Return whether the odd patient is malignant, with small nuclei and uneven grey."""
    x = evidence.x[ODD - 1]
    return bool(evidence.y[ODD - 1] > 0 and x[0] < 0 < x[1])


def is_misjudged(evidence: Evidence) -> bool:
    """Return whether the odd patient was judged benign."""
    return bool(evidence.predictions[ODD - 1] < 0.0)


def radius_down_texture_up(evidence: Evidence) -> bool:
    """Return whether the odd patient moves the weight of the radius down, of the texture up."""
    radius, texture = weight_change(evidence, ODD)
    return bool(radius < 0.0 < texture)


def still_wrong(evidence: Evidence) -> bool:
    """Return whether the odd patient would be judged benign again after the vote."""
    return bool(evidence.x[ODD - 1] @ evidence.weights[ODD] < 0.0)


def sure_of_malignant(evidence: Evidence) -> bool:
    """Return whether the sure patient has a prediction far above 0."""
    return bool(evidence.predictions[SURE - 1] > 2.0)


def far_above_and_malignant(evidence: Evidence) -> bool:
    """Return whether the sure patient is malignant, and far above average in both features."""
    return bool(evidence.y[SURE - 1] > 0 and evidence.x[SURE - 1].min() > 1.0)


def hardly_moves(evidence: Evidence) -> bool:
    """Return whether the sure patient moves the weights far less than the odd one does."""
    sure, odd = (max(map(abs, weight_change(evidence, patient))) for patient in (SURE, ODD))
    return bool(sure < 0.05 * odd)


def moves_by_vote_times_step(evidence: Evidence) -> bool:
    """Return whether each weight moves by the vote of the patient times the step size."""
    slope = evidence.y / (1.0 + np.exp(evidence.y * evidence.predictions))
    votes = slope[:, None] * evidence.x
    return bool(np.allclose(np.diff(evidence.weights, axis=0), evidence.knobs.eta * votes))


def one_pass(evidence: Evidence) -> bool:
    """Return whether every patient comes once."""
    return len(evidence.order) == evidence.data.n_rows


def learns_something(evidence: Evidence) -> bool:
    """Return whether the learner pays far less than one that never learns."""
    return evidence.mean_loss < 0.5 * IDLE


def too_little(evidence: Evidence) -> bool:
    """Return whether the first patient leaves the weight of the radius below the mark."""
    return bool(weight_change(evidence, 1)[0] < LIFT - NEAR)


def costs_much_more(evidence: Evidence) -> bool:
    """Return whether the loss is far larger than with the step size of the opening."""
    return evidence.mean_loss > 1.5 * opening().mean_loss


def lifts_enough(evidence: Evidence) -> bool:
    """Return whether the first patient lifts the weight of the radius to the mark, or near it."""
    return bool(abs(weight_change(evidence, 1)[0] - LIFT) <= NEAR)


def too_far(evidence: Evidence) -> bool:
    """Return whether the first patient lifts the weight of the radius beyond the mark."""
    return bool(weight_change(evidence, 1)[0] > LIFT + NEAR)


def line_turns(evidence: Evidence) -> float:
    """Return by how many degrees the patient JUMPER turns the line."""
    before, after = evidence.weights[JUMPER - 1 : JUMPER + 1]
    cosine = before @ after / (np.linalg.norm(before) * np.linalg.norm(after))
    return float(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))


def line_jumps(evidence: Evidence) -> bool:
    """Return whether one patient turns the line much further than in the opening."""
    return line_turns(evidence) > 4.0 * line_turns(opening())


def more_are_wrong_and_sure(evidence: Evidence) -> bool:
    """Return whether far more guesses than in the opening were wrong and cost more than 3."""
    here, there = (int((one.losses > 3.0).sum()) for one in (evidence, opening()))
    return here > 4 * there


def above_aim(evidence: Evidence) -> bool:
    """Return whether the loss is above the one that the last step asks for."""
    return evidence.mean_loss >= AIM


def last_weights_dip_too(evidence: Evidence) -> bool:
    """Return whether the last weights, used from the start, err most on the same patients."""
    at = np.arange(LAST, len(evidence.order) + 1)
    own = evidence.predictions, evidence.x @ evidence.weights[-1]
    moved, fixed = (right_among(evidence.y * p > 0.0, at, LAST) for p in own)
    return bool(fixed[moved.argmin()] <= np.quantile(fixed, 0.1))


def better_than_one_answer(evidence: Evidence) -> bool:
    """Return whether the last guesses are far more often right than the same guess each time."""
    return evidence.right > 1.3 * always_benign(evidence)


def always_benign(evidence: Evidence) -> int:
    """Return how many of the last patients were benign."""
    return int(np.sum(evidence.y[-LAST:] < 0.0))


def dips_first(evidence: Evidence) -> bool:
    """Return whether the average loss is lower at first than in the opening."""
    few = slice(10, FIRST)
    here, there = (np.cumsum(one.losses)[few] for one in (evidence, opening()))
    return bool((here < there).mean() > 0.9)


def small_steps_gain_most(_: Evidence) -> bool:
    """Return whether ten passes lower the loss of small steps, and hardly that of larger ones."""
    gain = mean_losses(1) - mean_losses(10)
    return bool(gain[ETAS < 0.1].min() > 0.03 and gain[(ETAS > 0.9) & (ETAS < 10.0)].max() < 0.01)


def equal_features_equal_votes(evidence: Evidence) -> bool:
    """Return whether the votes of an example are to each other as its features are."""
    moves = np.diff(evidence.weights, axis=0)
    return bool(np.allclose(moves[:, 0] * evidence.x[:, 1], moves[:, 1] * evidence.x[:, 0]))


def unsure(evidence: Evidence) -> bool:
    """Return whether a third of the predictions or more is near 0, which costs too much."""
    return bool((np.abs(evidence.predictions) < 1.0).mean() > 0.33 and misses(evidence))


def nearly(evidence: Evidence) -> bool:
    """Return whether the loss is a bit too large while few guesses are wrong and sure."""
    return bool((evidence.losses > 3.0).mean() < 0.005 and misses(evidence))


def jumps(evidence: Evidence) -> bool:
    """Return whether three guesses in 200 or more were wrong and cost more than 3."""
    return bool((evidence.losses > 3.0).mean() > 0.015)


def wild(evidence: Evidence) -> bool:
    """Return whether the learner pays more than one that never learns."""
    return evidence.mean_loss > IDLE


def misses(evidence: Evidence) -> bool:
    """Return whether the loss is above the one that is asked for."""
    return evidence.mean_loss >= LIMIT


def best_between(evidence: Evidence) -> bool:
    """Return whether the best of all step sizes is neither the smallest nor the largest."""
    return bool(0 < evidence.by_eta.argmin() < len(ETAS) - 1)


def mostly_right(evidence: Evidence) -> bool:
    """Return whether most of the last guesses are right."""
    return evidence.right > 0.85 * LAST


def learned_early(evidence: Evidence) -> bool:
    """Return whether the first guesses are about as often right as the last."""
    early = int(np.sum(evidence.y[:LAST] * evidence.predictions[:LAST] > 0.0))
    return abs(early - evidence.right) <= 3


def large_steps_cost_more(_: Evidence) -> bool:
    """Return whether with steps of 3 ten passes cost more than one, per patient."""
    at = int(np.abs(ETAS - 3.0).argmin())
    return bool(mean_losses(10)[at] > mean_losses(1)[at] + 0.02)


def shorter_steps_with_more_passes(_: Evidence) -> bool:
    """Return whether the best step size is smaller with ten passes than with one."""
    return bool(mean_losses(10).argmin() < mean_losses(1).argmin())


def opening() -> Evidence:
    """Return the run of the knobs that the lesson opens with."""
    return gather(Knobs(), None)


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    (before, before_2), (after, after_2) = evidence.weights[ODD - 1 : ODD + 1]
    lifted = weight_change(evidence, 1)[0]
    plain = {
        "odd_x": f"{evidence.x[ODD - 1, 0]:.2f}",
        "odd_before": f"{before:.2f}",
        "odd_after": f"{after:.2f}",
        "odd_before_2": f"{before_2:.2f}",
        "odd_after_2": f"{after_2:.2f}",
        "sure_move": f"{abs(weight_change(evidence, SURE)[0]):.3f}",
        "typical_p": f"{evidence.predictions[TYPICAL - 1]:.2f}",
        "guess": f"{evidence.knobs.guess:g}",
        "cost": f"{evidence.own_loss:.2f}",
        "sure_p": f"{evidence.predictions[SURE - 1]:.2f}",
        "eta": f"{evidence.knobs.eta:g}",
        "mean": f"{evidence.mean_loss:.2f}",
        "exact": f"{evidence.mean_loss:.3f}",
        "lifted": f"{lifted:.2g}" if lifted < 0.1 else f"{lifted:.2f}",
        "vote": f"{lifted / evidence.knobs.eta:.2f}",
        "best": f"{ETAS[mean_losses(1).argmin()]:.1g}",
        "best_now": f"{ETAS[evidence.by_eta.argmin()]:.1g}",
        "opening_mean": f"{opening().mean_loss:.2f}",
        "turn": f"{line_turns(evidence):.0f}",
        "small_turn": f"{line_turns(opening()):.0f}",
    }
    return {
        "rows": f"{evidence.data.n_rows}",
        "first": f"{FIRST}",
        "typical": f"{TYPICAL}",
        "odd": f"{ODD}",
        "sure": f"{SURE}",
        "idle": f"{IDLE:.2f}",
        "large": f"{LARGE:g}",
        "opening_eta": f"{Knobs().eta:g}",
        "lift": f"{LIFT:g}",
        "cheap": f"{CHEAP:g}",
        "kind": evidence.knobs.kind,
        "early_right": f"{np.sum(evidence.y[:LAST] * evidence.predictions[:LAST] > 0.0)}",
        "limit": f"{LIMIT:g}",
        "aim": f"{AIM:g}",
        "last": f"{LAST}",
        "right": f"{evidence.right}",
        "jumper": f"{JUMPER}",
        "always_benign": f"{always_benign(evidence)}",
    } | {name: text.replace("-", "−") for name, text in plain.items()}


STILL = (-1, -1)
FIFTH = frame_of(TYPICAL - 1, moved=True)
ARRIVED, MOVED = frame_of(ODD, moved=False), frame_of(ODD, moved=True)
STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=10,
    steps=(
        Step(
            "patients",
            Scene(dots, frames=(0, -1)),
            claims=(Claim(all_are_met, always="a pass is an order of all patients"),),
            new="example",
        ),
        Step(
            "measured",
            Scene(dots, frames=STILL),
            claims=(Claim(zero_is_average, always="features are scaled to mean 0, variance 1"),),
            new="feature",
        ),
        Step(
            "answer",
            Scene(answers, frames=STILL),
            claims=(Claim(both_kinds_come, always="the order is the lesson's own"),),
            new="label",
        ),
        Step(
            "dials",
            Scene(weights_so_far, frames=(0, FIFTH)),
            claims=(Claim(begins_at_zero, always="a run begins at 0"),),
            new="weight",
        ),
        Step(
            "guess",
            Scene(sums, frames=(frame_of(TYPICAL, False), frame_of(TYPICAL, False))),
            claims=(Claim(sum_of_products, always="what a prediction is"),),
            new="prediction",
        ),
        Step(
            "price",
            Scene(guesses),
            after=Scene(losses),
            claims=(Claim(surely_wrong_costs_most, always="the logistic loss falls with y · p"),),
            new="loss",
        ),
        Step(
            "mirror",
            Scene(one_tumour),
            knobs=("kind", "guess"),
            goal=cheap_and_benign,
            solution={"kind": "benign", "guess": -2.0},
            claims=(
                Claim(mirror_image, always="the logistic loss depends on y · p alone"),
                Claim(wrong_guess, holds_at={"kind": "benign"}, fails_at={"guess": 0.0}),
                Claim(no_guess, holds_at={"guess": 0.0}, fails_at={"guess": 1.0}),
            ),
        ),
        Step(
            "vote",
            Scene(dials, frames=(1, 1)),
            after=Scene(dials, frames=(1, 2)),
            claims=(
                Claim(first_is_large_and_malignant, always="the order is the lesson's own"),
                Claim(first_lifts, always="at prediction 0 the slope is ½ for any step size"),
            ),
            new="gradient",
        ),
        Step(
            "odd",
            Scene(dials, frames=(ARRIVED, ARRIVED)),
            after=Scene(dials, frames=(ARRIVED, MOVED)),
            claims=(
                Claim(small_but_malignant, always="the order is the lesson's own"),
                Claim(is_misjudged, always=OBSERVED),
                Claim(radius_down_texture_up, always="a vote has the sign of y · x"),
                Claim(still_wrong, fails_at={"eta": 3.0}),
            ),
        ),
        Step(
            "sure",
            Scene(dials_exactly, frames=(frame_of(SURE, False), frame_of(SURE, False))),
            after=Scene(dials_exactly, frames=(frame_of(SURE, False), frame_of(SURE, True))),
            claims=(
                Claim(far_above_and_malignant, always="the order is the lesson's own"),
                Claim(sure_of_malignant, fails_at={"eta": 0.003}),
                Claim(hardly_moves, fails_at={"eta": 0.003}),
            ),
        ),
        Step(
            "far",
            Scene(one_vote),
            knobs=("eta",),
            goal=lifts_enough,
            solution={"eta": 1.3},
            claims=(
                Claim(too_far, holds_at={"eta": 2.5}, fails_at={"eta": 1.3}),
                Claim(too_little, fails_at={"eta": 1.3}),
                Claim(moves_by_vote_times_step, always="what a gradient step is"),
                Claim(equal_features_equal_votes, always="a vote is the slope times the feature"),
            ),
            new="step size",
        ),
        Step(
            "tenfold",
            Scene(run, frames=(0, -1)),
            after=Scene(run_beside_opening, at={"eta": LARGE}, frames=(0, -1)),
            claims=(
                Claim(one_pass, fails_at={"passes": 2}),
                Claim(costs_much_more, fails_at={"eta": 0.5}),
                Claim(dips_first, fails_at={"eta": 0.5}),
                Claim(line_jumps, fails_at={"eta": 0.5}),
                Claim(more_are_wrong_and_sure, fails_at={"eta": 0.5}),
            ),
            new="pass",
        ),
        Step(
            "small",
            Scene(run_to_goal, at={"eta": SMALL}, frames=STILL),
            knobs=("eta",),
            goal=lambda e: e.mean_loss < LIMIT,
            solution={"eta": 0.5},
            claims=(
                Claim(unsure, fails_at={"eta": 0.5}),
                Claim(nearly, fails_at={"eta": 0.5}),
                Claim(jumps, holds_at={"eta": 2.0}, fails_at={"eta": 0.5}),
                Claim(wild, holds_at={"eta": 25.0}, fails_at={"eta": 0.5}),
                Claim(misses, fails_at={"eta": 0.5}),
                Claim(best_between, always=OBSERVED),
            ),
        ),
        Step(
            "claim",
            Scene(lambda e: [right_guesses(e, LAST)], frames=STILL),
            claims=(
                Claim(one_pass, fails_at={"passes": 2}),
                Claim(learns_something, fails_at={"eta": 0.003}),
                Claim(mostly_right, fails_at={"eta": LARGE}),
                Claim(learned_early, fails_at={"eta": 5.0, "passes": 10}),
                Claim(last_weights_dip_too, fails_at={"eta": 30.0}),
                Claim(better_than_one_answer, fails_at={"eta": 5.0, "passes": 10}),
            ),
            new="online learning",
        ),
        Step(
            "now",
            Scene(trials),
            knobs=("eta", "passes"),
            goal=lambda e: e.knobs.passes == 10 and e.mean_loss < AIM,
            solution={"eta": 0.1, "passes": 10},
            claims=(
                Claim(above_aim, fails_at={"eta": 0.1, "passes": 10}),
                Claim(shorter_steps_with_more_passes, always=OBSERVED),
                Claim(small_steps_gain_most, always=OBSERVED),
                Claim(large_steps_cost_more, always=OBSERVED),
            ),
        ),
    ),
)
