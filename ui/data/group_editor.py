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
from ui.session.bind import bind
from ui.view import View
from ui.visit import Visit

MOST_EDITED, LARGEST = 5000, 10**6
"""Features whose groups are edited in a table, and those of a block."""
SIZE, MARK = 5, "_"
"""What the rules of blocks and of prefixes begin with."""
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
    rule, _ = _parts(view)
    st.selectbox(
        "groups",
        list(RULES),
        format_func=RULES.get,
        **bind("group_rule", lambda view: _parts(view)[0], _take_rule),
    )
    if rule == "blocks":
        st.number_input(
            "features in a block",
            1,
            LARGEST,
            **bind("group_size", _size, lambda size: _use(f"blocks {size}")),
        )
    elif rule == "prefix":
        st.text_input(
            "up to the first",
            max_chars=5,
            help="Features whose names agree up to this mark are one group.",
            **bind("group_mark", _mark, lambda mark: _use(f"prefix {mark or MARK}")),
        )


def _parts(view: View) -> tuple[str, str]:
    """Return the rule of the groups of a view, and what it is given."""
    word, _, rest = view.preparation.groups.partition(" ")
    return (word, rest) if word in RULES else ("", "")


def _size(view: View) -> int:
    return min(place_in(_parts(view)[1]) or SIZE, LARGEST)


def _mark(view: View) -> str:
    return _parts(view)[1] or MARK


def _take_rule(rule: str) -> None:
    lines = {"blocks": f"blocks {SIZE}", "prefix": f"prefix {MARK}"}
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
