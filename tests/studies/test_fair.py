"""The fair comparison runs, its report is made from it, and its rules judge rightly, both ways."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from algorithms import CATALOGUE, Outcomes, grid, record
from studies.fair import __main__, accident, claims, measure
from studies.fair.choice import LOSS, Cell, Tally, best_setting, lead
from studies.fair.claims import CLAIMS, DEPENDS, FAILS, HOLDS, UNKNOWN, Bar
from studies.fair.measure import Job, Measurements
from studies.fair.methods import (
    FOBOS,
    LAST_CUT,
    METHODS,
    PAID_BEFORE,
    PER_DECADE,
    RDA,
    ROUNDING,
    TINY,
    TRUNCATION,
    Scales,
)
from studies.fair.report import Runs, report, standing
from studies.fair.sensitivity import room, steepest
from studies.fair.studies import QUICK, STUDIES, Study
from studies.fair.words import SENTENCES
from tests.support.many.turns import in_turn
from tests.support.sources import ROOT

OPENING = Study("opening", "breast_cancer", passes=1, budgets=(5, 20))
KNOBS = {
    TRUNCATION: ("truncated_gradient", "gravity"),
    ROUNDING: ("rounding", "threshold"),
    LAST_CUT: ("subgradient", "threshold"),
    FOBOS: ("fobos", "l1"),
    RDA: ("rda", "l1"),
    PAID_BEFORE: ("cumulative_penalty", "l1"),
}
VALUES = (0.01, 0.1, 1.0)
COUNTS = (40.0, 20.0, 5.0)  # features at these values
FEWER = (10.0, 5.0, 1.0)
BY_KEY = {claim.key: claim for claim in CLAIMS}


@pytest.fixture(scope="module")
def results(tmp_path_factory) -> list[Measurements]:
    """The quick studies, run and read again from their files."""
    folder, made = tmp_path_factory.mktemp("fair"), []
    for study in QUICK:
        path = folder / f"{study.dataset}.npz"
        measure.save(measure.run_study(study, TINY, 2, lambda line: None), path)
        made.append(measure.read(study, TINY, path))
    return made


def outcomes(method, aucs, losses=(0.3, 0.3, 0.3), counts=COUNTS, noise=0.0) -> Outcomes:
    """Made-up outcomes of one method in ten orders; ``aucs`` by period, or one for all."""
    key, knob = KNOBS[method]
    periods = aucs if isinstance(aucs, dict) else {1: aucs}
    settings = []
    for period in periods:
        more = {"period": (period,)} if isinstance(aucs, dict) else {}
        settings += grid(CATALOGUE[key](), **{knob: VALUES}, **more)
    spread = np.linspace(-0.001, 0.001, 10)
    auc = np.repeat(list(periods.values()), len(VALUES))[:, None] + spread
    many = np.tile(counts, len(periods))[:, None] + 0.0 * spread
    values = {
        "features": many,
        "features held": many,
        "loss": np.tile(losses, len(periods))[:, None] + 0.0 * spread,
        "test AUC": auc,
        "judged AUC": auc,
        "noise kept": np.full_like(auc, noise),
    }
    return Outcomes(tuple(settings), values, np.zeros(auc.shape, bool))


def result(truncation, rounding, kept=None, **others) -> Measurements:
    """Made-up results of a dataset; ``others`` are outcomes by method."""
    each = {
        TRUNCATION: truncation,
        ROUNDING: rounding,
        LAST_CUT: outcomes(LAST_CUT, 0.5),
        FOBOS: outcomes(FOBOS, 0.8),
        RDA: outcomes(RDA, 0.8),
        PAID_BEFORE: outcomes(PAID_BEFORE, 0.8),
    }
    scales = Scales((0.1, 0.1), 1.0, 1.0, 0.1, 0.5)
    return Measurements(OPENING, scales, {**each, **others}, kept or {}, 100, 1, 1.0)


def at(*aucs: float) -> dict[int, float]:
    """AUC at K = 1, 10 and 100."""
    return dict(zip((1, 10, 100), aucs, strict=True))


def pair(truncation, rounding, **more) -> Measurements:
    """Results of which the two methods have these AUCs at K = 1, 10, 100."""
    first = outcomes(TRUNCATION, at(*truncation), more.pop("losses", (0.3, 0.4, 0.5)))
    second = outcomes(
        ROUNDING, at(*rounding), more.pop("others", (0.3, 0.4, 0.5)), noise=more.pop("noise", 0.0)
    )
    return result(first, second, **more)


def overlaps(truncation: float, others: float) -> Measurements:
    """Results of which the methods have these overlaps."""
    kept = {
        name: np.tile([10.0, 10.0, 0.0, share, share], (10, 1))
        for name, share in ((TRUNCATION, truncation), (RDA, others), (PAID_BEFORE, others))
    }
    return pair((0.8,) * 3, (0.8,) * 3, kept=kept)


def swollen(truncation: float, others: float) -> Measurements:
    """Results of which the methods hold so many times the features that they keep."""
    held = {TRUNCATION: truncation, ROUNDING: truncation, RDA: others, PAID_BEFORE: others}
    kept = {name: np.tile([10.0, 10.0 * by, 0.0, 1.0, 1.0], (10, 1)) for name, by in held.items()}
    return pair((0.8,) * 3, (0.8,) * 3, kept=kept)


SMOOTH, CLIFF = (0.3, 0.3, 0.3), (0.3, 0.31, 0.6)
BOTH_WAYS = {
    "opening": (
        pair((0.9,) * 3, (0.8,) * 3, losses=(0.2,) * 3),
        pair((0.8,) * 3, (0.9,) * 3, others=(0.2,) * 3),
    ),
    "every_step": (pair((0.8,) * 3, (0.6, 0.9, 0.8)), pair((0.8,) * 3, (0.9, 0.9, 0.8))),
    "rounding_ahead": (pair((0.8,) * 3, (0.7, 0.9, 0.7)), pair((0.7, 0.9, 0.7), (0.8,) * 3)),
    "narrow": (
        pair((0.8,) * 3, (0.8,) * 3, losses=SMOOTH, others=CLIFF[::-1]),
        pair((0.8,) * 3, (0.8,) * 3, losses=CLIFF[::-1], others=SMOOTH),
    ),
    "accidental": (overlaps(0.5, 0.5), overlaps(1.0, 0.5)),
    "steadier": (overlaps(0.5, 0.9), overlaps(0.9, 0.5)),
    "hungry": (swollen(5.0, 1.0), swollen(1.2, 1.0)),
    "lean": (swollen(5.0, 1.0), swollen(5.0, 4.0)),
    "better": (pair((0.7,) * 3, (0.8,) * 3), pair((0.9,) * 3, (0.8,) * 3)),
    "figure_7": (pair((0.7, 0.9, 0.7), (0.8,) * 3), pair((0.9, 0.4, 0.9), (0.8,) * 3)),
    "tuned": (pair((0.7, 0.9, 0.7), (0.8,) * 3), pair((0.9, 0.4, 0.9), (0.8,) * 3)),
    "periods": (pair((0.8,) * 3, (0.6, 0.8, 0.9)), pair((0.6, 0.8, 0.9), (0.8,) * 3)),
    "fewer": (
        pair((0.8,) * 3, (0.8,) * 3, **{PAID_BEFORE: outcomes(PAID_BEFORE, 0.8, counts=FEWER)}),
        pair((0.8,) * 3, (0.8,) * 3, **{FOBOS: outcomes(FOBOS, 0.8, counts=FEWER)}),
    ),
}  # fmt: skip


@in_turn("key", BOTH_WAYS)
def test_a_claim_is_upheld_and_refuted(key):
    holding, failing = BOTH_WAYS[key]
    claim = BY_KEY[key]
    assert claim.bar.verdict(claim.tally([holding])) == HOLDS
    assert claim.bar.verdict(claim.tally([failing])) == FAILS
    assert claim.bar.verdict(claim.tally([])) == UNKNOWN


@pytest.mark.parametrize("steps", [(0.3, 0.35, 0.4, 0.45), (0.3, 0.3, 0.3, 0.6)])
def test_a_cliff_is_seen(steps):
    assert steepest(np.array(steps)) == pytest.approx(1 / 3 if steps[1] > 0.3 else 1.0)


def test_a_knob_without_a_cliff_holds_and_one_with_a_cliff_does_not(monkeypatch):
    claim = BY_KEY["smooth"]
    for share, verdict in ((0.2, HOLDS), (0.9, FAILS), (0.4, FAILS)):
        fake = dataclasses.make_dataclass("Room", ["steepest"])(share)
        monkeypatch.setattr(claims, "room", lambda outcomes, knob, fake=fake: fake)
        assert claim.bar.verdict(claim.tally([pair((0.8,) * 3, (0.8,) * 3)])) == verdict


def test_noise_removed_at_a_price_counts_where_noise_was_kept():
    claim = BY_KEY["without_noise"]
    assert claim.tally([pair((0.8,) * 3, (0.6, 0.9, 0.9))]) == Tally(0, 0, 0)
    assert claim.tally([pair((0.8,) * 3, (0.6, 0.9, 0.9), noise=2.0)]) == Tally(1, 0, 0)
    assert claim.tally([pair((0.8,) * 3, (0.9, 0.6, 0.6), noise=2.0)]) == Tally(0, 0, 1)


def test_a_verdict_depends_where_cells_disagree():
    assert Bar().verdict(Tally(6, 2, 2)) == DEPENDS
    assert Bar().verdict(Tally(6, 3, 1)) == HOLDS
    assert Bar().verdict(Tally(5, 0, 5)) == DEPENDS
    assert Bar().verdict(Tally(4, 0, 6)) == FAILS
    assert Bar().verdict(Tally(0, 10, 0)) == FAILS


def test_ahead_means_that_quartiles_do_not_overlap():
    one, other = Cell(0, None, 5, 0.80, 0.85, 0.90), Cell(0, None, 5, 0.90, 0.95, 0.97)
    assert lead(one, other) == lead(other, one) == 0
    far = dataclasses.replace(other, low=0.91)
    assert (lead(one, far), lead(far, one)) == (-1, 1)
    assert (lead(one, far, LOSS), lead(far, one, LOSS)) == (1, -1)
    assert (lead(one, None), lead(None, one), lead(None, None)) == (1, -1, 0)


def test_the_rows_that_choose_are_not_those_that_judge():
    each = outcomes(ROUNDING, at(0.9, 0.8, 0.7))
    judged = each.values["judged AUC"][::-1]
    cell = best_setting(dataclasses.replace(each, values={**each.values, "judged AUC": judged}), 40)
    assert cell.algorithm.period == 1 and cell.value == pytest.approx(0.7)


def test_the_room_of_a_knob_ends_where_the_loss_or_the_features_grow():
    def wide(losses, counts=COUNTS):
        made = room(outcomes(ROUNDING, at(0.8, 0.8, 0.8), losses, counts), "threshold")
        return made and made.decades * PER_DECADE

    assert wide((0.30, 0.30, 0.30)) == 2.0
    assert wide((0.30, 0.33, 0.60)) == pytest.approx(0.5)  # 5 % of 0.30 is half of the way to 0.33
    assert wide((0.30, 0.30, 0.30), (80.0, 20.0, 5.0)) == pytest.approx(1.0 + 1 / 3)
    assert wide((0.30, np.nan, 0.30)) == 0.0
    assert wide((0.30, 0.30, 0.30), (400.0, 200.0, 50.0)) is None


def test_a_run_cut_afterwards_is_the_run_with_a_last_cut(results):
    study = QUICK[0]
    dataset, judging = study.load()
    plain = CATALOGUE["subgradient"](l1=0.01, eta=0.1)
    job = Job(study, dataset, judging, (plain,), (0.05,))
    asked = dict(order=job.order(0), intercept=True, checkpoints=study.checkpoints)
    cut = dataclasses.replace(plain, threshold=0.05)
    ours, theirs = measure.cut(record(plain, dataset, **asked), 0.05), record(cut, dataset, **asked)
    assert ours.algorithm == theirs.algorithm
    assert np.array_equal(ours.final.weights, theirs.final.weights)
    assert np.array_equal(ours.sparsity.nonzeros, theirs.sparsity.nonzeros)
    assert np.array_equal(
        accident.run(cut, dataset, asked["order"])[0], np.flatnonzero(ours.final.weights)
    )


def test_what_is_held_between_two_cuts_is_nearly_what_was_counted():
    study = Study("made", "sparse_linear", (("n_rows", 2000), ("n_features", 200)), 1)
    dataset, judging = study.load()
    rounding = CATALOGUE["rounding"](threshold=0.3, period=100, eta=0.1)
    job = Job(study, dataset, judging, (rounding,))
    counted = accident.run(rounding, dataset, job.order(0))[2]
    assert job.outcomes(0).values["features held"][0, 0] == pytest.approx(counted, rel=0.1)


def test_rows_are_halved_class_by_class():
    dataset, judging = QUICK[0].load()
    choosing = dataset.test
    for label in (-1.0, 1.0):
        assert abs(np.sum(choosing.y == label) - np.sum(judging.y == label)) <= 1
    both = {tuple(row) for half in (choosing, judging) for row in half.X.toarray().tolist()}
    assert len(both) == choosing.n_rows + judging.n_rows


def test_the_overlap_of_two_sets():
    sets = [np.array(each, int) for each in ([1, 2, 3], [2, 3, 4], [])]
    assert accident.jaccard(sets[0], sets[1]) == 0.5
    assert accident.jaccard(sets[0], sets[2]) == 0.0
    assert accident.jaccard(sets[2], sets[2]) == 1.0


def test_outcomes_are_kept_until_the_code_changes(tmp_path):
    one, other, third = (tmp_path / name for name in ("a.py", "b.py", "c.py"))
    one.write_text('"""One."""\nx = 1  # one\n')
    other.write_text('"""Other."""\nx = 1\n')
    third.write_text('"""One."""\nx = 2\n')
    assert measure.code(one) == measure.code(other) != measure.code(third)


def test_the_report_says_what_was_run_and_what_was_not(results):
    text = report(Runs(results, lacking=STUDIES[:1], waiting=STUDIES[1:2], orders=2))
    assert "**2 of 4 datasets.**" in text and "Not run yet" in text
    assert f"not at hand: {STUDIES[0].name}" in text
    assert all(study.name in text for study in QUICK)
    assert all(f"**{claim.bar.verdict(claim.tally(results))}**" in text for claim in CLAIMS)
    assert "nan" not in text and "/" + "tmp" not in text
    assert text == report(Runs(results, lacking=STUDIES[:1], waiting=STUDIES[1:2], orders=2))


def test_all_datasets_are_no_gap():
    assert standing(Runs([pair((0.8,) * 3, (0.8,) * 3)])) == "**1 of 1 datasets.**"


def test_every_method_and_every_verdict_has_its_place(results):
    assert all(set(each.outcomes) == set(METHODS) for each in results)
    assert set(SENTENCES) == set(BY_KEY)
    assert all(set(each) == {HOLDS, FAILS, DEPENDS} for each in SENTENCES.values())


def test_an_interrupted_command_goes_on(monkeypatch, tmp_path, results):
    calls = []

    def once(study, fine, orders, say):
        calls.append(study)
        return results[QUICK.index(study)]

    monkeypatch.setattr(measure, "ARTIFACTS", tmp_path)
    monkeypatch.setattr(__main__, "run_study", once)
    for _ in range(2):
        __main__.main(["--quick", "--set", QUICK[0].dataset])
    assert calls == [QUICK[0]]
    assert "**1 of 2 datasets.**" in (tmp_path / "quick.md").read_text()


def test_the_report_that_is_kept_is_of_this_form():
    text = (ROOT / "docs" / "fair.md").read_text(encoding="utf-8")
    assert text.startswith("# Fair fights") and "datasets.**" in text
    assert all(claim.text in text for claim in CLAIMS)
