"""The runs behind the numbers of Fig. 1, as the playground shows them."""

from __future__ import annotations

from collections.abc import Mapping

from algorithms.batch.greedy_cd import GreedyCD
from algorithms.batch.scd import SCD
from papers.claim import Case, Opens, PlaygroundRun, Quantity, Reading
from papers.shalev_shwartz.runs import CURVATURE, smidas, truncated_gradient
from papers.shalev_shwartz.tables import DENSE, SPARSE

NOISY = {"scaling": "max-abs 1", "noise_features": 1000}
RECIPES: Mapping[str, tuple[str, Mapping]] = {
    "arcene": ("arcene", {"scaling": "max-abs 1"}),
    "digit products": ("digit_products", {"n_products": 2500, "scaling": "max-abs 1"}),
    "magic04d": ("magic04", NOISY | {"noise_kind": DENSE}),
    "magic04s": ("magic04", NOISY | {"noise_kind": SPARSE}),
    "breast cancer, dense noise": ("breast_cancer", NOISY | {"noise_kind": DENSE}),
    "breast cancer, sparse noise": ("breast_cancer", NOISY | {"noise_kind": SPARSE}),
    "rcv1 sample": ("rcv1_sample", {}),
    "made-up documents": ("zipf_text", {"n_rows": 4000}),
}
ETA = 0.001
"""The step size that the playground begins with: its slider finds the best one."""


def opens_with(l1: float, passes: int) -> Opens:
    """Return a function that leads to the four methods side by side, with the β of a reading."""

    def opens(case: Case, quantity: Quantity, reading: Reading) -> PlaygroundRun:
        curvature = CURVATURE.get(reading.name, "as printed")
        methods = (
            SCD(l1=l1, curvature=curvature),
            GreedyCD(l1=l1, curvature=curvature),
            smidas(ETA, l1),
            truncated_gradient(ETA, l1),
        )
        stream = {"loss": "logistic", "passes": min(passes, 20), "order": 0}
        return PlaygroundRun(RECIPES[case.name], methods, stream=stream)

    return opens
