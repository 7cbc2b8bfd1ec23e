"""The report: tables and verdicts out of the runs, in Markdown."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import metadata

import numpy as np

from benchmarks.report import processor
from studies.fair.choice import AUC, LOSS, Cell, Tally, lead
from studies.fair.claims import CLAIMS, Bar, weights_kept
from studies.fair.measure import Measurements, middle
from studies.fair.methods import (
    FINITE,
    FOBOS,
    KEEP_K,
    LAST_CUT,
    METHODS,
    PAID_AFTER,
    PAID_BEFORE,
    PERIODS,
    PROJECTED,
    RDA,
    ROUNDING,
    SGD_CUT,
    TRUNCATION,
)
from studies.fair.sensitivity import BUDGET, Room, room
from studies.fair.studies import Study
from studies.fair.words import (
    ACCIDENT,
    AUC_TABLE,
    CLAIMED,
    DUELS,
    EDGES,
    LOSS_TABLE,
    MAY_CLAIM,
    METHOD,
    PERIOD_TABLE,
    SENSITIVITY,
    SENTENCES,
    TITLE,
)

SHORT = {
    TRUNCATION: "TG",
    FINITE: "TG, θ < ∞",
    ROUNDING: "rounding",
    LAST_CUT: "sub-gradient, cut",
    SGD_CUT: "SGD, cut",
    FOBOS: "FOBOS",
    RDA: "RDA",
    PAID_BEFORE: "cumulative, before",
    PAID_AFTER: "cumulative, after",
    KEEP_K: "keep-k",
    PROJECTED: "projected",
}
STEADY = (TRUNCATION, ROUNDING, SGD_CUT, FOBOS, RDA, PAID_BEFORE, KEEP_K)
PACKAGES = ("numpy", "scipy", "numba", "scikit-learn")


@dataclass(frozen=True)
class Runs:
    """Everything that the report is made of.

    Parameters
    ----------
    results : of the datasets that were run.
    lacking : those whose files are not at hand; ``waiting``: those that have not been run yet.
    orders : the number of orders of the examples.
    command : the command that makes the report.
    note : a sentence about thinner grids, or empty.
    """

    results: Sequence[Measurements]
    lacking: Sequence[Study] = ()
    waiting: Sequence[Study] = ()
    orders: int = 10
    command: str = "make fair"
    note: str = ""


def report(runs: Runs) -> str:
    """Return the whole report as Markdown."""
    results = runs.results
    parts = [
        TITLE,
        standing(runs),
        METHOD.format(orders=runs.orders),
        verdicts(results),
        may_claim(results),
        AUC_TABLE,
        comparison(results, METHODS, AUC),
        LOSS_TABLE,
        comparison(results, METHODS, LOSS),
        DUELS,
        duels(results, AUC),
        "In progressive loss:",
        duels(results, LOSS),
        PERIOD_TABLE,
        periods(results),
        SENSITIVITY.format(budget=BUDGET),
        sensitivity(results),
        ACCIDENT,
        accident(results),
        EDGES,
        edges(results),
        provenance(runs),
    ]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def standing(runs: Runs) -> str:
    """Return how many of the datasets stand in the report, and why the others do not."""
    there, missing = len(runs.results), [*runs.lacking, *runs.waiting]
    lines = [f"**{there} of {there + len(missing)} datasets.**"]
    if runs.lacking:
        lines.append(f"Their files are not at hand: {names(runs.lacking)}.")
    if runs.waiting:
        lines.append(f"Not run yet: {names(runs.waiting)}.")
    if missing:
        lines.append("All counts and verdicts below are of the datasets that were run.")
    if runs.note:
        lines.append(runs.note)
    return " ".join(lines)


def names(studies: Iterable[Study]) -> str:
    """Return the names of some datasets, one after the other."""
    return ", ".join(study.name for study in studies)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def verdicts(results: Sequence[Measurements]) -> str:
    """Return the table of the claims with their rules, counts and verdicts."""
    rows = []
    for claim in CLAIMS:
        tally = claim.tally(results)
        rule = f"{claim.cell}. Its own rule: {claim.bar}" if claim.bar != Bar() else claim.cell
        rows.append([claim.text, rule, str(tally), f"**{claim.bar.verdict(tally)}**"])
    head = ["claim", "one cell of the count", "for – neither – against", "verdict"]
    return f"{CLAIMED.format(rule=Bar()).strip()}\n\n{table(head, rows)}"


def may_claim(results: Sequence[Measurements]) -> str:
    """Return the sentences that the verdicts allow."""
    allowed = (
        SENTENCES[claim.key].get(claim.bar.verdict(claim.tally(results))) for claim in CLAIMS
    )
    return MAY_CLAIM + "\n".join(f"* {sentence}" for sentence in allowed if sentence)


def comparison(results: Sequence[Measurements], methods: Sequence[str], measure: str) -> str:
    """Return a table, one row per dataset and number of features, a column per method."""
    rows = []
    for result in results:
        entrants = result.entrants
        for k in result.study.budgets:
            cells = {name: entrants.cell(name, k, measure) for name in methods}
            rows.append([result.study.name, str(k), *in_words(cells, measure)])
    return table(["dataset", "k", *(SHORT[name] for name in methods), "ahead"], rows)


def in_words(cells: dict[str, Cell | None], measure: str) -> list[str]:
    """The cells of one row, and last the name of the method that is ahead."""
    ranked = ranking(cells, measure)
    if not ranked:
        return [*("–" for _ in cells), "–"]
    first = ranked[0]
    words = [
        "–" if cell is None else f"{format_share(cell.value)} ({cell.features:.0f})"
        for cell in cells.values()
    ]
    words = [
        f"**{word}**" if name == first else word for name, word in zip(cells, words, strict=True)
    ]
    level = [name for name in ranked[1:] if not lead(cells[first], cells[name], measure)]
    if not level:
        return [*words, f"{SHORT[first]}, clearly"]
    return [*words, f"{SHORT[first]}; level: {len(level)}"]


def ranking(cells: dict[str, Cell | None], measure: str) -> list[str]:
    """The names of the methods that have a cell, best first."""
    sign = 1.0 if measure == LOSS else -1.0
    there = [name for name, cell in cells.items() if cell is not None]
    return sorted(there, key=lambda name: sign * cells[name].value)


def format_share(value: float) -> str:
    """A share or a loss: three decimals without the zero in front."""
    text = f"{value:.3f}"
    return text[1:] if text.startswith("0.") else text


def duels(results: Sequence[Measurements], measure: str) -> str:
    """Return the table of all pairs of methods: clearly ahead – level – clearly behind."""
    boards = [(result.entrants, result.study.budgets) for result in results]
    rows = []
    for one in METHODS:
        row = [SHORT[one]]
        for other in METHODS:
            leads = [
                lead(board.cell(one, k, measure), board.cell(other, k, measure), measure)
                for board, budgets in boards
                for k in budgets
            ]
            row.append("·" if one == other else str(Tally.of(leads)))
        rows.append(row)
    return table(["", *(SHORT[name] for name in METHODS)], rows)


def periods(results: Sequence[Measurements]) -> str:
    """Return the table of rounding and truncated gradient at each K."""
    pairs = [(name, K) for name in (ROUNDING, TRUNCATION) for K in PERIODS]
    rows = []
    for result in results:
        entrants = result.entrants
        for k in result.study.budgets:
            cells = [entrants.cell(name, k, AUC, (K,)) for name, K in pairs]
            rows.append(
                [
                    result.study.name,
                    str(k),
                    *(
                        "–" if c is None else f"{format_share(c.value)} ({c.features:.0f})"
                        for c in cells
                    ),
                ]
            )
    return table(["dataset", "k", *(f"{SHORT[name]}, K = {K}" for name, K in pairs)], rows)


def sensitivity(results: Sequence[Measurements]) -> str:
    """Return the table of the room of θ and g."""
    rows, best = [], ([], [])
    for result in results:
        rooms = [room(result.outcomes[ROUNDING], "threshold")]
        rooms.append(room(result.outcomes[TRUNCATION], "gravity"))
        for values, each in zip(best, rooms, strict=True):
            values += [each.value] if each is not None else []
        rows.append([result.study.name, *(text for each in rooms for text in room_in_words(each))])
    head = ["dataset"]
    for knob in ("θ", "g"):
        head += [f"best {knob}", f"room of {knob}, decades", "steepest fifth of a decade"]
    spans = [np.log10(max(values) / min(values)) if values else np.nan for values in best]
    return (
        f"{table(head, rows)}\n\nFrom dataset to dataset the best θ differs by {spans[0]:.1f} "
        f"decades, the best g by {spans[1]:.1f}."
    )


def room_in_words(each: Room | None) -> list[str]:
    """The three cells of one knob."""
    if each is None:
        return ["–", "–", "–"]
    steep = "–" if not np.isfinite(each.steepest) else f"{each.steepest:.0%}"
    return [f"{each.value:.2g}", f"{each.decades:.2f}", steep]


def accident(results: Sequence[Measurements]) -> str:
    """Return the tables of the overlaps, and of features at the end and before."""
    head = ["dataset", "k", *(SHORT[name] for name in STEADY)]
    overlaps, counts = [], []
    for result in results:
        medians = [middle_of(result.kept.get(name)) for name in STEADY]
        row = [result.study.name, str(middle(result.study))]
        overlaps.append(
            [
                *row,
                *(
                    "–" if m is None else f"{format_share(m[3])}, {format_share(m[4])}"
                    for m in medians
                ),
            ]
        )
        counts.append(
            [*row, *("–" if m is None else "{:.0f}, {:.0f}, {:.0f}".format(*m) for m in medians)]
        )
    return (
        "Overlap of two orders, and of the end with 100 examples before:\n\n"
        f"{table(head, overlaps)}\n\n"
        "Features at the end, their mean over the last pass, random features at the end:\n\n"
        f"{table(head, counts)}\n\n{thrift(results)}"
    )


def middle_of(kept: np.ndarray | None) -> np.ndarray | None:
    """The medians of a table of ``accident.watched``; None where there is none, or nothing kept."""
    medians = None if kept is None else np.median(kept, axis=0)
    return None if medians is None or medians[0] == 0.0 else medians


def thrift(results: Sequence[Measurements]) -> str:
    """A sentence about the weights that truncated gradient keeps beyond the cumulative penalty."""
    ratios = {result.study.name: weights_kept(result) for result in results}
    said = ", ".join(f"{name} {ratio:.1f}" for name, ratio in ratios.items() if np.isfinite(ratio))
    return (
        "Weights that truncated gradient (K = 1) keeps for each one that the cumulative penalty "
        f"keeps, at equal η and λ and the same AUC, in the median: {said or 'not measured'}."
    )


def edges(results: Sequence[Measurements]) -> str:
    """Return the share of choices that lie at an end of the step sizes tried."""
    rows = []
    for name in METHODS:
        low = high = total = 0
        for result in results:
            entrants = result.entrants
            for k in result.study.budgets:
                cell = entrants.cell(name, k)
                if cell is None or cell.features == 0:
                    continue
                tried = sorted({pace(one) for one in peers(result, name, cell)})
                low += pace(cell.algorithm) == tried[0] < tried[-1]
                high += pace(cell.algorithm) == tried[-1] > tried[0]
                total += 1
        rows.append([SHORT[name], str(total), str(low), str(high)])
    return table(["method", "choices", "the smallest step size", "the largest"], rows)


def pace(algorithm: object) -> float:
    """The step size; of dual averaging 1/γ."""
    return 1.0 / algorithm.gamma if hasattr(algorithm, "gamma") else algorithm.eta


def peers(result: Measurements, name: str, cell: Cell) -> list[object]:
    """The settings of a method at the schedule of the one chosen."""
    schedule = getattr(cell.algorithm, "schedule", None)
    settings = result.outcomes[name].algorithms
    return [one for one in settings if getattr(one, "schedule", None) == schedule]


def provenance(runs: Runs) -> str:
    """Return versions, the number of runs, the time that they took, and the command."""
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in PACKAGES)
    made = sum(result.runs for result in runs.results)
    minutes = sum(result.seconds for result in runs.results) / 60
    return (
        f"## How this file is made\n\n`{runs.command}`: {made:,} runs, {minutes:.0f} minutes on "
        f"{os.cpu_count()} cores ({processor()}). Python {platform.python_version()}, {versions}."
    )
