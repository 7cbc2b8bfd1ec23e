"""Written by ``python -m tools.estimator_stubs``: the classes that ``factory`` makes."""

# fmt: off

from math import inf
from typing import Any

from numpy.random import RandomState

from algorithms.estimators.base import SparseEstimator as SparseEstimator
from algorithms.estimators.batch import BatchEstimator
from algorithms.estimators.online import OnlineClassifier, OnlineRegressor
from algorithms.estimators.tasks import BinaryClassifier, LinearRegressor

CLASSIFIERS: dict[str, type[SparseEstimator]]
REGRESSORS: dict[str, type[SparseEstimator]]

class SGDClassifier(BinaryClassifier, OnlineClassifier):
    def __init__(
        self, *, eta: float = 0.1, schedule: str = 'constant', decay: float = 1.0,
        loss: str = 'logistic', fit_intercept: bool = True, passes: int = 10, shuffle: bool = True,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class RoundingClassifier(BinaryClassifier, OnlineClassifier):
    def __init__(
        self, *, eta: float = 0.1, schedule: str = 'constant', decay: float = 1.0,
        threshold: float = 0.1, period: int = 1, loss: str = 'logistic', fit_intercept: bool = True,
        passes: int = 10, shuffle: bool = True, random_state: int | RandomState | None = None,
    ) -> None: ...

class SubgradientClassifier(BinaryClassifier, OnlineClassifier):
    def __init__(
        self, *, eta: float = 0.1, schedule: str = 'constant', decay: float = 1.0, l1: float = 0.01,
        threshold: float = 0.0, period: int = 1, loss: str = 'logistic', fit_intercept: bool = True,
        passes: int = 10, shuffle: bool = True, random_state: int | RandomState | None = None,
    ) -> None: ...

class TruncatedGradientClassifier(BinaryClassifier, OnlineClassifier):
    def __init__(
        self, *, eta: float = 0.1, schedule: str = 'constant', decay: float = 1.0,
        gravity: float = 0.01, threshold: float = inf, period: int = 1, memory: str = 'dense',
        loss: str = 'logistic', fit_intercept: bool = True, passes: int = 10, shuffle: bool = True,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class ProjectedGradientClassifier(BinaryClassifier, OnlineClassifier):
    def __init__(
        self, *, eta: float = 0.1, schedule: str = 'constant', decay: float = 1.0,
        radius: float = 10.0, batch_size: int = 1, signs: str = 'any', way: str = 'condat',
        loss: str = 'logistic', groups: Any = None, fit_intercept: bool = True, passes: int = 10,
        shuffle: bool = True, random_state: int | RandomState | None = None,
    ) -> None: ...

class ExponentiatedGradientClassifier(BinaryClassifier, OnlineClassifier):
    def __init__(
        self, *, eta: float = 0.1, schedule: str = 'constant', decay: float = 1.0,
        radius: float = 10.0, batch_size: int = 1, signs: str = 'any', loss: str = 'logistic',
        groups: Any = None, fit_intercept: bool = True, passes: int = 10, shuffle: bool = True,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class BatchProjectedGradientClassifier(BinaryClassifier, BatchEstimator):
    def __init__(
        self, *, radius: float = 10.0, line_search: bool = True, eta: float = 0.1,
        schedule: str = 'inv_sqrt', signs: str = 'any', loss: str = 'logistic', groups: Any = None,
        fit_intercept: bool = True, passes: int = 1000,
    ) -> None: ...

class InteriorPointClassifier(BinaryClassifier, BatchEstimator):
    def __init__(
        self, *, l1: float = 0.01, tolerance: float = 1e-06, loss: str = 'logistic',
        fit_intercept: bool = True, passes: int = 1000,
    ) -> None: ...

class SCDClassifier(BinaryClassifier, BatchEstimator):
    def __init__(
        self, *, l1: float = 0.01, curvature: str = 'from the data', loss: str = 'logistic',
        fit_intercept: bool = True, passes: int = 1000,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class GreedyCDClassifier(BinaryClassifier, BatchEstimator):
    def __init__(
        self, *, l1: float = 0.01, curvature: str = 'from the data', loss: str = 'logistic',
        fit_intercept: bool = True, passes: int = 1000,
    ) -> None: ...

class FrankWolfeClassifier(BinaryClassifier, BatchEstimator):
    def __init__(
        self, *, radius: float = 10.0, loss: str = 'logistic', fit_intercept: bool = True,
        passes: int = 1000,
    ) -> None: ...

class SmidasClassifier(BinaryClassifier, OnlineClassifier):
    def __init__(
        self, *, eta: float = 0.1, schedule: str = 'constant', decay: float = 1.0, l1: float = 0.01,
        p: float = 0.0, loss: str = 'logistic', fit_intercept: bool = True, passes: int = 10,
        shuffle: bool = True, random_state: int | RandomState | None = None,
    ) -> None: ...

class FobosClassifier(BinaryClassifier, OnlineClassifier):
    def __init__(
        self, *, eta: float = 0.1, schedule: str = 'constant', decay: float = 1.0, l1: float = 0.01,
        batch_size: int = 1, rounds: bool = False, loss: str = 'logistic',
        fit_intercept: bool = True, passes: int = 10, shuffle: bool = True,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class L0SGDClassifier(BinaryClassifier, OnlineClassifier):
    def __init__(
        self, *, eta: float = 0.1, schedule: str = 'constant', decay: float = 1.0,
        n_nonzeros: int = 10, loss: str = 'logistic', fit_intercept: bool = True, passes: int = 10,
        shuffle: bool = True, random_state: int | RandomState | None = None,
    ) -> None: ...

class SubgradientDescentClassifier(BinaryClassifier, BatchEstimator):
    def __init__(
        self, *, l1: float = 0.01, batch_size: int = 0, eta: float = 0.3, schedule: str = 'inv',
        loss: str = 'logistic', fit_intercept: bool = True, passes: int = 1000,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class CoordinateDescentClassifier(BinaryClassifier, BatchEstimator):
    def __init__(
        self, *, tolerance: float = 1e-08, max_iterations: int = 100, l1: float = 0.01,
        loss: str = 'logistic', fit_intercept: bool = True, passes: int = 1000,
    ) -> None: ...

class RDAClassifier(BinaryClassifier, OnlineClassifier):
    def __init__(
        self, *, gamma: float = 1.0, l1: float = 0.01, memory: str = 'dense',
        loss: str = 'logistic', fit_intercept: bool = True, passes: int = 10, shuffle: bool = True,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class GroupRDAClassifier(BinaryClassifier, OnlineClassifier):
    def __init__(
        self, *, structure: str = 'data', group_size: int = 10, gamma: float = 1.0,
        l1: float = 0.01, group_l1: float = 0.0, rho: float = 0.0, by_size: bool = False,
        norm: str = 'length', loss: str = 'logistic', groups: Any = None,
        fit_intercept: bool = True, passes: int = 10, shuffle: bool = True,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class GroupFobosClassifier(BinaryClassifier, OnlineClassifier):
    def __init__(
        self, *, eta: float = 0.1, schedule: str = 'constant', decay: float = 1.0,
        structure: str = 'data', group_size: int = 10, l1: float = 0.01, group_l1: float = 0.0,
        loss: str = 'logistic', groups: Any = None, fit_intercept: bool = True, passes: int = 10,
        shuffle: bool = True, random_state: int | RandomState | None = None,
    ) -> None: ...

class GroupCoordinateDescentClassifier(BinaryClassifier, BatchEstimator):
    def __init__(
        self, *, tolerance: float = 1e-08, max_iterations: int = 100, structure: str = 'data',
        group_size: int = 10, l1: float = 0.01, loss: str = 'logistic', groups: Any = None,
        fit_intercept: bool = True, passes: int = 1000,
    ) -> None: ...

class CumulativePenaltyClassifier(BinaryClassifier, OnlineClassifier):
    def __init__(
        self, *, eta: float = 0.1, schedule: str = 'constant', decay: float = 1.0, l1: float = 0.01,
        payment: str = 'before reading', loss: str = 'logistic', fit_intercept: bool = True,
        passes: int = 10, shuffle: bool = True, random_state: int | RandomState | None = None,
    ) -> None: ...

class ProximalGradientClassifier(BinaryClassifier, BatchEstimator):
    def __init__(
        self, *, l1: float = 0.01, accelerated: bool = True, tolerance: float = 1e-06,
        max_iterations: int = 20000, loss: str = 'logistic', fit_intercept: bool = True,
        passes: int = 1000,
    ) -> None: ...

class FTRLProximalClassifier(BinaryClassifier, OnlineClassifier):
    def __init__(
        self, *, alpha: float = 0.3, beta: float = 1.0, l1: float = 3.0, l2: float = 0.0,
        loss: str = 'logistic', fit_intercept: bool = True, passes: int = 10, shuffle: bool = True,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class AdaGradFobosClassifier(BinaryClassifier, OnlineClassifier):
    def __init__(
        self, *, eta: float = 0.1, delta: float = 0.1, l1: float = 0.01, loss: str = 'logistic',
        fit_intercept: bool = True, passes: int = 10, shuffle: bool = True,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class AdaGradRDAClassifier(BinaryClassifier, OnlineClassifier):
    def __init__(
        self, *, eta: float = 0.1, delta: float = 0.1, l1: float = 0.01, loss: str = 'logistic',
        fit_intercept: bool = True, passes: int = 10, shuffle: bool = True,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class ElasticNetTruncatedGradientClassifier(BinaryClassifier, OnlineClassifier):
    def __init__(
        self, *, eta: float = 0.1, schedule: str = 'constant', decay: float = 1.0,
        gravity: float = 0.01, threshold: float = inf, period: int = 1, l2: float = 0.01,
        loss: str = 'logistic', fit_intercept: bool = True, passes: int = 10, shuffle: bool = True,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class YourRuleClassifier(BinaryClassifier, OnlineClassifier):
    def __init__(
        self, *, eta: float = 0.1, schedule: str = 'constant', decay: float = 1.0,
        rule: str = 'pull = eta * K * g\nsmaller = max(abs(w) - pull, 0)\nsign(w) * smaller',
        gravity: float = 0.01, threshold: float = 0.1, period: int = 1, loss: str = 'logistic',
        fit_intercept: bool = True, passes: int = 10, shuffle: bool = True,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class SGDRegressor(LinearRegressor, OnlineRegressor):
    def __init__(
        self, *, eta: float = 0.01, schedule: str = 'constant', decay: float = 1.0,
        fit_intercept: bool = True, passes: int = 10, shuffle: bool = True,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class RoundingRegressor(LinearRegressor, OnlineRegressor):
    def __init__(
        self, *, eta: float = 0.01, schedule: str = 'constant', decay: float = 1.0,
        threshold: float = 0.1, period: int = 1, fit_intercept: bool = True, passes: int = 10,
        shuffle: bool = True, random_state: int | RandomState | None = None,
    ) -> None: ...

class SubgradientRegressor(LinearRegressor, OnlineRegressor):
    def __init__(
        self, *, eta: float = 0.01, schedule: str = 'constant', decay: float = 1.0,
        l1: float = 0.01, threshold: float = 0.0, period: int = 1, fit_intercept: bool = True,
        passes: int = 10, shuffle: bool = True, random_state: int | RandomState | None = None,
    ) -> None: ...

class TruncatedGradientRegressor(LinearRegressor, OnlineRegressor):
    def __init__(
        self, *, eta: float = 0.01, schedule: str = 'constant', decay: float = 1.0,
        gravity: float = 0.01, threshold: float = inf, period: int = 1, memory: str = 'dense',
        fit_intercept: bool = True, passes: int = 10, shuffle: bool = True,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class ProjectedGradientRegressor(LinearRegressor, OnlineRegressor):
    def __init__(
        self, *, eta: float = 0.01, schedule: str = 'constant', decay: float = 1.0,
        radius: float = 10.0, batch_size: int = 1, signs: str = 'any', way: str = 'condat',
        groups: Any = None, fit_intercept: bool = True, passes: int = 10, shuffle: bool = True,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class ExponentiatedGradientRegressor(LinearRegressor, OnlineRegressor):
    def __init__(
        self, *, eta: float = 0.01, schedule: str = 'constant', decay: float = 1.0,
        radius: float = 10.0, batch_size: int = 1, signs: str = 'any', groups: Any = None,
        fit_intercept: bool = True, passes: int = 10, shuffle: bool = True,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class BatchProjectedGradientRegressor(LinearRegressor, BatchEstimator):
    def __init__(
        self, *, radius: float = 10.0, line_search: bool = True, eta: float = 0.1,
        schedule: str = 'inv_sqrt', signs: str = 'any', groups: Any = None,
        fit_intercept: bool = True, passes: int = 1000,
    ) -> None: ...

class InteriorPointRegressor(LinearRegressor, BatchEstimator):
    def __init__(
        self, *, l1: float = 0.01, tolerance: float = 1e-06, fit_intercept: bool = True,
        passes: int = 1000,
    ) -> None: ...

class SCDRegressor(LinearRegressor, BatchEstimator):
    def __init__(
        self, *, l1: float = 0.01, curvature: str = 'from the data', fit_intercept: bool = True,
        passes: int = 1000, random_state: int | RandomState | None = None,
    ) -> None: ...

class GreedyCDRegressor(LinearRegressor, BatchEstimator):
    def __init__(
        self, *, l1: float = 0.01, curvature: str = 'from the data', fit_intercept: bool = True,
        passes: int = 1000,
    ) -> None: ...

class FrankWolfeRegressor(LinearRegressor, BatchEstimator):
    def __init__(
        self, *, radius: float = 10.0, fit_intercept: bool = True, passes: int = 1000,
    ) -> None: ...

class SmidasRegressor(LinearRegressor, OnlineRegressor):
    def __init__(
        self, *, eta: float = 0.01, schedule: str = 'constant', decay: float = 1.0,
        l1: float = 0.01, p: float = 0.0, fit_intercept: bool = True, passes: int = 10,
        shuffle: bool = True, random_state: int | RandomState | None = None,
    ) -> None: ...

class FobosRegressor(LinearRegressor, OnlineRegressor):
    def __init__(
        self, *, eta: float = 0.01, schedule: str = 'constant', decay: float = 1.0,
        l1: float = 0.01, batch_size: int = 1, rounds: bool = False, fit_intercept: bool = True,
        passes: int = 10, shuffle: bool = True, random_state: int | RandomState | None = None,
    ) -> None: ...

class L0SGDRegressor(LinearRegressor, OnlineRegressor):
    def __init__(
        self, *, eta: float = 0.01, schedule: str = 'constant', decay: float = 1.0,
        n_nonzeros: int = 10, fit_intercept: bool = True, passes: int = 10, shuffle: bool = True,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class SubgradientDescentRegressor(LinearRegressor, BatchEstimator):
    def __init__(
        self, *, l1: float = 0.01, batch_size: int = 0, eta: float = 0.3, schedule: str = 'inv',
        fit_intercept: bool = True, passes: int = 1000,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class CoordinateDescentRegressor(LinearRegressor, BatchEstimator):
    def __init__(
        self, *, tolerance: float = 1e-08, max_iterations: int = 100, l1: float = 0.01,
        fit_intercept: bool = True, passes: int = 1000,
    ) -> None: ...

class RDARegressor(LinearRegressor, OnlineRegressor):
    def __init__(
        self, *, gamma: float = 1.0, l1: float = 0.01, memory: str = 'dense',
        fit_intercept: bool = True, passes: int = 10, shuffle: bool = True,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class GroupRDARegressor(LinearRegressor, OnlineRegressor):
    def __init__(
        self, *, structure: str = 'data', group_size: int = 10, gamma: float = 1.0,
        l1: float = 0.01, group_l1: float = 0.0, rho: float = 0.0, by_size: bool = False,
        norm: str = 'length', groups: Any = None, fit_intercept: bool = True, passes: int = 10,
        shuffle: bool = True, random_state: int | RandomState | None = None,
    ) -> None: ...

class GroupFobosRegressor(LinearRegressor, OnlineRegressor):
    def __init__(
        self, *, eta: float = 0.01, schedule: str = 'constant', decay: float = 1.0,
        structure: str = 'data', group_size: int = 10, l1: float = 0.01, group_l1: float = 0.0,
        groups: Any = None, fit_intercept: bool = True, passes: int = 10, shuffle: bool = True,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class GroupCoordinateDescentRegressor(LinearRegressor, BatchEstimator):
    def __init__(
        self, *, tolerance: float = 1e-08, max_iterations: int = 100, structure: str = 'data',
        group_size: int = 10, l1: float = 0.01, groups: Any = None, fit_intercept: bool = True,
        passes: int = 1000,
    ) -> None: ...

class CumulativePenaltyRegressor(LinearRegressor, OnlineRegressor):
    def __init__(
        self, *, eta: float = 0.01, schedule: str = 'constant', decay: float = 1.0,
        l1: float = 0.01, payment: str = 'before reading', fit_intercept: bool = True,
        passes: int = 10, shuffle: bool = True, random_state: int | RandomState | None = None,
    ) -> None: ...

class ProximalGradientRegressor(LinearRegressor, BatchEstimator):
    def __init__(
        self, *, l1: float = 0.01, accelerated: bool = True, tolerance: float = 1e-06,
        max_iterations: int = 20000, fit_intercept: bool = True, passes: int = 1000,
    ) -> None: ...

class FTRLProximalRegressor(LinearRegressor, OnlineRegressor):
    def __init__(
        self, *, alpha: float = 0.3, beta: float = 1.0, l1: float = 3.0, l2: float = 0.0,
        fit_intercept: bool = True, passes: int = 10, shuffle: bool = True,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class AdaGradFobosRegressor(LinearRegressor, OnlineRegressor):
    def __init__(
        self, *, eta: float = 0.1, delta: float = 0.1, l1: float = 0.01, fit_intercept: bool = True,
        passes: int = 10, shuffle: bool = True, random_state: int | RandomState | None = None,
    ) -> None: ...

class AdaGradRDARegressor(LinearRegressor, OnlineRegressor):
    def __init__(
        self, *, eta: float = 0.1, delta: float = 0.1, l1: float = 0.01, fit_intercept: bool = True,
        passes: int = 10, shuffle: bool = True, random_state: int | RandomState | None = None,
    ) -> None: ...

class ElasticNetTruncatedGradientRegressor(LinearRegressor, OnlineRegressor):
    def __init__(
        self, *, eta: float = 0.01, schedule: str = 'constant', decay: float = 1.0,
        gravity: float = 0.01, threshold: float = inf, period: int = 1, l2: float = 0.01,
        fit_intercept: bool = True, passes: int = 10, shuffle: bool = True,
        random_state: int | RandomState | None = None,
    ) -> None: ...

class YourRuleRegressor(LinearRegressor, OnlineRegressor):
    def __init__(
        self, *, eta: float = 0.01, schedule: str = 'constant', decay: float = 1.0,
        rule: str = 'pull = eta * K * g\nsmaller = max(abs(w) - pull, 0)\nsign(w) * smaller',
        gravity: float = 0.01, threshold: float = 0.1, period: int = 1, fit_intercept: bool = True,
        passes: int = 10, shuffle: bool = True, random_state: int | RandomState | None = None,
    ) -> None: ...
