"""All papers in the order of the course, and a claim by its name."""

from __future__ import annotations

from collections.abc import Iterator

from papers.claim import Claim, Paper
from papers.dhingra import PAPER as DHINGRA
from papers.duchi import PAPER as DUCHI
from papers.fairness import PAPER as FAIRNESS
from papers.langford import PAPER as LANGFORD
from papers.yang import PAPER as YANG

PAPERS: tuple[Paper, ...] = (LANGFORD, DUCHI, DHINGRA, YANG, FAIRNESS)


def all_claims() -> Iterator[tuple[str, Claim]]:
    """Yield every claim with its name, "paper.claim"."""
    for paper in PAPERS:
        for claim in paper.claims:
            yield f"{paper.key}.{claim.key}", claim


def find_claim(name: str) -> Claim:
    """Return a claim. Raises KeyError, with the names that there are, where there is none."""
    claims = dict(all_claims())
    if name not in claims:
        raise KeyError(f"{name}: there is no such claim; there are {', '.join(claims)}")
    return claims[name]
