"""A folder of files, each a dataset: put one there and it is in the app.

The folder is ``data`` in the project, or what the environment variable SPARSITY_LAB_DATA names.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Container
from functools import lru_cache
from pathlib import Path

from datasets.folder.files import DataFile, SvmFile, TableFile
from datasets.recipes import Recipe

KINDS: dict[str, type[DataFile]] = {".csv": TableFile, ".svm": SvmFile}
PACKINGS = ("", ".xz", ".gz")
DEFAULT_FOLDER = Path(__file__).resolve().parents[2] / "data"


def data_folder() -> Path:
    """Where the files are looked for; it need not exist."""
    return Path(os.environ.get("SPARSITY_LAB_DATA") or DEFAULT_FOLDER)


def file_recipes(taken: Container[str] = ()) -> dict[str, type[Recipe]]:
    """A recipe for each file of the data folder, by key.

    The key is the file's name without endings, or all of it when that would be ambiguous.
    """
    try:
        paths = sorted(path for path in data_folder().iterdir() if path.is_file())
    except OSError:
        return {}
    stems = {path: path.name[: -len(ending(path))] for path in paths if ending(path)}
    uses = Counter(stems.values())
    recipes = {}
    for path, stem in stems.items():
        key = path.name if uses[stem] > 1 or stem in taken else stem
        recipes[key] = file_recipe(path, key)
    return recipes


def ending(path: Path) -> str:
    """What marks a file as one this package reads, such as ``.csv.xz``; nothing if it is none."""
    name = path.name.lower()
    endings = (kind + packing for kind in KINDS for packing in PACKINGS)
    return next((e for e in endings if name.endswith(e) and not name.startswith(".")), "")


@lru_cache(maxsize=256)
def file_recipe(path: Path, key: str) -> type[Recipe]:
    """The recipe class of one file; the same file has the same class each time."""
    kind = KINDS[ending(path)[:4]]
    about = f"The file {path.name} of the data folder."
    described = {"key": key, "title": path.name, "about": about, "path": path}
    return type(kind.__name__, (kind,), {"__doc__": about, "__module__": __name__, **described})
