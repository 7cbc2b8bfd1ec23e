"""The story of a thousand noise features, of zeros, and of regret."""

from __future__ import annotations

from math import comb
from pathlib import Path

import numpy as np

from algorithms.losses import Loss, loss_values
from pages.lessons.zeros.evidence import (
    CHOICES,
    FEW,
    LARGEST,
    MEASURED,
    PENALTY,
    Evidence,
    Knobs,
    choices,
    gather,
    largest,
    measurements,
    mistakes,
    run,
)
from pages.lessons.zeros.pictures import (
    EARLY,
    RUNS,
    WANDERER,
    best_weights,
    choices_lines,
    falls_or_rises,
    losses,
    mistakes_bars,
    suspects,
    total_regret,
    two_paths,
    weights_film,
    zeroing_film,
)
from ui.lessons import OBSERVED, Claim, Scene, Step, Story
from ui.lessons.numbers import LazyNumbers

LESS = 0.27
"""The gap that another step size is to bring."""
NEAR = 0.02
"""How near the gap is to come to twice that without noise."""
CLEAR = 8
"""So many of CHOICES agree where a difference is no chance: of tosses of a coin, one in twenty."""


def measurements_alone(evidence: Evidence) -> list:
    """Return the weights of the measurements alone."""
    return [weights_film(evidence, noise=False)]


def weights(evidence: Evidence) -> list:
    """Return the weights of measurements and noise."""
    return [weights_film(evidence)]


def weights_with_zeros(evidence: Evidence) -> list:
    """Return the film in which the noise weights are set to 0."""
    return [zeroing_film(evidence)]


def paths(evidence: Evidence) -> list:
    """Return the ways of two weights."""
    return [two_paths(evidence)]


def suspects_alone(evidence: Evidence) -> list:
    """Return the largest weights without their kind."""
    return [[suspects(evidence, known=False)]]


def suspects_by_kind(evidence: Evidence) -> list:
    """Return the largest weights with their kind."""
    return [[suspects(evidence, known=True)]]


def before_zeros(evidence: Evidence) -> list:
    """Return the mistakes with the noise weights."""
    return [[mistakes_bars(evidence, zeroed=False)]]


def with_zeros(evidence: Evidence) -> list:
    """Return the mistakes with zeros for the noise, too."""
    return [[mistakes_bars(evidence)]]


def all_runs(evidence: Evidence) -> list:
    """Return the loss with noise, without it, and with zeros in the wrong place."""
    return [[losses(evidence, tuple(RUNS), ("every", "measured", "few"))]]


def rivals_weights(evidence: Evidence) -> list:
    """Return the best fixed weights and their loss."""
    return [[best_weights(evidence), losses(evidence, ())]]


def first_patients(evidence: Evidence) -> list:
    """Return the gap between the two after a few patients, and the regret in all."""
    gap = losses(evidence, ("measured",), ("measured",), until=EARLY)
    return [[gap, total_regret(evidence, EARLY)]]


def regret(evidence: Evidence) -> list:
    """Return the gap between the two, and the regret in all."""
    return [[losses(evidence, ("measured",), ("measured",)), total_regret(evidence)]]


def price(evidence: Evidence) -> list:
    """Return the gap between the learner that meets noise and the best fixed weights."""
    return [[losses(evidence, ("every",), ("every",), goal=twice_the_gap(evidence))]]


def less_regret(evidence: Evidence) -> list:
    """Return the same with the gap that another step size is to bring."""
    return [[losses(evidence, ("every",), ("every",), goal=LESS)]]


def over_choices(evidence: Evidence) -> list:
    """Return the mistakes over several choices of the held-out patients."""
    return [[choices_lines(evidence)]]


def twice_the_gap(evidence: Evidence) -> float:
    """Return twice the gap of the learner without noise."""
    return 2.0 * evidence.regret(evidence.measured)


def early_regret(evidence: Evidence) -> tuple[float, float]:
    """Return the regret where ``first_patients`` ends, in all and per patient."""
    last = int((evidence.every.steps <= EARLY).sum()) - 1
    total = float((evidence.measured.loss - evidence.fixed)[last])
    return total, total / float(evidence.every.steps[last])


