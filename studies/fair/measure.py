"""The runs of one dataset, and the outcomes kept of them in a file."""

from __future__ import annotations

import ast
import dataclasses
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property, reduce
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from algorithms import Algorithm, Outcomes, Trace, order_of, sweeping
from algorithms.evaluation import evaluate_many
from algorithms.shrinkage import rounding
from datasets import Dataset
from studies.fair import accident, choice, methods, studies
from studies.fair.choice import Entrants, best_setting
from studies.fair.methods import LAST_CUT, SGD_CUT, Fineness, Scales, cuts, settings_of
from studies.fair.studies import LONGEST_PERIOD, Study

LOSS = "logistic"
ARTIFACTS = Path(__file__).resolve().parents[2] / "artifacts" / "fair"
AT_ONCE = 64  # traces scored together, and then let go
JUDGED, NOISE, HELD = "judged AUC", "noise kept", "features held"
KEPT = "kept:"

Report = Callable[[str], None]


@dataclass(frozen=True, eq=False)
class Measurements:
    """The outcomes of one dataset.

    Parameters
    ----------
    outcomes : by method, of its settings in every order; beside the usual values "judged AUC", on
        the rows that chose nothing, and "noise kept", random features among those kept. "features
        held" counts what is brought back between two cuts, too.
    kept : by method, the table of ``accident.watch_orders`` for the setting chosen at ``middle``.
    n_features : d.
    runs : runs made, where a run that is cut at several thresholds counts once.
    seconds : how long they took.
    """

    study: Study
    scales: Scales
    outcomes: dict[str, Outcomes]
    kept: dict[str, np.ndarray]
    n_features: int
    runs: int
    seconds: float

    @cached_property
    def entrants(self) -> Entrants:
        """The methods, to be compared."""
        return Entrants(self.outcomes)


def middle(study: Study) -> int:
    """Return the budget at which the accident of the last examples is looked at."""
    return study.budgets[min(3, len(study.budgets) - 1)]


def run_study(study: Study, fine: Fineness, orders: int, report: Report = print) -> Measurements:
    """Run every setting of every method over ``study``, in so many orders of the examples."""
    began = perf_counter()
    dataset, judging = study.load()
    scales = methods.scales_of(dataset, study)
    report(f"{study.name}: {dataset.n_rows} rows of {dataset.n_features} features; {scales}")
    outcomes, kept, runs = {}, {}, 0
    for name, settings in settings_of(scales, study, dataset.n_features, fine).items():
        started = perf_counter()
        thresholds = cuts(scales, fine) if name in (LAST_CUT, SGD_CUT) else ()
        job = Job(study, dataset, judging, settings, thresholds)
        outcomes[name] = reduce(
            Outcomes.join_repeats, [job.outcomes(seed) for seed in range(orders)]
        )
        runs += orders * len(settings)
        point = best_setting(outcomes[name], middle(study))
        if point is not None:
            turns = [job.order(seed) for seed in range(orders)]
            kept[name] = accident.watch_orders(point.algorithm, dataset, turns)
        report(f"  {name}: {len(settings)} settings, {perf_counter() - started:.0f} s")
    seconds = perf_counter() - began
    return Measurements(study, scales, outcomes, kept, dataset.n_features, runs, seconds)


