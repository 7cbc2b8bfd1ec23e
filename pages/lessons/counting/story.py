"""The story of k seats: who gets one, who keeps it, and what it costs to ask for k."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pages.lessons.counting import story_pictures as pictures
from pages.lessons.counting.evidence import (
    BATCH,
    COUNTING,
    ONLINE,
    Evidence,
    Point,
    evaluate,
    method,
    train,
)
from pages.lessons.counting.penalty import (
    OPENING,
    kept_at_stops,
    kept_now,
    near_k,
    penalty_picture,
)
from pages.lessons.counting.seats import (
    ORDERS,
    Contest,
    Seating,
    contest,
    in_orders,
    luckiest,
    mistakes_with_all,
    times_seated,
)
from ui.lessons import OBSERVED, Claim, Scene, Step, Story

FIRST, FEW, LATE = pictures.FIRST, 12, 465
"""Pictures among which most seats change hands; numbers of seats that are few; and the frame of the
later pictures soon before seats change hands again."""
ENOUGH, MOST, LITTLE = 13, 50, 6
"""What goals ask for: at least and at most so many seats, and noise features among 30."""
MOST_NOISE = 60.0
"""Where an axis of noise features ends that is to stand still."""
SMALL_STEPS = (0.03, 0.1)
MORE = {"n_nonzeros": 30}
THREE_STEPS = "counted with thirty seats, at three step sizes"
USUAL = 0.3
"""The step size that the story opens with."""


def fight(evidence: Evidence) -> Contest:
    """Return the contest for the seats with the knobs as they stand."""
    return contest(evidence.data, evidence.knobs.n_nonzeros, evidence.knobs.eta)


def orders(evidence: Evidence) -> list[Seating]:
    """Return who has a seat in ten orders, with the knobs as they stand."""
    return in_orders(evidence.data, evidence.knobs.n_nonzeros, evidence.knobs.eta)


def noise(evidence: Evidence) -> list[int]:
    """Return how many noise features have a seat in each of the ten orders."""
    useful = evidence.truth.useful
    return [sum(not useful[feature] for feature in one.features) for one in orders(evidence)]


def _mistakes(evidence: Evidence, share: float) -> str:
    """The mistakes on held-out pictures, of a share of them."""
    return f"{round(share * (evidence.data.test or evidence.data).n_rows)}"


def _with(evidence: Evidence, seats: int) -> Point:
    """The end of keep-k with so many seats, or with as many as there are features."""
    points = evidence.sweeps[COUNTING]
    return next((point for point in points if point.nonzeros == seats), points[-1])


def _noise_in_all(evidence: Evidence) -> int:
    """The noise features that have a seat in all of the orders."""
    features, times = luckiest(orders(evidence))
    return int((~evidence.truth.useful[features[times == ORDERS]]).sum())


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    seats, seated = fight(evidence), orders(evidence)
    times, rda = times_seated(seated), evidence.nearest["rda"]
    now, usual = evidence.nearest[COUNTING], _usual(evidence)
    kept = list(kept_at_stops(evidence.data, evidence.knobs.eta).values())
    return {
        "seats": f"{evidence.knobs.n_nonzeros}",
        "seats_word": pictures.count(evidence, "seat"),
        "n": f"{len(seats.changed)}",
        "first": f"{FIRST}",
        "changes": f"{len(later_changes(evidence))}",
        "early": f"{np.count_nonzero(later_changes(evidence) <= FIRST)}",
        "late": f"{np.count_nonzero(later_changes(evidence) > FIRST)}",
        "usual_changes": f"{_usual_changes(evidence)}",
        "last": f"{seats.examples[-1]}",
        "different": f"{len(times)}",
        "most": f"{times[0]}",
        "sure": pictures.count(evidence, "feature", int((times == ORDERS).sum())),
        "worst": f"{max(one.mistakes for one in seated):g}",
        "held": _mistakes(evidence, 1.0),
        "all_wrong": f"{mistakes_with_all(evidence.data, evidence.knobs.eta)}",
        "sure_noise": f"{_noise_in_all(evidence)}",
        "near_penalty": f"{rda.strength:.2g}",
        "fobos_kept": f"{kept_by(evidence, 'fobos')}",
        "gradient_kept": f"{kept_by(evidence, 'truncated_gradient')}",
        "lasso_kept": f"{kept_by(evidence, BATCH)}",
        "rda_now": pictures.count(evidence, "feature", kept_now(evidence)),
        "penalty": f"{evidence.knobs.penalty:g}",
        "above": f"{min((n for n in kept if n > now.nonzeros), default=kept[0])}",
        "below": f"{max((n for n in kept if n < now.nonzeros), default=kept[-1])}",
        "loss": f"{now.loss:.2f}",
        "wrong": _mistakes(evidence, now.wrong),
        "rda_loss": f"{rda.loss:.2f}",
        "rda_wrong": _mistakes(evidence, rda.wrong),
        "usual": f"{USUAL:g}",
        "usual_loss": f"{usual.loss:.2f}",
        "eta": f"{evidence.knobs.eta:g}",
        "most_seats": f"{MOST}",
        "little": f"{LITTLE}",
        "enough": f"{ENOUGH}",
        "least_noise": f"{min(noise(evidence))}",
        "most_noise": f"{max(noise(evidence))}",
        "first_noise": f"{noise(evidence)[0]}",
        "rda_kept": f"{rda.nonzeros}",
        "rda_noise": f"{rda.useless} noise features" if rda.useless else "no noise feature",
    }


# The claims of the prose ------------------------------------------------------------------------


def half_is_noise(evidence: Evidence) -> bool:
    """Return whether half of the 528 features are noise."""
    return (evidence.data.n_features, evidence.data.n_noise) == (528, 264)


def never_more_than_k(evidence: Evidence) -> bool:
    """Return whether no more weights are in use after any picture than there are seats."""
    return bool((evidence.runs[COUNTING].used <= evidence.knobs.n_nonzeros).all())


def later_changes(evidence: Evidence) -> np.ndarray:
    """Return the pictures after the first, which gives all seats, at which one changes hands."""
    examples = fight(evidence).examples
    return examples[examples > 1]


def hardly_ever(evidence: Evidence) -> bool:
    """Return whether a seat changes hands at fewer than 30 pictures."""
    return len(later_changes(evidence)) < 30


def mostly_early(evidence: Evidence) -> bool:
    """Return whether most of these pictures are among the first."""
    examples = later_changes(evidence)
    return 2 * int((examples <= FIRST).sum()) > len(examples)


def steps_get_shorter(evidence: Evidence) -> bool:
    """Return whether a newcomer's step is a third as long in the second half, or less."""
    early, late = np.array_split(fight(evidence).challenge, 2)
    return bool(late.mean() < early.mean() / 3)


