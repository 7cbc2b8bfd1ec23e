"""Shalev-Shwartz & Tewari 2009: stochastic coordinate and mirror descent.

The claims follow the paper: what is proved of both methods (§2, §3), then their race (§4).
"""

from papers.claim import Paper
from papers.shalev_shwartz import (
    arcene_strong,
    arcene_weak,
    dense_examples,
    domain_constraint,
    objective_or_sparsity,
    reuters,
    sparse_examples,
    stochastic_first,
    theorem_one,
    theorem_two,
    two_norm,
)

PAPER = Paper(
    key="shalev_shwartz",
    authors="Shalev-Shwartz & Tewari",
    title="Stochastic methods for ℓ1 regularized loss minimization",
    year=2009,
    where="ICML",
    bibtex="""@inproceedings{shalevshwartz2009stochastic,
  author = {Shalev-Shwartz, Shai and Tewari, Ambuj},
  title = {Stochastic methods for l1 regularized loss minimization},
  booktitle = {International Conference on Machine Learning},
  pages = {929--936},
  year = {2009},
  doi = {10.1145/1553374.1553493}
}""",
    claims=(
        theorem_one.CLAIM,
        theorem_two.CLAIM,
        two_norm.CLAIM,
        reuters.CLAIM,
        arcene_strong.CLAIM,
        arcene_weak.CLAIM,
        dense_examples.CLAIM,
        sparse_examples.CLAIM,
        objective_or_sparsity.CLAIM,
        stochastic_first.CLAIM,
        domain_constraint.CLAIM,
    ),
    errata=(
        "The text of §4 says that all plots for magic04 are for λ = 10⁻³; the titles of its "
        "panels in Fig. 1 say 10⁻⁴.",
        "§3.1 gives a step of SMIDAS O(s) operations, s the nonzeros of an example; the threshold "
        "of its third phase touches every θ that is not 0.",
        "§4 gives magic04s a density of 5.81 %; ten dense columns and 1000 at 5 % make 5.95 %.",
        "§2 takes w back as v₍d+i₎ − vᵢ; with x̂ = [x; −x] it is vᵢ − v₍d+i₎.",
    ),
)
