"""Whole groups: five penalties on one stream, as maps of groups × time."""

from __future__ import annotations

from algorithms.online.common.group_share import find_shares
from pages.lessons.groups.evidence import gather
from pages.lessons.groups.exercises import holding_on, lights, survivor
from pages.lessons.groups.pictures import stage
from pages.lessons.groups.runs import STEPS, Knobs
from pages.lessons.groups.story import STORY
from pages.lessons.groups.twin import group_lasso
from pages.lessons.groups.words import explanation, lead
from ui.lessons import Entry, Formula, Lesson

LESSON = Lesson(
    key="groups",
    entry=Entry(
        title="Groups",
        claim="The group lasso keeps or drops whole groups",
        icon="M4 10 H16 V26 H4 Z M24 10 H36 V26 H24 Z M44 10 H56 V26 H44 Z M24 18 H36 M30 10 V26",
    ),
    knobs=Knobs,
    evidence=gather,
    stage=stage,
    lead=lead,
    words=explanation,
    formula=Formula(
        latex=r"w_g \leftarrow -\tfrac{\sqrt t}{\gamma}"
        r"\Bigl[1 - \tfrac{\lambda \sqrt{d_g}}{\|c_g\|_2}\Bigr]_+ c_g,\quad "
        r"c_g = S\bigl(\bar u_g,\ \lambda r + \tfrac{\gamma \rho}{\sqrt t}\bigr)",
        symbols={
            "w_g": "The weights of group g.",
            "ū_g": "The mean of all gradients so far, of the features of group g.",
            "d_g": "How many features group g has.",
            "S(u, α)": "Pulls every number of u toward 0 by α and stops there.",
            "[a]₊": "The larger of a and 0; ‖c‖₂ is the root of the sum of the squares of c.",
            "t": "The step.",
        },
        source="Yang, Xu, King and Lyu (2010), Theorem 1, (10)–(14), Remark 5 and Table 1.",
        code=(group_lasso, find_shares),
    ),
    exercises=(holding_on, lights, survivor),
    example=("yang_groups", {"n_rows": STEPS, "draw": 1}),
    story=STORY,
)
