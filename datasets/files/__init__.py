"""Files as datasets: recipes for the files of the data folder and for uploads.

The folder is ``data`` in the project, ``~/.local/share/sparsity-lab`` of an installation, or what
the environment variable SPARSITY_LAB_DATA names.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Container
from contextlib import suppress
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import Any

from datasets.errors import DatasetError
from datasets.files.data_file import DataFile
from datasets.files.detection import FileFormat, detect_format
from datasets.files.detection.extensions import split_extensions
from datasets.files.formats import (
    ArffFile,
    CsvFile,
    ExcelFile,
    JsonFile,
    ParquetFile,
    SvmFile,
    VowpalFile,
)
from datasets.files.origin import InMemory, OnDisk, Origin, naming
from datasets.recipes import Family
from datasets.wording import shorten

CLASSES: dict[str, type[DataFile]] = {
    "csv": CsvFile,
    "excel": ExcelFile,
    "json": JsonFile,
    "arff": ArffFile,
    "parquet": ParquetFile,
    "svmlight": SvmFile,
    "vowpal": VowpalFile,
}
PLACES = {"file": "the data folder", "class": "your class"}
"""Where a file lies, by the family of its recipe; that of an upload is the session."""
LONGEST_NAME = 500
"""Letters of an upload's name, which stands in sentences; disks take 255."""

PROJECTS_FOLDER = Path(__file__).resolve().parents[2] / "data"


def data_folder() -> Path:
    """Return the folder in which files are looked for; it need not exist."""
    return Path(os.environ.get("SPARSITY_LAB_DATA") or _default_folder())


def _default_folder() -> Path:
    """``data`` in the project; the user's where it is installed, for updates take its own away."""
    installed = __name__.startswith("sparsity_lab.")
    if not installed or not os.path.isabs(home := os.path.expanduser("~")):
        return PROJECTS_FOLDER
    shared = os.environ.get("XDG_DATA_HOME") or Path(home, ".local", "share")
    return Path(shared, "sparsity-lab")


def folder_recipes(taken: Container[str] = ()) -> dict[str, type[DataFile]]:
    """A recipe for each file of the data folder that is read, by key.

    The key is the file's name without endings, or all of it when that would be ambiguous.
    """
    read = [
        path for path, file_format in folder_files().items() if isinstance(file_format, FileFormat)
    ]
    stems = {path: split_extensions(path.name)[0] for path in read}
    uses = Counter(stems.values())
    recipes = {}
    for path, stem in stems.items():
        key = path.name if uses[stem] > 1 or stem in taken else stem
        recipes[key] = folder_recipe(path, key)
    return recipes


def refused_files() -> dict[str, str]:
    """The files of the data folder that are no datasets, by name, each with the reason."""
    return {
        path.name: file_format
        for path, file_format in folder_files().items()
        if isinstance(file_format, str)
    }


def folder_files() -> dict[Path, FileFormat | str]:
    """The format of each file of the data folder, or a sentence; hidden files are passed over."""
    try:
        paths = sorted(path for path in data_folder().iterdir() if path.is_file())
    except OSError:
        return {}
    return {path: format_of(path) for path in paths if not path.name.startswith(".")}


def upload_recipe(name: str, content: bytes, owner: str = "") -> type[DataFile]:
    """The recipe of an uploaded file, whose key follows from its name and its bytes.

    Whoever asked for it keeps it, and ends it by ``origin.release()``.
    Raises DatasetError for a file of no format that is read, and a name that no disk would take.

    Parameters
    ----------
    name : the file's name; its ending says how the bytes are read.
    content : the bytes, packed or not.
    owner : the session it belongs to; uploads of two owners never have the same ``stamp``.
    """
    if len(name) > LONGEST_NAME:
        raise DatasetError(
            f"the file's name has {len(name):,} letters, and at most {LONGEST_NAME} are taken: "
            "give it a shorter one."
        )
    origin = InMemory(name, content, owner)
    return file_recipe(origin, f"upload-{origin.digest[:12]}", family="upload")


def folder_recipe(path: Path, key: str, partner: Path | None = None) -> type[DataFile]:
    """The recipe of a file on disk; the same file has the same class each time.

    partner : a file of another folder that test rows may come from.

    Raises DatasetError for a file of no format that is read.
    """
    file_format = format_of(path)
    if isinstance(file_format, str):
        raise DatasetError(f"{path.name}: {file_format}")
    return _folder_recipe(OnDisk(path, partner), key, file_format)


@lru_cache(maxsize=256)
def _folder_recipe(origin: OnDisk, key: str, file_format: FileFormat) -> type[DataFile]:
    return recipe_of(origin, key, "file", file_format)


def format_of(path: Path) -> FileFormat | str:
    """The format of a file on disk, or the sentence that refuses it, looked at once."""
    try:
        stamp = OnDisk(path).stamp()
    except OSError:
        stamp = None
    return _format_of(path, stamp)


@lru_cache(maxsize=1024)
def _format_of(path: Path, stamp: tuple[int, int] | None) -> FileFormat | str:
    try:
        return detect_format(OnDisk(path))
    except DatasetError as error:
        return str(error)


def file_recipe(origin: Origin, key: str, family: Family = "file") -> type[DataFile]:
    """A new recipe class for one file, wherever it is.

    Raises DatasetError for a file of no format that is read.
    """
    with naming(origin.name):
        return recipe_of(origin, key, family, detect_format(origin))


def recipe_of(origin: Origin, key: str, family: Family, file_format: FileFormat) -> type[DataFile]:
    """A new recipe class for a file of that format."""
    kind = CLASSES[file_format.name]
    about = f"The file {origin.name}{_of_place(origin, family)}."
    members = {
        "key": key,
        "title": origin.name,
        "about": about,
        "columns_are": f"columns of {shorten(origin.name)}",
        "source": about[0].lower() + about[1:-1],
        "family": family,
        "origin": origin,
        "compression": file_format.compression,
        "format_note": file_format.note,
        "format_name": file_format.name,
        "__reduce__": _reduce,
    }
    return type(kind.__name__, (kind,), {"__doc__": about, "__module__": __name__, **members})


def _of_place(origin: Origin, family: Family) -> str:
    """Where a file lies, in words; none where it is any other folder than the data folder."""
    elsewhere = (
        isinstance(origin, OnDisk) and origin.path.parent.resolve() != data_folder().resolve()
    )
    return "" if elsewhere else f" of {PLACES.get(family, 'this session')}"


def _reduce(recipe: DataFile) -> tuple:
    """A file's recipe as pickle writes it: the file's place and the options, for another process.

    Raises TypeError for an upload or a file of a class, whose bytes stay where they are.
    """
    kind, origin = type(recipe), recipe.origin
    if not isinstance(origin, OnDisk):
        raise TypeError(f"{origin.name} was uploaded: its bytes are not sent to other processes")
    partner = str(origin.partner.resolve()) if origin.partner else ""
    options = {field.name: getattr(recipe, field.name) for field in fields(recipe)}
    return reopen_recipe, (_relative_path(origin.path), partner, kind.key, options)


def _relative_path(path: Path) -> str:
    """The place of a file: within the data folder, wherever that is, else from the root."""
    with suppress(ValueError):
        return path.relative_to(data_folder()).as_posix()
    return str(path.resolve())


def reopen_recipe(place: str, partner: str, key: str, options: dict[str, Any]) -> DataFile:
    """Return the recipe of a file by its place, within this process' data folder or from the root.

    Raises DatasetError where the file is not there.
    """
    kind = folder_recipe(data_folder() / place, key, Path(partner) if partner else None)
    return kind(**options)
