"""Every algorithm, by key, in reading order. One line here and one file make a new one."""

from __future__ import annotations

from algorithms.batch.proximal_gradient import ProximalGradient
from algorithms.online.fobos import Fobos
from algorithms.online.rounding import Rounding
from algorithms.online.sgd import SGD
from algorithms.online.subgradient import Subgradient
from algorithms.online.truncated_gradient import TruncatedGradient

CATALOGUE = {
    algorithm.key: algorithm
    for algorithm in (
        SGD,
        Rounding,
        Subgradient,
        TruncatedGradient,
        Fobos,
        ProximalGradient,
    )
}

ONLINE = {key: algorithm for key, algorithm in CATALOGUE.items() if algorithm.kind == "online"}
