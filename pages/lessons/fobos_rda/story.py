"""Tell the story of votes that contradict each other, heard one by one or as an average."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pages.lessons.fobos_rda import pictures
from pages.lessons.fobos_rda.evidence import BATCHES, End, Evidence, T, held_out
from ui.lessons import OBSERVED, Claim, Scene, Step, Story

FEW = 50
"""Features that FOBOS is to keep at most, in the goal."""


def zeros(evidence: Evidence, key: str) -> int:
    """Return after how many examples the weight of the useless feature is exactly 0."""
    run = evidence.each[key]
    place = int(np.searchsorted(run.tracked, evidence.useless.feature))
    return int(np.count_nonzero(run.weights[:, place] == 0.0))


def average_vote(evidence: Evidence) -> np.ndarray:
    """Return the average, after each example, of the votes that FOBOS hears on the noise."""
    return pictures.running_mean(evidence.useless.single)


def within(evidence: Evidence, average: np.ndarray) -> int:
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
    return bool(0 < sum(evidence.kept_by("fobos")) <= FEW)


def mean_loss(evidence: Evidence, key: str) -> float:
    """Return the mean loss of a run while it learned."""
    loss = evidence.each[key].loss
    return float(loss[-1] / len(loss))


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    fobos, rda = evidence.kept_by("fobos"), evidence.kept_by("rda")
    size = np.abs(evidence.useless.single)
    first = int((size > evidence.knobs.l1).argmax())
    return {
        "n": f"{len(evidence.useless.single)}",
        "first": f"{pictures.FIRST}",
        "loud": f"{louder(evidence)}",
        "zeros": f"{zeros(evidence, 'fobos')}",
        "which": f"{first + 1}",
        "times": f"{size[first] / evidence.knobs.l1:.0f}",
        "later": "100",
        "settled": f"{within_from(evidence)}",
        "fobos_noise": f"{fobos.random}",
        "rda_noise": f"{rda.random}" if rda.random else "none",
        "fobos_useful": f"{fobos.real}",
        "rda_useful": f"{rda.real}",
        "fobos": f"{sum(fobos)}",
        "rda": f"{sum(rda)}",
        "fobos_wrong": f"{evidence.mistakes('fobos'):g}",
        "rda_wrong": f"{evidence.mistakes('rda'):g}",
        "held": f"{len(held_out(evidence.data))}",
        "fobos_loss": f"{mean_loss(evidence, 'fobos'):.2f}",
        "rda_loss": f"{mean_loss(evidence, 'rda'):.2f}",
        "m_most": f"{max(BATCHES)}",
        "pulls": f"{T // max(BATCHES)}",
    }


# The claims of the prose ------------------------------------------------------------------------


def half_is_noise(evidence: Evidence) -> bool:
    """Return whether half of the 400 features are noise."""
    return evidence.data.n_noise == 200 and evidence.data.n_features == 400


def noise_is_shuffled(evidence: Evidence) -> bool:
    """Return whether each noise feature has the values of a real one, in another order."""
    X = evidence.data.X.toarray()
    real, noise = (np.sort(half, axis=0) for half in np.split(X, 2, axis=1))
    return bool(np.allclose(real, noise) and not np.allclose(X[:, :200], X[:, 200:]))


def contradict(evidence: Evidence) -> bool:
    """Return whether the drawn votes name both ways alike: neither side has twice the other's."""
    votes = evidence.useless.single[: pictures.FIRST]
    up, down = int((votes < 0.0).sum()), int((votes > 0.0).sum())
    return max(up, down) < 2 * min(up, down)


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


def one_is_not_undone(evidence: Evidence) -> bool:
    """Return whether as many pulls as the first loud vote has penalties leave something of it."""
    size, penalty = np.abs(evidence.useless.single), evidence.knobs.l1
    if not (size > penalty).any():
        return False
    which = int((size > penalty).argmax()) + 1
    times = round(size[which - 1] / penalty)
    weight = np.abs(pictures.path_of(evidence, "fobos", evidence.useless.feature)[which])
    later = step_size_at(evidence, np.arange(which + 1, which + times + 1))
    return bool(weight > penalty * later.sum())


