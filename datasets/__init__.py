"""The way to examples: recipe → Dataset, or a DatasetError in a sentence.

``load("breast_cancer", noise_features=100)`` is the usual way in; ``Dataset.from_arrays`` takes
arrays of one's own, ``load_file`` any file. A new dataset is one file in ``shipped``, ``made`` or
``fetched`` and one line in ``catalogue.py``.
"""

from datasets.budget import TooLarge, made_within
from datasets.catalogue import CATALOGUE
from datasets.dataset import Column, Dataset
from datasets.errors import DatasetError
from datasets.files import not_taken, upload_recipe
from datasets.files.stream import SvmlightStream
from datasets.grouping import groups_from_table, written_groups
from datasets.lookup import available, everything, load, load_file, made_of, parts_of, recipe
from datasets.preparation import (
    Preparation,
    prepare,
    usual_intercept,
    usual_passes,
    usual_preparation,
)
from datasets.recipes import Recipe
from datasets.report import STAGES, Step
from datasets.summary import Summary, describe, summary
from datasets.synthetic.click_stream import ClickStream

__all__ = [
    "CATALOGUE",
    "STAGES",
    "ClickStream",
    "Column",
    "Dataset",
    "DatasetError",
    "Preparation",
    "Recipe",
    "Step",
    "Summary",
    "SvmlightStream",
    "TooLarge",
    "available",
    "describe",
    "everything",
    "groups_from_table",
    "load",
    "load_file",
    "made_of",
    "made_within",
    "not_taken",
    "parts_of",
    "prepare",
    "recipe",
    "summary",
    "upload_recipe",
    "usual_intercept",
    "usual_passes",
    "usual_preparation",
    "written_groups",
]
