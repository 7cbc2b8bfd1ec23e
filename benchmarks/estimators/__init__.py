"""A search over gravity: scikit-learn's ``GridSearchCV`` over our estimator, and our ``sweep``."""

from benchmarks.estimators.search import rows

__all__ = ["rows"]