def step_size_at(evidence: Evidence, steps: np.ndarray) -> np.ndarray:
    """Return how long FOBOS's steps of these numbers are."""
    power = {"constant": 0.0, "inv_sqrt": 0.5, "inv": 1.0}[evidence.knobs.schedule]
    return evidence.knobs.eta / steps**power


def nearly_always_within(evidence: Evidence) -> bool:
    """Return whether the average of FOBOS's votes is nearly always within the penalty."""
    average = np.abs(average_vote(evidence))
    return within(evidence, average) > 0.9 * len(average)


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


def useful_stays_out(evidence: Evidence) -> bool:
    """Return whether the average of the votes on the pixel is never within the penalty."""
    return within(evidence, np.abs(evidence.useful.average)) == 0


def its_average_sinks(evidence: Evidence) -> bool:
    """Return whether the average of the votes on the pixel sinks to less than a fifth."""
    average = np.abs(evidence.useful.average)
    return bool(average[-1] < 0.2 * average[0])


def its_weight_stays_large(evidence: Evidence) -> bool:
    """Return whether the pixel's weight hardly sinks after the first tenth."""
    weight = np.abs(pictures.path_of(evidence, "rda", evidence.useful.feature))
    late = weight[len(weight) // 10 :]
    return bool(late.min() > 0.5 * late.max())


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
    return sum(evidence.kept_by("fobos")) > FEW


def few_of_each(evidence: Evidence) -> list[tuple[End, End]]:
    """Return the ends of FOBOS with so few features, and RDA's at the same penalty."""
    pairs = zip(evidence.swept["fobos"], evidence.swept["rda"], strict=True)
    return [(end, rda) for end, rda in pairs if 0 < sum(end.kept) <= FEW]


def fobos_can_keep_few(evidence: Evidence) -> bool:
    """Return whether some penalty leaves FOBOS few features, but some."""
    return bool(few_of_each(evidence))


def few_are_like_a_coin(evidence: Evidence) -> bool:
    """Return whether FOBOS, with so few features, is nearly like a coin."""
    held = len(held_out(evidence.data))
    return all(end.mistakes > 0.4 * held for end, _ in few_of_each(evidence))


def few_have_noise(evidence: Evidence) -> bool:
    """Return whether some of these few features are noise, whatever the penalty."""
    return all(end.kept.random > 0 for end, _ in few_of_each(evidence))


def rda_keeps_nothing_there(evidence: Evidence) -> bool:
    """Return whether RDA keeps nothing at these penalties."""
    return not any(sum(rda.kept) for _, rda in few_of_each(evidence))


def rda_needs_little(evidence: Evidence) -> bool:
    """Return whether RDA makes few mistakes at the weak penalty."""
    return evidence.mistakes("rda") < 0.05 * len(held_out(evidence.data))


def rda_keeps_fewer(evidence: Evidence) -> bool:
    """Return whether RDA keeps fewer features than FOBOS."""
    return sum(evidence.kept_by("rda")) < sum(evidence.kept_by("fobos"))


def as_few_mistakes(evidence: Evidence) -> bool:
    """Return whether RDA makes as few mistakes as FOBOS."""
    return evidence.mistakes("rda") <= evidence.mistakes("fobos")


def rda_learns_slowly(evidence: Evidence) -> bool:
    """Return whether RDA pays more loss than FOBOS while learning."""
    return mean_loss(evidence, "rda") > mean_loss(evidence, "fobos")


def best_lies_between(evidence: Evidence) -> bool:
    """Return whether some mini-batch keeps fewer noise features than single votes do."""
    noise = [end.kept.random for end in evidence.by_batch]
    return min(noise) < noise[0]


def largest_keeps_more(evidence: Evidence) -> bool:
    """Return whether the largest mini-batch keeps more noise features than another."""
    noise = [end.kept.random for end in evidence.by_batch]
    return noise[-1] > min(noise)


COIN = (
    Claim(fobos_can_keep_few, fails_at={"eta": 10.0}),
    Claim(few_are_like_a_coin, always=OBSERVED),
    Claim(few_have_noise, always=OBSERVED),
    Claim(rda_keeps_nothing_there, always=OBSERVED),
    Claim(rda_needs_little, fails_at={"l1": 0.5}),
)

STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=7,
    needs="subgradient",
    steps=(
        Step(
            "digits",
            Scene(lambda e: [[pictures.digits(e)]]),
            claims=(
                Claim(half_is_noise, always="the example is made so"),
                Claim(noise_is_shuffled, always="the example is made so"),
            ),
        ),
        Step(
            "votes",
            Scene(lambda e: [pictures.votes_film(e, plain=True)], frames=(0, -1)),
            claims=(Claim(contradict, always="the sign of a vote is that of −y · x"),),
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
            "fobos",
            Scene(lambda e: [pictures.weight_film(e)], frames=(0, 0)),
            after=Scene(lambda e: [pictures.weight_film(e)], frames=(0, -1)),
            new="FOBOS",
            claims=(Claim(comes_and_goes, fails_at=({"l1": 0.001}, {"l1": 0.5})),),
        ),
        Step(
            "loud",
            Scene(lambda e: [pictures.votes_and_weight(e)], frames=(0, -1)),
            claims=(
                Claim(steps_fall, fails_at={"schedule": "constant"}),
                Claim(one_is_not_undone, fails_at=({"schedule": "constant"}, {"l1": 0.5})),
            ),
        ),
        Step(
            "average",
            Scene(lambda e: [pictures.average_film(e)], frames=(0, 3)),
            after=Scene(lambda e: [pictures.average_film(e)], frames=(3, -1)),
            claims=(
                Claim(nearly_always_within, fails_at={"l1": 0.001}),
                Claim(stays_within, fails_at={"l1": 0.001}),
            ),
        ),
        Step(
            "rda",
            Scene(lambda e: [pictures.weight_film(e, ("fobos", "rda"))], frames=(0, -1)),
            new="RDA",
            claims=(
                Claim(hears_the_average, always="what RDA is"),
                Claim(rda_rests, fails_at={"l1": 0.001}),
            ),
        ),
        Step(
            "useful",
            Scene(lambda e: [pictures.useful_film(e)], frames=(0, 0)),
            after=Scene(lambda e: [pictures.useful_film(e)], frames=(0, -1)),
            claims=(
                Claim(useful_stays_out, fails_at={"l1": 0.2}),
                Claim(its_average_sinks, fails_at={"eta": 0.1}),
                Claim(its_weight_stays_large, fails_at={"l1": 0.2}),
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
            ),
        ),
        Step(
            "stronger",
            Scene(lambda e: [[pictures.fair(e)]]),
            knobs=("l1",),
            goal=keeps_few,
            solution={"l1": 0.3},
            claims=(Claim(fobos_keeps_many, fails_at={"l1": 0.3}), *COIN),
        ),
        Step(
            "claim",
            Scene(lambda e: [[pictures.fair(e)]]),
            claims=(
                *COIN,
                Claim(rda_keeps_some, fails_at={"l1": 0.5}),
                Claim(rda_keeps_fewer, fails_at={"l1": 0.5}),
                Claim(as_few_mistakes, fails_at={"l1": 0.2}),
                Claim(rda_learns_slowly, fails_at={"l1": 0.5}),
            ),
        ),
        Step(
            "you",
            Scene(lambda e: [[pictures.kept_by_batch(e)]]),
            knobs=("l1",),
            new="mini-batch",
            claims=(
                Claim(best_lies_between, fails_at={"l1": 0.5}),
                Claim(largest_keeps_more, fails_at={"l1": 0.5}),
            ),
        ),
    ),
)
