"""Tell the story of a thousand weights under gravity: zeros, their price, and who is kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pages.lessons.gravity import pictures
from pages.lessons.gravity.evidence import GRAVITIES, ORDERS, Evidence, Outcome
from pages.lessons.gravity.pictures import ALL, CUT, OFFER, PULLED, SMALL
from ui.lessons import Scene, Step, Story

START, FILM, END = (0, 0), (0, -1), (-1, -1)
FEW = 30
"""The features that the reader may keep at most."""
REAL = "30 real features"


# The stage ---------------------------------------------------------------------------------------


def dials(evidence: Evidence) -> list:
    """Return the film of the weights as bars, with ticks where they stand without gravity."""
    return [pictures.film(evidence, pictures.dials(evidence))]


def unpulled(evidence: Evidence) -> list:
    """Return the film of the weights as bars alone."""
    return [pictures.film(evidence, pictures.dials(evidence, marked=False))]


def kept_by_gravity(evidence: Evidence) -> list:
    """Return the features kept against gravity."""
    return [[pictures.kept_by_gravity(evidence)]]


def empty_sweep(evidence: Evidence) -> list:
    """Return the axes of features kept against gravity, without the curve."""
    return [[pictures.kept_by_gravity(evidence, ())]]


def price(*drawn: str):
    """Return the stage of the loss against gravity, with some of its curves."""
    return lambda evidence: [[pictures.price(evidence, drawn)]]


def frontier(*drawn: str):
    """Return the stage of loss against features kept, with some of its curves and points."""
    return lambda evidence: [[pictures.frontier(evidence, drawn)]]


def errors(evidence: Evidence) -> list:
    """Return the errors against the features kept."""
    return [[pictures.errors(evidence)]]


def orders(rows: int):
    """Return the stage of the features kept in some orders of the examples."""
    return lambda evidence: [[pictures.orders(evidence, rows)]]


def last_pulls(evidence: Evidence) -> list:
    """Return the features in use after each of the last pulls."""
    return [[pictures.last_pulls(evidence)]]


# What the steps claim ----------------------------------------------------------------------------


def drawn_noise(evidence: Evidence) -> int:
    """Return how many of the noise features that are drawn as bars are in use at the end."""
    return int(np.count_nonzero(pictures.dials(evidence)[1].heights[-1]))


def noise_goes_first(evidence: Evidence) -> bool:
    """Return whether at every gravity a larger share of the noise is gone, at last everything."""
    useful = evidence.truth.useful
    of_use, of_none = useful.sum(), (~useful).sum()
    shares = [(o.useless / of_none, o.useful / of_use) for o in evidence.sweep]
    return all(noise <= real for noise, real in shares) and not evidence.sweep[-1].kept


def clean(outcome: Outcome) -> bool:
    """Return whether a run keeps no noise and at least 18 useful features."""
    return outcome.useless == 0 and outcome.useful >= 18


def loss_rises(evidence: Evidence) -> bool:
    """Return whether every stronger gravity costs more loss."""
    path = pictures.losses([evidence.none, *evidence.sweep])
    return bool((np.diff(path) > -1e-12).all() and path[-1] > 2 * path[0])


def useful_shrink(evidence: Evidence) -> bool:
    """Return whether the useful weights together are smaller with gravity than without."""
    useful = evidence.truth.useful[evidence.pulled.tracked]
    sizes = (np.abs(run.weights[-1, useful]) for run in (evidence.pulled, evidence.free))
    return bool((next(sizes) <= next(sizes)).mean() > 0.9)


def dear(evidence: Evidence) -> bool:
    """Return whether gravity that removes the noise costs much, though the noise cost little."""
    now, none = evidence.now, evidence.none
    harmless = all(outcome.loss > none.loss - 0.01 for outcome in evidence.rounded)
    return harmless and clean(now) and now.loss > 1.5 * none.loss and loss_rises(evidence)


def spared(evidence: Evidence) -> bool:
    """Return whether a threshold makes the loss smaller than pulling at all weights does."""
    return bool(evidence.none.loss < evidence.now.loss < unspared_loss(evidence))


def unspared_loss(evidence: Evidence) -> float:
    """Return the loss at the gravity of the knobs where all weights are pulled."""
    at = np.log(max(evidence.knobs.gravity, GRAVITIES[0]))
    return float(np.interp(at, np.log(GRAVITIES), pictures.losses(evidence.unspared)))


def none_beaten(evidence: Evidence) -> bool:
    """Return whether fewer features always go with more loss."""
    path = [evidence.none, *evidence.sweep]
    return bool((np.diff(pictures.kept(path)) <= 0).all()) and loss_rises(evidence)


def cheap(evidence: Evidence) -> bool:
    """Return whether few features are left for one more error per 100 examples at most."""
    now, none = evidence.now, evidence.none
    return bool(0 < now.kept <= FEW and now.mistakes <= none.mistakes + 0.01)


def wiggles(evidence: Evidence) -> bool:
    """Return whether the errors go up and down by two patients at most while many are kept."""
    path = [o for o in (evidence.none, *evidence.sweep) if o.kept > 20]
    patients = np.diff([o.mistakes for o in path[:-1]]) * evidence.pulled.steps[-1]
    return bool((np.abs(patients) < 2.5).all())


def cliff(evidence: Evidence) -> tuple[Outcome, Outcome]:
    """Return the two neighbouring runs of rounding between which the loss rises most."""
    place = int(np.diff(pictures.losses(evidence.rounded)).argmax())
    return evidence.rounded[place], evidence.rounded[place + 1]


def one_has_a_cliff(evidence: Evidence) -> bool:
    """Return whether both rules with a threshold leap much further, at less loss for as few."""
    rivals, few = (
        (evidence.rounded, evidence.sweep),
        [outcome for outcome in evidence.unspared if 0 < outcome.kept <= FEW],
    )
    longest = [np.diff(pictures.losses(some)).max() for some in (*rivals, evidence.unspared)]
    better = all(
        any(o.kept <= outcome.kept and o.loss < outcome.loss for o in some)
        for outcome in few
        for some in rivals
    )
    return bool(min(longest[:2]) > 1.5 * longest[2]) and better


def others_kept(evidence: Evidence) -> bool:
    """Return whether about two in three of a run's features are kept in every order."""
    return bool(0.6 < in_all(evidence) / evidence.now.kept < 0.75)


