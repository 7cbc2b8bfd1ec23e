"""With random features added, nine of ten go for one per cent of accuracy (§6.1, Fig. 2)."""

from __future__ import annotations

from papers.claim import Axes, Claim, LessonMoment, Notes, Quantity, Source, Trial
from papers.langford.study.readings import EVERY_STEP
from papers.langford.study.search import SEARCHED, fit
from papers.langford.study.sets import CHOICES, UCI, case_of
from papers.rules import Threshold


def removals(trial: Trial) -> list[float]:
    """Return the per cent of the features in training rows that is removed."""
    return [fit(trial, True).removal()]


CLAIM = Claim(
    key="removal",
    says=(
        "Allowed to lose one per cent of accuracy in cross-validation, gravity throws away nine "
        "of ten features where most are random."
    ),
    source=Source(
        "§6.1, Fig. 2",
        "For UCI data sets, with randomly added features, VOWPAL WABBIT is able to reduce the "
        "number of features by a fraction of more than 90%, except for the ad data set.",
        {},
    ),
    cases=[case_of(name, True) for name in UCI if name != "ad"],
    quantities=[Quantity("removed")],
    measure=removals,
    rule=Threshold(at_least=90.0, direction=50.0, unit=" %"),
    axes=Axes("data set, with 1000 random features", "features removed, %"),
    readings=EVERY_STEP,
    seeds=5,
    opens=lambda case, quantity, reading: LessonMoment("gravity"),
    notes=Notes(
        differs=(
            SEARCHED,
            "ad is not among the data: the paper itself says that it falls short there.",
            *CHOICES,
        ),
        cause="It is not the data: the cumulative penalty, chosen in the same way, removes nine of "
        "ten features on every one of these sets, as the claim about a later rule shows. How the "
        "paper's open points are filled in matters: with the exact rule fewer sets get there than "
        "with the formula of §5. We do not know why housing, krvskp and spambase fall short.",
        lesson="gravity",
    ),
)
