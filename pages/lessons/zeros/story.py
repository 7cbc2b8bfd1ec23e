"""Tell the story of a thousand noise features, of zeros, and of regret."""

from __future__ import annotations

from pathlib import Path

from pages.lessons.zeros.evidence import (
    LARGEST,
    MEASURED,
    Evidence,
    few_before,
    largest,
    mistakes,
)
from pages.lessons.zeros.pictures import (
    EARLY,
    RUNS,
    WANDERER,
    losses,
    mistakes_bars,
    suspects,
    two_paths,
    weights_film,
)
from ui.lessons import Scene, Step, Story

LIMIT = 0.15


def measured(evidence: Evidence) -> list:
    """Return the weights of the measurements alone."""
    return [weights_film(evidence, noise=False)]


def weights(evidence: Evidence) -> list:
    """Return the weights of measurements and noise."""
    return [weights_film(evidence)]


def zeroed(evidence: Evidence) -> list:
    """Return the same weights with zeros for the noise."""
    return [weights_film(evidence, zeroed=True)]


def paths(evidence: Evidence) -> list:
    """Return the ways of two weights."""
    return [two_paths(evidence)]


def hidden(evidence: Evidence) -> list:
    """Return the largest weights without their kind."""
    return [[suspects(evidence, known=False)]]


def named(evidence: Evidence) -> list:
    """Return the largest weights with their kind."""
    return [[suspects(evidence, known=True)]]


def before_zeros(evidence: Evidence) -> list:
    """Return the mistakes with the noise weights."""
    return [[mistakes_bars(evidence, zeroed=False)]]


def with_zeros(evidence: Evidence) -> list:
    """Return the mistakes with zeros for the noise, too."""
    return [[mistakes_bars(evidence)]]


def wrong_zeros(evidence: Evidence) -> list:
    """Return the loss of all measurements, and of two of them."""
    return [[losses(evidence, ("few", "measured"))]]


def all_runs(evidence: Evidence) -> list:
    """Return the loss with noise, without it, and with zeros in the wrong place."""
    return [[losses(evidence, tuple(RUNS))]]


def rival(evidence: Evidence) -> list:
    """Return the loss of the best fixed weights."""
    return [[losses(evidence, ())]]


def early(evidence: Evidence) -> list:
    """Return the gap between the two after a few patients."""
    return [[losses(evidence, ("measured",), gap="measured", until=EARLY)]]


def regret(evidence: Evidence) -> list:
    """Return the gap between the two."""
    return [[losses(evidence, ("measured",), gap="measured")]]


def price(evidence: Evidence) -> list:
    """Return the gap between the learner that meets noise and the best fixed weights."""
    return [[losses(evidence, ("every",), gap="every")]]


def early_regret(evidence: Evidence) -> tuple[float, float]:
    """Return the regret at the last checkpoint that ``early`` shows, in all and per patient."""
    last = int((evidence.every.steps <= EARLY).sum()) - 1
    total = float((evidence.measured.loss - evidence.fixed)[last])
    return total, total / float(evidence.every.steps[last])


def grows_and_shrinks(evidence: Evidence) -> bool:
    """Return whether the regret goes on to grow, and to shrink per patient."""
    total, gap = early_regret(evidence)
    later = evidence.regret(evidence.measured)
    return bool(2.0 * later < gap and later * evidence.every.steps[-1] > 2.0 * total)


def few_harm(evidence: Evidence) -> bool:
    """Return whether two measurements alone have far more regret, at either lesson's step size."""
    alone = evidence.regret(evidence.measured)
    return min(evidence.regret(evidence.few), evidence.regret(few_before())) > 2.0 * alone


def held_out(evidence: Evidence) -> tuple[float, float]:
    """Return the mistakes on held-out rows, with noise weights and with zeros for them."""
    test = evidence.data.test
    return mistakes(evidence.weights, test), mistakes(evidence.zeroed, test)


def never_rests(evidence: Evidence) -> bool:
    """Return whether a noise weight changes sign and is never 0, while a measurement's grows."""
    noise = evidence.every.weights[:, WANDERER]
    real = evidence.every.weights[:, evidence.data.feature_names.index("worst radius")]
    turns = (noise[1:] * noise[:-1] < 0.0).sum()
    return bool(turns and noise.all() and real[-1] > 2.0 * abs(noise).max())


