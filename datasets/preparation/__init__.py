"""Preparing any dataset before learning, each step in a file; ``preparing`` does them in order."""

from datasets.preparation.preparing import Preparation, prepare

__all__ = ["Preparation", "prepare"]
