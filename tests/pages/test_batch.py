"""Batch and online runs in one view: what they have in common, and what one of them lacks."""

from __future__ import annotations

from operator import attrgetter

import numpy as np
import pytest

from algorithms import BATCH, CATALOGUE, ONLINE
from charts.x_axis import COLUMNS, LABELS
from tests.support.pages import stands, still_there
from tests.support.views import make, numbers, open_app, payload_of, pictures, runs_of_view, values
from ui.address import decode
from ui.playground.methods import FAMILIES, family

BOTH = {
    "a": "truncated_gradient", "b": "coordinate_descent", "c": "rda", "d": "proximal_gradient",
    "data.scaling": "unit variance", "stream.passes": "5",
}  # fmt: skip
MIDDLE = "suboptimality"
PASSES = "first pass", "all passes"


def curves(app, picture: str) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The runs' curves of a picture by letter."""
    data = pictures(app)[picture]["figure"]["data"]
    return {
        c["name"][0]: (numbers(c["x"]), numbers(c["y"])) for c in data if c["name"][1:4] == " · "
    }


@pytest.mark.parametrize("against", LABELS)
def test_both_stand_against_the_same(against):
    asked = {**BOTH, "view.against": against}
    app = open_app(**asked)
    stands(app, MIDDLE)
    _, learned = runs_of_view(decode(asked)[0])
    for picture in (MIDDLE, "sparsity"):
        drawn = curves(app, picture)
        assert list(drawn) == list("ABCD")
        for run in learned:
            x, _ = drawn[run.letter]
            assert np.allclose(x, attrgetter(COLUMNS[against])(run.trace), rtol=1e-6)
        title = pictures(app)[picture]["figure"]["layout"]["xaxis"]["title"]["text"]
        assert title == LABELS[against] or (against == "steps" and "batch" in title)
    for run in learned:
        kept = drawn[run.letter][1]
        assert np.array_equal(kept, run.trace.sparsity.nonzeros)


def test_a_pass_reads_as_much_whoever_makes_it():
    app = open_app(**BOTH, **{"view.against": "data accesses"})
    ends = {letter: x[-1] for letter, (x, _) in curves(app, MIDDLE).items()}
    assert ends["A"] == ends["C"]
    assert all(ends["A"] <= ends[letter] < 3 * ends["A"] for letter in "BD")


@pytest.mark.parametrize("axes", ["linear", "log-log"])
@pytest.mark.parametrize("runs", ["online", "both"])
def test_the_objective_gap(axes, runs):
    asked = {**BOTH, "view.axes": axes}
    if runs == "online":
        asked = {**asked, "view.regret": "objective gap", "b": "sgd", "d": "l0_sgd"}
    app = open_app(**asked)
    stands(app, MIDDLE)
    layout = pictures(app)[MIDDLE]["figure"]["layout"]
    kinds = {layout[axis].get("type", "linear") for axis in ("xaxis", "yaxis")}
    assert kinds == {"log" if axes == "log-log" else "linear"}
    for x, y in curves(app, MIDDLE).values():
        assert len(x) == len(y) > 0 and np.isfinite(y[-1]) and y[-1] < y[0]
        assert (y[np.isfinite(y)] > (0.0 if axes == "log-log" else -1e-4)).all()
    assert ("no regret" in pictures(app)[MIDDLE]["caption"]) == (runs == "both")


def test_the_numbers_say_what_a_run_does_not_have():
    app = open_app(**BOTH, **{"data.test_fraction": "0.25"})
    stands(app, MIDDLE)
    table = app.table[0].value
    rows = {name[0]: row for name, row in table.iterrows()}
    for letter, row in rows.items():
        lacking = {column for column, cell in row.items() if cell == "–"}
        batch = make(BOTH[letter.lower()]).kind == "batch"
        online = {f"{kind}, {which}" for kind in ("loss", "errors") for which in PASSES}
        assert lacking == (online if batch else set())
        assert float(row["loss at the end"]) > 0
        assert row["errors, held-out rows"].endswith("%")


def test_a_batch_run_alone_has_no_column_of_a_stream():
    more = {"data.scaling": "unit variance", "stream.passes": "3"}
    app = open_app(data="breast_cancer", a="scd", **more)
    stands(app, MIDDLE)
    columns = list(app.table[0].value.columns)
    assert "loss at the end" in columns
    assert not [column for column in columns if column.endswith(PASSES)]
    assert " of 30 features, at a loss of " in payload_of(app, "stage_playground")["headline"]
    titles = [p["figure"]["layout"]["xaxis"]["title"]["text"] for p in pictures(app).values()]
    assert titles[1:3] == ["steps", "steps"], "no example is seen by a batch run"


def test_regret_comes_back_when_the_last_batch_run_goes():
    app = open_app(**BOTH)
    assert MIDDLE in pictures(app)
    app = open_app(**{**BOTH, "b": "sgd", "d": "fobos"})
    stands(app)
    assert values(app)["view"]["regret"] == "cumulative"


@pytest.mark.parametrize("loss", ["hinge", "clipped"])
def test_a_loss_that_one_of_the_runs_cannot_learn_from_is_said(loss):
    app = open_app(**{"a": "sgd", "b": "interior_point", "stream.loss": loss})
    still_there(app)
    (error,) = app.error
    assert f"'{loss}': Interior point has no update for it" in error.value
    assert "one of squared, logistic." in error.value


def test_options_are_grouped_by_family_and_those_that_do_not_fit_are_disabled():
    app = open_app(**{"a": "sgd", "stream.loss": "hinge"})
    (card,) = [p for p in payload_of(app, "panels_playground")["panels"] if p["source"] == "run_0"]
    offered = card["heading"]["algorithms"]
    assert sorted(row[0] for row in offered) == sorted(CATALOGUE)
    assert list(dict.fromkeys(row[2] for row in offered)) == list(FAMILIES), "each in one piece"
    for key, title, of, fits in offered:
        kind = CATALOGUE[key]
        assert (title, of) == (kind.title, family(kind))
        assert fits == ("hinge" in [loss.name for loss in kind.losses])
    enabled = {key for key, _, _, fits in offered if fits}
    assert enabled >= set(ONLINE) and enabled & set(BATCH) == {"subgradient_descent"}


def test_an_intercept_helps_every_kind_of_run():
    asked = {**BOTH, "data.scaling": "unit variance", "stream.intercept": "1"}
    app = open_app(**asked)
    stands(app, MIDDLE)
    _, learned = runs_of_view(decode(asked)[0])
    for run in learned:
        assert run.trace.final.intercept[0] != 0.0 and len(run.trace.final.weights) == 64
        assert curves(app, "sparsity")[run.letter][1][-1] == np.count_nonzero(
            run.trace.final.weights
        )
    without = open_app(**BOTH)
    assert all(run.trace.final.intercept[0] == 0.0 for run in runs_of_view(decode(BOTH)[0])[1])
    assert values(without)["stream"]["intercept"] is False
