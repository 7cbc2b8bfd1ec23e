"""Dense logistic regression: how soon methods are near the best (Fig. 5, left)."""

from __future__ import annotations

from papers.claim import Axes, Case, Claim, Notes, Quantity, Source, Trial
from papers.duchi.designs import METHODS, NEAR, NEARER, SHARES, costs, design, opens
from papers.rules import Order

KEY, SIZE = "duchi_logistic", 800


def operations(trial: Trial) -> list[float]:
    """Return what each method pays for 10⁻², and for 10⁻⁴, in passes over the data."""
    return costs(trial)


CLAIM = Claim(
    key="first_steps_logistic",
    says="On dense logistic data projected gradient is near the best before an interior point is.",
    source=Source(
        "§7, Fig. 5",
        "Projected subgradient methods are generally very fast at the outset, getting us to an "
        "accuracy of f(w) − f(w*) ≤ 10⁻² quickly, and very competitive with specialized methods.",
    ),
    cases=[Case("n = 800", design(KEY, SIZE))],
    quantities=[Quantity(method, near) for method in METHODS for near in (NEAR, NEARER)],
    measure=operations,
    rule=Order(
        (
            ("line search", "<", "interior point"),
            ("batch", "<", "interior point"),
            ("stochastic", "<", "interior point"),
        ),
        at=(NEAR,),
    ),
    axes=Axes("f(w) − f(w*)", "operations, in passes (10,000: never near)", log="xy"),
    readings=SHARES,
    seeds=20,
    opens=opens(KEY, SIZE),
    notes=Notes(
        differs=(
            "The paper prints neither λ nor η₀ nor the size of the noise: λ is tried twice, η₀ the "
            "best of 14 after ten passes of the first repetition, the noise has variance 1.",
            "Operations are counted by formula; a method that does not come near within its "
            "budget of some hundred passes counts with 10,000 of them.",
        ),
        lesson="l1_ball",
    ),
)
