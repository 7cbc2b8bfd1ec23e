"""Views of uploads that a session no longer holds: kept as text, and used again on request.

An upload ends with its session. Where the browser does not keep it either, a reload, a restart and
somebody else's link lead to an address that names a file nobody has. Its knobs fit that file alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

import streamlit as st

from datasets import Preparation
from datasets.lookup import field_names
from datasets.wording import join_words
from knobs import knobs_of, words_of
from ui import address, dataset_library, engine
from ui.address import DATA, PLAYGROUND, Form
from ui.classroom.files import SHARED
from ui.markdown import plain
from ui.sweep.form import SWEEP
from ui.view import View, opening, sweep_opening
from ui.visit import Visit

FORMS = {form.page: form for form in (PLAYGROUND, SWEEP, DATA)}
"""The pages whose addresses are kept; of any other page, what it says of the data."""


def is_of_lost_upload(view: View, form: Form, parameters: Mapping[str, str] | None) -> bool:
    """Return whether what is to be shown is of an upload that is not here.

    Parameters
    ----------
    view : what was shown before; its own file may have been let go.
    form : that of the page.
    parameters : the address to which somebody went; None where nobody did.
    """
    named = (parameters or {}).get("data", "")
    if parameters is not None and (named or form is PLAYGROUND):
        return dataset_library.is_lost(named)
    return dataset_library.is_lost(view.recipe.key)


def instead(
    visit: Visit, form: Form, parameters: Mapping[str, str] | None
) -> tuple[View, list[str]]:
    """Return the opening in place of a lost view, which is kept, and a sentence about it.

    Lessons and pins stay as they are: neither is fitted to the file.
    """
    before = visit.view
    named = (parameters or {}).get("data", before.recipe.key)
    was_shown = named == before.recipe.key
    if parameters is None:
        parameters = form.encode(before)
    of_class = named.startswith(SHARED)
    if not of_class:
        visit.address.lost_view = _text_of(before, form) if was_shown else _text(form, parameters)
    start = sweep_opening() if form is SWEEP else opening()
    known = replace(start, lessons=before.lessons, pins=before.pins)
    view, notes = form.decode(_without_file(form, parameters, known), known)
    file = f"Your file {before.recipe.title}" if was_shown else "The file of this address"
    if of_class:
        over = "The class of this file is over, and the file was deleted with it."
        sentence = f"{over} {known.recipe.title} is shown instead, with knobs that fit it."
        return view, [sentence, *notes]
    sentence = (
        f"{file} is no longer here: an upload ends with its session, or when it is removed. "
        f"{known.recipe.title} is shown instead, with knobs that fit it. The knobs for the file "
        "are kept: take it in again, in the playground or on the page Data, to use them again."
    )
    return view, [sentence, *notes]


def _without_file(form: Form, parameters: Mapping[str, str], known: View) -> dict[str, str]:
    """An address without what it says of the file: on a page of runs, those are fitted to it."""
    if form is SWEEP:
        return {}
    if form is PLAYGROUND:
        return {name: text for name, text in parameters.items() if name.startswith("pin")}
    data = address.encode_data(known) if "data" in parameters else {}
    return {n: text for n, text in parameters.items() if n.split(".")[0] != "data"} | data


def _text_of(view: View, form: Form) -> str:
    """A view that was shown as text."""
    form = form if form is SWEEP else PLAYGROUND
    return _text(form, form.encode(view))


def _text(form: Form, parameters: Mapping[str, str]) -> str:
    """A page and its address, without the pins, which stay."""
    named = {name: text for name, text in parameters.items() if not name.startswith("pin")}
    if form.page not in FORMS:
        form = DATA
        named = {name: text for name, text in named.items() if name.split(".")[0] == "data"}
    return f"{form.page}?{urlencode(named)}"


def _read(text: str) -> tuple[Form | None, dict[str, str]]:
    """The form and the parameters of a lost view; no form where the text is none."""
    page, _, query = text.partition("?")
    parameters = dict(parse_qsl(query, keep_blank_values=True))
    named = parameters.get("data", "").startswith(dataset_library.UPLOADED)
    return FORMS.get(page) if named else None, parameters


def used_again(text: str, view: View) -> tuple[View, list[str]]:
    """Return a lost view on the upload that is shown, and a sentence for what does not fit it.

    Parameters
    ----------
    text : the lost view.
    view : the one that is shown; what the text does not say stays.
    """
    form, parameters = _read(text)
    if form is None:
        return view, []
    lost, kind = parameters["data"], type(view.recipe)
    known = {f"data.{name}" for owner in (kind, Preparation) for name in field_names(owner)}
    strange = [n for n in parameters if n.startswith("data.") and n not in known]
    named = {name: value for name, value in parameters.items() if name not in strange}
    again, notes = form.decode(named | {"data": kind.key}, view)
    again, unfit = _fitting(again)
    pins = tuple(replace(pin, address=pin.address.replace(lost, kind.key)) for pin in view.pins)
    left_out = [*(name.removeprefix("data.") for name in strange), *unfit]
    if left_out:
        notes.append(
            f"{kind.title} does not fit these options, which are left out: "
            f"{join_words(left_out, limit=10)}."
        )
    return engine.fit_view(replace(again, pins=replace(view.pins, pins=pins))), notes


def _fitting(view: View) -> tuple[View, list[str]]:
    """The same with those options of the data with which they can be read, and the others."""
    if _is_readable(view):
        return view, []
    kept, unfit = replace(view, recipe=type(view.recipe)(), preparation=Preparation()), []
    for part in ("recipe", "preparation"):
        asked = getattr(view, part)
        for name, label in _labels(asked).items():
            value, own = getattr(asked, name), getattr(kept, part)
            if value == getattr(own, name):
                continue
            with suppress(ValueError):  # options that exclude each other
                more = replace(kept, **{part: replace(own, **{name: value})})
                if _is_readable(more):
                    kept = more
                    continue
            unfit.append(label)
    return kept, unfit


def _labels(owner: Any) -> dict[str, str]:
    declared = words_of(owner) | knobs_of(owner)
    return {name: one.label or name for name, one in declared.items()}


def _is_readable(view: View) -> bool:
    try:
        engine.dataset(view.recipe, view.preparation)
    except ValueError:
        return False
    return True


def offer(view: View) -> None:
    """Show that knobs of a lost file are kept, and the button that uses them on an upload."""
    visit = Visit.current()
    form, parameters = _read(visit.address.lost_view)
    if form is None:
        return
    uploaded = view.recipe.key.startswith(dataset_library.UPLOADED)
    if not uploaded and visit.notes:  # which have just said so
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="lost_knobs"):
        st.caption(_sentence(view, uploaded, parameters), width="content")
        if uploaded:
            st.button("Use these knobs again", key="use_lost_knobs", on_click=_use)
        st.button("Forget them", key="forget_lost_knobs", type="tertiary", on_click=_forget)


def _sentence(view: View, uploaded: bool, parameters: Mapping[str, str]) -> str:
    """The sentence that says which knobs are kept."""
    if not uploaded:
        return (
            "The knobs for a file that is no longer here are kept: take the file in again, in the "
            "playground or on the page Data, to use them again."
        )
    title = plain(view.recipe.title)
    if view.recipe.key == parameters["data"]:
        return f"{title} is back, and the earlier knobs for it are kept."
    return f"The knobs for a file that is no longer here are kept; {title} is another file."


def _use() -> None:
    """Show the lost view on the upload; it stays kept while some of it does not fit."""
    visit = Visit.current()
    view, notes = used_again(visit.address.lost_view, visit.view)
    visit.change(view, [f"The earlier knobs are set again, for {view.recipe.title}."])
    visit.notes = notes
    if not notes:
        visit.address.lost_view = ""


def _forget() -> None:
    visit = Visit.current()
    visit.address.lost_view = ""
    visit.change(visit.view)
