"""Text: three of four words can go (§6.1)."""

from __future__ import annotations

from papers.claim import Axes, Case, Claim, Notes, Quantity, Source, Trial
from papers.langford.study.readings import EXACT, LAZY_MORE
from papers.langford.study.search import fit
from papers.langford.study.sets import CHOICES, paper_set
from papers.rules import Threshold


def removed(trial: Trial) -> list[float]:
    """Return the share of the words in training rows that is removed, in per cent."""
    return [fit(trial, noise=False).removed()]


CLAIM = Claim(
    key="documents",
    says="Of the words of news stories three of four can go, for one per cent of accuracy.",
    source=Source("§6.1", "For rcv1, more than 75 % of features are removed."),
    cases=[
        Case(
            "rcv1_sample",
            lambda seed: paper_set("rcv1_sample", noise=False, seed=seed),
            "A sample of 20,000 of 781,265 stories, of which only the words that occur are "
            "columns.",
        )
    ],
    quantities=[Quantity("removed, %")],
    measure=removed,
    rule=Threshold(at_least=75.0, direction=50.0, unit=" %"),
    axes=Axes("data set", "words removed, %"),
    readings=(EXACT, LAZY_MORE),
    seeds=3,
    notes=Notes(
        differs=(
            *CHOICES,
            "The share is one of the words that occur in training rows: all others have weight 0 "
            "by "
            "themselves.",
        ),
        lesson="gravity",
    ),
)