def held_out(evidence: Evidence) -> tuple[float, float]:
    """Return the mistakes on held-out rows, with noise weights and with zeros for them."""
    test = evidence.data.test
    return mistakes(evidence.weights, test), mistakes(evidence.without_noise, test)


def all_thirty_in_use(evidence: Evidence) -> bool:
    """Return whether every measurement has a weight at the end."""
    return bool(evidence.measured.weights[-1].all())


def no_noise_weight_is_zero(evidence: Evidence) -> bool:
    """Return whether every weight of noise is in use at the end."""
    return evidence.noise_zeros == 0


def first_patient_moves_all(evidence: Evidence) -> bool:
    """Return whether every weight is in use after the first patient."""
    return bool(evidence.every.weights[0].all())


def wanderer(evidence: Evidence) -> np.ndarray:
    """Return the weight of one noise feature, [c]; as many zeros where there is no such feature."""
    weights = evidence.every.weights
    return weights[:, WANDERER] if weights.shape[1] > WANDERER else np.zeros(len(weights))


def crosses_zero(evidence: Evidence) -> bool:
    """Return whether the weight of a noise feature changes its sign now and then."""
    noise = wanderer(evidence)
    return int((noise[1:] * noise[:-1] < 0.0).sum()) > 4


def never_stops_there(evidence: Evidence) -> bool:
    """Return whether the weight of the noise feature never is 0."""
    return bool(wanderer(evidence).all())


def grows_beyond(evidence: Evidence) -> bool:
    """Return whether a measurement's weight grows far beyond what a noise feature's reaches."""
    real = evidence.every.weights[:, evidence.data.feature_names.index("worst radius")]
    return bool(real[-1] > 4.0 * np.abs(wanderer(evidence)).max())


def about_ten(evidence: Evidence) -> bool:
    """Return whether about ten of the largest weights are of noise."""
    return 8 <= evidence.noise_among_largest <= 13


def measurements_lead(evidence: Evidence) -> bool:
    """Return whether the eleven largest weights are of measurements."""
    return bool((largest(evidence.weights)[:11] < MEASURED).all())


def thirty_are_left(evidence: Evidence) -> bool:
    """Return whether zeros for the noise leave as many weights as there are measurements."""
    return int((evidence.without_noise != 0.0).sum()) == MEASURED


def nearly_all_are_zero(evidence: Evidence) -> bool:
    """Return whether zeros for the noise leave next to nothing of all weights."""
    return bool((evidence.without_noise == 0.0).mean() > 0.9)


def zeros_help(evidence: Evidence) -> bool:
    """Return whether zeros for the noise help on held-out rows."""
    with_noise, with_zeros = held_out(evidence)
    return with_zeros < with_noise


def noise_helped_at_home(evidence: Evidence) -> bool:
    """Return whether the noise weights help on the rows learned from."""
    data = evidence.data
    return mistakes(evidence.weights, data) < mistakes(evidence.without_noise, data)


def known_by_heart(evidence: Evidence) -> bool:
    """Return whether the learner misjudges hardly any row that it learned from."""
    return mistakes(evidence.weights, evidence.data) < 0.02 * evidence.data.n_rows


def least_loss(evidence: Evidence) -> bool:
    """Return whether no weights near the best fixed ones, nor the learner's last, cost less."""
    data, last = measurements(), evidence.measured.final.weights

    def cost(w: np.ndarray) -> float:
        losses = loss_values(Loss.logistic, data.X @ w, data.y)
        return float(losses.mean() + PENALTY * np.abs(w).sum())

    others = 0.9 * evidence.u, 1.1 * evidence.u, last
    return cost(evidence.u) < min(map(cost, others))


def total_grows(evidence: Evidence) -> bool:
    """Return whether the regret in all more than doubles after the first patients."""
    later = evidence.regret(evidence.measured) * evidence.every.steps[-1]
    return bool(later > 2.0 * early_regret(evidence)[0])


