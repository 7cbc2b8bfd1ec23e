"""The story of votes that contradict each other, heard one by one or as an average."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np

from pages.lessons.fobos_rda import pictures
from pages.lessons.fobos_rda.evidence import (
    BATCHES,
    OPENING,
    ORDERS,
    Evidence,
    T,
    examples_of,
    held_out,
)
from ui.lessons import Claim, Scene, Step, Story

HUNDRED, FEW, FEW_NOISE = 100, 50, 35
"""Features that single votes, and mini-batches, keep at most; noise features of the latter."""
WRONG = 3
"""Few mistakes: so many mini-batches may make at most, in the last goal."""
MANY = 200
"""So many features nobody wants."""


def zeros(evidence: Evidence, key: str) -> int:
    """Return after how many examples the weight of the useless feature is exactly 0."""
    run = evidence.each[key]
    place = int(np.searchsorted(run.tracked, evidence.useless.feature))
    return int(np.count_nonzero(run.weights[:, place] == 0.0))


def average_vote(evidence: Evidence) -> np.ndarray:
    """Return the average, after each example, of the votes that FOBOS hears on the noise."""
    return pictures.running_mean(evidence.useless.single)


def count_within(evidence: Evidence, average: np.ndarray) -> int:
    """Return after how many examples an average vote is no larger than the penalty."""
    return int(np.count_nonzero(np.abs(average) <= evidence.knobs.l1))


def within_from(evidence: Evidence) -> int:
    """Return the picture from which on the average of FOBOS's votes is within the penalty."""
    outside = np.flatnonzero(np.abs(average_vote(evidence)) > evidence.knobs.l1)
    return int(outside[-1]) + 2 if len(outside) else 1


def louder(evidence: Evidence) -> int:
    """Return how many of the votes that are drawn are louder than the penalty."""
    return int((np.abs(evidence.useless.single[: pictures.FIRST]) > evidence.knobs.l1).sum())


def keeps_few(evidence: Evidence) -> bool:
    """Return whether FOBOS keeps few features, but some."""
    return bool(0 < sum(evidence.kept_by("fobos")) <= HUNDRED)


def noise_by_batch(evidence: Evidence) -> dict[int, float]:
    """Return the noise features that mini-batches keep, on average over some orders, by size."""
    return {size: kept.random for size, kept in evidence.by_batch().items()}


def batches_keep_little_noise(evidence: Evidence) -> bool:
    """Return whether mini-batches keep few noise features."""
    return bool(noise_by_batch(evidence)[int(evidence.knobs.batch_size)] <= FEW_NOISE)


def last_jumps(evidence: Evidence) -> list[int]:
    """Return the last two sizes of a mini-batch at which FOBOS keeps more noise than at the size
    before, with fewer pulls left."""
    noise = noise_by_batch(evidence)
    return [
        after
        for before, after in pairwise(BATCHES)
        if T // after < T // before and noise[after] > noise[before]
    ][-2:]


def batches_in_the_box(evidence: Evidence) -> bool:
    """Return whether mini-batches have few features, and few mistakes."""
    return few_by_batches(evidence) and right_by_batches(evidence)


def few_by_batches(evidence: Evidence) -> bool:
    """Return whether mini-batches keep no more features than the last goal allows."""
    return bool(sum(evidence.kept_by("m")) <= FEW)


def right_by_batches(evidence: Evidence) -> bool:
    """Return whether mini-batches make no more mistakes than the last goal allows."""
    return bool(evidence.mistakes("m") <= WRONG)