def mostly_too_short(evidence: Evidence) -> bool:
    """Return whether a newcomer's step is nearly always shorter than the smallest seated weight."""
    seats = fight(evidence)
    return bool(np.mean(seats.challenge < seats.smallest) > 0.95)


def winners_are_the_smallest(evidence: Evidence) -> bool:
    """Return whether seats change hands just where a newcomer's step is long enough."""
    seats = fight(evidence)
    meet = np.flatnonzero(seats.challenge >= seats.smallest) + 1
    return np.array_equal(meet, seats.examples)


def only_the_other_digit_votes_against(evidence: Evidence) -> bool:
    """Return whether no feature is below 0: then an example votes for its own digit alone."""
    return bool(evidence.data.X.min() >= 0.0)


def late_ones_are_the_last(evidence: Evidence) -> bool:
    """Return whether all late changes are near the last one."""
    late = later_changes(evidence)
    return bool((late[late > FIRST] > late.max(initial=0) - 20).all())


def nobody_always(evidence: Evidence) -> bool:
    """Return whether no feature has a seat in all of the orders."""
    return bool(times_seated(orders(evidence))[0] < ORDERS)


def many_share(evidence: Evidence) -> bool:
    """Return whether more than three times as many features as seats share them."""
    return len(times_seated(orders(evidence))) > 3 * evidence.knobs.n_nonzeros


