"""Tell the story of votes that contradict each other, heard one by one or as an average."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pages.lessons.fobos_rda import pictures
from pages.lessons.fobos_rda.evidence import BATCHES, Evidence, T, held_out
from ui.lessons import Scene, Step, Story

FEW = 50
"""Features that FOBOS is to keep at most, in the goal."""


def zeros(evidence: Evidence, key: str) -> int:
    """Return after how many examples the weight of the useless feature is exactly 0."""
    run = evidence.each[key]
    place = int(np.searchsorted(run.tracked, evidence.useless.feature))
    return int(np.count_nonzero(run.weights[:, place] == 0.0))


def averaged(evidence: Evidence) -> np.ndarray:
    """Return the average, after each example, of the votes that FOBOS hears on the noise."""
    return pictures.running_mean(evidence.useless.single)


def within(evidence: Evidence, average: np.ndarray) -> int:
    """Return after how many examples an average vote is no larger than the penalty."""
    return int(np.count_nonzero(np.abs(average) <= evidence.knobs.l1))


def settled(evidence: Evidence) -> int:
    """Return the picture from which on the average of FOBOS's votes is within the penalty."""
    outside = np.flatnonzero(np.abs(averaged(evidence)) > evidence.knobs.l1)
    return int(outside[-1]) + 2 if len(outside) else 1


def louder(evidence: Evidence) -> int:
    """Return how many of the votes that are drawn are louder than the penalty."""
    return int((np.abs(evidence.useless.single[: pictures.FIRST]) > evidence.knobs.l1).sum())


def silenced(evidence: Evidence) -> bool:
    """Return whether FOBOS keeps few features, but some."""
    return bool(0 < sum(evidence.kept("fobos")) <= FEW)


def mean_loss(evidence: Evidence, key: str) -> float:
    """Return the mean loss of a run while it learned."""
    loss = evidence.each[key].loss
    return float(loss[-1] / len(loss))


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    fobos, rda = evidence.kept("fobos"), evidence.kept("rda")
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
        "settled": f"{settled(evidence)}",
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


def _contradict(evidence: Evidence) -> bool:
    """Say whether the drawn votes name both ways alike: neither side has twice the other's."""
    votes = evidence.useless.single[: pictures.FIRST]
    up, down = int((votes < 0.0).sum()), int((votes > 0.0).sum())
    return max(up, down) < 2 * min(up, down)


def _a_few_are_loud(evidence: Evidence) -> bool:
    return 5 < louder(evidence) < pictures.FIRST / 2


def _one_is_not_undone(evidence: Evidence) -> bool:
    """Say whether as many pulls as the first loud vote has penalties leave something of it."""
    size, penalty = np.abs(evidence.useless.single), evidence.knobs.l1
    which = int((size > penalty).argmax()) + 1
    times = round(size[which - 1] / penalty)
    later = np.arange(which + 1, which + times + 1)
    weight = pictures.path_of(evidence, "fobos", evidence.useless.feature)[which]
    falls = evidence.knobs.schedule == "inv_sqrt"
    return falls and bool(abs(weight) > (penalty * evidence.knobs.eta / np.sqrt(later)).sum())


def _comes_and_goes(evidence: Evidence) -> bool:
    n = len(evidence.useless.single)
    return 0.1 * n < zeros(evidence, "fobos") < 0.5 * n


