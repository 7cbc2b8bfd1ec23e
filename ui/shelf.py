"""What a visitor may choose from: the catalogue, the data folder, and what they uploaded.

Uploads live in the visitor's session and end with it.
"""

from __future__ import annotations

import streamlit as st

import datasets
from datasets import DatasetError, Recipe

UPLOADED = "upload-"
"""How the keys of uploads begin; they go on with a digest of the content."""


def uploads() -> dict[str, type[Recipe]]:
    """The visitor's uploads, by key, in the order they came."""
    return st.session_state.setdefault("uploads", {})


def put(name: str, content: bytes) -> str:
    """Take an upload in; its key. Raises DatasetError for a name that says nothing."""
    kind = datasets.upload_recipe(name, content)
    uploads()[kind.key] = kind
    return kind.key


def drop(key: str) -> None:
    """Forget an upload."""
    uploads().pop(key, None)


def everything() -> dict[str, type[Recipe]]:
    """The recipe of everything there is to choose, by key; uploads last."""
    return datasets.everything() | uploads()


def absent(key: str) -> bool:
    """Whether the dataset has to be fetched from the network first."""
    try:
        kind = recipe(key)
    except DatasetError:  # who asks for it is told that it is not there
        return False
    return kind.family == "fetched" and not kind.is_here()


def recipe(key: str) -> type[Recipe]:
    """The recipe behind a key. Raises DatasetError for one that is not there."""
    if not key.startswith(UPLOADED):
        return datasets.recipe(key)
    if key not in uploads():
        raise DatasetError("this upload ended with its session: upload the file again.")
    return uploads()[key]
