"""The table of all settings of a sweep, those with the fewest features first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from algorithms import Point
from charts import Contest
from charts.frontier.settings import title_of
from ui.sweep.query import MEASURES
from ui.sweep.results import SweepResults

if TYPE_CHECKING:
    import pandas as pd


def show(current: SweepResults) -> tuple[str, int] | None:
    """Show the table, and return the method and place of the row that is ticked, if one is."""
    table, places = all_settings(current)
    st.markdown("**All settings**")
    chosen = st.dataframe(
        table,
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        key="sweep_table",
        placeholder="",  # a knob that the method does not have
        column_config={
            name: st.column_config.NumberColumn(format="%.4g")
            for name in table.select_dtypes("number")
        },
    )
    st.caption("Sort by a click on a name. Tick a row and its run opens in the playground.")
    selected = chosen["selection"]["rows"]
    return places[selected[0]] if selected else None


def all_settings(current: SweepResults) -> tuple[pd.DataFrame, list[tuple[str, int]]]:
    """Return a row for each setting, and the method and place of each row.

    The settings with the fewest features come first; those with none, or without a result, last.
    Columns without any entry are left out.
    """
    import pandas as pd

    pairs = [(contest, point) for contest in current.contests for point in contest.frontier.points]
    pairs.sort(key=lambda pair: pair[1].features if pair[1].features > 0.0 else np.inf)
    table = pd.DataFrame([_row(current, *pair) for pair in pairs])
    places = [(contest.run.letter, point.place) for contest, point in pairs]
    return table.dropna(axis="columns", how="all"), places


def _row(current: SweepResults, contest: Contest, point: Point) -> dict:
    values = {name: v[point.place] for name, v in contest.frontier.outcomes.values.items()}
    words = {name: word for word, name in MEASURES.items() if name in values}
    ranked = sorted(words, key=lambda name: name != current.measure)
    return (
        {"method": f"{contest.run.letter} {contest.run.name}"}
        | {"features at the end": _median(values["features"])}
        | {words[name]: _median(values[name]) for name in ranked}
        | {"features in use": _median(values["features held"])}
        | {"runs that diverged": f"{point.diverged:.0%}" if point.diverged else None}
        | {title_of(contest.run, n): getattr(point.algorithm, n) for n in contest.knobs}
    )


def _median(values: np.ndarray) -> float:
    known = values[np.isfinite(values)]
    return float(np.median(known)) if len(known) else np.nan