def gap_shrinks(evidence: Evidence) -> bool:
    """Return whether the regret per patient more than halves after the first patients."""
    return bool(2.0 * evidence.regret(evidence.measured) < early_regret(evidence)[1])


def exactly_zero_is_cheaper(evidence: Evidence) -> bool:
    """Return whether most best fixed weights are 0, as each saves less than its charge."""
    data, n_zero = measurements(), int(np.sum(evidence.u == 0.0))
    slopes = -data.y / (1.0 + np.exp(data.y * (data.X @ evidence.u)))
    saved = np.abs(data.X.T @ slopes) / data.n_rows
    return n_zero > MEASURED // 2 and bool((saved[evidence.u == 0.0] <= 1.01 * PENALTY).all())


def too_much(evidence: Evidence) -> bool:
    """Return whether noise more than doubles the gap."""
    return evidence.regret(evidence.every) >= twice_the_gap(evidence) + NEAR


def too_few(evidence: Evidence) -> bool:
    """Return whether noise does not double the gap."""
    return evidence.regret(evidence.every) <= twice_the_gap(evidence) - NEAR


def all_make_it_four_times(_: Evidence) -> bool:
    """Return whether all noise features make the gap about four times as large."""
    first = opening()
    return bool(3.7 < first.regret(first.every) / first.regret(first.measured) < 4.3)


def too_far(evidence: Evidence) -> bool:
    """Return whether the gap is too large, and smaller with steps half as large."""
    half = run(evidence.data, evidence.knobs.eta / 2.0)
    here = evidence.regret(evidence.every)
    return bool(here >= LESS and evidence.regret(half) < here)


def too_slow(evidence: Evidence) -> bool:
    """Return whether the gap is too large, and no smaller with steps half as large."""
    return evidence.regret(evidence.every) >= LESS and not too_far(evidence)


def noise_forces_small_steps(_: Evidence) -> bool:
    """Return whether the learner without noise does better with the opening's step size."""
    first = opening()
    small = run(measurements(), 0.01)
    return bool(first.regret(first.measured) < first.regret(small))


def both_ends_are_worse(evidence: Evidence) -> bool:
    """Return whether much smaller and much larger steps have more regret than the goal allows."""
    regrets = [evidence.regret(run(evidence.data, eta)) for eta in (0.001, 0.1)]
    return min(regrets) > 1.3 * LESS


def falls_and_rises(evidence: Evidence) -> tuple[int, int]:
    """Return in how many choices of held-out patients fewer are misjudged with zeros, and more."""
    knobs = evidence.knobs
    pairs = [falls_or_rises(*pair) for pair in choices(int(knobs.noise), knobs.kind, knobs.eta)]
    return sum(fall for fall, _ in pairs), sum(rise for _, rise in pairs)


def noise_harms(evidence: Evidence) -> bool:
    """Return whether zeros help in nearly all choices of the held-out patients."""
    return falls_and_rises(evidence)[0] >= CLEAR


def fewer_harm(evidence: Evidence) -> bool:
    """Return whether fewer than a thousand noise features do harm, too."""
    return evidence.knobs.noise < 1000 and noise_harms(evidence)


def no_noise(evidence: Evidence) -> bool:
    """Return whether there is no noise feature whose weight could be set to 0."""
    return evidence.knobs.noise == 0


def fewer_do_no_harm(evidence: Evidence) -> bool:
    """Return whether some noise features are left out, and the others do no clear harm."""
    return evidence.knobs.noise < 1000 and not noise_harms(evidence)


def eight_by_chance(_: Evidence) -> bool:
    """Return whether so many of all tosses of a coin agree about once in twenty times."""
    ways = sum(comb(CHOICES, falls) for falls in range(CLEAR, CHOICES + 1))
    return 17 < 2**CHOICES / ways < 23


def harmless(evidence: Evidence) -> bool:
    """Return whether a thousand noise features do no clear harm."""
    return evidence.knobs.noise == 1000 and not noise_harms(evidence)


