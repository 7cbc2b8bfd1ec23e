"""Rows are computed, stored and read back; failures are not stored; keys follow the code."""

from __future__ import annotations

import dataclasses
import json
import math

import pytest

from datasets import DatasetError, load
from papers import fingerprint, results
from papers.carry import carry_over
from papers.claim import Axes, Case, Claim, Quantity, Reading, Source
from papers.compute import LOG, compute_all, open_tasks
from papers.outcome import Outcome
from papers.results import Results, load_results, save_results
from papers.rules import NoViolation
from papers.verdict import Verdict


def measure(trial):
    if trial.reading.name == "fails":
        raise RuntimeError("no")
    return [float(trial.seed), math.nan]


def absent(seed):
    raise DatasetError("lost: there is no file of that name.")


def claim(**changes):
    made = Claim(
        key="numbers",
        says="Numbers come back.",
        source=Source("§1", "none"),
        cases=[Case("here"), Case("lost", absent)],
        quantities=[Quantity("a"), Quantity("b")],
        measure=measure,
        rule=NoViolation(),
        axes=Axes("x", "y"),
        readings=[Reading("exact", "As it stands."), Reading("fails", "Never.")],
        seeds=2,
    )
    return dataclasses.replace(made, **changes)


@pytest.fixture(autouse=True)
def own_folder(monkeypatch, tmp_path):
    monkeypatch.setattr(results, "FOLDER", tmp_path)


def compute(one):
    stored = load_results("p.numbers")
    tasks, missing = open_tasks(one, stored)
    rows = [row for part in compute_all("p.numbers", one, tasks, 1) for row in part]
    save_results("p.numbers", one, [*stored.rows.values(), *rows])
    return tasks, missing


def test_rows_come_back_as_they_were():
    one = claim(readings=[Reading("exact", "As it stands.")])
    tasks, missing = compute(one)
    assert [(task.case.name, task.seed) for task in tasks] == [("here", 0), ("here", 1)]
    assert missing == {"lost": "lost: there is no file of that name."}
    read = load_results("p.numbers")
    assert [row.values[0] for row in read.rows.values()] == [0.0, 1.0]
    assert math.isnan(read.rows["here", "exact", 0].values[1])
    assert "NaN" not in results.path_of("p.numbers").read_text("utf-8")
    assert compute(one)[0] == [], "what is stored is not computed again"


def test_a_failure_is_logged_and_not_stored(monkeypatch):
    lines = []
    monkeypatch.setattr(LOG, "exception", lambda text, *parts: lines.append(text % parts))
    compute(claim())
    assert lines == [f"p.numbers: here, repetition {seed} failed" for seed in (0, 1)]
    assert not load_results("p.numbers").rows
    assert len(compute(claim())[0]) == 2, "it is tried again"


def test_another_key_is_computed_again():
    one = claim(readings=[Reading("exact", "As it stands.")])
    compute(one)
    stored = load_results("p.numbers")
    assert not Outcome("p.numbers", one, stored).is_stale
    old = {place: dataclasses.replace(row, code="older") for place, row in stored.rows.items()}
    assert Outcome("p.numbers", one, Results(old)).is_stale
    assert len(open_tasks(one, Results(old))[0]) == 2


def older(rows, **changes):
    """Rows that another version of the code has computed."""
    made = {"code": "older"} | changes
    return Results({place: dataclasses.replace(row, **made) for place, row in rows.items()})


def test_rows_are_carried_over_where_a_sample_comes_back():
    one = claim(readings=[Reading("exact", "As it stands.")], seeds=4)
    compute(one)
    rows = load_results("p.numbers").rows
    carried = carry_over("p.numbers", one, older(rows), 1)
    assert not Outcome("p.numbers", one, carried).is_stale
    by = [row.computed_by for row in carried.rows.values()]
    assert sorted(by) == ["", "older", "older", "older"], "one of them was computed again"
    assert [row.values[0] for row in carried.rows.values()] == [0.0, 1.0, 2.0, 3.0]
    save_results("p.numbers", one, carried.rows.values())
    assert [row.computed_by for row in load_results("p.numbers").rows.values()] == by