def last_loss(evidence: Evidence, key: str) -> float:
    """Return the average loss of a run while it learned."""
    return float(pictures.average_loss(evidence, key)[-1])


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    fobos, rda, m = (evidence.kept_by(key) for key in ("fobos", "rda", "m"))
    by_batch, jumps = noise_by_batch(evidence), last_jumps(evidence)
    counts = {
        "n": len(evidence.useless.single),
        "first": pictures.FIRST,
        "loud": louder(evidence),
        "zeros": zeros(evidence, "fobos"),
        "later": 100,
        "settled": within_from(evidence),
        "fobos_noise": fobos.random,
        "rda_noise": rda.random or "none",
        "fobos_useful": fobos.real,
        "rda_useful": rda.real,
        "fobos": sum(fobos),
        "rda": sum(rda),
        "held": len(held_out(evidence.data)),
        "m": int(evidence.knobs.batch_size),
        "m_features": sum(m),
        "m_most": max(BATCHES),
        "orders": ORDERS,
        "pulls": T // max(BATCHES),
        "rda_least": sum(pictures.fewest_features(evidence, "rda", WRONG).kept),
        "fobos_least": sum(pictures.fewest_features(evidence, "fobos", WRONG).kept),
        "many": MANY,
        "few": FEW,
        "hundred": HUNDRED,
        "one_fewer": jumps[0],
        "again_fewer": jumps[1],
        "few_noise": FEW_NOISE,
    }
    noise = {
        "now_noise": by_batch[int(evidence.knobs.batch_size)],
        "single_noise": by_batch[1],
        "most_noise": by_batch[max(BATCHES)],
    }
    wrong = {f"{key}_wrong": evidence.mistakes(key) for key in ("fobos", "rda", "m")}
    losses = {f"{key}_loss": last_loss(evidence, key) for key in ("fobos", "rda")}
    return (
        {name: f"{count}" for name, count in counts.items()}
        | {name: f"{mean:.0f}" for name, mean in noise.items()}
        | {name: f"{count:g}" for name, count in wrong.items()}
        | {name: f"{loss:.2f}" for name, loss in losses.items()}
        | {"pixel_end": f"{pictures.path_of(evidence, 'rda', evidence.useful.feature)[-1]:.2f}"}
        | {"strength": f"{evidence.knobs.l1:.3g}", "first_strength": f"{OPENING.l1:g}"}
    )


# The claims of the prose ------------------------------------------------------------------------


def half_is_noise(evidence: Evidence) -> bool:
    """Return whether half of the 400 features are noise."""
    return evidence.data.n_noise == 200 and evidence.data.n_features == 400


def noise_is_shuffled(evidence: Evidence) -> bool:
    """Return whether each noise feature has the values of a real one, in another order."""
    X = evidence.data.X.toarray()
    real, noise = (np.sort(half, axis=0) for half in np.split(X, 2, axis=1))
    return bool(np.allclose(real, noise) and not np.allclose(X[:, :200], X[:, 200:]))


def needs_both_pixels(evidence: Evidence) -> bool:
    """Return whether the product that is shown is not 0 only where both of its pixels have ink."""
    feature, pixels = pictures.product_of_pixels(evidence)
    X = evidence.data.X.toarray()
    ink = [X[:, pictures.SIDE * row + column] > 0.0 for row, column in pixels]
    return bool(((X[:, feature] > 0.0) == np.logical_and(*ink)).all())


def contradict(evidence: Evidence) -> bool:
    """Return whether the drawn votes name both ways alike: neither side has twice the other's."""
    votes = evidence.useless.single[: pictures.FIRST]
    up, down = int((votes < 0.0).sum()), int((votes > 0.0).sum())
    return max(up, down) < 2 * min(up, down)


def quiet_where_the_feature_is(evidence: Evidence) -> bool:
    """Return whether no vote is louder than the feature's value times how wrong a prediction can
    be, 1: so it is 0 where the feature is."""
    rows = examples_of(evidence.data)[: pictures.FIRST]
    values = evidence.data.X[rows][:, [evidence.useless.feature]].toarray().ravel()
    return bool((np.abs(evidence.useless.single[: pictures.FIRST]) <= np.abs(values)).all())


def some_are_loud(evidence: Evidence) -> bool:
    """Return whether some of the drawn votes are louder than the penalty."""
    return louder(evidence) > 5


def most_are_quiet(evidence: Evidence) -> bool:
    """Return whether most of the drawn votes are not louder than the penalty."""
    return louder(evidence) < pictures.FIRST / 2


def comes_and_goes(evidence: Evidence) -> bool:
    """Return whether the weight is 0 sometimes, but less than half of the time."""
    n = len(evidence.useless.single)
    return 0.1 * n < zeros(evidence, "fobos") < 0.5 * n


