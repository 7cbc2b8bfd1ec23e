"""Tell the story of k seats: who gets one, who keeps it, and what it costs to ask for k."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pages.lessons.counting import pictures
from pages.lessons.counting.evidence import (
    BATCH,
    COUNTING,
    ONLINE,
    Evidence,
    Point,
    judged,
    learned,
    method,
)
from pages.lessons.counting.seats import Contest, Seated, contest, in_orders, times_seated
from ui.lessons import Scene, Step, Story

FIRST = 24
"""Pictures among which most seats change hands."""
MORE = {"n_nonzeros": 30}


def fight(evidence: Evidence) -> Contest:
    """Return the contest for the seats with the knobs as they stand."""
    return contest(evidence.data, evidence.knobs.n_nonzeros, evidence.knobs.eta)


def orders(evidence: Evidence) -> list[Seated]:
    """Return who has a seat in ten orders, with the knobs as they stand."""
    return in_orders(evidence.data, evidence.knobs.n_nonzeros, evidence.knobs.eta)


def noise(evidence: Evidence) -> list[int]:
    """Return how many noise features have a seat in each of the ten orders."""
    useful = evidence.truth.useful
    return [sum(not useful[feature] for feature in one.features) for one in orders(evidence)]


def _marks(evidence: Evidence) -> list[int]:
    """The number of penalties that keep any feature, for each method that has a penalty."""
    return [sum(p.kept > 0 for p in evidence.sweeps[key]) for key in (*ONLINE, BATCH)]


def _with(evidence: Evidence, seats: int) -> Point:
    """The end of keep-k with so many seats, or with as many as there are features."""
    points = evidence.sweeps[COUNTING]
    return next((point for point in points if point.kept == seats), points[-1])


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    seats, seated = fight(evidence), orders(evidence)
    times, rda = times_seated(seated), evidence.nearest["rda"]
    held = evidence.data.test.n_rows
    return {
        "seats": f"{evidence.knobs.n_nonzeros}",
        "n": f"{len(seats.changed)}",
        "changes": f"{np.count_nonzero(seats.examples > 1)}",
        "last": f"{seats.examples[-1]}",
        "different": f"{len(times)}",
        "most": f"{times[0]}",
        "worst": f"{max(one.mistakes for one in seated):g}",
        "held": f"{held}",
        "tries": f"{min(_marks(evidence))}",
        "useful_of_30": f"{_with(evidence, 30).useful}",
        "least_noise": f"{min(noise(evidence))}",
        "most_noise": f"{max(noise(evidence))}",
        "first_noise": f"{noise(evidence)[0]}",
        "rda_kept": f"{rda.kept}",
        "rda_noise": f"{rda.useless} noise features" if rda.useless else "no noise feature",
    }


def _early(examples: np.ndarray) -> np.ndarray:
    """Say which of these examples are early ones, but not the first."""
    return (examples > 1) & (examples <= FIRST)


def _hardly_ever(evidence: Evidence) -> bool:
    examples = fight(evidence).examples
    examples = examples[examples > 1]  # at the first one all seats are given
    return len(examples) < 30 and bool(_early(examples).mean() > 0.5)


def _steps_are_shorter(evidence: Evidence) -> bool:
    """Say whether a newcomer's step gets shorter, and is long enough early and at the last only."""
    seats = fight(evidence)
    early, late = np.array_split(seats.challenge, 2)
    meet = np.flatnonzero(seats.challenge >= seats.smallest) + 1
    too_short = np.mean(seats.challenge < seats.smallest) > 0.95
    return bool(
        late.mean() < early.mean() / 2 and too_short and np.array_equal(meet, seats.examples)
    ) and bool((meet[meet > FIRST] > meet[-1] - 20).all())


def _nobody_always(evidence: Evidence) -> bool:
    times = times_seated(orders(evidence))
    return bool(times[0] < 10 and len(times) > 3 * evidence.knobs.n_nonzeros)


def _predicts_well(evidence: Evidence) -> bool:
    worst = max(one.mistakes for one in orders(evidence))
    return worst < 0.05 * evidence.data.test.n_rows


def _no_penalty_gives_k(evidence: Evidence) -> bool:
    k = evidence.knobs.n_nonzeros
    others = [point.kept for key in (*ONLINE, BATCH) for point in evidence.sweeps[key]]
    return k not in others and evidence.nearest[COUNTING].kept == k


def _noise_has_seats(evidence: Evidence) -> bool:
    rda = evidence.nearest["rda"]
    middle = float(np.median(noise(evidence)))
    return 8.0 <= middle <= 12.0 and rda.useless == 0 and 20 < rda.kept < 40