def test_where_one_number_is_another_no_row_is_carried_over():
    one = claim(readings=[Reading("exact", "As it stands.")], seeds=3)
    compute(one)
    wrong = older(load_results("p.numbers").rows, values=(7.0, 7.0))
    assert carry_over("p.numbers", one, wrong, 1).rows == wrong.rows
    other_data = older(load_results("p.numbers").rows, data="others")
    assert carry_over("p.numbers", one, other_data, 1).rows == other_data.rows


def test_where_a_sample_fails_no_row_is_carried_over():
    one = claim(readings=[Reading("exact", "As it stands.")], seeds=2)
    compute(one)
    rows = older(load_results("p.numbers").rows)

    def fails(trial):
        raise RuntimeError("no")

    broken = dataclasses.replace(one, measure=fails)
    assert carry_over("p.numbers", broken, rows, 1).rows == rows.rows


def test_every_case_of_a_repetition_comes_before_the_next_one():
    tasks, _ = open_tasks(claim(cases=[Case("here"), Case("there")]), Results({}))
    places = [(task.seed, task.case.name) for task in tasks]
    assert places == [(0, "here"), (0, "there"), (1, "here"), (1, "there")]


def test_cells_that_a_claim_no_longer_has_go():
    compute(claim(readings=[Reading("exact", "As it stands.")]))
    fewer = claim(readings=[Reading("exact", "As it stands.")], seeds=1)
    save_results("p.numbers", fewer, load_results("p.numbers").rows.values())
    assert list(load_results("p.numbers").rows) == [("here", "exact", 0)]


def test_a_file_of_another_schema_is_refused():
    path = results.path_of("p.numbers")
    path.write_text(json.dumps({"schema": 99, "rows": []}))
    with pytest.raises(ValueError, match="schema 99"):
        load_results("p.numbers")


def test_a_case_without_data_is_not_testable():
    outcome = Outcome("p.numbers", claim(), Results({}))
    assert outcome.verdict is Verdict.UNTESTABLE
    assert outcome.by_reading["exact"].because


def test_the_key_follows_imports_by_name():
    strong = fingerprint.reached_files("papers.langford.strong_pull")
    names = {path.relative_to(fingerprint.ROOT).as_posix() for path in strong}
    assert {"algorithms/online/rounding.py", "algorithms/record.py"} <= names
    assert not {"algorithms/online/group_rda.py", "algorithms/catalogue.py"} & names
    assert not any(name.startswith(("datasets/", "algorithms/cache/")) for name in names)


def test_words_are_no_part_of_a_key(tmp_path):
    def code_of(text):
        path = tmp_path / f"{abs(hash(text))}.py"
        path.write_text(text)
        return fingerprint._code_of(path)

    plain = code_of("def f():\n    return 1\n")
    assert plain == code_of('"""Words."""\n\n\ndef f():  # why\n    """More."""\n    return 1\n')
    assert plain == code_of("def f():\n    return 1\nCLAIM = Claim(says='x')\n")
    assert plain != code_of("def f():\n    return 2\n")


def test_a_dataset_has_a_key_of_its_numbers():
    one, other = (load("breast_cancer", noise_features=3, seed=seed) for seed in (0, 1))
    again = load("breast_cancer", noise_features=3, seed=0)
    assert fingerprint.data_key(one) == fingerprint.data_key(again)
    assert fingerprint.data_key(one) != fingerprint.data_key(other)
    assert fingerprint.data_key(None) == ""


def test_the_papers_own_data_count_where_they_were_run():
    def measure_both(trial):
        return [1.0 if trial.case.other_data else 0.0, 0.0]

    cases = [Case("own"), Case("stand-in", other_data="They are made up.")]
    one = claim(cases=cases, readings=[Reading("exact", "As it stands.")], measure=measure_both)
    compute(one)
    stored = load_results("p.numbers")
    outcome = Outcome("p.numbers", one, stored)
    assert outcome.finding(cases[1], one.readings[0]).verdict is Verdict.OTHER
    assert outcome.verdict is Verdict.SAME and not outcome.other_data
    other = {cell: row for cell, row in stored.rows.items() if cell[0] != "own"}
    outcome = Outcome("p.numbers", one, Results(other))
    assert outcome.verdict is Verdict.OTHER and outcome.other_data
