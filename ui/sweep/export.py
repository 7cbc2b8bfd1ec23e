"""Files to download of a sweep: its outcomes, and a script that makes them again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import streamlit as st

from charts import Contest
from knobs import knobs_of, words_of
from sweeps import Method, Request
from ui.playground.export import WHERE, arguments, csv_text, load_lines
from ui.view import View

if TYPE_CHECKING:
    import pandas as pd

SCRIPT = '''"""Reproduces a sweep of Sparsity Lab.

{where}
"""

from math import inf

import datasets
from algorithms import CATALOGUE, folds, frontier, grid

{load}

methods = {{
{methods}
}}

frontiers = frontier(
    methods,
    {examples},
    loss={loss!r},
    measure={measure!r},
    seeds=range({orders}),
    passes={passes},
    intercept={intercept},
)

if __name__ == "__main__":
    for name, found in frontiers.items():
        print(name, "in {measure}:")
        for point in found.edge:
            print(f"{{point.features:8g}} features: {{point.value:.4f}} by {{point.algorithm}}")
'''


def script(view: View, request: Request, contests: Sequence[Contest]) -> str:
    """Return a Python script that runs the same settings: every knob is written out."""
    methods = [
        f"    {contest.run.letter + ' ' + contest.run.name!r}: {_settings(method)},"
        for contest, method in zip(contests, request.methods, strict=True)
    ]
    return SCRIPT.format(
        where=WHERE,
        load=load_lines(view),
        methods="\n".join(methods),
        examples=f"folds(data, {request.folds})" if request.folds > 1 else "data",
        loss=request.loss,
        measure=contests[0].frontier.measure,
        orders=len(request.seeds),
        passes=request.passes,
        intercept=request.intercept,
    )


def _settings(method: Method) -> str:
    """The settings of a method, in Python."""
    base = f"CATALOGUE[{method.base.key!r}]"
    values = "".join(f"            {name}={values!r},\n" for name, values in method.values)
    own = f"        *grid(\n            {base}({arguments(method.base)}),\n{values}        ),\n"
    known = set(replace(method, extra=()).settings)
    more = [f"        {base}({arguments(each)}),\n" for each in method.extra if each not in known]
    return f"[\n{own}{''.join(more)}    ]"


def table(request: Request, contests: Sequence[Contest]) -> pd.DataFrame:
    """Return all outcomes, a row for each setting in each repeat."""
    import pandas as pd

    repeats = list(product(range(max(request.folds, 1)), request.seeds))
    parts = []
    for contest in contests:
        outcomes = contest.frontier.outcomes
        for place, algorithm in enumerate(outcomes.algorithms):
            names = (*knobs_of(algorithm), *words_of(algorithm))
            knobs = {name: getattr(algorithm, name) for name in names}
            for column, (fold, seed) in enumerate(repeats):
                line = {"method": f"{contest.run.letter} {contest.run.name}"} | knobs
                line |= {"fold": fold, "order": seed}
                line |= {"diverged": bool(outcomes.diverged[place, column])}
                line |= {name: v[place, column] for name, v in outcomes.values.items()}
                parts.append(line)
    return pd.DataFrame(parts)


def downloads(view: View, request: Request, contests: Sequence[Contest]) -> None:
    """Show the files that can be downloaded."""
    st.markdown("**Download**")
    with st.container(horizontal=True):
        st.download_button(
            "Outcomes (CSV)",
            # Made when it is asked for: thousands of settings are megabytes.
            lambda: csv_text(table(request, contests)),
            "sparsity-lab-sweep.csv",
            "text/csv",
            icon=":material/download:",
        )
        st.download_button(
            "Script (Python)",
            script(view, request, contests),
            "sparsity_lab_sweep.py",
            "text/x-python",
            icon=":material/download:",
        )
