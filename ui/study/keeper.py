"""Elements by which a browser keeps the files of its visitor, if they want that."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import streamlit as st

from ui import address, dataset_library
from ui.live.assets import BROWSER, element
from ui.view import View

STUDY = BROWSER / "study"


def keep_uploads(view: View) -> None:
    """Have the browser keep the uploads that are here, and forget those that were removed.

    Parameters
    ----------
    view : what is shown; of its own upload the browser keeps the address, too.
    """
    held = dataset_library.uploads()
    if held.kinds or held.removed:
        removed = sorted(held.removed - held.kinds.keys())
        _keeper()(key="keeper", data={"uploads": descriptions(view), "removed": removed})


def descriptions(view: View) -> list[dict[str, Any]]:
    """Return what a browser has to know of each upload: its key, its name, its size in bytes.

    With its test rows goes the key of the upload that holds them, "" where none does; and with the
    upload that ``view`` shows the address of that in the playground, "" with all others.
    """
    kinds = dataset_library.uploads().kinds
    keys = {kind.origin: key for key, kind in kinds.items()}
    return [
        {
            "key": key,
            "name": kind.origin.name,
            "size": kind.origin.size,
            "query": urlencode(address.encode(view)) if key == view.recipe.key else "",
            "test": keys.get(kind().test_file(), ""),
        }
        for key, kind in kinds.items()
    ]


def show_choice() -> None:
    """Show whether this browser keeps files, and the button that has it forget all."""
    _choice()(key="keep_choice", data={})


@st.cache_resource(show_spinner=False)
def _keeper():
    return element(STUDY / "keeper.js")


@st.cache_resource(show_spinner=False)
def _choice():
    return element(STUDY / "keep_choice.js")