def about_ten(evidence: Evidence) -> bool:
    """Return whether about ten of the largest weights are of noise, none of them of the first."""
    first = largest(evidence.weights)[:8]
    return bool(8 <= evidence.noise_among_largest <= 13 and (first < MEASURED).all())


def zeros_help(evidence: Evidence) -> bool:
    """Return whether zeros for the noise help on held-out rows, and not on those learned from."""
    met = mistakes(evidence.weights, evidence.data), mistakes(evidence.zeroed, evidence.data)
    all_weights, some = held_out(evidence)
    return some < all_weights and met[0] < met[1]


def right_place(evidence: Evidence) -> bool:
    """Return whether zeros for noise lower the regret, and zeros for measurements raise it."""
    every, alone, few = (
        evidence.regret(run) for run in (evidence.every, evidence.measured, evidence.few)
    )
    return alone < every and alone < few and zeros_help(evidence)


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    every, zeros = held_out(evidence)
    return {
        "measured": f"{MEASURED}",
        "kept": f"{MEASURED}",
        "rows": f"{evidence.data.n_rows}",
        "noise": f"{evidence.knobs.noise:,}",
        "total": f"{len(evidence.weights):,}",
        "largest": f"{LARGEST}",
        "suspects": f"{evidence.noise_among_largest}",
        "held": f"{evidence.data.test.n_rows}",
        "held_all": f"{every:g}",
        "held_zeroed": f"{zeros:g}",
        "few_gap": f"{evidence.regret(evidence.few):.2f}",
        "fixed_mean": f"{evidence.fixed[-1] / evidence.every.steps[-1]:.2f}",
        "early": f"{EARLY}",
        "early_total": f"{early_regret(evidence)[0]:.0f}",
        "early_gap": f"{early_regret(evidence)[1]:.2f}",
        "all_gap": f"{evidence.regret(evidence.measured) * evidence.every.steps[-1]:.0f}",
        "eta": f"{evidence.knobs.eta:g}",
        "gap": f"{evidence.regret(evidence.measured):.2f}",
        "every_gap": f"{evidence.regret(evidence.every):.2f}",
        "limit": f"{LIMIT:g}",
    }


STILL = (-1, -1)
STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=7,
    needs="online",
    steps=(
        Step(
            "thirty",
            Scene(measured, frames=(0, -1)),
            holds=lambda e: bool(e.measured.weights[-1].all()),
        ),
        Step(
            "coins",
            Scene(weights, frames=(0, 0)),
            after=Scene(weights, frames=(0, -1)),
            holds=lambda e: e.noise_zeros == 0 and bool(e.every.weights[0].all()),
            new="noise feature",
        ),
        Step("wander", Scene(paths, frames=(0, -1)), holds=never_rests),
        Step(
            "suspects",
            Scene(hidden),
            after=Scene(named),
            holds=about_ten,
        ),
        Step(
            "saved",
            Scene(zeroed, frames=STILL),
            holds=lambda e: int((e.zeroed != 0.0).sum()) == MEASURED,
            new="sparse",
        ),
        Step(
            "heldout",
            Scene(before_zeros),
            after=Scene(with_zeros),
            holds=zeros_help,
            new="held-out rows",
        ),
        Step(
            "fixed",
            Scene(rival),
            holds=lambda e: bool(e.fixed[-1] < 0.5 * e.measured.loss[-1]),
            new="best fixed weights",
        ),
        Step(
            "regret",
            Scene(early),
            after=Scene(regret),
            holds=grows_and_shrinks,
            new="regret",
        ),
        Step(
            "dose",
            Scene(price),
            knobs=("noise",),
            goal=lambda e: e.regret(e.every) < LIMIT,
            solution={"noise": 100},
            holds=lambda e: e.regret(e.every) > 2.0 * e.regret(e.measured),
        ),
        Step(
            "wrong",
            Scene(wrong_zeros),
            holds=few_harm,
        ),
        Step("claim", Scene(all_runs), holds=right_place),
        Step(
            "now",
            Scene(with_zeros),
            knobs=("kind", "noise", "eta"),
            goal=lambda e: e.knobs.kind == "rare",
            solution={"kind": "rare"},
            holds=zeros_help,
        ),
    ),
)
