"""The table of all settings: those with few features first, those without a result last."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from algorithms import CATALOGUE, Frontier, Outcomes, grid
from charts import Contest, name_runs
from ui.sweep.table import all_settings

FEATURES = (3.0, 0.0, 1.0, np.nan, 2.0)
"""Of five settings; one keeps none, one diverged."""


def results() -> SimpleNamespace:
    settings = tuple(grid(CATALOGUE["rounding"](), threshold=(0.1, 0.2, 0.3, 0.4, 0.5)))
    counts = np.array(FEATURES)[:, None]
    values = {
        "features": counts,
        "features held": counts,
        "test AUC": np.where(counts > 0, 0.9, 0.5),
    }
    outcomes = Outcomes(settings, values, np.isnan(counts))
    (run,) = name_runs(settings[:1])
    contest = Contest(run, Frontier(outcomes, "test AUC"), ("threshold",))
    return SimpleNamespace(measure="test AUC", contests=(contest,))


def test_the_fewest_features_come_first_and_none_or_no_result_last():
    table, places = all_settings(results())
    assert [place for _, place in places] == [2, 4, 0, 1, 3]
    assert table["features at the end"].tolist()[:4] == [1.0, 2.0, 3.0, 0.0]
    assert table["runs that diverged"].tolist()[-1] == "100%"
    assert table["method"].str.startswith("A ").all()