def leap(evidence: Evidence) -> tuple[Outcome, Outcome]:
    """Return the two neighbouring gravities between which the loss rises most."""
    place = int(np.diff(pictures.losses(evidence.sweep)).argmax())
    return evidence.sweep[place], evidence.sweep[place + 1]


def leaps(evidence: Evidence) -> bool:
    """Return whether the loss with the threshold leaps once, where useful features are lost."""
    before, after = leap(evidence)
    return bool(after.loss > 1.5 * before.loss and 0 < after.useful < before.useful)


def rival(evidence: Evidence) -> Outcome:
    """Return the run with the most features, but fewer than the setting on offer."""
    fewer = (outcome for outcome in evidence.sweep if outcome.kept < OFFER[0])
    return max(fewer, key=lambda outcome: outcome.kept)


def offer_is_beaten(evidence: Evidence) -> bool:
    """Return whether some runs beat the setting on offer, which has something for it, too."""
    more_features = sum(outcome.kept > OFFER[0] for outcome in evidence.sweep)
    more_loss = sum(outcome.loss > OFFER[1] for outcome in evidence.sweep)
    better = sum(o.kept < OFFER[0] and o.loss < OFFER[1] for o in evidence.sweep)
    sensible = 2 * more_features > len(GRAVITIES) and more_loss
    return bool(rival(evidence).loss < OFFER[1] and better > 1 and sensible)


def comes_and_goes(evidence: Evidence) -> bool:
    """Return whether some features are in use after some of the last pulls, and not after all."""
    used = evidence.pulled.weights[-pictures.LAST :] != 0.0
    return bool((used.any(axis=0) & ~used.all(axis=0)).sum() > 10)


def in_all(evidence: Evidence) -> int:
    """Return how many features every order keeps."""
    return int(evidence.kept.all(axis=0).sum())


def in_any(evidence: Evidence) -> int:
    """Return how many features at least one order keeps."""
    return int(evidence.kept.any(axis=0).sum())


