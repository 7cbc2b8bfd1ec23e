"""Yang, Xu, King & Lyu 2010: dual averaging for groups of features.

The claims follow the paper: closed forms (§4), what is proved of them (§5), and the experiments on
made-up groups and on splice sites (§6).
"""

from papers.claim import Paper
from papers.yang import (
    closed_forms,
    distance,
    effort,
    group_ceiling,
    groups_of_one,
    lasso_meets,
    more_examples,
    most_accurate,
    overlap,
    rda_behind,
    regret,
    signs,
    splice_sites,
)

PAPER = Paper(
    key="yang",
    authors="Yang, Xu, King & Lyu",
    title="Online learning for group lasso",
    year=2010,
    where="ICML",
    bibtex="""@inproceedings{yang2010online,
  author = {Yang, Haiqin and Xu, Zenglin and King, Irwin and Lyu, Michael R.},
  title = {Online learning for group lasso},
  booktitle = {International Conference on Machine Learning},
  pages = {1191--1198},
  year = {2010}
}""",
    claims=(
        groups_of_one.CLAIM,
        overlap.CLAIM,
        closed_forms.CLAIM,
        regret.CLAIM,
        distance.CLAIM,
        more_examples.CLAIM,
        most_accurate.CLAIM,
        rda_behind.CLAIM,
        signs.CLAIM,
        group_ceiling.CLAIM,
        lasso_meets.CLAIM,
        effort.CLAIM,
        splice_sites.CLAIM,
    ),
    errata=(
        "(15) has Σ 1/√t up to T; its proof has 1 + Σ 1/√t up to T − 1. With the sum as printed, "
        "two examples cross the bound.",
    ),
)
