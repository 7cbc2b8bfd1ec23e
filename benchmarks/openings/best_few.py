"""The best with at most k features: our search against Optuna with scikit-learn in as much time.

    python -m benchmarks.openings.best_few [FOLDER]

FOLDER has files of the papers' data sets; without them the sets that ship are compared alone. Each
set is cut into four parts of which three are held out in turn. ``find_best`` learns from the rest,
in as many passes as the app takes, and takes its time T. Optuna then has T on the same rows, with
both cores as ours has: TPE over an L1 logistic regression (liblinear, C) and an L1 SGD classifier
(α, step size), judged by five folds, with the number of features as a constraint. Its best setting
is learned from all rows; where that has too many features the penalty is raised until it has k.
Better is the larger mean AUC over the parts held out.
"""

from __future__ import annotations

import os
import sys
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import optuna
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold

from algorithms.evaluation.folds import fold
from algorithms.feature_search import find_best
from benchmarks.report import Row, at_least, machine, table
from datasets import (
    Dataset,
    DatasetError,
    load,
    usual_intercept,
    usual_passes,
    usual_preparation,
)

SETS = {
    "breast_cancer": {"noise_features": 1000},
    "digits_4_9": {},
    "yang_groups": {},
    "donor_sites": {},
    "zipf_text": {},
    "crx": {"noise_features": 300},
    "krvskp": {},
    "magic04": {"noise_features": 100},
    "mushroom": {},
    "spambase": {},
    "rcv1_sample": {},
    "arcene": {},
}
"""The data sets, with what is done to them beside their usual scaling."""
FEATURES, PARTS, HELD_OUT, FOLDS, SEED = 10, 4, 3, 5, 0
BAR = 8


@dataclass(frozen=True)
class Setting:
    """What Optuna chose: a model and its penalty, of which more means fewer features."""

    kind: str
    penalty: float
    eta: float

    def model(self) -> LogisticRegression | SGDClassifier:
        """Return the model of scikit-learn."""
        if self.kind == "logistic":
            return LogisticRegression(l1_ratio=1.0, solver="liblinear", C=1.0 / self.penalty)
        return SGDClassifier(
            loss="log_loss",
            penalty="l1",
            alpha=self.penalty,
            learning_rate="constant",
            eta0=self.eta,
            random_state=SEED,
        )


def suggest(trial: optuna.trial.Trial) -> Setting:
    """Return a setting that TPE proposes."""
    kind = trial.suggest_categorical("kind", ["logistic", "sgd"])
    if kind == "logistic":
        return Setting(kind, trial.suggest_float("1/C", 1e-3, 1e4, log=True), 0.0)
    penalty = trial.suggest_float("alpha", 1e-6, 1.0, log=True)
    return Setting(kind, penalty, trial.suggest_float("eta0", 1e-4, 10.0, log=True))


def cross_validate(setting: Setting, data: Dataset) -> tuple[float, float]:
    """Return the mean AUC over five folds, and the median number of features."""
    scores, counts = [], []
    for learn, judge in StratifiedKFold(FOLDS, shuffle=True, random_state=SEED).split(
        data.X, data.y
    ):
        model = setting.model().fit(data.X[learn], data.y[learn])
        counts.append(np.count_nonzero(model.coef_))
        scores.append(roc_auc_score(data.y[judge], model.decision_function(data.X[judge])))
    return float(np.mean(scores)), float(np.median(counts))


def search_with_optuna(data: Dataset, most: int, seconds: float) -> tuple[float, int]:
    """Return the AUC of what Optuna finds in so many seconds, on rows held out, and its trials."""

    def objective(trial: optuna.trial.Trial) -> float:
        score, features = cross_validate(suggest(trial), data)
        trial.set_user_attr("over", features - most)
        return score

    sampler = optuna.samplers.TPESampler(
        seed=SEED, constraints_func=lambda trial: (trial.user_attrs["over"],)
    )
    study = optuna.create_study(direction="maximize", sampler=sampler)
    study.optimize(objective, timeout=seconds, n_jobs=os.cpu_count() or 1)
    done = [trial for trial in study.trials if trial.value is not None]
    fine = [trial for trial in done if trial.user_attrs["over"] <= 0] or done
    best = suggest(optuna.trial.FixedTrial(max(fine, key=lambda trial: trial.value).params))
    return score_held_out(best, data, most), len(done)


def score_held_out(setting: Setting, data: Dataset, most: int) -> float:
    """Return the AUC of a setting that has learned all rows with at most so many features."""
    for _ in range(200):
        model = setting.model().fit(data.X, data.y)
        if np.count_nonzero(model.coef_) <= most:
            break
        setting = replace(setting, penalty=setting.penalty * 1.1)
    return float(roc_auc_score(data.test.y, model.decision_function(data.test.X)))


def sets_here() -> Iterator[tuple[str, Dataset]]:
    """Yield the data sets that can be read here, scaled as the playground opens them."""
    for name, options in SETS.items():
        try:
            usual = usual_preparation(load(name))
            data = load(name, scaling=usual.scaling, **options)
        except DatasetError as reason:
            print(f"{name}: {reason}", flush=True)
            continue
        yield name, replace(data, test=None)


def compare(name: str, data: Dataset) -> tuple[Row, bool]:
    """Return a line of the table, and whether ours is better."""
    most = FEATURES if data.n_features > 2 * FEATURES else FEATURES // 2
    options = {"passes": usual_passes(data), "intercept": usual_intercept(data)}
    ours, theirs, taken, trials = [], [], [], []
    for part in range(HELD_OUT):
        split = fold(data, part, PARTS)
        began = time.perf_counter()
        ours.append(find_best(split, most, **options).best.held_out)
        taken.append(time.perf_counter() - began)
        score, n = search_with_optuna(split, most, taken[-1])
        theirs.append(score)
        trials.append(n)
    ahead = float(np.mean(ours) - np.mean(theirs))
    row = Row(
        f"{name}, {data.n_rows:,} × {data.n_features:,}, at most {most}",
        f"{np.mean(ours):.3f} in {np.mean(taken):.1f} s",
        f"{np.mean(theirs):.3f}, {np.mean(trials):.0f} trials",
        f"{ahead:+.3f}",
    )
    return row, ahead > 0.0


def main() -> None:
    """Print the table and its bar."""
    if len(sys.argv) > 1:
        os.environ["SPARSITY_LAB_DATA"] = sys.argv[1]
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    warnings.simplefilter("ignore")
    find_best(load("breast_cancer", test_fraction=0.25), 5)  # kernels are compiled
    rows, better = [], 0
    for name, data in sets_here():
        row, ahead = compare(name, data)
        print(row, flush=True)
        rows.append(row)
        better += ahead
    bar = f"better on ≥ {BAR} of {len(SETS)}"
    rows.append(
        Row("AUC", f"better on {better} of {len(rows)}", "", "", bar, at_least(better, BAR))
    )
    print(machine())
    print(table(rows))


if __name__ == "__main__":
    main()
