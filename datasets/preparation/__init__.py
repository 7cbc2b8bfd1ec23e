"""Preparing any dataset before learning, each step in a file; ``preparing`` does them in order."""

from datasets.preparation.options import Preparation
from datasets.preparation.pipeline import prepare
from datasets.preparation.usual import usual_intercept, usual_passes, usual_preparation

__all__ = ["Preparation", "prepare", "usual_intercept", "usual_passes", "usual_preparation"]
