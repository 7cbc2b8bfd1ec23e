"""Groups that overlap are groups of copied features (Remark 5)."""

from __future__ import annotations

import dataclasses

import numpy as np

from algorithms.groups import Groups
from algorithms.online.group_fobos import GroupFobos
from algorithms.online.group_rda import GroupRDA
from algorithms.record import record
from datasets import Dataset
from datasets.synthetic.yang_groups import YangGroups
from papers.claim import Axes, Case, Claim, Notes, PlaygroundRun, Quantity, Source, Trial
from papers.rules import NoViolation

SIZE = 10
METHODS = {
    "DA-GL": GroupRDA(gamma=5.0, l1=0.02),
    "DA-SGL": GroupRDA(gamma=5.0, l1=0.02, group_l1=1.0),
    "FOBOS, (8)": GroupFobos(eta=0.1, schedule="inv_sqrt", l1=0.02),
}
STRUCTURES = ("overlapping", "chain")


def data(seed: int) -> Dataset:
    """Return made examples."""
    return YangGroups(n_rows=400, draw=seed).build()


def groups_in(structure: str, n_features: int) -> Groups:
    """Return blocks that share half their features with the next, or a chain of edges."""
    if structure == "chain":
        return Groups.chain(n_features)
    return Groups.blocks(n_features, SIZE, shared=SIZE // 2)


def distances(trial: Trial) -> list[float]:
    """Return the largest distance of the weights from those learned on copied columns."""
    dataset, found = trial.dataset, []
    for structure in STRUCTURES:
        groups = groups_in(structure, dataset.n_features)
        copied = Dataset.from_arrays(dataset.X.toarray()[:, groups.features], dataset.y)
        for algorithm in METHODS.values():
            run = dataclasses.replace(algorithm, structure=structure, group_size=SIZE)
            ours = record(run, dataset, "logistic", seed=trial.seed).weights
            copies = record(algorithm, copied, "logistic", seed=trial.seed, groups=groups.group)
            folded = np.array([groups.fold(w) for w in copies.weights])
            found.append(float(np.abs(ours - folded).max()))
    return found


def opens(case: Case, quantity: Quantity, reading) -> PlaygroundRun:
    """Return the run with the groups that overlap."""
    structure = str(quantity.x)
    run = dataclasses.replace(METHODS[quantity.series], structure=structure, group_size=SIZE)
    stream = {"loss": "logistic", "passes": 1, "order": 0}
    return PlaygroundRun(("yang_groups", {"n_rows": 400, "draw": 0}), (run,), stream=stream)


CLAIM = Claim(
    key="overlap",
    says="Groups that share features need no other method: each shared feature is copied, once for "
    "each of its groups.",
    source=Source(
        "Remark 5",
        "We can simply replicate the overlapped features to obtain an enlarged dataset; similarly "
        "for the graph lasso.",
    ),
    cases=[Case("made groups", data)],
    quantities=[Quantity(name, structure) for structure in STRUCTURES for name in METHODS],
    measure=distances,
    rule=NoViolation(),
    axes=Axes("which groups", "largest distance of the weights"),
    seeds=5,
    opens=opens,
    notes=Notes(
        differs=("The app copies no columns: it keeps a weight for each copy of a feature.",),
        lesson="groups",
    ),
)