def predicts_well(evidence: Evidence) -> bool:
    """Return whether no order misjudges more than a twentieth of the held-out pictures."""
    worst = max(one.mistakes for one in orders(evidence))
    return worst < 0.05 * evidence.data.test.n_rows


def too_many_seats(evidence: Evidence) -> bool:
    """Return whether there are more seats than the task allows."""
    return evidence.knobs.n_nonzeros > MOST


def all_do_no_worse(evidence: Evidence) -> bool:
    """Return whether with all features no more pictures are misjudged than in any order."""
    everything = mistakes_with_all(evidence.data, evidence.knobs.eta)
    return everything <= min(one.mistakes for one in orders(evidence))


def no_stop_gives_k(evidence: Evidence) -> bool:
    """Return whether RDA keeps as many features as there are seats at no stop of its penalty."""
    return (
        evidence.knobs.n_nonzeros not in kept_at_stops(evidence.data, evidence.knobs.eta).values()
    )


def larger_keeps_fewer(evidence: Evidence) -> bool:
    """Return whether from stop to stop RDA never keeps more features."""
    return bool(
        (np.diff(list(kept_at_stops(evidence.data, evidence.knobs.eta).values())) <= 0).all()
    )


def no_penalty_gives_k(evidence: Evidence) -> bool:
    """Return whether no penalty that was tried keeps just as many features as asked for."""
    others = [point.nonzeros for key in (*ONLINE, BATCH) for point in evidence.sweeps[key]]
    return evidence.knobs.n_nonzeros not in others


def kept_by(evidence: Evidence, key: str) -> int:
    """Return the features that a rule keeps at the penalty with which RDA comes nearest to k."""
    strength = evidence.nearest["rda"].strength
    points = [point for point in evidence.sweeps[key] if np.isclose(point.strength, strength)]
    return points[0].nonzeros if points else 0


def fobos_keeps_far_more(evidence: Evidence) -> bool:
    """Return whether at one penalty FOBOS keeps far more features than RDA, the Lasso far fewer."""
    fobos, lasso = kept_by(evidence, "fobos"), kept_by(evidence, BATCH)
    rda = evidence.nearest["rda"].nonzeros
    return fobos > 100 and fobos > 5 * rda and rda > 2 * lasso


def first_order_has_the_most(evidence: Evidence) -> bool:
    """Return whether in no order noise has more seats than in the first, which is shown."""
    return noise(evidence)[0] == max(noise(evidence))


def too_few_seats(evidence: Evidence) -> bool:
    """Return whether there are fewer seats than the task asks for."""
    return evidence.knobs.n_nonzeros < ENOUGH


def larger_steps(evidence: Evidence) -> bool:
    """Return whether steps are larger than in the opening, the loss smaller, noise not kept out."""
    loss = evidence.nearest[COUNTING].loss < _usual(evidence).loss
    return evidence.knobs.eta > USUAL and loss and not little_noise_in_thirty(evidence)


def keep_k_gives_k(evidence: Evidence) -> bool:
    """Return whether keep-k keeps as many features as asked for."""
    return evidence.nearest[COUNTING].nonzeros == evidence.knobs.n_nonzeros


def noise_has_seats(evidence: Evidence) -> bool:
    """Return whether noise has about ten seats in most orders."""
    return 8.0 <= float(np.median(noise(evidence))) <= 12.0


def always_some_noise(evidence: Evidence) -> bool:
    """Return whether noise has more than five seats in every order."""
    return min(noise(evidence)) > 5


def rda_keeps_no_noise(evidence: Evidence) -> bool:
    """Return whether RDA keeps no noise, with about as many features."""
    return evidence.nearest["rda"].useless == 0


def rda_keeps_about_as_many(evidence: Evidence) -> bool:
    """Return whether RDA, at the penalty nearest to it, keeps some thirty features."""
    return 20 < evidence.nearest["rda"].nonzeros < 40


