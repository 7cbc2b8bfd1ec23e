"""Runs of a contest: equal to a naive evaluation, and the hidden rows teach them nothing."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from urllib.parse import parse_qsl

import numpy as np
import pytest
import scipy.sparse as sp

from algorithms import CATALOGUE, record
from datasets import CATALOGUE as DATASETS
from datasets import Dataset, Preparation
from datasets.preparation import prepare_splits
from ui.address import PLAYGROUND
from ui.memo import Memo
from ui.playground import contest_judge
from ui.playground.contest_judge import HIDDEN, OTHER_DATA, PlaygroundJudge

SECRET = 2**100 + 7
RUN = "stream.passes=2&stream.order=3&a=truncated_gradient&a.eta=0.01&a.gravity=0.1"
CANCER = "data=breast_cancer"


@pytest.fixture
def judge(monkeypatch) -> PlaygroundJudge:
    """A judge that remembers nothing."""
    for name in ("DATASETS", "SCORES"):
        monkeypatch.setattr(contest_judge, name, Memo(8, in_keys=False))
    return PlaygroundJudge()


@pytest.fixture
def runs(monkeypatch) -> list[tuple]:
    """The datasets that runs learn from, each with its trace."""
    all_runs = []

    def remembering(run, data, *given, **options):
        all_runs.append((data, record(run, data, *given, **options)))
        return all_runs[-1][1]

    monkeypatch.setattr(contest_judge, "record", remembering)
    return all_runs


def hidden_rows(y: np.ndarray, secret: int) -> np.ndarray:
    """The hidden rows: a fifth of each class, -1 first."""
    draw = np.random.default_rng(secret)
    rows = [draw.permutation(np.flatnonzero(y == label)) for label in (-1.0, 1.0)]
    return np.concatenate([of[: int(HIDDEN * len(of) + 0.5)] for of in rows])


def naive(data: Dataset, secret: int) -> tuple[int, float]:
    """The run of ``RUN`` on unscaled data, and all pairs of the hidden rows."""
    X, hidden = data.X.toarray(), hidden_rows(data.y, secret)
    others = np.setdiff1d(np.arange(data.n_rows), hidden)
    run = CATALOGUE["truncated_gradient"](eta=0.01, gravity=0.1)
    trace = record(run, (X[others], data.y[others]), "logistic", seed=3, passes=2)
    scores, y = X[hidden] @ trace.final.weights, data.y[hidden]
    pairs = [(a > b) + (a == b) / 2 for a, b in product(scores[y > 0], scores[y < 0])]
    return int((trace.final.weights != 0).sum()), float(np.mean(pairs))


def test_an_entry_is_scored_as_one_would_by_hand(judge):
    data = judge.find_data(f"{CANCER}&{RUN}")
    assert data == ("data=breast_cancer", "test AUC", True)
    raw = DATASETS["breast_cancer"]().build()
    scores = set()
    for secret in (SECRET, SECRET + 1):
        made = judge.score(data.data, secret, f"{CANCER}&{RUN}", "A")
        features, score = naive(raw, secret)
        assert made.features == features and made.score == pytest.approx(score, abs=1e-12)
        scores.add(score)
    assert len(scores) == 2


def test_hidden_rows_teach_a_run_nothing(judge, runs, monkeypatch):
    query = f"{CANCER}&data.scaling=unit variance&data.noise_features=5&{RUN}"
    data = judge.find_data(query).data
    made = [judge.score(data, SECRET, query, "A")]

    def scramble(recipe, preparation: Preparation, secret: int) -> Dataset:
        raw = recipe.build()
        X = raw.X.toarray()
        hidden = hidden_rows(raw.y, secret)
        X[hidden] = -7.0 * X[hidden] + 3.0
        altered = replace(raw, X=sp.csr_array(X))
        return prepare_splits(altered, preparation, [secret])[0]

    monkeypatch.setattr(contest_judge, "make_within_limit", scramble)
    monkeypatch.setattr(contest_judge, "DATASETS", Memo(8, in_keys=False))
    monkeypatch.setattr(contest_judge, "SCORES", Memo(8, in_keys=False))
    made.append(judge.score(data, SECRET, query, "A"))
    (before, first), (after, second) = runs
    assert before.n_rows == 569 - len(before.test.y) and before.test.n_rows == 113
    assert np.array_equal(before.X.data, after.X.data)
    assert np.array_equal(first.final.weights, second.final.weights)
    assert made[0].features == made[1].features and made[0].score != made[1].score


def test_equal_entries_run_once_whatever_is_beside_them(judge, runs):
    data = judge.find_data(CANCER).data
    first = judge.score(data, SECRET, f"{CANCER}&{RUN}", "A")
    own_split = (
        f"{CANCER}&data.test_fraction=0.4&data.seed=5&stream.comparator=0.1&view.axes=log-log"
    )
    as_b = RUN.replace("a.", "b.").replace("&a=", "&b=")
    same = judge.score(data, SECRET, f"{own_split}&a=sgd&{as_b}", "B")
    assert len(runs) == 1 and first[1:] == same[1:]
    judge.score(data, SECRET, f"{CANCER}&{RUN.replace('order=3', 'order=4')}", "A")
    assert len(runs) == 2


def test_an_entry_keeps_its_run_and_nothing_else(judge):
    data = judge.find_data(f"{CANCER}&data.test_fraction=0.3").data
    query = f"{CANCER}&{RUN}&c=rounding&view.rug=C"
    kept, notes = PLAYGROUND.decode(dict(parse_qsl(judge.score(data, 1, query, "C").query)), None)
    assert not notes and kept.letters == ("C",) and kept.runs == (CATALOGUE["rounding"](),)
    assert kept.preparation == Preparation(test_fraction=0.3)
    assert (kept.stream.passes, kept.stream.order) == (2, 3)


@pytest.mark.parametrize(("data", "measure"), [("diabetes", False), ("wine", False)])
def test_other_tasks_have_other_measures(judge, data, measure):
    found = judge.find_data(f"data={data}&data.scaling=unit variance")
    assert found.rises is measure and found.measure in ("test mean squared error", "test error")
    run = {"diabetes": "squared&a=sgd", "wine": "softmax&a=projected_gradient"}[data]
    query = f"{found.data}&a.eta=0.01&stream.loss={run}"
    made = judge.score(found.data, SECRET, query, "A")
    assert made.score >= 0 and 0 < made.features <= 13


@pytest.mark.parametrize(
    ("query", "letter", "why"),
    [
        (f"data=diabetes&{RUN}", "A", OTHER_DATA),
        (f"{CANCER}&data.scaling=unit variance&{RUN}", "A", OTHER_DATA),
        (f"{CANCER}&{RUN}", "B", "no such run"),
        (f"{CANCER}&a=nothing", "A", "no algorithm"),
        (f"{CANCER}&a=sgd&zz=1", "A", "unknown key"),
        (f"{CANCER}&a=sgd&a.eta=much", "A", "no value for it"),
        (f"{CANCER}&stream.loss=softmax&a=sgd", "A", "softmax"),
        (f"{CANCER}&stream.loss=squared&a=sgd&a.eta=10", "A", "diverges"),
    ],
)
def test_what_cannot_be_entered_is_said(judge, query, letter, why):
    with pytest.raises(ValueError, match=why):
        judge.score(CANCER, SECRET, query, letter)


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("data=upload-1234", "Only the browser"),
        ("data=elsewhere", "no dataset"),
        ("data=drift", "by chance"),
        (f"{CANCER}&data.groups=numbers {'1x1,' * 500}1x1", "too long"),
    ],
)
def test_what_no_contest_can_be_on_is_said(judge, query, why):
    with pytest.raises(ValueError, match=why):
        judge.find_data(query)
