"""The choice of a dataset: the list of all, an upload, and leave to fetch what is not here yet."""

from __future__ import annotations

import os
from dataclasses import replace

import streamlit as st
from streamlit.typing import UploadedFile

from datasets import DatasetError, refused_files
from datasets.files.detection.extensions import COMPRESSIONS, EXTENSIONS
from datasets.remote.base import RemoteDataset
from datasets.wording import capitalize
from ui import dataset_library, engine, openings
from ui.dataset_library import MOST_MEGABYTES
from ui.markdown import plain
from ui.session.bind import bind
from ui.study import keeper
from ui.view import View, opening
from ui.visit import Visit
from ui.web.upload_token import UploadToken

LISTED = 20  # files of the data folder that are not taken, at most
TOKEN, HOME_COOKIE = "_streamlit_xsrf", "lab_home_"
"""The names of cookies: Streamlit's, and with what that of ``serving.nginx`` begins."""

NO_COOKIES = (
    "Your browser keeps no cookies of this page, as browsers do where a page stands in a frame of "
    "another site. Without them no file can be taken in. Open this page in a window of its own."
)
MARKS = {
    "synthetic": "made up",
    "remote": "to fetch",
    "file": "file",
    "upload": "upload",
    "class": "of your class",
}


def dataset(view: View) -> None:
    """Show the list of everything, by name."""
    kinds, chosen = dataset_library.everything(), view.recipe.key
    if view.recipe.family == "class":  # listed for nobody who does not know its address
        kinds = kinds | {chosen: type(view.recipe)}
    # A file may have gone since it was chosen.
    keys = list(kinds) if chosen in kinds else [chosen, *kinds]

    def title_of(name: str) -> str:
        return _title_of(kinds[name]) if name in kinds else name

    st.selectbox(
        "dataset",
        keys,
        format_func=title_of,
        label_visibility="collapsed",
        **bind("choose_dataset", lambda view: view.recipe.key, _choose),
    )


def _title_of(kind) -> str:
    mark = MARKS.get(kind.family, "")
    if kind.family == "remote" and kind.is_downloaded():
        mark = "fetched"
    return f"{kind.title} · {mark}" if mark and mark not in kind.title else kind.title


def _choose(key: str) -> None:
    """Show another dataset, with the scaling and the knobs that fit it, and say what was done."""
    visit = Visit.current()
    try:
        recipe = dataset_library.recipe(key)()
    except DatasetError as error:  # a file that has gone since the list was shown
        visit.refuse(str(error))
        return
    visit.change(*openings.open_dataset(visit.view, recipe))


def upload(_view: View, folder: bool = True) -> None:
    """Take a file in and show it; list what was taken in, each to be removed again.

    Parameters
    ----------
    folder : also list the files of the data folder that are not taken.
    """
    # Each widget takes one file, so that Streamlit keeps no second copy of it.
    key = f"upload_file_{st.session_state.get('files_taken', 0)}"
    _warn_without_cookies()
    st.file_uploader(
        f"A file of up to {MOST_MEGABYTES} MB",
        # The ending is judged by the library, which says what it knows.
        key=key,
        max_upload_size=MOST_MEGABYTES,
        on_change=_take_in,
        args=(key,),
    )
    st.caption(
        f"A larger file is marked red and not sent. Formats: {', '.join(EXTENSIONS)}, plain or "
        f"packed ({', '.join(filter(None, COMPRESSIONS))}), and files without an ending, by what "
        "is in them. On the server an upload stays in this session and ends with it: a link to it "
        f"works for nobody else. All uploads together may have {MOST_MEGABYTES} MB."
    )
    keeper.show_choice()
    if folder:
        _not_taken()
    kept = dataset_library.uploads()
    if not kept.kinds:
        return
    st.markdown(f"**Uploads**: {size_text(kept.size)} of {MOST_MEGABYTES} MB")
    for key, kind in kept.kinds.items():
        st.button(
            f"Remove {plain(kind.title)} ({size_text(kind.origin.size)})",
            key=f"drop_{key}",
            icon=":material/delete:",
            type="tertiary",
            on_click=_drop,
            args=(key,),
        )


