"""With 4000 features an interior point loses to cheap steps (Figs. 4 and 5, right)."""

from __future__ import annotations

from papers.claim import Axes, Case, Claim, Notes, Quantity, Source, Trial
from papers.duchi.designs import INTERIOR, NEAR, SEARCH, SHARES, STOCHASTIC, costs, design, opens
from papers.rules import Threshold

SIZE = 4000
CHEAP = (SEARCH, STOCHASTIC)


def ratios(trial: Trial) -> list[float]:
    """Return how many times the operations of each cheap method an interior point needs."""
    interior, *cheap = costs(trial, (NEAR,), (INTERIOR, *CHEAP))
    return [interior / paid for paid in cheap]


CLAIM = Claim(
    key="high_dimension",
    says="In high dimension an interior point pays more than cheap steps until it is near.",
    source=Source(
        "§7, Figs. 4 and 5, right",
        "In high dimensional feature spaces, the asymptotically faster convergence of IP methods "
        "is counteracted by their quadratic dependence on the dimension of the space.",
    ),
    cases=[
        Case("least squares", design("duchi_least_squares", SIZE)),
        Case("logistic", design("duchi_logistic", SIZE)),
    ],
    quantities=[Quantity(f"interior point / {name}", NEAR) for name in CHEAP],
    measure=ratios,
    rule=Threshold(at_least=1.0),
    axes=Axes("f(w) − f(w*)", "ratio of operations"),
    readings=SHARES[:1],
    seeds=1,
    opens=opens("duchi_logistic", 800),
    notes=Notes(
        differs=(
            "λ is a tenth of the largest; the paper prints none.",
            "Newton's equations are solved by conjugate gradients, as in the papers of the two "
            "programs: then a step is some products with the data, and no power of the dimension.",
        ),
        cause="In logistic regression both are as the paper has them, and so is the line search on "
        "least squares. Stochastic steps on least squares never come near, with few features "
        "neither: the targets are sums of hundreds of products, and 10⁻² is a tiny share of them.",
        lesson="l1_ball",
    ),
)
