"""Dhingra, Shen & Kleene: sparse weights, by batches and online.

The claims follow the paper: what a step costs (Table 1), which methods are sparse and which
accurate (Fig. 1, Table 2), and how they converge (Figs. 2 to 7).
"""

from papers.claim import Paper
from papers.dhingra import (
    always_dense,
    costs,
    density_falls,
    descent_both,
    fobos_best,
    fobos_either,
    fobos_is_truncation,
    jumps,
    l0_both,
    rates,
    small_penalties,
)

PAPER = Paper(
    key="dhingra",
    authors="Dhingra, Shen & Kleene",
    title="Learning large scale sparse models",
    year=0,
    where="manuscript, Rutgers University",
    bibtex="""@unpublished{dhingra_large_scale,
  author = {Dhingra, Atul and Shen, Jie and Kleene, Nicholas},
  title = {Learning large scale sparse models},
  note = {Rutgers University}
}""",
    claims=(
        fobos_is_truncation.CLAIM,
        costs.CLAIM,
        always_dense.CLAIM,
        density_falls.CLAIM,
        descent_both.CLAIM,
        fobos_either.CLAIM,
        fobos_best.CLAIM,
        l0_both.CLAIM,
        rates.CLAIM,
        small_penalties.CLAIM,
        jumps.CLAIM,
    ),
    errata=("(17) lacks the square: ½‖b − x‖² is meant.",),
)
