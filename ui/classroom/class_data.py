"""The files of classes as datasets: each read once in a process, and forgotten with its class."""

from __future__ import annotations

import threading

from datasets.errors import DatasetError
from datasets.files import file_recipe
from datasets.files.data_file import DataFile
from ui import memo
from ui.classroom.database import ClassDatabase
from ui.classroom.errors import ClassError
from ui.classroom.files import GONE, ClassFile, ClassFiles

FILES = ClassFiles(ClassDatabase())

OFTEN = 30.0
"""Seconds between two looks at whether the file of a recipe is still there."""

_recipes: dict[str, type[DataFile]] = {}
_changing, _watching = threading.Lock(), threading.Event()


def class_recipe(key: str) -> type[DataFile]:
    """Return the recipe of a class's file by its name in an address; the same each time.

    Raises DatasetError where there is no such file, or no more.
    """
    kind = _recipes.get(key)
    if kind is None:
        kind = _open(key)
    if not _file_of(kind).is_there():
        forget_gone()
        raise DatasetError(GONE)
    return kind


def is_gone(key: str) -> bool:
    """Return whether there is no file of a class by this name."""
    try:
        class_recipe(key)
    except DatasetError:
        return True
    return False


def forget_gone() -> None:
    """Forget the recipes whose file was deleted, and all that was computed from them."""
    for key, kind in list(_recipes.items()):
        if not _file_of(kind).is_there():
            _recipes.pop(key, None)
            memo.forget(kind.stamp())
            memo.forget(key)  # the answers that a class shares are kept by its address


def _open(key: str) -> type[DataFile]:
    try:
        file = FILES.find(key)
    except ClassError as error:
        raise DatasetError(str(error)) from None
    if file is None:
        raise DatasetError(GONE)
    with _changing:
        if key not in _recipes:
            _recipes[key] = file_recipe(file, key, family="class")
        if not _watching.is_set():
            _watching.set()
            _watch()
        return _recipes[key]


def _file_of(kind: type[DataFile]) -> ClassFile:
    assert isinstance(kind.origin, ClassFile)
    return kind.origin


def _watch() -> None:
    """Look again from time to time, as long as there is a recipe: another process may delete."""
    timer = threading.Timer(OFTEN, _look_again)
    timer.daemon = True
    timer.start()


def _look_again() -> None:
    forget_gone()
    with _changing:
        if _recipes:
            _watch()
        else:
            _watching.clear()
