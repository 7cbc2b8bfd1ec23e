"""Sweeps over hundreds of settings, computed in blocks, here or on a cluster.

``Run(Request(recipe, preparation, methods)).start()`` works in the background; its ``outcomes`` are
those that are there so far.
"""

from sweeps.blocks import Block
from sweeps.dataset_cache import lend
from sweeps.request import Method, Request
from sweeps.run import Run

__all__ = ["Block", "Method", "Request", "Run", "lend"]
