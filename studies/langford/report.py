"""The tables of the study, in Markdown: our numbers beside the paper's."""

from __future__ import annotations

import algorithms
from studies.langford.periods import (
    NEARLY,
    PERIODS,
    PRINTED,
    ROUNDING,
    TRUNCATED,
    Curves,
    features_in_words,
)
from studies.langford.sets import CHOICES, TABLE_1, UCI
from studies.langford.sparsification import SQUARED, STEPS, Fit, Search, Sparsification

Study = dict[tuple[str, bool], Sparsification]
"""§6.1 by set, and whether it has the 1000 random features."""
MOST_REMOVED, AUC_RATIO = 0.9, 0.98


def lines_of(*rows: tuple) -> list[str]:
    """A table's lines; the first row is its head."""
    head, *body = ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return [head, "|" + "---|" * len(rows[0]), *body]


def sparsification(study: Study, search: Search, scaling: str) -> list[str]:
    """The table of §6.1, and what comes of the paper's claims."""
    head = (
        "set", "features", "in training rows", "kept", "of these random", "removed",
        "the paper removes",
        "test accuracy, without → with", "test AUC, without → with", "chosen: η, decay, passes, g",
    )  # fmt: skip
    body = [row(name, noise, one) for (name, noise), one in study.items()]
    return [
        "## §6.1: features removed for one per cent of accuracy, or of squared loss",
        "",
        f"{len(search):,} settings, {search.folds}-fold cross-validation, K = 1, θ = ∞; "
        f"scaling of the columns: {scaling}. For housing and zoo the squared loss stands where the "
        "accuracy does. “Removed” is a share of the features that some training row has; the "
        "weights of all others are 0 at every setting.",
        "",
        *lines_of(head, *body),
        "",
        *(f"* {claim}" for claim in claims(study)),
    ]


def row(name: str, noise: bool, one: Sparsification) -> tuple:
    """One line of the table of §6.1."""
    printed = TABLE_1[name]
    theirs = printed.removed_with_noise if noise else printed.removed or "a figure only"
    auc = "–" if one.task == "regression" else scores(one, "test AUC", "{:.3f}")
    if auc != "–":
        auc += f" ({ratio(one):.3f} ×)"
    accuracy = (
        scores(one, SQUARED, "{:.4f}") if one.task == "regression" else scores(one, "", "{:.1f} %")
    )
    return (
        name + (" + 1000" if noise else ""),
        f"{one.features:,}",
        f"{one.occurring:,}",
        f"{one.sparse.kept:,}",
        f"{one.sparse.kept_noise:,}" if noise else "–",
        f"{100 * removed_share(one, one.sparse):.1f} %" if removes(one.sparse) else "none: g = 0",
        theirs,
        accuracy,
        auc,
        setting_in_words(one.sparse),
    )


def removes(fit: Fit) -> bool:
    """Return whether a fit has gravity: without, what is not kept was never in a training row."""
    return algorithms.removes(fit.candidate.algorithm)


def removed_share(one: Sparsification, fit: Fit) -> float:
    """The share of the features in training rows that a fit does not keep; 0 without gravity."""
    return 1.0 - fit.kept / one.occurring if removes(fit) else 0.0


def scores(one: Sparsification, name: str, form: str) -> str:
    """A test score without and with sparsification; of no name the accuracy in per cent."""
    pair = [
        fit.scores[name] if name else 100.0 * (1.0 - fit.scores["test error"])
        for fit in (one.plain, one.sparse)
    ]
    return " → ".join(form.format(value) for value in pair)


def ratio(one: Sparsification) -> float:
    """The test AUC with sparsification over the one without, as in Fig. 3."""
    return one.sparse.scores["test AUC"] / one.plain.scores["test AUC"]


def setting_in_words(fit: Fit) -> str:
    """The setting of a fit, η in the paper's scale."""
    knobs = fit.candidate.algorithm
    return f"{knobs.eta / STEPS:g}, {knobs.decay:g}, {fit.candidate.passes}, {knobs.gravity:g}"


def claims(study: Study) -> list[str]:
    """The paper's sentences, each with what came of it."""
    noisy = {name: one for (name, noise), one in study.items() if noise}
    said = []
    if noisy:
        many = [
            name for name, one in noisy.items() if removed_share(one, one.sparse) > MOST_REMOVED
        ]
        fewer = [name for name in noisy if name not in many]
        rest = f"; not of {', '.join(fewer)}" if fewer else ""
        said.append(
            "“With randomly added features, Vowpal Wabbit is able to reduce the number of features "
            f"by more than 90 %, except for ad”: so it is here of {len(many)} of {len(noisy)} "
            f"sets{rest}."
        )
    ratios = {key: ratio(one) for key, one in study.items() if one.task != "regression"}
    if ratios:
        high = sum(value > AUC_RATIO for value in ratios.values())
        said.append(
            f"“Often these ratios [of AUC] are above 98 %”: here {high} of {len(ratios)}; the "
            f"lowest is {min(ratios.values()):.3f}."
        )
    looser = study.get(("ad", True))
    if looser is not None and looser.looser is not None:
        said.append(
            "ad + 1000, where 1.3 % may be lost: the paper removes 91.4 %, at a test accuracy of "
            "95.4 %, against 95.9 % at one per cent and 96.5 % without sparsification; here "
            f"{100 * removed_share(looser, looser.looser):.1f} % of those in training rows at "
            f"{100 - 100 * looser.looser.scores['test error']:.1f} %."
        )
    return said


def periods(drawn: dict[str, Curves]) -> list[str]:
    """The table of Figs. 4 and 5."""
    Ks = ", ".join(map(str, PERIODS))
    head = ("set", "AUC", *(f"{method}, K = {Ks}" for method in (ROUNDING, TRUNCATED)), "the paper")
    body = []
    for name, of in drawn.items():
        auc, theirs = PRINTED.get(name, (NEARLY * of.best, {}))
        needs = [features_in_words(of.fewest(method, auc)) for method in (ROUNDING, TRUNCATED)]
        printed = "; ".join(f"{method} {features_in_words(few)}" for method, few in theirs.items())
        body.append((f"{name} + 1000", f"{auc:.3f}", *needs, printed or "a figure only"))
    return [
        "## Figs. 4 and 5: the fewest features with that AUC",
        "",
        f"Where the paper names no AUC, it is {NEARLY:g} of the best of all curves. All runs of a "
        "set have the step size, the decay and the passes that cross-validation chose without "
        "gravity; the paper chooses those of rounding by themselves.",
        "",
        *lines_of(head, *body),
    ]


def notes(differences: dict[str, list[str]], missing: list[str]) -> list[str]:
    """The differences between this study and the paper's, and what could not be done."""
    of_sets = [f"* {name}: {'; '.join(said)}." for name, said in differences.items() if said]
    lines = ["## Not as in the paper", "", *(f"* {choice}" for choice in CHOICES), *of_sets]
    if missing:
        lines += ["", "Missing here:", "", *(f"* {sentence}" for sentence in missing)]
    left = [name for name in UCI if name not in differences]
    lines += ["", f"Studied: {len(UCI) - len(left)} of the {len(UCI)} UCI sets."]
    return lines
