"""The address of the page of papers: a claim, and what of it is looked at.

``claim=langford.periods``, ``case=…`` and ``reading=…``; the bare address is the overview.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import make_dataclass
from functools import cache
from typing import Any

from charts.labels import shorten
from knobs import check_knobs, knob, one_of
from papers.catalogue import PAPERS, all_claims
from papers.claim import Claim, Paper
from papers.outcome import Outcome, case_title
from papers.results import load_results
from ui import address
from ui.address import Form
from ui.view import Place, View, opening

KEY = "papers"
NAMES = tuple(name for name, _ in all_claims())
"""The names of all claims, in the order of the steps; the first is step 1, and 0 the overview."""

QUOTE_LENGTH = 60
"""Letters of a made-up name that are repeated."""


def paper_of(name: str) -> Paper:
    """Return the paper of a claim, given as "paper.claim"."""
    return next(paper for paper in PAPERS if paper.key == name.partition(".")[0])


def claim_of(name: str) -> Claim:
    """Return a claim, given as "paper.claim"."""
    key = name.partition(".")[2]
    return next(claim for claim in paper_of(name).claims if claim.key == key)


@cache
def knobs_type(name: str) -> type:
    """Return the type of the knobs of a claim: which case is looked at, under which reading.

    At first the reading that confirms it most.
    """
    claim = claim_of(name)
    cases = [case_title(case.name) for case in claim.cases]
    readings = [reading.name for reading in claim.readings]
    best, _ = Outcome(name, claim, load_results(name)).best
    fields = [
        ("case", str, knob(cases[0], "", "on", one_of(*cases), "What it is tested on.")),
        (
            "reading",
            str,
            knob(best, "", "taken as", one_of(*readings), "What stands for what is left open."),
        ),
    ]
    return make_dataclass(
        "ClaimKnobs", fields, frozen=True, namespace={"__post_init__": check_knobs}
    )


def place(view: View) -> Place:
    """Return where a visitor stands: at first, at the overview."""
    return view.lessons.get(KEY) or Place(None)


def place_at(name: str, **values: Any) -> Place:
    """Return the place of a claim."""
    if "case" in values:
        values["case"] = case_title(values["case"])
    return Place(knobs_type(name)(**values), step=NAMES.index(name) + 1)


def name_at(current: Place) -> str:
    """Return the name of the claim of a place; "" for the overview."""
    return NAMES[current.step - 1] if current.step else ""


def encode(view: View) -> dict[str, str]:
    """Return the parameters of a view."""
    current = place(view)
    if not current.step:
        return {}
    return {"claim": name_at(current)} | address.changed_parameters("", current.knobs)


def decode(parameters: Mapping[str, str], known: View | None) -> tuple[View, list[str]]:
    """Return the view of an address, and notes."""
    left, notes, start = dict(parameters), list[str](), known or opening()
    name = left.pop("claim", "")
    if name not in NAMES:
        if name:
            made_up = shorten(name, QUOTE_LENGTH)
            notes.append(f"There is no claim “{made_up}”; all claims are shown instead.")
        left.pop("case", None), left.pop("reading", None)
        return start.with_place(KEY, Place(None)), notes + address.unknown_note(left)
    knobs = knobs_type(name)()
    if "case" in left:
        left["case"] = case_title(left["case"])
    values = address.read("", knobs, left, notes)
    view = start.with_place(KEY, place_at(name, **values))
    return view, notes + address.unknown_note(left)


PAPERS_FORM = Form(KEY, encode, decode)
