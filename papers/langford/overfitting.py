"""With many weights the Lasso overfits, online learning does not (§6.4, Fig. 7)."""

from __future__ import annotations

import numpy as np

from algorithms.batch.proximal_gradient import ProximalGradient
from algorithms.dataset_stats import DatasetStats
from datasets import Dataset
from papers.claim import Axes, Claim, LessonMoment, Notes, Quantity, Source, Trial
from papers.langford.study.curves import FIXED, FIXED_KNOBS, GRAVITIES, PASSES, curve
from papers.langford.study.readings import ONE_MORE, truncated_gradient
from papers.langford.study.runs import LOSS, Model, Score, score
from papers.langford.study.sets import CHOICES, case_of
from papers.rules import Order

PERIOD, PATH, MOST = 10, tuple(np.geomspace(0.5, 1e-3, 10).tolist()), 400
LASSO, ONLINE = "Lasso", "truncated gradient"
SMALL_SETS = ("ad", "crx", "krvskp", "spambase", "wbc", "wdbc")


def falls(trial: Trial) -> list[float]:
    """Return by how many points the AUC falls from its best to the densest model of a curve."""
    knobs = {"period": PERIOD, **FIXED_KNOBS}
    plain, *runs = (
        truncated_gradient(trial.reading, gravity=g, **knobs) for g in (0.0, *GRAVITIES)
    )
    # Other claims have the curve without its first point.
    online = [*curve(trial, [plain], PASSES, PERIOD), *curve(trial, runs, PASSES, PERIOD)]
    return [fall(lasso(trial.dataset)), fall(online)]


def fall(points: list[Score]) -> float:
    """Return the points of AUC lost from the best point to the one with the most features."""
    return 100.0 * (max(p.auc for p in points) - max(points, key=lambda p: p.features).auc)


def lasso(dataset: Dataset) -> list[Score]:
    """Return the Lasso's path: squared loss on the labels, on the same rows."""
    rows, y = DatasetStats.of(dataset).rows(LOSS), dataset.y
    largest = float(np.abs(rows.T @ y).max()) / dataset.n_rows
    points, w = [], None
    for share in PATH:
        solver = ProximalGradient(l1=share * largest, max_iterations=MOST)
        w = solver.solve((rows, y), "squared", start=w).weights
        points.append(score(Model(w, 0.0), dataset))
    return points


CLAIM = Claim(
    key="overfitting",
    says=(
        "Given many weights, the best solution of the penalised problem ranks new examples worse "
        "than one with fewer; a few passes of online learning do not."
    ),
    source=Source(
        "§6.4, Fig. 7",
        "LASSO usually has worse performance when the allowed number of nonzero weights is set too "
        "large. In this case, LASSO seems to overfit, while truncated gradient is more robust.",
    ),
    cases=[case_of(name, True) for name in SMALL_SETS],
    quantities=[Quantity(LASSO), Quantity(ONLINE)],
    measure=falls,
    rule=Order(((LASSO, ">", ONLINE),)),
    axes=Axes("", "points of AUC lost from the best model to the densest"),
    readings=(ONE_MORE,),
    seeds=20,
    opens=lambda case, quantity, reading: LessonMoment("gravity"),
    notes=Notes(
        differs=(
            FIXED,
            "The Lasso here ends at a thousandth of the penalty that makes all weights zero.",
            "magic04 and mushroom are left out: they have many more rows than features.",
            *CHOICES,
        ),
        lesson="gravity",
    ),
)
