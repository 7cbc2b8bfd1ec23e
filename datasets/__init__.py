"""Where examples come from: recipe → Dataset, or a DatasetError in a sentence.

``load("breast_cancer", noise_features=100)`` is the usual way in; ``Dataset.from_arrays`` takes
arrays of one's own. A new built-in dataset is one file in ``builtin`` and one line in its
catalogue.
"""

from datasets.builtin import CATALOGUE
from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.lookup import available, load, recipe
from datasets.preparation import Preparation, prepare
from datasets.recipes import Recipe
from datasets.stream import SvmlightStream

__all__ = [
    "CATALOGUE",
    "Dataset",
    "DatasetError",
    "Preparation",
    "Recipe",
    "SvmlightStream",
    "available",
    "load",
    "prepare",
    "recipe",
]
