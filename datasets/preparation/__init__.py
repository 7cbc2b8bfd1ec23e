"""Preparation of datasets before learning, a file for each step; ``pipeline`` runs them all."""

from datasets.preparation.options import Preparation
from datasets.preparation.pipeline import prepare, prepare_splits
from datasets.preparation.plan import FeaturePlan, refuse_plan
from datasets.preparation.usual import usual_intercept, usual_passes, usual_preparation

__all__ = [
    "FeaturePlan",
    "Preparation",
    "prepare",
    "prepare_splits",
    "refuse_plan",
    "usual_intercept",
    "usual_passes",
    "usual_preparation",
]
