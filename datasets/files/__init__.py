"""Files, each a dataset: put one into the data folder, or upload one, and it is in the app.

The folder is ``data`` in the project, or what the environment variable SPARSITY_LAB_DATA names.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Container
from functools import lru_cache
from pathlib import Path

from datasets.errors import DatasetError
from datasets.files.kinds import (
    ArffFile,
    CsvFile,
    DataFile,
    ParquetFile,
    SvmFile,
    VowpalFile,
)
from datasets.files.origin import InMemory, OnDisk, Origin
from datasets.files.unpack import OPENERS
from datasets.recipes import Family

KINDS: dict[str, type[DataFile]] = {
    ".csv": CsvFile,
    ".tsv": CsvFile,
    ".txt": CsvFile,
    ".data": CsvFile,
    ".arff": ArffFile,
    ".parquet": ParquetFile,
    ".svm": SvmFile,
    ".svmlight": SvmFile,
    ".libsvm": SvmFile,
    ".vw": VowpalFile,
}
PACKINGS = ("", *OPENERS)
ENDINGS = tuple(kind + packing for kind in KINDS for packing in PACKINGS)
DEFAULT_FOLDER = Path(__file__).resolve().parents[2] / "data"


def data_folder() -> Path:
    """Return the folder in which files are looked for; it need not exist."""
    return Path(os.environ.get("SPARSITY_LAB_DATA") or DEFAULT_FOLDER)


def folder_recipes(taken: Container[str] = ()) -> dict[str, type[DataFile]]:
    """A recipe for each file of the data folder, by key.

    The key is the file's name without endings, or all of it when that would be ambiguous.
    """
    try:
        paths = sorted(path for path in data_folder().iterdir() if path.is_file())
    except OSError:
        return {}
    stems = {path: path.name[: -len(ending(path.name))] for path in paths if ending(path.name)}
    uses = Counter(stems.values())
    recipes = {}
    for path, stem in stems.items():
        key = path.name if uses[stem] > 1 or stem in taken else stem
        recipes[key] = folder_recipe(path, key)
    return recipes


def upload_recipe(name: str, content: bytes, owner: str = "") -> type[DataFile]:
    """The recipe of an uploaded file, whose key follows from its name and its bytes.

    Whoever asked for it keeps it, and ends it by ``origin.release()``.
    Raises DatasetError for a name whose ending says nothing.

    Parameters
    ----------
    name : the file's name; its ending says how the bytes are read.
    content : the bytes, packed or not.
    owner : the session it belongs to; uploads of two owners never have the same ``stamp``.
    """
    if not ending(name):
        raise DatasetError(
            f"{name}: its ending is none of {', '.join(KINDS)}, plain or with "
            f"{', '.join(filter(None, PACKINGS))}: rename it after what it holds."
        )
    origin = InMemory(name, content, owner)
    return file_recipe(origin, f"upload-{origin.digest[:12]}", family="upload")


def ending(name: str) -> str:
    """Return the ending that this package reads, such as ``.csv.xz``; nothing for another file."""
    name = name.lower()
    if name.startswith("."):
        return ""
    return max((e for e in ENDINGS if name.endswith(e)), key=len, default="")


@lru_cache(maxsize=256)
def folder_recipe(path: Path, key: str) -> type[DataFile]:
    """The recipe of a file on disk; the same file has the same class each time."""
    return file_recipe(OnDisk(path), key)


def file_recipe(origin: Origin, key: str, family: Family = "file") -> type[DataFile]:
    """A new recipe class for one file, wherever it is."""
    end = ending(origin.name)
    packing = next((p for p in PACKINGS if p and end.endswith(p)), "")
    kind = KINDS[end.removesuffix(packing)]
    place = "the data folder" if family == "file" else "this session"
    about = f"The file {origin.name} of {place}."
    described = {
        "key": key,
        "title": origin.name,
        "about": about,
        "source": about[0].lower() + about[1:-1],
        "family": family,
        "origin": origin,
        "packing": packing,
    }
    return type(kind.__name__, (kind,), {"__doc__": about, "__module__": __name__, **described})