def _surer(evidence: Evidence) -> bool:
    """Say whether keep-k has less loss than RDA with as many features, not fewer mistakes."""
    ours, rda = evidence.sweeps[COUNTING], [p for p in evidence.sweeps["rda"] if p.kept]
    loss = np.interp([p.kept for p in rda], [p.kept for p in ours], [p.loss for p in ours])
    ours_30, rda_30 = _with(evidence, 30), evidence.nearest["rda"]
    norms = [evidence.runs[key].l1_norm[-1] for key in (COUNTING, "rda")]
    return bool(
        (loss < [p.loss for p in rda]).all()
        and ours[-1].loss < ours[0].loss / 5
        and rda_30.wrong < ours_30.wrong
        and rda_30.useless == 0
        and norms[0] > 2 * norms[1]
    )


def nearly_pure(evidence: Evidence) -> bool:
    """Return whether noise has one seat at most."""
    return evidence.nearest[COUNTING].useless <= 1


def _ends(evidence: Evidence, *contests: tuple[int, float]) -> list[Point]:
    """The ends of keep-k with other numbers of seats and other step sizes."""
    learners = [method(COUNTING, k, eta) for k, eta in contests]
    runs = learned(learners, evidence.data)
    return [
        judged(evidence.data, k, run.final_weights)
        for (k, _), run in zip(contests, runs, strict=True)
    ]


def _few_seats_hold_little_noise(evidence: Evidence) -> bool:
    few = _ends(evidence, *((k, evidence.knobs.eta) for k in range(2, 13, 2)))
    return all(point.useless <= 1 for point in few) and not nearly_pure(evidence)


def _small_steps_let_less_noise_in(evidence: Evidence) -> bool:
    steps = (0.03, 0.1, evidence.knobs.eta)
    ends = _ends(evidence, *((30, eta) for eta in steps))
    noise_of_30, unsure = [point.useless for point in ends], [point.loss for point in ends]
    changes = [len(contest(evidence.data, 30, eta).examples) for eta in steps]
    rises = sorted(noise_of_30) == noise_of_30
    return rises and all(sorted(some, reverse=True) == some for some in (changes, unsure))


STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=7,
    needs="fobos_rda",
    steps=(
        Step(
            "digits",
            Scene(lambda e: [[pictures.examples(e)]]),
            holds=lambda e: (e.data.n_features, e.data.n_noise) == (528, 264),
        ),
        Step(
            "seats",
            Scene(lambda e: [pictures.seats_film(e)], frames=(0, 11)),
            holds=lambda e: bool((e.runs[COUNTING].nonzeros <= e.knobs.n_nonzeros).all()),
        ),
        Step(
            "newcomer",
            Scene(lambda e: [pictures.seats_film(e)], frames=(11, 11)),
            after=Scene(lambda e: [pictures.seats_film(e)], frames=(11, -1)),
            holds=_hardly_ever,
        ),
        Step(
            "why",
            Scene(lambda e: [pictures.contest_film(e)], frames=(0, -1)),
            holds=_steps_are_shorter,
        ),
        Step(
            "order",
            Scene(lambda e: [pictures.seats_film(e)]),
            after=Scene(lambda e: [[pictures.orders_picture(e)]]),
            holds=_nobody_always,
        ),
        Step("matter", Scene(lambda e: [[pictures.orders_picture(e)]]), holds=_predicts_well),
        Step(
            "ask",
            Scene(lambda e: [pictures.seats_film(e)]),
            after=Scene(lambda e: [[pictures.features_by_penalty(e)]]),
            new="Lasso",
            holds=_no_penalty_gives_k,
        ),
        Step(
            "fill",
            Scene(lambda e: [[pictures.examples(e)]], at=MORE),
            after=Scene(lambda e: [[pictures.noise_by_count(e)]], at=MORE),
            holds=_noise_has_seats,
        ),
        Step(
            "fewer",
            Scene(lambda e: [[pictures.noise_by_count(e)]], at=MORE),
            knobs=("n_nonzeros",),
            goal=nearly_pure,
            solution={"n_nonzeros": 12},
            holds=_few_seats_hold_little_noise,
        ),
        Step(
            "sure",
            Scene(lambda e: [[pictures.loss_by_features(e, (COUNTING, "rda"))]], at=MORE),
            after=Scene(lambda e: [[pictures.loss_by_features(e, (COUNTING, "rda"))]], at=MORE),
            holds=_surer,
        ),
        Step(
            "claim",
            Scene(lambda e: [pictures.seats_film(e)]),
            holds=lambda e: _hardly_ever(e) and _nobody_always(e),
        ),
        Step(
            "you",
            Scene(
                lambda e: [
                    [pictures.noise_by_count(e), pictures.loss_by_features(e, (COUNTING, "rda"))]
                ],
                at=MORE,
            ),
            knobs=("n_nonzeros", "eta"),
            holds=_small_steps_let_less_noise_in,
        ),
    ),
)