def few_harm(evidence: Evidence) -> bool:
    """Return whether two measurements alone have far more regret than all."""
    return evidence.regret(evidence.few) > 2.0 * evidence.regret(evidence.measured)


def noise_raises_regret(evidence: Evidence) -> bool:
    """Return whether never to have had the noise lowers the regret."""
    return evidence.regret(evidence.measured) < evidence.regret(evidence.every)


def their_step_size_suits(evidence: Evidence) -> bool:
    """Return whether two measurements alone do no better with much smaller or larger steps."""
    others = (run(measurements(FEW), eta) for eta in (0.1, 0.2, 1.0, 2.0))
    return min(map(evidence.regret, others)) > evidence.regret(evidence.few)


def opening() -> Evidence:
    """Return the runs of the knobs that the lesson opens with."""
    return gather(Knobs(), None)


def in_words(number: int, noun: str, verb: str) -> str:
    """Return how many there are of ``noun``, and what they do: "1 line falls"."""
    return f"{number}{noun} {verb}s" if number == 1 else f"{number}{noun and noun + 's'} {verb}"


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    every, zeros = held_out(evidence)
    gap, noise = evidence.regret(evidence.every), evidence.knobs.noise
    met = mistakes(evidence.weights, evidence.data)
    later = {
        "opening_eta": lambda: f"{Knobs().eta:g}",
        "opening_gap": lambda: f"{opening().regret(opening().measured):.2f}",
        "slow_gap": lambda: f"{opening().regret(run(measurements(), 0.01)):.2f}",
        "whole_gap": lambda: f"{opening().regret(opening().every):.3f}",
        "fall": lambda: f"{falls_and_rises(evidence)[0]}",
        "lines_fall": lambda: in_words(falls_and_rises(evidence)[0], " line", "fall"),
        "some_rise": lambda: in_words(falls_and_rises(evidence)[1], "", "rise"),
    }
    ready = {
        "measured": f"{MEASURED}",
        "kept": f"{MEASURED}",
        "everybody": f"{evidence.data.n_rows + evidence.data.test.n_rows}",
        "idle": f"{np.log(2.0):.2f}",
        "choices": f"{CHOICES}",
        "less": f"{LESS:g}",
        "charge": f"{PENALTY:g}",
        "fixed_zeros": f"{int(np.sum(evidence.u == 0.0))}",
        "rows": f"{evidence.data.n_rows}",
        "noise": f"{noise:,}",
        "noise_features": f"{noise:,} noise feature" + "s" * (noise != 1),
        "coins": f"{noise:,} column" + "s" * (noise != 1),
        "met_all": f"{met:g}",
        "every_gap": f"{gap:.2f}",
        "total": f"{len(evidence.weights):,}",
        "largest": f"{LARGEST}",
        "suspects": f"{evidence.noise_among_largest}",
        "held": f"{evidence.data.test.n_rows}",
        "held_all": f"{every:g}",
        "held_zeroed": f"{zeros:g}",
        "few_gap": f"{evidence.regret(evidence.few):.2f}",
        "fixed_mean": f"{evidence.fixed[-1] / evidence.every.steps[-1]:.2f}",
        "early": f"{EARLY}",
        "early_total": f"{early_regret(evidence)[0]:.1f}",
        "early_gap": f"{early_regret(evidence)[1]:.2f}",
        "all_gap": f"{evidence.regret(evidence.measured) * evidence.every.steps[-1]:.1f}",
        "eta": f"{evidence.knobs.eta:g}",
        "gap": f"{evidence.regret(evidence.measured):.2f}",
        "exact_gap": f"{gap:.3f}" if gap < 1.0 else f"{gap:.2f}",
    }
    return LazyNumbers(ready, later)


STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=9,
    needs="online",
    steps=(
        Step(
            "thirty",
            Scene(measurements_alone, frames=(0, -1)),
            claims=(Claim(all_thirty_in_use, always="no measurement of the first patient is 0"),),
        ),
        Step(
            "coins",
            Scene(measurements_alone, frames=(-1, -1)),
            after=Scene(weights, frames=(0, -1)),
            claims=(
                Claim(no_noise_weight_is_zero, always=OBSERVED),
                Claim(first_patient_moves_all, fails_at={"kind": "rare"}),
            ),
            new="noise feature",
        ),
        Step(
            "wander",
            Scene(paths, frames=(0, -1)),
            claims=(
                Claim(crosses_zero, fails_at={"kind": "rare"}),
                Claim(never_stops_there, fails_at={"kind": "rare"}),
                Claim(grows_beyond, fails_at={"eta": 0.3}),
            ),
        ),
        Step(
            "suspects",
            Scene(suspects_alone),
            after=Scene(suspects_by_kind),
            claims=(
                Claim(about_ten, fails_at=({"kind": "rare"}, {"eta": 0.2})),
                Claim(measurements_lead, fails_at={"eta": 0.3}),
            ),
        ),
        Step(
            "saved",
            Scene(weights_with_zeros, frames=(0, -1)),
            claims=(
                Claim(thirty_are_left, always="no measurement of the first patient is 0"),
                Claim(nearly_all_are_zero, fails_at={"noise": 100}),
            ),
            new="sparse",
        ),
        Step(
            "heldout",
            Scene(before_zeros),
            after=Scene(with_zeros),
            claims=(
                Claim(zeros_help, fails_at={"noise": 0}),
                Claim(noise_helped_at_home, fails_at={"noise": 0}),
                Claim(known_by_heart, fails_at={"noise": 0}),
            ),
            new="held-out rows",
        ),
        Step(
            "fixed",
            Scene(measurements_alone, frames=(-1, -1)),
            after=Scene(rivals_weights),
            claims=(
                Claim(all_thirty_in_use, always="no measurement of the first patient is 0"),
                Claim(least_loss, always="they are found as the least"),
                Claim(exactly_zero_is_cheaper, always="what is least has such slopes"),
            ),
            new="best fixed weights",
        ),
        Step(
            "regret",
            Scene(first_patients),
            after=Scene(regret),
            claims=(
                Claim(total_grows, always=OBSERVED),
                Claim(gap_shrinks, fails_at={"eta": 0.001}),
            ),
            new="regret",
        ),
        Step(
            "dose",
            Scene(price),
            knobs=("noise",),
            goal=lambda e: not too_much(e) and not too_few(e),
            solution={"noise": 470},
            claims=(
                Claim(too_much, fails_at={"noise": 470}),
                Claim(too_few, holds_at={"noise": 100}, fails_at={"noise": 470}),
                Claim(all_make_it_four_times, always="a statement about the opening alone"),
            ),
        ),
        Step(
            "less",
            Scene(less_regret),
            knobs=("eta",),
            goal=lambda e: e.regret(e.every) < LESS,
            solution={"eta": 0.01},
            claims=(
                Claim(too_far, fails_at={"eta": 0.01}),
                Claim(too_slow, holds_at={"eta": 0.001}, fails_at={"eta": 0.01}),
                Claim(both_ends_are_worse, fails_at={"noise": 0}),
                Claim(noise_forces_small_steps, always="a statement about two runs alone"),
            ),
        ),
        Step(
            "claim",
            Scene(all_runs),
            claims=(
                Claim(noise_raises_regret, fails_at={"noise": 0}),
                Claim(few_harm, fails_at={"eta": 0.001}),
                Claim(their_step_size_suits, always="their run depends on no knob"),
                Claim(zeros_help, fails_at={"noise": 0}),
            ),
        ),
        Step(
            "now",
            Scene(over_choices),
            knobs=("kind", "noise"),
            goal=harmless,
            solution={"kind": "rare"},
            claims=(
                Claim(noise_harms, fails_at={"kind": "rare"}),
                Claim(fewer_harm, holds_at={"noise": 100}, fails_at={"kind": "rare"}),
                Claim(no_noise, holds_at={"noise": 0}, fails_at={"kind": "rare"}),
                Claim(fewer_do_no_harm, holds_at={"noise": 0}, fails_at={"kind": "rare"}),
                Claim(eight_by_chance, always="a sum of binomial coefficients"),
            ),
        ),
    ),
)
