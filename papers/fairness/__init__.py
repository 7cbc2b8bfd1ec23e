"""Like for like: sparse online methods at the same number of features.

No paper of the five compares these methods so. Each claim is what a paper says or suggests, or
what the lessons say, put to the test: every method at its best knobs, with at most k features.
"""

from algorithms.online.cumulative_penalty import CumulativePenalty
from algorithms.online.rda import RDA
from algorithms.online.rounding import Rounding
from algorithms.online.subgradient import Subgradient
from algorithms.online.truncated_gradient import TruncatedGradient
from papers.claim import Paper
from papers.fairness import (
    competitive,
    every_step,
    fewer_weights,
    later_methods,
    memory,
    periods,
    room,
    rounding,
    same_features,
    smooth,
)
from papers.fairness.grids import PERIODS
from papers.fairness.setup import set_up

PULLS, CUTS = TruncatedGradient(period=PERIODS[-1]), Rounding(period=PERIODS[-1])

PAPER = Paper(
    key="fairness",
    authors="Sparsity Lab",
    title="Like for like: sparse online methods at the same number of features",
    year=0,
    where="python -m papers fairness.rounding, and so on",
    bibtex="""@misc{sparsitylab_fairness,
  author = {{Sparsity Lab}},
  title = {Like for like: sparse online methods at the same number of features}
}""",
    claims=(
        set_up(rounding.CLAIM, PULLS, CUTS),
        set_up(every_step.CLAIM, *(Rounding(period=period) for period in PERIODS)),
        set_up(periods.CLAIM, Rounding(period=1), CUTS, TruncatedGradient(period=1), PULLS),
        set_up(competitive.CLAIM, TruncatedGradient(period=10), Rounding(period=10), Subgradient()),
        set_up(room.CLAIM, CUTS, PULLS),
        set_up(smooth.CLAIM, PULLS),
        set_up(later_methods.CLAIM, PULLS, RDA(), CumulativePenalty()),
        set_up(same_features.CLAIM, PULLS, RDA(), CumulativePenalty()),
        set_up(fewer_weights.CLAIM, TruncatedGradient(period=1), CumulativePenalty()),
        set_up(memory.CLAIM, PULLS, CUTS, RDA(), CumulativePenalty()),
    ),
    comparison=(
        "Each repetition draws anew: the order of the examples, the 40 % of the rows held out, "
        "the noise, and artificial data. All methods of a repetition see the same.",
        "Every method is tried at a grid of settings around the step size that suits plain SGD: 4 "
        "step sizes for each of 2 schedules (RDA, which has none: 8), its period K (1, 10, 100), "
        "and 16 values of the number that makes its zeros. One half of the rows held out chooses "
        "the setting, the other gives the AUC shown: no method gains by having more settings.",
        "The loss is logistic, with an intercept that is never penalised. A feature counts where "
        "its weight is not 0 at the end of the run, just after zeros were made.",
    ),
)
