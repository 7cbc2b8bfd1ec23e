"""What holds of every claim, and stored cells that come back when they are computed again."""

from __future__ import annotations

import hashlib
import math
import random
import re

import numpy as np
import pytest

from datasets import DatasetError
from papers.catalogue import PAPERS, all_claims, find_claim
from papers.claim import Moment
from papers.compute import Task, compute_rows
from papers.outcome import Outcome
from papers.results import load_results
from papers.verdict import Verdict

CLAIMS = dict(all_claims())
QUICK = 3.0
"""Seconds that a cell may have taken to be computed again here."""

NEAR = 1e-6
"""The relative distance up to which a number has come back: processors add up differently."""


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_is_whole(name):
    claim = CLAIMS[name]
    assert claim.measure.__module__ == f"papers.{name}", "a claim is a file of its name"
    assert claim.says.endswith((".", "?")) and claim.source.where
    cases = [case.name for case in claim.cases]
    assert len(set(cases)) == len(cases) and len(set(claim.quantities)) == len(claim.quantities)
    assert set(claim.source.printed) <= set(cases)
    for numbers in claim.source.printed.values():
        assert len(numbers) == len(claim.quantities)
    readings = [reading.name for reading in claim.readings]
    assert 1 <= len(set(readings)) == len(readings) <= 6
    assert claim.rule.sentence.endswith(".")


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_has_been_run(name):
    claim = CLAIMS[name]
    outcome = Outcome(name, claim, load_results(name))
    for case in claim.cases:
        for reading in claim.readings:
            n = len(outcome.values(case, reading))
            assert n in (0, claim.seeds), f"{case.name}, {reading.name}: {n} of {claim.seeds}"
    assert outcome.results.rows, "nothing is stored"


@pytest.mark.parametrize("name", CLAIMS)
def test_what_is_not_the_same_has_a_cause(name):
    outcome = Outcome(name, CLAIMS[name], load_results(name))
    cause = outcome.claim.notes.cause
    if outcome.verdict in (Verdict.OTHER, Verdict.SAME_ORDER):
        assert cause, "say why it comes out otherwise, or that nobody knows"
    assert not cause or cause.endswith("."), "a full sentence"


@pytest.mark.parametrize("name", CLAIMS)
def test_no_note_counts_repetitions(name):
    """Their number stands on the page, and changes."""
    text = " ".join((*CLAIMS[name].notes.differs, CLAIMS[name].notes.cause))
    assert not re.search(r"(?i)\b(six|one|twelve|\d+) repetitions?\b", text)


@pytest.mark.parametrize("name", CLAIMS)
def test_numbers_lead_to_runs(name):
    claim = CLAIMS[name]
    for quantity in claim.quantities:
        moment = claim.opens(claim.cases[0], quantity, claim.readings[0])
        assert moment is None or isinstance(moment, Moment)


def stored_cells():
    """Every stored cell of a claim that was quick, by the claim's name."""
    for name in CLAIMS:
        for row in load_results(name).rows.values():
            if row.seconds < QUICK:
                yield name, row


def test_stored_cells_come_back():
    """Three of them, others with every change of a result."""
    cells = sorted(stored_cells(), key=lambda cell: (cell[0], cell[1].place))
    state = hashlib.sha256(repr([row.values for _, row in cells]).encode()).digest()
    random.Random(state).shuffle(cells)
    tried = 0
    for name, row in cells:
        if tried == 3:
            break
        claim = find_claim(name)
        case = next(case for case in claim.cases if case.name == row.case)
        reading = next(reading for reading in claim.readings if reading.name == row.reading)
        try:
            (again,) = compute_rows(claim, Task(case, row.seed, [reading]))
        except DatasetError:
            continue  # its data do not ship
        np.testing.assert_allclose(again.values, row.values, rtol=NEAR, atol=1e-12, err_msg=name)
        tried += 1
    assert tried == min(3, len(cells)), "no stored cell could be computed"


def test_papers_are_named():
    for paper in PAPERS:
        assert paper.claims and paper.bibtex.startswith("@") and paper.title
    with pytest.raises(KeyError, match="there is no such claim"):
        find_claim("langford.nothing")


def test_a_number_is_printed_or_ours():
    """A printed number is a plain one, and a row of results holds none that is infinite."""
    for name, claim in CLAIMS.items():
        for numbers in claim.source.printed.values():
            assert all(n is None or math.isfinite(n) for n in numbers), name