@dataclass(frozen=True, eq=False)
class Job:
    """The settings of one method over one dataset; ``thresholds`` are those of a last cut."""

    study: Study
    dataset: Dataset
    judging: Dataset
    settings: Sequence[Algorithm]
    thresholds: Sequence[float] = ()
    filled: dict[int, np.ndarray] = field(default_factory=dict)

    def order(self, seed: int) -> np.ndarray:
        """The examples of a run: it ends where every period K has just made its zeros."""
        order = order_of(self.dataset, self.study.passes, seed)
        return order[: max(len(order) // LONGEST_PERIOD * LONGEST_PERIOD, 1)]

    def outcomes(self, seed: int) -> Outcomes:
        """The outcomes of one order, shape (s, 1)."""
        asked = dict(order=self.order(seed), checkpoints=self.study.checkpoints, intercept=True)
        pieces, places = [], []
        with closing(sweeping(self.settings, self.dataset, LOSS, **asked)) as running:
            for some in batches(running):
                places += [place for place, _ in some]
                pieces += (
                    [self._score([trace]) for _, trace in some]
                    if self.thresholds
                    else [self._score([trace for _, trace in some])]
                )
        each = max(len(self.thresholds), 1)
        where = (each * np.argsort(places)[:, None] + np.arange(each)).ravel()
        return reduce(Outcomes.join_settings, pieces).take(where)

    def _score(self, traces: list[Trace]) -> Outcomes:
        """The outcomes of some traces, cut where they are to be."""
        if self.thresholds:
            traces = [cut(trace, threshold) for trace in traces for threshold in self.thresholds]
        outcomes = Outcomes.of(traces, self.dataset)
        weights = np.stack([trace.final.weights for trace in traces])
        intercepts = np.stack([trace.final.intercept for trace in traces])
        with_rows = dataclasses.replace(self.dataset, test=self.judging)
        first_noise = weights.shape[1] - self.dataset.n_noise
        more = {
            JUDGED: evaluate_many(weights, with_rows, LOSS, intercepts)["test AUC"],
            NOISE: np.count_nonzero(weights[:, first_noise:], axis=1).astype(np.float64),
            HELD: outcomes.values[HELD][:, 0] + self._between(traces, weights),
        }
        gone = outcomes.diverged
        more = {name: np.where(gone, np.nan, value[:, None]) for name, value in more.items()}
        return dataclasses.replace(outcomes, values={**outcomes.values, **more})

    def _between(self, traces: list[Trace], weights: np.ndarray) -> np.ndarray:
        """The features held, on average, beyond those looked at just after the zeros were made."""
        extra = [
            self._refill_shares(trace.algorithm.stride) @ (w == 0.0)
            for trace, w in zip(traces, weights, strict=True)
        ]
        return np.array(extra)

    def _refill_shares(self, period: int) -> np.ndarray:
        """For each feature the share of a period in which an example has brought it back.

        After p examples a feature that occurs in a share f of them is there with probability
        1 − (1 − f)^p; this is the mean over p = 0, …, K − 1.
        """
        if period not in self.filled:
            occurs = np.bincount(self.dataset.X.indices, minlength=self.dataset.n_features)
            f = np.maximum(occurs / self.dataset.n_rows, 1e-12)
            share = 1.0 - (1.0 - (1.0 - f) ** period) / (period * f)
            self.filled[period] = np.zeros_like(f) if period == 1 else np.maximum(share, 0.0)
        return self.filled[period]


def batches(running: Iterable[Any]) -> Iterator[list[Any]]:
    """Lists of so many of what comes, the last one shorter."""
    some = []
    for one in running:
        some.append(one)
        if len(some) == AT_ONCE:
            yield some
            some = []
    if some:
        yield some


def cut(trace: Trace, threshold: float) -> Trace:
    """Return the trace of a sub-gradient run as it is with a last cut at ``threshold``."""
    weights = rounding(trace.final.weights, threshold)
    nonzeros = trace.sparsity.nonzeros.copy()
    nonzeros[-1] = np.count_nonzero(weights)
    algorithm = dataclasses.replace(trace.algorithm, threshold=threshold)
    final = dataclasses.replace(trace.final, weights=weights)
    sparsity = dataclasses.replace(trace.sparsity, nonzeros=nonzeros)
    return dataclasses.replace(trace, algorithm=algorithm, final=final, sparsity=sparsity)


def place_of(study: Study, fine: Fineness, orders: int) -> Path:
    """Return the file of the outcomes: another one whenever the study or these sources change."""
    files = (*(each.__file__ for each in (studies, methods, accident, choice)), __file__)
    asked = repr((study, fine, orders)) + "".join(map(code, files))
    digest = hashlib.sha256(asked.encode()).hexdigest()[:12]
    return ARTIFACTS / f"{study.dataset}-{digest}.npz"


def code(file: str) -> str:
    """The code of a source file without its comments and docstrings."""
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant(None)
    return ast.dump(tree)


def save(result: Measurements, path: Path) -> None:
    """Write the outcomes to a file, whole or not at all."""
    arrays = {KEPT + name: table for name, table in result.kept.items()}
    for name, outcomes in result.outcomes.items():
        arrays[f"{name}:diverged"] = outcomes.diverged
        arrays |= {f"{name}:{value}": array for value, array in outcomes.values.items()}
    facts = dataclasses.asdict(result.scales), result.n_features, result.runs, result.seconds
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    with open(unfinished, "wb") as file:
        np.savez_compressed(file, facts=json.dumps(facts), **arrays)
    unfinished.replace(path)


def read(study: Study, fine: Fineness, path: Path) -> Measurements:
    """Return the outcomes that ``save`` wrote."""
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    scales, n_features, runs, seconds = json.loads(str(arrays.pop("facts")))
    scales = Scales(**{**scales, "eta": tuple(scales["eta"])})
    outcomes = {}
    for name, settings in settings_of(scales, study, n_features, fine).items():
        if name in (LAST_CUT, SGD_CUT):
            settings = [
                dataclasses.replace(one, threshold=threshold)
                for one in settings
                for threshold in cuts(scales, fine)
            ]
        values = {
            key.removeprefix(f"{name}:"): array
            for key, array in arrays.items()
            if key.startswith(f"{name}:")
        }
        diverged = values.pop("diverged")
        outcomes[name] = Outcomes(tuple(settings), values, diverged)
    kept = {key.removeprefix(KEPT): table for key, table in arrays.items() if key.startswith(KEPT)}
    return Measurements(study, scales, outcomes, kept, n_features, runs, seconds)