def _warn_without_cookies() -> None:
    """Say so where this browser lacks a cookie without which no file of it is taken in.

    They are Streamlit's token against forged requests, and nginx's note on which of several
    processes has this session. Browsers keep neither in a frame of another site without HTTPS.
    """
    if not st.context.headers:  # nobody is connected
        return
    cookies = st.context.cookies
    asked = st.get_option("server.enableXsrfProtection") and not UploadToken.running
    several = os.environ.get("SPARSITY_LAB_PROCESSES", "1") != "1"
    at_home = any(name.startswith(HOME_COOKIE) for name in cookies)
    if (asked and TOKEN not in cookies) or (several and not at_home):
        st.warning(NO_COOKIES, icon=":material/cookie_off:")


def _not_taken() -> None:
    """List the files of the data folder that are no datasets, each with the reason."""
    reasons = refused_files()
    if not reasons:
        return
    count = "1 file" if len(reasons) == 1 else f"{len(reasons):,} files"
    with st.expander(f"{count} of the data folder not taken"):
        lines = [f"**{plain(name)}**: {plain(why)}" for name, why in reasons.items()]
        if len(lines) > LISTED:
            lines[LISTED:] = [f"and {len(lines) - LISTED:,} more"]
        st.markdown("  \n".join(lines))


def _take_in(key: str) -> None:
    file = st.session_state.get(key)
    # A browser that has not yet heard of the next widget speaks of a file that was taken already.
    if not isinstance(file, UploadedFile):
        return
    try:
        _show_upload(dataset_library.put(file.name, file.getvalue()))
    except DatasetError as error:
        Visit.current().refuse(str(error))
    dataset_library.forget_file(file)
    st.session_state["files_taken"] = st.session_state.get("files_taken", 0) + 1


def _show_upload(key: str) -> None:
    """Show an upload, or the one whose test rows it holds."""
    whole = dataset_library.trained_with(key)
    _choose(whole or key)
    if whole:
        test, first = dataset_library.recipe(key).title, dataset_library.recipe(whole).title
        Visit.current().notes = [
            f"{test} is taken for the test rows of {first}, since it is named like them. Under "
            "“Its options” you can take them from elsewhere; to look at the file alone, choose it "
            "in the list of datasets."
        ]


def _drop(key: str) -> None:
    """Remove an upload; where it is the one that is shown, turn to the opening dataset."""
    visit = Visit.current()
    recipe, name = visit.view.recipe, dataset_library.recipe(key).title
    dataset_library.drop(key)
    dataset_library.uploads().removed.add(key)
    if recipe.key == key:
        _choose(opening().recipe.key)
    elif getattr(recipe, "test", "") == name:
        visit.change(engine.fit_view(replace(visit.view, recipe=replace(recipe, test=""))))


def offer(view: View) -> None:
    """Say how much there is to fetch and from where, and fetch it when asked to."""
    kind = type(view.recipe)
    rows, columns = kind.shape
    with st.container(border=True):
        st.markdown(
            f"**{plain(kind.title)}** is not on this computer yet.  \n{plain(kind.about)}  \n"
            f"{rows:,} rows and {columns:,} columns. {_sentence(kind.differs)}"
        )
        if kind.is_available and not _fetch_button(kind):
            st.caption("It is kept in the data folder and is there for everyone from then on.")
            st.markdown(f"Without the network: {plain(kind.by_hand)}.")
        elif not kind.is_available:
            st.markdown(f"By hand: {plain(kind.by_hand)}.")
        st.caption(plain(f"Source: {kind.source}. Licence: {kind.licence}."))


def _fetch_button(kind: type[RemoteDataset]) -> bool:
    """The button, and what follows when it is pressed; whether the dataset is here now."""
    label = f"Fetch it from {kind.server}: about {size_text(kind.size)}"
    if not st.button(label, type="primary", icon=":material/download:"):
        return False
    bar = st.progress(0.0, f"Fetching {plain(kind.title)} …")
    try:
        kind.fetch(lambda share: bar.progress(min(max(share, 0.0), 1.0)))
    except DatasetError as error:
        bar.empty()
        st.error(plain(str(error)), icon=":material/cloud_off:")
        return False
    visit = Visit.current()
    visit.change(*openings.open_dataset(visit.view, visit.view.recipe))
    st.rerun()


def _sentence(text: str) -> str:
    return plain(f"{capitalize(text).removesuffix('.')}.") if text else ""


def size_text(n_bytes: float) -> str:
    """A number of bytes as people say it."""
    for unit in ("bytes", "kB", "MB"):
        if n_bytes < 1000:
            return f"{n_bytes:.0f} {unit}"
        n_bytes /= 1000
    return f"{n_bytes:.1f} GB"
