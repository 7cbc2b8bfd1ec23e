"""Datasets: a recipe builds a Dataset, or raises a DatasetError of one sentence.

``load("breast_cancer", noise_features=100)`` is the usual way in; ``Dataset.from_arrays`` takes
arrays of one's own, ``load_file`` any file. A new dataset is one file in ``builtin``, ``synthetic``
or ``remote`` and two lines in ``catalogue.py``.
"""

from datasets.budget import TooLarge, make_within_limit
from datasets.catalogue import CATALOGUE
from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.files import refused_files, upload_recipe
from datasets.files.stream import SvmlightStream
from datasets.grouping import format_groups, groups_from_table
from datasets.lookup import (
    all_recipes,
    available,
    load,
    load_file,
    make_dataset,
    recipe,
    split_options,
)
from datasets.preparation import (
    FeaturePlan,
    Preparation,
    prepare,
    prepare_splits,
    refuse_plan,
    usual_intercept,
    usual_passes,
    usual_preparation,
)
from datasets.provenance import Column, Provenance
from datasets.recipes import Recipe
from datasets.report import STAGES, Step
from datasets.summary import Summary, describe, summary
from datasets.synthetic.click_stream import ClickStream
from datasets.targets import ClassCodes

__all__ = [
    "CATALOGUE",
    "STAGES",
    "ClassCodes",
    "ClickStream",
    "Column",
    "Dataset",
    "DatasetError",
    "FeaturePlan",
    "Preparation",
    "Provenance",
    "Recipe",
    "Step",
    "Summary",
    "SvmlightStream",
    "TooLarge",
    "all_recipes",
    "available",
    "describe",
    "format_groups",
    "groups_from_table",
    "load",
    "load_file",
    "make_dataset",
    "make_within_limit",
    "prepare",
    "prepare_splits",
    "recipe",
    "refuse_plan",
    "refused_files",
    "split_options",
    "summary",
    "upload_recipe",
    "usual_intercept",
    "usual_passes",
    "usual_preparation",
]
