"""Where examples come from: recipe → Dataset, or a DatasetError in a sentence.

``load("breast_cancer", noise_features=100)`` is the usual way in; ``Dataset.from_arrays`` takes
arrays of one's own, ``load_file`` any file. A new dataset is one file in ``shipped``, ``made`` or
``fetched`` and one line in ``catalogue.py``.
"""

from datasets.catalogue import CATALOGUE
from datasets.dataset import Column, Dataset
from datasets.errors import DatasetError
from datasets.files import upload_recipe
from datasets.lookup import available, load, load_file, made_of, recipe
from datasets.preparation import Preparation, prepare
from datasets.recipes import Recipe
from datasets.report import STAGES, Step
from datasets.stream import SvmlightStream

__all__ = [
    "CATALOGUE",
    "STAGES",
    "Column",
    "Dataset",
    "DatasetError",
    "Preparation",
    "Recipe",
    "Step",
    "SvmlightStream",
    "available",
    "load",
    "load_file",
    "made_of",
    "prepare",
    "recipe",
    "upload_recipe",
]