def steps_fall(evidence: Evidence) -> bool:
    """Return whether the step size falls with time."""
    return evidence.knobs.schedule != "constant"


def forward_then_back(evidence: Evidence) -> bool:
    """Return whether FOBOS goes forward with each vote, and then back by the penalty."""
    w, after_vote = pictures.halves(evidence)
    pulls = evidence.knobs.l1 * pictures.step_sizes(evidence, np.arange(1, len(w)))
    shrunk = np.sign(after_vote) * np.maximum(np.abs(after_vote) - pulls, 0.0)
    return bool(np.allclose(w[1:], shrunk, atol=1e-12))


def nearly_always_within(evidence: Evidence) -> bool:
    """Return whether the average of FOBOS's votes is nearly always within the penalty."""
    average = np.abs(average_vote(evidence))
    return count_within(evidence, average) > 0.9 * len(average)


def stays_within(evidence: Evidence) -> bool:
    """Return whether it stays there all through the second half."""
    average = np.abs(average_vote(evidence))
    return bool((average[len(average) // 2 :] < evidence.knobs.l1).all())


def hears_the_average(evidence: Evidence) -> bool:
    """Return whether RDA's weight is what the average is beyond the penalty, times η√t."""
    average, penalty = evidence.useless.average, evidence.knobs.l1
    excess = np.sign(average) * np.maximum(np.abs(average) - penalty, 0.0)
    grown = evidence.knobs.eta * np.sqrt(np.arange(1, len(average) + 1))
    path = pictures.path_of(evidence, "rda", evidence.useless.feature)[1:]
    return bool(np.allclose(path, -grown * excess, atol=1e-12))


def rda_rests(evidence: Evidence) -> bool:
    """Return whether RDA keeps the weight of the noise feature at 0 nearly always."""
    return zeros(evidence, "rda") > 0.9 * len(evidence.useless.average)


def early_averages_are_larger(evidence: Evidence) -> bool:
    """Return whether an average of RDA's first votes on the noise feature exceeds the penalty."""
    return bool(np.abs(evidence.useless.average[:10]).max() > evidence.knobs.l1)


def average_falls(evidence: Evidence) -> bool:
    """Return whether the average of votes on the pixel falls by a third after thirty of them."""
    average = np.abs(evidence.useful.average)
    return bool(1.5 * average[-1] < average[29])


def fobos_jumps(evidence: Evidence) -> bool:
    """Return whether FOBOS's count changes by more than five from picture to picture."""
    return bool(np.abs(np.diff(evidence.each["fobos"].used[-100:].astype(float))).mean() > 5.0)


def grows_as_the_root(evidence: Evidence) -> bool:
    """Return whether RDA's weight is the part of the average beyond the penalty, times √t."""
    return hears_the_average(evidence) and evidence.knobs.eta == 1.0


def both_pay_more_at_first(evidence: Evidence) -> bool:
    """Return whether both averages are above the loss of never learning for some pictures, and
    below it at last."""
    averages = [pictures.average_loss(evidence, key) for key in ("fobos", "rda")]
    return all(loss[5] > np.log(2.0) > loss[-1] for loss in averages)


def useful_stays_out(evidence: Evidence) -> bool:
    """Return whether the average of the votes on the pixel is never within the penalty."""
    return count_within(evidence, np.abs(evidence.useful.average)) == 0


def fobos_uses_it(evidence: Evidence) -> bool:
    """Return whether FOBOS ends with the pixel in use."""
    return bool(pictures.path_of(evidence, "fobos", evidence.useful.feature)[-1] != 0.0)


def rda_keeps_no_noise(evidence: Evidence) -> bool:
    """Return whether RDA keeps no noise feature."""
    return evidence.kept_by("rda").random == 0


def fobos_keeps_noise(evidence: Evidence) -> bool:
    """Return whether FOBOS keeps a quarter of the noise features or more."""
    return evidence.kept_by("fobos").random > 50


def rda_keeps_some(evidence: Evidence) -> bool:
    """Return whether RDA keeps some of the useful features."""
    return evidence.kept_by("rda").real > 0


def rda_keeps_fewer_useful(evidence: Evidence) -> bool:
    """Return whether RDA keeps fewer useful features than FOBOS."""
    return evidence.kept_by("rda").real < evidence.kept_by("fobos").real


def fobos_keeps_many(evidence: Evidence) -> bool:
    """Return whether FOBOS keeps more features than the goal allows."""
    return bool(sum(evidence.kept_by("fobos")) > HUNDRED)


def all_get_one_label(evidence: Evidence) -> bool:
    """Return whether few features are left, some of noise, and all held-out pictures get the same
    label of them."""
    weights, rows = evidence.each["fobos"].final.weights, held_out(evidence.data)
    signs = np.sign(evidence.data.X[rows] @ weights)
    alike = bool((signs == signs[0]).all())
    return keeps_few(evidence) and alike and evidence.kept_by("fobos").random > 0


def nothing_is_left(evidence: Evidence) -> bool:
    """Return whether FOBOS keeps nothing."""
    return sum(evidence.kept_by("fobos")) == 0


def rda_passes_below(evidence: Evidence) -> bool:
    """Return whether some penalty gives RDA fewer features and fewer mistakes than FOBOS now."""
    fobos = sum(evidence.kept_by("fobos")), evidence.mistakes("fobos")
    return any(
        0 < sum(rda.kept) < fobos[0] and rda.mistakes < fobos[1]
        for rda in evidence.by_penalty("rda").values()
    )


def fobos_is_ahead_with_many(evidence: Evidence) -> bool:
    """Return whether FOBOS makes fewer mistakes than RDA ever does, none, but with no fewer than
    many features."""
    least = min(end.mistakes for end in evidence.by_penalty("rda").values())
    ahead = [end for end in evidence.by_penalty("fobos").values() if end.mistakes < least]
    return bool(ahead) and all(sum(e.kept) > MANY and not e.mistakes for e in ahead)


def fobos_is_poor_with_few(evidence: Evidence) -> bool:
    """Return whether FOBOS gets two in five pictures wrong wherever it keeps few features."""
    ends = evidence.by_penalty("fobos").values()
    few = [end.mistakes for end in ends if 0 < sum(end.kept) <= FEW]
    return bool(few) and min(few) > 0.4 * len(held_out(evidence.data))


def rda_needs_fewer(evidence: Evidence) -> bool:
    """Return whether RDA, for few mistakes, needs a tenth of the features that FOBOS needs."""
    rda, fobos = (pictures.fewest_features(evidence, key, WRONG) for key in ("rda", "fobos"))
    few = max(rda.mistakes, fobos.mistakes) <= WRONG
    return few and 10 * sum(rda.kept) < sum(fobos.kept)


def rda_needs_fewer_than_batches(evidence: Evidence) -> bool:
    """Return whether RDA, for few mistakes, needs fewer features than mini-batches have."""
    rda = pictures.fewest_features(evidence, "rda", WRONG)
    return rda.mistakes <= WRONG and sum(rda.kept) < sum(evidence.kept_by("m"))


def batches_have_nothing(evidence: Evidence) -> bool:
    """Return whether mini-batches keep nothing."""
    return sum(evidence.kept_by("m")) == 0


def drops_the_pixel(evidence: Evidence) -> bool:
    """Return whether RDA ends with the weight of the pixel at 0."""
    return bool(pictures.path_of(evidence, "rda", evidence.useful.feature)[-1] == 0.0)


def no_larger_than_a_vote(evidence: Evidence) -> bool:
    """Return whether no average of votes on the pixel is larger than 1, which no vote exceeds."""
    return bool((np.abs(evidence.useful.average) <= 1.0).all())


def rda_learns_slowly(evidence: Evidence) -> bool:
    """Return whether RDA pays more loss than FOBOS while learning."""
    return last_loss(evidence, "rda") > last_loss(evidence, "fobos")


def best_lies_between(evidence: Evidence) -> bool:
    """Return whether some mini-batch keeps less than half the noise features of single votes."""
    noise = [kept.random for kept in evidence.by_batch().values()]
    return bool(2 * min(noise) < noise[0])


def jumps_where_pulls_are_lost(evidence: Evidence) -> bool:
    """Return whether, among the largest mini-batches, noise rises by a tenth where one pull fewer
    is left, and falls where as many are left."""
    noise = noise_by_batch(evidence)
    pairs = list(pairwise(BATCHES))[-4:]
    lost = [noise[b] > 1.1 * noise[a] for a, b in pairs if T // a - T // b == 1]
    same = [noise[b] < noise[a] for a, b in pairs if T // a == T // b]
    return len(lost) == len(same) == 2 and all(lost + same)


def a_vote_counts_its_step(evidence: Evidence) -> bool:
    """Return whether the hundredth step of FOBOS has the size of a tenth."""
    return bool(np.isclose(pictures.step_sizes(evidence, np.array([100])), 0.1).all())


def largest_keeps_more(evidence: Evidence) -> bool:
    """Return whether the largest mini-batch keeps more noise features than another."""
    noise = [kept.random for kept in evidence.by_batch().values()]
    return bool(noise[-1] > 1.2 * min(noise))


STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=9,
    needs="subgradient",
    steps=(
        Step(
            "digits",
            Scene(lambda e: [[pictures.digits(e)]]),
            after=Scene(lambda e: [[pictures.digits(e, values=True)]]),
            claims=(
                Claim(half_is_noise, always="the example is made so"),
                Claim(noise_is_shuffled, always="the example is made so"),
                Claim(needs_both_pixels, always="a product with 0 is 0"),
            ),
        ),
        Step(
            "votes",
            Scene(lambda e: [pictures.votes_film(e, plain=True)], frames=(0, -1)),
            claims=(
                Claim(contradict, always="the sign of a vote is that of −y · x"),
                Claim(
                    quiet_where_the_feature_is,
                    always="a vote is the feature's value times how wrong the prediction is",
                ),
            ),
        ),
        Step(
            "fobos",
            Scene(lambda e: [pictures.forward_and_back(e)], frames=(0, -1)),
            new="FOBOS",
            claims=(
                Claim(forward_then_back, always="what FOBOS is"),
                Claim(steps_fall, fails_at={"schedule": "constant"}),
            ),
        ),
        Step(
            "band",
            Scene(lambda e: [pictures.votes_film(e)]),
            claims=(
                Claim(some_are_loud, fails_at={"l1": 0.5}),
                Claim(most_are_quiet, fails_at={"eta": 0.1}),
            ),
        ),
        Step(
            "often",
            Scene(lambda e: [pictures.weight_film(e)], frames=(0, 20)),
            after=Scene(lambda e: [pictures.weight_film(e)], frames=(20, -1)),
            claims=(Claim(comes_and_goes, fails_at=({"l1": 0.001}, {"l1": 0.5})),),
        ),
        Step(
            "average",
            Scene(lambda e: [pictures.average_film(e, penalty=False)], frames=(0, 3)),
            after=Scene(lambda e: [pictures.average_film(e)], frames=(3, -1)),
            claims=(
                Claim(nearly_always_within, fails_at={"l1": 0.001}),
                Claim(stays_within, fails_at={"l1": 0.001}),
                Claim(a_vote_counts_its_step, fails_at={"eta": 0.1}),
            ),
        ),
        Step(
            "rda",
            Scene(lambda e: [pictures.weight_film(e, ("fobos", "rda"))], frames=(0, -1)),
            new="RDA",
            claims=(
                Claim(rda_rests, fails_at={"l1": 0.001}),
                Claim(early_averages_are_larger, fails_at={"l1": 0.5}),
            ),
        ),
        Step(
            "useful",
            Scene(lambda e: [pictures.useful_film(e)], frames=(0, 1)),
            after=Scene(lambda e: [pictures.useful_film(e)], frames=(1, -1)),
            claims=(
                Claim(useful_stays_out, fails_at={"l1": 0.2}),
                Claim(fobos_uses_it, fails_at={"l1": 0.5}),
                Claim(average_falls, fails_at={"l1": 0.5}),
            ),
        ),
        Step(
            "recipe",
            Scene(lambda e: [pictures.recipe_film(e)]),
            knobs=("l1",),
            goal=drops_the_pixel,
            solution={"l1": 0.1},
            claims=(
                Claim(hears_the_average, always="what RDA is"),
                Claim(no_larger_than_a_vote, always="no vote is larger than the pixel's ink"),
                Claim(grows_as_the_root, fails_at={"eta": 0.1}),
                Claim(drops_the_pixel, fails_at={"l1": 0.01}, holds_at={"l1": 0.1}),
            ),
        ),
        Step(
            "all",
            Scene(lambda e: [pictures.counts_film(e)], frames=(0, -1)),
            claims=(
                Claim(rda_keeps_no_noise, fails_at={"l1": 0.001}),
                Claim(fobos_keeps_noise, fails_at={"l1": 0.5}),
                Claim(rda_keeps_some, fails_at={"l1": 0.5}),
                Claim(rda_keeps_fewer_useful, fails_at={"l1": 0.5}),
                Claim(fobos_jumps, fails_at={"l1": 0.5}),
            ),
        ),
        Step(
            "stronger",
            Scene(lambda e: [[pictures.fair(e, most=HUNDRED)]]),
            knobs=("l1",),
            goal=keeps_few,
            solution={"l1": 0.3},
            claims=(
                Claim(fobos_keeps_many, fails_at={"l1": 0.3}),
                Claim(all_get_one_label, fails_at={"l1": 0.5}, holds_at={"l1": 0.3}),
                Claim(nothing_is_left, fails_at={"l1": 0.3}, holds_at={"l1": 0.5}),
                Claim(rda_passes_below, fails_at={"l1": 0.01}, holds_at={"l1": 0.3}),
            ),
        ),
        Step(
            "slow",
            Scene(lambda e: [pictures.losses_film(e, level=False)], frames=(0, 0)),
            after=Scene(lambda e: [pictures.losses_film(e)], frames=(0, -1)),
            claims=(
                Claim(rda_learns_slowly, fails_at={"l1": 0.5}),
                Claim(both_pay_more_at_first, fails_at={"l1": 0.5}),
            ),
        ),
        Step(
            "batches",
            Scene(
                lambda e: [[pictures.kept_by_batch(e, FEW_NOISE)]],
                at={"batch_size": 1},
            ),
            knobs=("batch_size",),
            new="mini-batch",
            goal=batches_keep_little_noise,
            solution={"batch_size": 23},
            claims=(
                Claim(
                    batches_keep_little_noise,
                    fails_at={"batch_size": 50},
                    holds_at={"batch_size": 23},
                ),
                Claim(best_lies_between, fails_at={"eta": 0.1}),
                Claim(largest_keeps_more, fails_at={"eta": 0.1}),
                Claim(jumps_where_pulls_are_lost, fails_at={"eta": 0.1}),
            ),
        ),
        Step(
            "claim",
            Scene(lambda e: [[pictures.fair(e, wrong=WRONG, fewest=True)]]),
            claims=(
                Claim(rda_needs_fewer, fails_at={"schedule": "constant"}),
                Claim(fobos_is_ahead_with_many, fails_at={"eta": 0.1}),
                Claim(rda_learns_slowly, fails_at={"l1": 0.5}),
            ),
        ),
        Step(
            "you",
            Scene(
                lambda e: [[pictures.fair(e, ("rda", "m"), FEW, WRONG)]],
                at={"batch_size": 1},
            ),
            knobs=("batch_size", "l1"),
            goal=batches_in_the_box,
            solution={"batch_size": 16, "l1": 0.074},
            claims=(
                Claim(fobos_is_poor_with_few, fails_at={"schedule": "constant"}),
                Claim(few_by_batches, fails_at={"l1": 0.01}, holds_at={"l1": 0.5}),
                Claim(right_by_batches, fails_at={"l1": 0.5}),
                Claim(batches_have_nothing, fails_at={"l1": 0.01}, holds_at={"l1": 0.5}),
                Claim(rda_needs_fewer_than_batches, fails_at={"l1": 0.5}),
            ),
        ),
    ),
)
