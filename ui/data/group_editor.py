"""The groups of features: chosen by a rule, edited in a table, or read from one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from datasets import (
    Dataset,
    DatasetError,
    Preparation,
    format_groups,
    groups_from_table,
    upload_recipe,
)
from ui import dataset_library, engine
from ui.movement import place_in
from ui.view import View
from ui.visit import Visit

MOST_EDITED, LARGEST = 5000, 10**6
"""Features whose groups are edited in a table, and those of a block."""
MOST_MEGABYTES = 20
"""Of a table of groups: a row a feature, for a million features."""
RULES = {
    "": "as they come",
    "none": "no groups",
    "one-hot": "one a column of the table",
    "blocks": "blocks of m features",
    "prefix": "by the name's beginning",
    "numbers": "edited by hand",
}


def editor(view: View) -> None:
    """Rules on the left, the table of features and groups on the right.

    Groups are those of the features as they come, before any is expanded or added.
    """
    data = engine.dataset(view.recipe, Preparation(groups=view.preparation.groups))
    left, right = st.columns([1, 2], gap="medium")
    with left:
        _rule(view)
        _from_file(data)
    with right:
        _by_hand(data)


def _rule(view: View) -> None:
    word, _, rest = view.preparation.groups.partition(" ")
    st.session_state["group_rule"] = word if word in RULES else ""
    rule = st.selectbox(
        "groups", list(RULES), key="group_rule", format_func=RULES.get, on_change=_by_rule
    )
    if rule == "blocks":
        st.session_state["group_size"] = min(place_in(rest) or 5, LARGEST)
        st.number_input("features in a block", 1, LARGEST, key="group_size", on_change=_by_rule)
    elif rule == "prefix":
        st.session_state["group_mark"] = rest or "_"
        st.text_input(
            "up to the first",
            key="group_mark",
            max_chars=5,
            on_change=_by_rule,
            help="Features whose names agree up to this mark are one group.",
        )


def _by_rule() -> None:
    rule = st.session_state["group_rule"]
    size, mark = st.session_state.get("group_size", 5), st.session_state.get("group_mark", "_")
    lines = {"blocks": f"blocks {size}", "prefix": f"prefix {mark or '_'}"}
    if rule != "numbers":  # which the table writes
        _use(lines.get(rule, rule))


def _use(groups: str) -> None:
    visit = Visit.current()
    preparation = replace(visit.view.preparation, groups=groups)
    visit.change(replace(visit.view, preparation=preparation))


def _from_file(data: Dataset) -> None:
    def take() -> None:
        file = st.session_state["group_file"]
        if file is None:
            return
        try:
            kind = upload_recipe(file.name, file.getvalue())
            table = kind().content()
            kind.origin.release()
            _use(format_groups(groups_from_table(table.frame, data)))
        except DatasetError as error:
            Visit.current().refuse(str(error))
        dataset_library.forget_file(file)

    st.file_uploader(
        "or from a table of two columns: name, group",
        type=["csv", "tsv"],
        key="group_file",
        max_upload_size=MOST_MEGABYTES,
        on_change=take,
    )


def _by_hand(data: Dataset) -> None:
    import pandas as pd

    n = data.n_features
    if n > MOST_EDITED:
        st.caption(f"The table is for up to {MOST_EDITED:,} features; use a rule or a file.")
        return
    groups = np.arange(n) if data.groups is None else data.groups
    table = pd.DataFrame({"feature": data.feature_names, "group": groups})
    edited = st.data_editor(
        table,
        hide_index=True,
        disabled=["feature"],
        column_config={"group": st.column_config.NumberColumn(min_value=0, step=1, required=True)},
        key=f"group_table_{hash(groups.tobytes())}",
        height=420,
    )
    changed = int((edited["group"] != table["group"]).sum())
    if st.button("Use these groups", disabled=not changed, type="primary"):
        _use(format_groups(edited["group"].to_numpy(np.int64)))
        st.rerun()
    st.caption(
        (f"{changed} changed; " if changed else "")
        + "Features with the same number are one group. Group methods shrink it as a whole."
    )
