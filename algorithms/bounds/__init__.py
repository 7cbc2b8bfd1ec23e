"""Regret and convergence bounds as functions of their constants, computed from data.

Each gives both sides of its theorem along a run, to be drawn over one another: a measured curve
above its bound is a bug, in the kernel or in the bound.
"""

from algorithms.bounds.constants import Constants, gradient_constants
from algorithms.bounds.coordinate_descent import scd_bound
from algorithms.bounds.dual_averaging import distance_bound, dual_averaging_bound
from algorithms.bounds.exponentiated_gradient import exponentiated_gradient_bound
from algorithms.bounds.form import Bound, along
from algorithms.bounds.mirror_descent import smidas_bound
from algorithms.bounds.projected_gradient import projected_gradient_bound
from algorithms.bounds.truncated_gradient import (
    Terms,
    averaged_iterate_bound,
    averaged_weights,
    truncated_gradient_bound,
    truncated_gradient_terms,
)

__all__ = [
    "Bound",
    "Constants",
    "Terms",
    "along",
    "averaged_iterate_bound",
    "averaged_weights",
    "distance_bound",
    "dual_averaging_bound",
    "exponentiated_gradient_bound",
    "gradient_constants",
    "projected_gradient_bound",
    "scd_bound",
    "smidas_bound",
    "truncated_gradient_bound",
    "truncated_gradient_terms",
]