def loss_is_smaller(evidence: Evidence) -> bool:
    """Return whether keep-k has clearly less loss than RDA with as many features."""
    ours, rda = evidence.sweeps[COUNTING], [p for p in evidence.sweeps["rda"] if p.nonzeros]
    loss = np.interp([p.nonzeros for p in rda], [p.nonzeros for p in ours], [p.loss for p in ours])
    return bool((loss < [0.95 * p.loss for p in rda]).all())


def loss_falls(evidence: Evidence) -> bool:
    """Return whether with many seats keep-k has a fifth of the loss that it has with one."""
    ours = evidence.sweeps[COUNTING]
    return ours[-1].loss < ours[0].loss / 5


def rda_misjudges_fewer(evidence: Evidence) -> bool:
    """Return whether RDA misjudges fewer pictures than keep-k with 30 seats."""
    return evidence.nearest["rda"].wrong < _with(evidence, 30).wrong


def weights_are_larger(evidence: Evidence) -> bool:
    """Return whether keep-k's weights together are more than twice as large as RDA's."""
    ours, rda = (evidence.runs[key].sparsity.l1_norm[-1] for key in (COUNTING, "rda"))
    return bool(ours > 2 * rda)


def nearly_pure(evidence: Evidence) -> bool:
    """Return whether noise has one seat at most."""
    return evidence.nearest[COUNTING].useless <= 1


def many_and_nearly_pure(evidence: Evidence) -> bool:
    """Return whether of enough seats noise has one at most."""
    return evidence.knobs.n_nonzeros >= ENOUGH and nearly_pure(evidence)


def some_always(evidence: Evidence) -> bool:
    """Return whether with not too many seats some feature has one in all of the orders."""
    return evidence.knobs.n_nonzeros <= MOST and not nobody_always(evidence)


def little_noise_in_thirty(evidence: Evidence) -> bool:
    """Return whether of thirty seats noise has a few at most."""
    seats = evidence.nearest[COUNTING]
    return seats.nonzeros == MORE["n_nonzeros"] and seats.useless <= LITTLE


def _ends(evidence: Evidence, *contests: tuple[int, float]) -> list[Point]:
    """The ends of keep-k with other numbers of seats and other step sizes."""
    learners = [method(COUNTING, k, eta) for k, eta in contests]
    runs = train(learners, evidence.data)
    return [
        evaluate(evidence.data, k, run.final.weights)
        for (k, _), run in zip(contests, runs, strict=True)
    ]


def _usual(evidence: Evidence) -> Point:
    """The end of keep-k with the seats of now, and the step size that the story opens with."""
    return _ends(evidence, (evidence.knobs.n_nonzeros, USUAL))[0]


def _usual_changes(evidence: Evidence) -> int:
    """The pictures at which a seat changes hands, at the step size that the story opens with."""
    examples = contest(evidence.data, evidence.knobs.n_nonzeros, USUAL).examples
    return int(np.count_nonzero(examples > 1))


def seats_move_more(evidence: Evidence) -> bool:
    """Return whether seats change hands more often than at the step size of the opening."""
    return len(later_changes(evidence)) > _usual_changes(evidence)


def few_seats_hold_little_noise(evidence: Evidence) -> bool:
    """Return whether noise has one seat at most wherever there are few."""
    few = _ends(evidence, *((k, evidence.knobs.eta) for k in range(2, 13, 2)))
    return all(point.useless <= 1 for point in few)


def by_step_size(evidence: Evidence) -> list[Point]:
    """Return the ends of keep-k with 30 seats, with small steps and with the usual ones."""
    return _ends(evidence, *((MORE["n_nonzeros"], eta) for eta in (*SMALL_STEPS, USUAL)))


def small_steps_let_less_noise_in(evidence: Evidence) -> bool:
    """Return whether with smaller steps noise has fewer seats."""
    useless = [point.useless for point in by_step_size(evidence)]
    return bool((np.diff(useless) > 0).all())


