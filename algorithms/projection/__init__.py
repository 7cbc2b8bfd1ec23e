"""Euclidean projection on the simplex and on the L1 ball.

    project_l1_ball(v, z, method="condat")

All ways give the same result; they find θ in w = sign(v) max(\\|v\\| − θ, 0) differently. Kernels
call `threshold` and `shrink`, or keep a `tree` from step to step.
"""

from algorithms.projection.methods import (
    CONDAT,
    METHODS,
    PIVOT,
    SORT,
    TREE,
    ProjectionMethod,
    method_code,
    threshold,
)
from algorithms.projection.project import (
    project_l1_ball,
    project_simplex,
    project_weighted_l1_ball,
)
from algorithms.projection.vector_ops import shrink

__all__ = [
    "CONDAT",
    "METHODS",
    "PIVOT",
    "SORT",
    "TREE",
    "ProjectionMethod",
    "method_code",
    "project_l1_ball",
    "project_simplex",
    "project_weighted_l1_ball",
    "shrink",
    "threshold",
]