def _cancels(evidence: Evidence) -> bool:
    average = np.abs(averaged(evidence))
    n = len(average)
    return within(evidence, average) > 0.9 * n and bool(
        (average[n // 2 :] < evidence.knobs.l1).all()
    )


def _rda_stays(evidence: Evidence) -> bool:
    return zeros(evidence, "rda") == within(evidence, evidence.useless.average)


def _useful_stays_out(evidence: Evidence) -> bool:
    """Say whether the average stays beyond the penalty, and sinks, and the weight hardly does."""
    average = np.abs(evidence.useful.average)
    weight = np.abs(pictures.path_of(evidence, "rda", evidence.useful.feature))
    n = len(average)
    sinks, stays = average[-1] < 0.2 * average[0], weight[n // 10 :]
    return within(evidence, average) == 0 and bool(sinks and stays.min() > 0.5 * stays.max())


def _rda_keeps_fewer(evidence: Evidence) -> bool:
    fobos, rda = evidence.kept("fobos"), evidence.kept("rda")
    return rda.random == 0 and fobos.random > 50 and 0 < rda.real < fobos.real


def _coin(evidence: Evidence) -> bool:
    """Say whether FOBOS, with so few features, keeps noise and is like a coin; RDA keeps none."""
    pairs = zip(evidence.swept["fobos"], evidence.swept["rda"], strict=True)
    few = [(end, rda) for end, rda in pairs if 0 < sum(end.kept) <= FEW]
    held = len(held_out(evidence.data))
    like_a_coin = all(
        end.mistakes > 0.4 * held and end.kept.random and not sum(rda.kept) for end, rda in few
    )
    return like_a_coin and evidence.mistakes("rda") < 0.05 * held


def _coin_and_price(evidence: Evidence) -> bool:
    """Say whether, besides, RDA pays more on the way, with as few mistakes and fewer features."""
    fewer = sum(evidence.kept("rda")) < sum(evidence.kept("fobos"))
    alike = evidence.mistakes("rda") == evidence.mistakes("fobos") == 1
    dearer = mean_loss(evidence, "rda") > mean_loss(evidence, "fobos")
    return _coin(evidence) and fewer and alike and dearer


def _neither_extreme(evidence: Evidence) -> bool:
    """Say whether some mini-batch keeps fewer noise features than the least and the largest do."""
    noise = [end.kept.random for end in evidence.by_batch]
    return min(noise) < min(noise[0], noise[-1])


STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=7,
    needs="subgradient",
    steps=(
        Step(
            "digits",
            Scene(lambda e: [[pictures.digits(e)]]),
            holds=lambda e: e.data.n_noise == 200 and e.data.n_features == 400,
        ),
        Step(
            "votes",
            Scene(lambda e: [pictures.votes_film(e, plain=True)], frames=(0, -1)),
            holds=_contradict,
        ),
        Step("band", Scene(lambda e: [pictures.votes_film(e)]), holds=_a_few_are_loud),
        Step(
            "fobos",
            Scene(lambda e: [pictures.weight_film(e)], frames=(0, 0)),
            after=Scene(lambda e: [pictures.weight_film(e)], frames=(0, -1)),
            new="FOBOS",
            holds=_comes_and_goes,
        ),
        Step(
            "loud",
            Scene(lambda e: [pictures.votes_and_weight(e)], frames=(0, -1)),
            holds=_one_is_not_undone,
        ),
        Step(
            "average",
            Scene(lambda e: [pictures.average_film(e)], frames=(0, 3)),
            after=Scene(lambda e: [pictures.average_film(e)], frames=(3, -1)),
            holds=_cancels,
        ),
        Step(
            "rda",
            Scene(lambda e: [pictures.weight_film(e, ("fobos", "rda"))], frames=(0, -1)),
            new="RDA",
            holds=_rda_stays,
        ),
        Step(
            "useful",
            Scene(lambda e: [pictures.useful_film(e)], frames=(0, 0)),
            after=Scene(lambda e: [pictures.useful_film(e)], frames=(0, -1)),
            holds=_useful_stays_out,
        ),
        Step(
            "all",
            Scene(lambda e: [pictures.counts_film(e)], frames=(0, -1)),
            holds=_rda_keeps_fewer,
        ),
        Step(
            "stronger",
            Scene(lambda e: [[pictures.fair(e)]]),
            knobs=("l1",),
            goal=silenced,
            solution={"l1": 0.3},
            holds=_coin,
        ),
        Step("claim", Scene(lambda e: [[pictures.fair(e)]]), holds=_coin_and_price),
        Step(
            "you",
            Scene(lambda e: [[pictures.kept_by_batch(e)]]),
            knobs=("l1",),
            new="mini-batch",
            holds=_neither_extreme,
        ),
    ),
)