def small_steps_are_less_sure(evidence: Evidence) -> bool:
    """Return whether with smaller steps the loss is larger."""
    losses = [point.loss for point in by_step_size(evidence)]
    return bool((np.diff(losses) < 0.0).all())


def sizes(evidence: Evidence) -> list:
    """Return the loss, and the sizes of the weights."""
    return [[pictures.loss_by_features(evidence), pictures.weights_by_size(evidence)]]


def first_task(evidence: Evidence) -> list:
    """Return the noise among the seats, with the line that it is to stay under."""
    goal = pictures.Goal("goal: 1", 1.0)
    top = max(MOST_NOISE, 1.1 * evidence.nearest[COUNTING].useless)
    options = pictures.PictureOptions(goal=goal, alone=True, top=top, least=ENOUGH)
    return [[pictures.noise_by_count(evidence, options)]]


def last_task(evidence: Evidence) -> list:
    """Return the noise among the seats, and the loss, each with a line to compare with."""
    goal = pictures.Goal(f"goal: {LITTLE}", LITTLE)
    noise = pictures.PictureOptions(goal=goal, alone=True, top=MOST_NOISE, ghost=USUAL)
    loss = pictures.PictureOptions(alone=True, top=pictures.NO_WEIGHTS, ghost=USUAL)
    return [[pictures.noise_by_count(evidence, noise), pictures.loss_by_features(evidence, loss)]]


