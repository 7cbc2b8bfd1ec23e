"""Lookup of datasets by name, and ``load``."""

from __future__ import annotations

import csv
import dataclasses
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from datasets.catalogue import CATALOGUE
from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.files import folder_recipe, folder_recipes, refused_files
from datasets.files.detection.extensions import EXTENSIONS, split_extensions
from datasets.files.formats import CsvFile, ExcelFile, SvmFile
from datasets.option_help import explain_options
from datasets.preparation import Preparation, prepare
from datasets.recipes import Recipe
from knobs import suggest

LISTS = ("left_out", "categories", "kept", "missing")
"""Options of files that list names, as text or as a list."""


def available() -> dict[str, str]:
    """The title of every dataset by key: the catalogue's, then the data folder's files.

    Examples
    --------
    >>> available()["breast_cancer"]
    'Breast cancer'
    """
    return {key: kind.title for key, kind in all_recipes().items()}


def recipe(name: str) -> type[Recipe]:
    """The recipe behind a key of ``available()``. Raises DatasetError for any other name.

    Examples
    --------
    >>> recipe("breast_cancer")().build().n_rows
    569
    """
    fixed = CATALOGUE.get(name)
    if fixed is not None and fixed.family != "remote":
        return fixed  # no file wins over it, so the folder need not be listed
    kinds = all_recipes()
    if name not in kinds:
        if reason := refusal_reason(name):
            raise DatasetError(reason)
        said = f"there is no dataset {name!r}: {suggest(name, kinds)}"
        if split_extensions(str(name))[1] in EXTENSIONS:
            said = f"there is no dataset {name!r}: load_file({name!r}) reads a file."
        raise DatasetError(said)
    return kinds[name]


def refusal_reason(name: str) -> str:
    """The reason why a file of the data folder is no dataset, by its name with or without endings;
    nothing where there is no such file.
    """
    reasons = refused_files()
    file = next(
        (file for file in reasons if name in (file, split_extensions(file)[0], Path(file).stem)), ""
    )
    return f"{file}: {reasons[file]}" if file else ""


def load(name: str, **options: Any) -> Dataset:
    """Build and prepare a dataset.

    Raises ValueError for an option out of its range, and DatasetError (a ValueError too) for an
    unknown name or option and for data that cannot be used.

    Parameters
    ----------
    name : a key of ``available()``.
    options : fields of its recipe and of ``Preparation``, by name.
        ``help(datasets.Preparation)`` explains the latter; an unknown one is answered with all.

    Examples
    --------
    >>> data = load("breast_cancer", noise_features=100, test_fraction=0.25)
    >>> data.n_rows, data.n_features, data.test.n_rows
    (427, 130, 142)
    """
    return make_dataset(recipe(name), options)


def load_file(path: str | Path, test: str | Path = "", **options: Any) -> Dataset:
    """Any file as a dataset. Raises DatasetError.

    Parameters
    ----------
    options : those of files, which ``help`` lists, and those of ``Preparation``. Those that list
        names take a list, too: ``categories=["sex", "ward"]`` or ``categories="sex,ward"``.
    test : the file of the test rows; its name alone where it lies beside the first one. Empty: a
        file beside the first one that is named like it, such as x.t beside x; "none": no file.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "doses.csv"
    ...     written = path.write_text("age,dose,cured\\n40,1.5,yes\\n50,0,no\\n60,2,yes\\n")
    ...     data = load_file(path)
    >>> data.feature_names, data.y
    (('age', 'dose'), array([ 1., -1.,  1.]))
    """
    for name in (path, test):
        if not isinstance(name, str | Path):
            raise DatasetError(f"{name!r} names no file: give a path.")
    path, test = Path(path), Path(test)
    partner = test if len(test.parts) > 1 or (test.name and test.is_file()) else None
    return make_dataset(folder_recipe(path, path.name, partner), {"test": test.name, **options})


def split_options(kind: type[Recipe], options: Mapping[str, Any]) -> tuple[Recipe, Preparation]:
    """Return the recipe and the preparation that ``options`` ask for; raises as ``load`` does."""
    own, common = field_names(kind), field_names(Preparation)
    for option in options:
        if option not in own + common:
            raise DatasetError(
                f"{kind.key} has no option {option!r}: choose among {', '.join(own + common)}."
            )
    recipe = kind(**{key: _names_as_text(key, options[key]) for key in options if key in own})
    return recipe, Preparation(**{key: options[key] for key in options if key in common})


def _names_as_text(option: str, value: Any) -> Any:
    """A list of names as the text that it stands for: a line of a CSV file."""
    if option not in LISTS or not isinstance(value, Sequence) or isinstance(value, str):
        return value
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(value)
    return line.getvalue()


def make_dataset(kind: type[Recipe], options: Mapping[str, Any]) -> Dataset:
    """The dataset of a recipe, prepared; raises as ``load`` does."""
    recipe, preparation = split_options(kind, options)
    data = prepare(recipe.build(), preparation)
    if data.provenance.preparation is None:
        return data
    provenance = dataclasses.replace(data.provenance, recipe=recipe)
    return dataclasses.replace(data, provenance=provenance)


def all_recipes() -> dict[str, type[Recipe]]:
    """All recipes by key, the folder looked at afresh; a file there wins over the network."""
    fixed = {key for key, kind in CATALOGUE.items() if kind.family != "remote"}
    return {**CATALOGUE, **folder_recipes(taken=fixed)}


def field_names(kind: type) -> list[str]:
    """The names of a dataclass's fields."""
    return [f.name for f in dataclasses.fields(kind)]


explain_options(
    load_file, "Options of files, where the format has them", CsvFile, ExcelFile, SvmFile
)
explain_options(Preparation, "Parameters", Preparation)