# The steps ---------------------------------------------------------------------------------------


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    knobs, now, none, sweep = evidence.knobs, evidence.now, evidence.none, evidence.sweep
    cleaned = next((o for o in evidence.unspared if not o.useless), sweep[-1])
    high, low = cliff(evidence)
    before, after = leap(evidence)
    return {
        "every": f"{knobs.period}",
        "eta": f"{knobs.eta:g}",
        "strength": f"{knobs.gravity:g}",
        "pull": f"{knobs.eta * knobs.period * knobs.gravity:.2g}",
        "pulls": f"{evidence.pulled.steps[-1] // knobs.period}",
        "leap_low": f"{before.loss:.2f}",
        "leap_high": f"{after.loss:.2f}",
        "noise": f"{now.useless}",
        "offered": f"{OFFER[0]}",
        "offered_loss": f"{OFFER[1]:g}",
        "rival": f"{rival(evidence).kept}",
        "rival_loss": f"{rival(evidence).loss:.2f}",
        "theta": f"{min(knobs.threshold, 1.0):g}",
        "strongest": f"{GRAVITIES[-1]:g}",
        "kept": f"{now.kept:,}",
        "useful": f"{now.useful}",
        "clean_g": f"{cleaned.knob:.2g}",
        "clean": f"{cleaned.useful}",
        "loss_free": f"{none.loss:.2f}",
        "loss": f"{now.loss:.2f}",
        "loss_all": f"{unspared_loss(evidence):.2f}",
        "errors_free": f"{100 * none.mistakes:.1f}",
        "errors": f"{100 * now.mistakes:.1f}",
        "high": f"{high.kept}",
        "low": f"{low.kept}",
        "in_all": f"{in_all(evidence)}",
        "in_any": f"{in_any(evidence)}",
    }


ZEROS = (
    Step(
        "dials",
        Scene(unpulled, at={"gravity": 0.0}, frames=FILM),
        holds=lambda e: e.none.kept == e.now.kept == 1030,
    ),
    Step(
        "gravity",
        Scene(unpulled, frames=START),
        after=Scene(dials, frames=FILM),
        new="gravity",
        holds=lambda e: 12 <= e.now.kept <= 60 and not drawn_noise(e),
    ),
    Step(
        "first",
        Scene(empty_sweep),
        after=Scene(kept_by_gravity),
        holds=lambda e: noise_goes_first(e) and 0.6 < int(numbers(e)["clean"]) / 30 < 0.75,
    ),
    Step(
        "clean",
        Scene(kept_by_gravity),
        knobs=("gravity",),
        goal=lambda e: clean(e.now),
        solution={"gravity": 0.1},
        holds=lambda e: e.now.useless > 0,
    ),
)

PRICE = (
    Step(
        "cost",
        Scene(price(), at={"gravity": 0.1}),
        after=Scene(price(ALL), at={"gravity": 0.1}),
        holds=dear,
    ),
    Step(
        "shrunk",
        Scene(dials, at={"gravity": 0.1}, frames=END, look=(REAL,)),
        holds=useful_shrink,
    ),
    Step(
        "spare",
        Scene(price(ALL), at={"gravity": 0.1, "threshold": 0.05}),
        after=Scene(price(ALL, SMALL), at={"gravity": 0.1, "threshold": 0.05}),
        holds=lambda e: spared(e) and leaps(e),
    ),
    Step(
        "trade",
        Scene(frontier(PULLED), at={"gravity": 0.1}),
        new="trade-off",
        holds=none_beaten,
    ),
    Step(
        "frontier",
        Scene(frontier(PULLED), at={"gravity": 0.1}),
        after=Scene(frontier(PULLED, pictures.NEW), at={"gravity": 0.1}),
        new="frontier",
        holds=lambda e: none_beaten(e) and offer_is_beaten(e),
    ),
    Step(
        "choose",
        Scene(errors, at={"gravity": 0.01}),
        knobs=("gravity",),
        goal=cheap,
        solution={"gravity": 0.08},
        holds=lambda e: e.now.kept > FEW and wiggles(e),
    ),
    Step(
        "cliff",
        Scene(frontier(ALL, SMALL, CUT), at={"gravity": 0.1, "threshold": 0.05}),
        holds=one_has_a_cliff,
    ),
)

CHANCE = (
    Step("order", Scene(orders(1)), after=Scene(orders(ORDERS)), holds=others_kept),
    Step("last", Scene(last_pulls), holds=comes_and_goes),
    Step(
        "claim",
        Scene(frontier(PULLED), at={"gravity": 0.1}),
        holds=lambda e: none_beaten(e) and noise_goes_first(e) and comes_and_goes(e),
    ),
    Step(
        "yours",
        Scene(kept_by_gravity),
        knobs=("gravity", "period"),
        goal=lambda e: not e.now.useless and e.knobs.gravity <= 0.07,
        solution={"period": 50},
        holds=lambda e: e.now.useless > 0,
    ),
)

STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=8,
    needs="rounding",
    steps=(*ZEROS, *PRICE, *CHANCE),
)
