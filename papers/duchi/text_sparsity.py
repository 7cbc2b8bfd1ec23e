"""The share of weights that online projection keeps (Fig. 8, right)."""

from __future__ import annotations

from algorithms.record import record
from datasets import Dataset
from papers.claim import Axes, Claim, Notes, Quantity, Reading, Source, Trial
from papers.duchi.text import LOSS, PROJECTION, TEXTS, best_learner, opens_text
from papers.rules import Number

Z = 100.0
SHARES = (
    Reading("of all features", "A share of the dimension of the space."),
    Reading("of those seen", "A share of the features that some document so far has had."),
)


def share(trial: Trial) -> list[float]:
    """Return the share of weights that are not 0 after the stream, in per cent."""
    data: Dataset = trial.dataset
    learner = best_learner(PROJECTION, trial.case, Z, 1, 1, online=True)
    trace = record(learner, data, LOSS, seed=trial.seed, checkpoints=1)
    of = data.n_features if trial.reading.name == SHARES[0].name else int(trace.sparsity.seen[-1])
    return [100.0 * float(trace.used[-1]) / of]


CLAIM = Claim(
    key="text_sparsity",
    says="After a stream of documents one weight in twenty is not zero.",
    source=Source(
        "§7, Fig. 8, right",
        "The ℓ1-projecting learner maintained an active set with only about 5 % non-zero "
        "components; the EG updates have no sparsity whatsoever.",
        {TEXTS[0].name: (5.0,)},
    ),
    cases=TEXTS[:1],
    quantities=[Quantity("share kept, %")],
    measure=share,
    rule=Number(ratio=1.25),
    axes=Axes("", "weights that are not 0, in %"),
    readings=SHARES,
    seeds=20,
    opens=opens_text(Z),
    notes=Notes(
        differs=(
            "Figure and text do not say of what the 5 % are; both shares are shown.",
            "z = 100 as in the paper.",
            "Artificial documents say nothing of a share that is one of real ones.",
        ),
        lesson="l1_ball",
    ),
)
