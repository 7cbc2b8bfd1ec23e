"""Table 1 in Markdown, ours and the printed numbers in one cell, and the paper's claims."""

from __future__ import annotations

import numpy as np

from studies.langford.report import lines_of
from studies.yang.printed_numbers import ACCURACY, F1, METHODS, TABLE_1
from studies.yang.study import CHOICES, SHARES

Scores = dict[int, np.ndarray]
"""By number of training examples the scores, (repeats, 5 methods, 4 shares, 2 measures)."""
MEASURES = (ACCURACY, F1)
NEAR = 3.0
"""Two means that differ by less, in points, are called similar."""


def best_positions(scores: np.ndarray) -> np.ndarray:
    """Return for each method the position in ``SHARES`` with the best mean accuracy, (5,)."""
    return scores[..., 0].mean(axis=0).argmax(axis=1)


def means(scores: np.ndarray, measure: str) -> tuple[np.ndarray, np.ndarray]:
    """Return mean and standard deviation of a measure at the chosen shares, (5,) each."""
    at = scores[:, np.arange(len(METHODS)), best_positions(scores), MEASURES.index(measure)]
    return at.mean(axis=0), at.std(axis=0)


def best_f1(scores: np.ndarray) -> np.ndarray:
    """Return for each method the best mean F1 of all shares, (5,)."""
    return scores[..., 1].mean(axis=0).max(axis=1)


def table(study: Scores, measure: str) -> list[str]:
    """One half of Table 1: ours, and in brackets the printed number."""
    rows = [("examples", *METHODS)]
    for n, scores in study.items():
        mean, spread = means(scores, measure)
        cells = []
        for i in range(len(METHODS)):
            printed, printed_spread = TABLE_1[measure][n][i]
            best = f", best {best_f1(scores)[i]:.1f}" if measure == F1 else ""
            cells.append(f"{mean[i]:.1f} ± {spread[i]:.1f}{best} [{printed} ± {printed_spread}]")
        rows.append((f"{n:,}", *cells))
    return [f"## {measure[0].upper()}{measure[1:]}, in per cent [printed]", "", *lines_of(*rows)]


def shares(study: Scores) -> list[str]:
    """The share of λmax that is in the tables."""
    rows = [("examples", *METHODS)]
    rows += [(f"{n:,}", *(f"{SHARES[i]:g}" for i in best_positions(s))) for n, s in study.items()]
    return ["## Chosen share of λmax", "", *lines_of(*rows)]


def claims(study: Scores) -> list[str]:
    """The paper's sentences, each with a verdict by rule on ours."""
    accuracy = {n: dict(zip(METHODS, means(s, ACCURACY)[0], strict=True)) for n, s in study.items()}
    f1 = {n: dict(zip(METHODS, means(s, F1)[0], strict=True)) for n, s in study.items()}
    best = {n: dict(zip(METHODS, best_f1(s), strict=True)) for n, s in study.items()}
    large = [n for n in study if n >= 500]
    rising = all(
        np.diff([accuracy[n][method] for n in study]).min(initial=0.0) >= -1.0 for method in METHODS
    )
    alike = [abs(f1[n]["GL"] - f1[n]["DA-GL"]) < NEAR for n in large]
    worst = [accuracy[n]["L1-RDA"] == min(accuracy[n].values()) for n in large]
    return [
        claim_in_words(
            "“Accuracy values of all algorithms increase with the number of examples”", [rising]
        ),
        claim_in_words(
            "DA-SGL has the most accurate predictions, to within a point (from 500 examples on)",
            [accuracy[n]["DA-SGL"] >= max(accuracy[n].values()) - 1.0 for n in large],
        ),
        claim_in_words("L1-RDA has the least accurate ones (from 500 examples on)", worst),
        claim_in_words(
            "“DA-SGL clearly outperforms all others” in F1 (from 500 examples on; same share as "
            "for the accuracy)",
            leads(f1, large),
        ),
        claim_in_words("the same with the best F1 of all shares", leads(best, large)),
        claim_in_words(
            "“F1 of GL and DA-GL are similar”: within 3 points (from 500 examples on)", alike
        ),
    ]


def leads(scores: dict[int, dict[str, float]], sizes: list[int]) -> list[bool]:
    """Return for each size whether DA-SGL is at least as good as any other."""
    return [scores[n]["DA-SGL"] >= max(scores[n].values()) for n in sizes]


def claim_in_words(claim: str, holds: list[bool]) -> str:
    """A claim and how often it holds."""
    if len(holds) == 1:
        verdict = "holds" if holds[0] else "does not hold"
    else:
        verdict = f"holds for {sum(holds)} of {len(holds)} sizes"
    return f"* {claim}: {verdict} here."


def document(study: Scores, number: int) -> str:
    """The whole report."""
    parts = [
        [f"# Yang et al. 2010, Table 1, {number} repeats"],
        *(table(study, measure) for measure in MEASURES),
        shares(study),
        ["## The paper's claims", "", *claims(study)],
        ["## Not said in the paper, and what was done", "", *(f"* {one}" for one in CHOICES)],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts)
