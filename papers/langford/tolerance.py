"""A little more tolerance removes many more features of one set (§6.1)."""

from __future__ import annotations

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.langford.study.readings import EXACT, LAZY_MORE
from papers.langford.study.search import fit
from papers.langford.study.sets import CHOICES, case_of
from papers.rules import Number

TOLERANCES = (1.0, 1.3)


def removed(trial: Trial) -> list[float]:
    """Return the share of the features that is removed at each tolerance, in per cent."""
    found = fit(trial, True, [within / 100.0 for within in TOLERANCES])
    return [found.removed(place) for place in range(len(TOLERANCES))]


CLAIM = Claim(
    key="tolerance",
    says="On advertisements, a third of a per cent more of accuracy buys many more zeros.",
    source=Source(
        "§6.1",
        "Of ad 71 % of the features are removed at 1 % less accuracy, and 91.4 % at 1.3 % less.",
        {"ad": (71.0, 91.4)},
    ),
    cases=[case_of("ad", noise=True)],
    quantities=[Quantity("", within) for within in TOLERANCES],
    measure=removed,
    rule=Number(within=5.0),
    axes=Axes("accuracy that may be lost, %", "features removed, %"),
    readings=(EXACT, LAZY_MORE),
    seeds=5,
    notes=Notes(
        differs=CHOICES,
        cause="With a third of the paper’s rows one test row more or less is a large part of a "
        "third of a per cent.",
        lesson="gravity",
    ),
)
