"""A hundred times fewer features for hardly more errors (§6.1, Big_Ads)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import numpy as np

from algorithms.online.truncated_gradient import TruncatedGradient
from datasets import Dataset, load
from papers.claim import Axes, Case, Claim, Notes, PlaygroundRun, Quantity, Source, Trial
from papers.langford.study.runs import learn_in_passes, score
from papers.rules import Threshold

ROWS, ETA, POINTS, ALLOWED = (5_000, 20_000, 80_000), 0.3, 12, 0.009
GRAVITIES = tuple(np.geomspace(1e-5, 3e-2, POINTS).tolist())
PRIVATE = "Big_Ads is private, and has 26 million rows: these clicks are made up."
FEWER = "times fewer features"


def data(rows: int, seed: int) -> Dataset:
    """Return so many made clicks, drawn anew for each repetition."""
    return load("click_stream", n_rows=rows, draw=seed, test_fraction=0.25)


def runs() -> list[TruncatedGradient]:
    """Return plain learning first, then with gravity."""
    return [TruncatedGradient(eta=ETA, gravity=g, threshold=math.inf) for g in (0.0, *GRAVITIES)]


def factor(trial: Trial) -> Sequence[float]:
    """Return how many times fewer features are kept at 0.009 more error at most."""
    dataset = trial.dataset
    plain, *others = (
        score(learn_in_passes(run, dataset, 1, trial.seed), dataset) for run in runs()
    )
    least = plain.accuracy - ALLOWED
    fewest = min((one.features for one in others if one.accuracy >= least), default=plain.features)
    return [plain.features / max(fewest, 1)]


def opens(case: Case, quantity: Quantity, reading) -> PlaygroundRun:
    """Return a run with gravity on fewer made clicks."""
    options = {"n_rows": 5000, "draw": 0, "test_fraction": 0.25}
    run = TruncatedGradient(eta=ETA, gravity=GRAVITIES[len(GRAVITIES) // 2])
    stream = {"loss": "clipped", "passes": 1, "order": 0}
    return PlaygroundRun(("click_stream", options), (run,), stream=stream)


CLAIM = Claim(
    key="clicks",
    says="On clicks a hundred times fewer features are enough for an error that is hardly larger.",
    source=Source(
        "§6.1, Big_Ads",
        "Accepting 0.009 more classification error (0.329 to 0.338) reduces the number of "
        "features "
        "from about 3·10⁹ to about 24·10⁶, a factor of 125.",
    ),
    cases=[Case(f"{rows:,}", partial(data, rows), PRIVATE) for rows in ROWS],
    quantities=[Quantity(FEWER)],
    measure=factor,
    rule=Threshold(at_least=125.0, direction=10.0, unit=" ×"),
    axes=Axes("made clicks", FEWER),
    seeds=5,
    opens=opens,
    notes=Notes(
        differs=(
            "The factor counts features with a weight: without gravity all that occur have one.",
            "K = 1, θ = ∞ and one pass; the paper does not say.",
        ),
        cause="The stream is too short: more rows bring more ids that occur once or twice, each a "
        "feature that can go, and the factor grows with them.",
        lesson="scale",
    ),
)