WHO = (
    Step(
        "digits",
        Scene(lambda e: [[pictures.examples(e)]]),
        claims=(Claim(half_is_noise, always="the example is made so"),),
    ),
    Step(
        "seats",
        Scene(lambda e: [pictures.seats_film(e, FIRST)], frames=(0, -1)),
        claims=(Claim(never_more_than_k, always="what keep-k is"),),
    ),
    Step(
        "newcomer",
        Scene(lambda e: [pictures.seats_film(e, FIRST)]),
        after=Scene(lambda e: [pictures.seats_film(e)], frames=(FIRST - 1, -1)),
        claims=(
            Claim(hardly_ever, fails_at={"n_nonzeros": 120}),
            Claim(mostly_early, fails_at={"n_nonzeros": 300}),
        ),
    ),
    Step(
        "why",
        Scene(lambda e: [pictures.contest_film(e, FIRST)], frames=(0, -1)),
        claims=(
            Claim(winners_are_the_smallest, always="what keep-k is"),
            Claim(mostly_early, fails_at={"n_nonzeros": 300}),
            Claim(only_the_other_digit_votes_against, always="no feature is below 0"),
        ),
    ),
    Step(
        "later",
        Scene(lambda e: [pictures.contest_film(e)], frames=(LATE, -1)),
        claims=(
            Claim(steps_get_shorter, fails_at={"eta": 0.03}),
            Claim(mostly_too_short, fails_at={"n_nonzeros": 300}),
            Claim(late_ones_are_the_last, fails_at={"n_nonzeros": 36}),
        ),
    ),
    Step(
        "order",
        Scene(lambda e: [pictures.seats_film(e)]),
        after=Scene(lambda e: [[pictures.orders_picture(e)]]),
        claims=(
            Claim(nobody_always, fails_at={"n_nonzeros": 120}),
            Claim(many_share, fails_at={"n_nonzeros": 120}),
        ),
    ),
    Step(
        "every",
        Scene(lambda e: [[pictures.orders_picture(e, "goal: 10")]]),
        knobs=("n_nonzeros",),
        goal=some_always,
        solution=MORE,
        claims=(
            Claim(nobody_always, fails_at={"n_nonzeros": 120}),
            Claim(too_many_seats, holds_at={"n_nonzeros": 94}, fails_at=MORE),
        ),
    ),
    Step(
        "matter",
        Scene(lambda e: [[pictures.mistakes_picture(e)]]),
        claims=(
            Claim(predicts_well, fails_at={"n_nonzeros": 1}),
            Claim(all_do_no_worse, always=OBSERVED),
        ),
    ),
)
"""The first steps: who has a seat, and why."""
WHAT = (
    Step(
        "ask",
        Scene(lambda e: [[penalty_picture(e)]], at={"penalty": OPENING}),
        knobs=("penalty",),
        goal=near_k,
        solution={"penalty": 0.12},
        claims=(
            Claim(near_k, holds_at={"penalty": 0.12}, fails_at={"penalty": 0.02}),
            Claim(no_stop_gives_k, fails_at={"n_nonzeros": 8}),
            Claim(larger_keeps_fewer, always=OBSERVED),
            Claim(keep_k_gives_k, always="what keep-k is"),
        ),
    ),
    Step(
        "others",
        Scene(lambda e: [[pictures.features_by_penalty(e, asked=True)]]),
        after=Scene(lambda e: [[pictures.features_by_penalty(e)]]),
        new="Lasso",
        claims=(
            Claim(no_penalty_gives_k, fails_at={"n_nonzeros": 2}),
            Claim(fobos_keeps_far_more, fails_at={"n_nonzeros": 1}),
        ),
    ),
    Step(
        "fill",
        Scene(
            lambda e: [[pictures.noise_by_count(e, pictures.PictureOptions(upto=FEW, alone=True))]],
            at=MORE,
        ),
        after=Scene(lambda e: [[pictures.noise_by_count(e)]], at=MORE),
        claims=(
            Claim(few_seats_hold_little_noise, fails_at={"eta": 1.0}),
            Claim(first_order_has_the_most, fails_at={"n_nonzeros": 12}),
            Claim(noise_has_seats, fails_at=({"n_nonzeros": 12}, {"n_nonzeros": 36})),
            Claim(always_some_noise, fails_at={"n_nonzeros": 12}),
            Claim(rda_keeps_no_noise, fails_at={"n_nonzeros": 120}),
            Claim(rda_keeps_about_as_many, fails_at=({"n_nonzeros": 12}, {"n_nonzeros": 43})),
        ),
    ),
    Step(
        "fewer",
        Scene(first_task, at=MORE),
        knobs=("n_nonzeros",),
        goal=many_and_nearly_pure,
        solution={"n_nonzeros": 15},
        claims=(
            Claim(nearly_pure, fails_at={"n_nonzeros": 60}, holds_at={"n_nonzeros": 12}),
            Claim(too_few_seats, fails_at={"n_nonzeros": 60}, holds_at={"n_nonzeros": 12}),
            Claim(few_seats_hold_little_noise, fails_at={"eta": 1.0}),
        ),
    ),
    Step(
        "sure",
        Scene(lambda e: [[pictures.loss_by_features(e)]], at=MORE),
        after=Scene(sizes, at=MORE),
        claims=(
            Claim(loss_is_smaller, fails_at={"eta": 0.03}),
            Claim(loss_falls, fails_at={"eta": 0.03}),
            Claim(rda_misjudges_fewer, fails_at={"n_nonzeros": 2}),
            Claim(rda_keeps_no_noise, fails_at={"n_nonzeros": 120}),
            Claim(weights_are_larger, always=OBSERVED),
        ),
    ),
    Step(
        "you",
        Scene(last_task, at=MORE),
        knobs=("eta",),
        goal=little_noise_in_thirty,
        solution={"eta": 0.03},
        claims=(
            Claim(keep_k_gives_k, always="what keep-k is"),
            Claim(
                seats_move_more,
                holds_at={"eta": 0.03},
                fails_at={"eta": 0.5},
            ),
            Claim(larger_steps, holds_at={"eta": 1.0}, fails_at={"eta": 0.1}),
            Claim(small_steps_let_less_noise_in, always=THREE_STEPS),
            Claim(small_steps_are_less_sure, always=THREE_STEPS),
        ),
    ),
)
"""The last steps: what it costs to ask for a number of features."""
STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=8,
    needs="fobos_rda",
    steps=(*WHO, *WHAT),
)
