"""Of text three words in four can go (§6.1)."""

from __future__ import annotations

from functools import partial

from papers.claim import Axes, Case, Claim, LessonMoment, Notes, Quantity, Source, Trial
from papers.langford.study.readings import EXACT, LAZY, LAZY_MORE
from papers.langford.study.search import Search, fit
from papers.langford.study.sets import CHOICES, paper_set
from papers.rules import Threshold

SEARCH = Search(
    etas=(0.5,), decays=(0.9,), gravities=(0.0, 1e-6, 3e-6, 1e-5, 3e-5, 1e-4, 3e-4), passes=(10,)
)


def removals(trial: Trial) -> list[float]:
    """Return the per cent of the words in training rows that is removed."""
    return [fit(trial, False, search=SEARCH).removal()]


CLAIM = Claim(
    key="text",
    says=(
        "Allowed to lose one per cent of accuracy in cross-validation, gravity throws away three "
        "of four words of the news."
    ),
    source=Source(
        "§6.1",
        "For rcv1, more than 75% of features are removed after the sparsification process.",
    ),
    cases=[
        Case(
            "rcv1_sample",
            partial(paper_set, "rcv1_sample", False),
            "1,750 of its documents, and the words that they have.",
        ),
        Case(
            "zipf_text",
            partial(paper_set, "zipf_text", False),
            "Artificial documents in the shape of the paper's.",
        ),
    ],
    quantities=[Quantity("removed")],
    measure=removals,
    rule=Threshold(at_least=75.0, direction=50.0, unit=" %"),
    axes=Axes("data set", "words removed, % of those seen"),
    readings=(EXACT, LAZY, LAZY_MORE),
    seeds=5,
    opens=lambda case, quantity, reading: LessonMoment("scale"),
    notes=Notes(
        differs=(
            "A word counts that some training document has; one without gravity is no answer.",
            "Settings are chosen by three folds in ten passes; the paper could not try many.",
            *CHOICES,
        ),
        cause="We do not know why fewer go. How the paper's open points are filled in matters: "
        "the exact rule removes far fewer words than the formula of §5 does. And our sample has a "
        "small part of the paper's documents.",
        lesson="scale",
    ),
)
