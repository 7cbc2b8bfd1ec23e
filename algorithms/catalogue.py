"""Every algorithm, by key, in reading order.

A new one is an import and a line here, and five more files: ``docs/adding.md`` names them.
"""

from __future__ import annotations

from typing import Any

from algorithms.batch.batch_projected_gradient import BatchProjectedGradient
from algorithms.batch.coordinate_descent import CoordinateDescent
from algorithms.batch.frank_wolfe import FrankWolfe
from algorithms.batch.greedy_cd import GreedyCD
from algorithms.batch.group_coordinate_descent import GroupCoordinateDescent
from algorithms.batch.interior_point import InteriorPoint
from algorithms.batch.proximal_gradient import ProximalGradient
from algorithms.batch.scd import SCD
from algorithms.batch.subgradient_descent import SubgradientDescent
from algorithms.cards import explain
from algorithms.online.adaptive.adagrad_fobos import AdaGradFobos
from algorithms.online.adaptive.adagrad_rda import AdaGradRDA
from algorithms.online.adaptive.ftrl_proximal import FTRLProximal
from algorithms.online.cumulative_penalty import CumulativePenalty
from algorithms.online.elastic_net_truncated_gradient import ElasticNetTruncatedGradient
from algorithms.online.exponentiated_gradient import ExponentiatedGradient
from algorithms.online.fobos import Fobos
from algorithms.online.group_fobos import GroupFobos
from algorithms.online.group_rda import GroupRDA
from algorithms.online.l0_sgd import L0SGD
from algorithms.online.projected_gradient import ProjectedGradient
from algorithms.online.rda import RDA
from algorithms.online.rounding import Rounding
from algorithms.online.sgd import SGD
from algorithms.online.smidas import Smidas
from algorithms.online.subgradient import Subgradient
from algorithms.online.truncated_gradient import TruncatedGradient
from algorithms.rule_language.your_rule import YourRule
from knobs import suggest


class UnknownAlgorithmError(KeyError):
    """A key of no algorithm; its sentence names those that are near."""

    def __str__(self) -> str:
        return str(self.args[0])


# By its key alone a type checker cannot know which class it is, nor its knobs.
class Catalogue(dict[str, type[Any]]):
    """Algorithms by key. Another key raises UnknownAlgorithmError, a KeyError."""

    def __missing__(self, key: Any) -> type[Any]:
        raise UnknownAlgorithmError(f"there is no algorithm {key!r}: {suggest(key, self)}")

    def __repr__(self) -> str:
        return f"Catalogue({', '.join(self)})"


CATALOGUE = Catalogue(
    (algorithm.key, algorithm)
    for algorithm in (
        # Langford, Li & Zhang 2009
        SGD,
        Rounding,
        Subgradient,
        TruncatedGradient,
        # Duchi et al. 2008
        ProjectedGradient,
        ExponentiatedGradient,
        BatchProjectedGradient,
        InteriorPoint,
        # Shalev-Shwartz & Tewari 2009
        SCD,
        GreedyCD,
        FrankWolfe,
        Smidas,
        # Dhingra et al.
        Fobos,
        L0SGD,
        SubgradientDescent,
        CoordinateDescent,
        # Yang et al. 2010
        RDA,
        GroupRDA,
        GroupFobos,
        GroupCoordinateDescent,
        # Tsuruoka et al. 2009
        CumulativePenalty,
        # Beyond the papers
        ProximalGradient,
        FTRLProximal,
        AdaGradFobos,
        AdaGradRDA,
        ElasticNetTruncatedGradient,
        YourRule,
    )
)
for algorithm in CATALOGUE.values():
    explain(algorithm)

ONLINE = Catalogue(each for each in CATALOGUE.items() if each[1].kind == "online")
BATCH = Catalogue(each for each in CATALOGUE.items() if each[1].kind == "batch")
