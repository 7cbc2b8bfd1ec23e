"""Duchi, Shalev-Shwartz, Singer & Chandra 2008: projections onto the L1 ball, and learning by them.

The claims follow the paper: the projections first (§2 to §5), then what they are good for (§7).
"""

from papers.claim import Paper
from papers.duchi import (
    first_steps_logistic,
    first_steps_squares,
    high_dimension,
    kernel_loss,
    kernel_sparsity,
    lemmas,
    linear_time,
    never_zero,
    one_answer,
    sparse_updates,
    text_batch,
    text_sparsity,
    text_stochastic,
    text_stream,
    weighted_ball,
)

PAPER = Paper(
    key="duchi",
    authors="Duchi, Shalev-Shwartz, Singer & Chandra",
    title="Efficient projections onto the ℓ1-ball for learning in high dimensions",
    year=2008,
    where="ICML",
    bibtex="""@inproceedings{duchi2008efficient,
  author = {Duchi, John and Shalev-Shwartz, Shai and Singer, Yoram and Chandra, Tushar},
  title = {Efficient projections onto the l1-ball for learning in high dimensions},
  booktitle = {International Conference on Machine Learning},
  pages = {272--279},
  year = {2008},
  doi = {10.1145/1390156.1390191}
}""",
    claims=(
        lemmas.CLAIM,
        one_answer.CLAIM,
        weighted_ball.CLAIM,
        linear_time.CLAIM,
        sparse_updates.CLAIM,
        first_steps_squares.CLAIM,
        first_steps_logistic.CLAIM,
        high_dimension.CLAIM,
        text_batch.CLAIM,
        text_stochastic.CLAIM,
        kernel_loss.CLAIM,
        kernel_sparsity.CLAIM,
        never_zero.CLAIM,
        text_stream.CLAIM,
        text_sparsity.CLAIM,
    ),
    errata=(
        "§4 sorts v into μ and asks for I = {i : v₍ᵢ₎ > 0}; w₍ᵢ₎ > 0 is meant.",
        "The condition (11) has its sign turned against the test of Fig. 3.",
        "Fig. 2 outputs vᵢ where wᵢ is meant.",
    ),
)
