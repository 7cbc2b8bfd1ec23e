"""Uploads that a session no longer holds, taken in again from the browser that keeps them.

A page whose address names such a file first asks the browser. What the browser has comes in by the
same entry as a file that is chosen by hand, so quota, checks and formats are the same.
"""

from __future__ import annotations

from contextlib import suppress

import streamlit as st
from streamlit.typing import UploadedFile

from datasets import DatasetError
from ui import dataset_library, present
from ui.live.assets import element
from ui.study.keeper import STUDY
from ui.title import APP, show_title

KEY = "recovery"


def is_possible(key: str) -> bool:
    """Return whether the browser may have the upload of a key: it was not asked for it yet."""
    kept = key.startswith(dataset_library.UPLOADED)  # a class's file is in no browser
    return kept and is_connected() and key not in dataset_library.uploads().missing


def is_connected() -> bool:
    """Return whether a browser is there that could answer."""
    return bool(st.context.headers)


def show(key: str) -> None:
    """Show, in place of a page, that the browser is asked for an upload; its answer is a run.

    Parameters
    ----------
    key : of the upload.
    """
    present.dress()
    show_title(APP)

    def note_missing() -> None:
        if st.session_state[KEY].get("missing") == key:
            dataset_library.uploads().missing.add(key)

    _component()(key=KEY, data={"key": key}, on_missing_change=note_missing)
    files = f"recovery_files_{key}"
    with st.container(key="recovery_files"):
        st.file_uploader(
            "the file of this page",
            accept_multiple_files=True,  # with it comes the file of its test rows
            key=files,
            max_upload_size=dataset_library.MOST_MEGABYTES,
            on_change=take_in,
            args=(key, files),
        )


def take_in(key: str, files: str) -> None:
    """Take in what the browser has sent; what is not the file of ``key`` counts as missing.

    Parameters
    ----------
    key : of the upload that was asked for.
    files : the key of the widget by which it came.
    """
    for file in st.session_state.get(files) or []:
        if not isinstance(file, UploadedFile):  # it was taken in by an earlier call
            continue
        with suppress(DatasetError):  # the page says that it is not here
            dataset_library.put(file.name, file.getvalue())
        dataset_library.forget_file(file)
    held = dataset_library.uploads()
    if key not in held.kinds:
        held.missing.add(key)


@st.cache_resource(show_spinner=False)
def _component():
    return element(STUDY / "recovery.js")
