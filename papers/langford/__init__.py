"""Langford, Li & Zhang 2009: truncated gradient.

The claims follow the paper: what truncation is (§3), what is proved of it (§3.4), how text is
learned lazily (§5), and the experiments (§6).
"""

from papers.claim import Paper
from papers.langford import (
    clicks,
    corollary_one,
    later_rule,
    lemma_one,
    overfitting,
    periods,
    ranking,
    removal,
    rivals,
    rounding_periods,
    square_root,
    strong_pull,
    table_one,
    text,
    theorem_one,
    theorem_two,
    thresholds,
    tolerance,
)

PAPER = Paper(
    key="langford",
    authors="Langford, Li & Zhang",
    title="Sparse online learning via truncated gradient",
    year=2009,
    where="Journal of Machine Learning Research 10, 777–801",
    bibtex="""@article{langford2009sparse,
  author = {Langford, John and Li, Lihong and Zhang, Tong},
  title = {Sparse online learning via truncated gradient},
  journal = {Journal of Machine Learning Research},
  volume = {10},
  pages = {777--801},
  year = {2009}
}""",
    claims=(
        strong_pull.CLAIM,
        lemma_one.CLAIM,
        theorem_one.CLAIM,
        square_root.CLAIM,
        theorem_two.CLAIM,
        corollary_one.CLAIM,
        table_one.CLAIM,
        removal.CLAIM,
        later_rule.CLAIM,
        tolerance.CLAIM,
        text.CLAIM,
        clicks.CLAIM,
        ranking.CLAIM,
        rounding_periods.CLAIM,
        periods.CLAIM,
        thresholds.CLAIM,
        rivals.CLAIM,
        overfitting.CLAIM,
    ),
    errata=(
        "Theorem 3.1 has I(w ≤ θ) where I(|w| ≤ θ) is meant.",
        "Theorem 3.2 has zᵢ in its update where z of the drawn index iₜ is meant.",
        "The lazy formula of §5 is not formula (6) where a feature was away: it lets a step pay "
        "for all examples before it, and (6) only for those after it.",
    ),
)
