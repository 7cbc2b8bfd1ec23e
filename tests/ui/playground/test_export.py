"""Things to take home give the page's numbers again, to the last bit."""

from __future__ import annotations

import ast
import io
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from operator import attrgetter

import numpy as np
import pandas as pd
import pytest

from algorithms import evaluate, record
from datasets import Preparation, upload_recipe
from tests.support.browser import ROOT
from tests.support.many.turns import in_turn
from tests.support.views import make, on, runs_of_view
from ui import engine
from ui.playground import export
from ui.view import Stream, View, opening

SPARSE = View(
    recipe=on("sparse_linear", correlation=0.5, n_features=80, n_rows=200, task="regression"),
    preparation=Preparation(noise_features=30, scaling="max-abs 1", test_fraction=0.2, seed=3),
    stream=Stream(loss="squared", passes=2, order=5),
    runs=(
        make("truncated_gradient", eta=0.03, gravity=0.2, threshold=float("inf"), period=4),
        make("fobos", eta=0.03, batch_size=3, rounds=True, schedule="inv_sqrt"),
        make("subgradient", eta=0.03, threshold=0.01),
        make("your_rule", eta=0.03, period=3, rule="a = η  # no 'quote'\nw - a * sign(w)"),
    ),
)
ASK = """
import json
print(json.dumps({
    letter: [(trace.fit if trace.loss is None else trace.loss)[-1], int(trace.steps[-1]),
             trace.final.intercept.tolist(), trace.final.weights.ravel().tolist()]
    for letter, trace in traces.items()
}))
"""
ASK_LEARNERS = """
import json
print(json.dumps({
    letter: [learner.intercept_.tolist(), learner.coef_.ravel().tolist()]
    for letter, learner in learners.items()
}))
"""


# Scripts from the standard input, each started with nothing, and what they print.
ONE_AFTER_THE_OTHER = """
import contextlib, io, json, sys
for script in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(script, {"__name__": "__main__"})
    print(json.dumps(printed.getvalue()))
"""


def execute(*scripts: str) -> list[tuple[str, dict]]:
    """Return what scripts print when they are run in the project's folder, and their traces.

    They share a process that has nothing of the tests': the imports take longer than the runs.
    """
    asked = subprocess.run(
        [sys.executable, "-c", ONE_AFTER_THE_OTHER],
        input=json.dumps(scripts),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
        check=True,
    )
    answers = []
    for line in asked.stdout.splitlines():
        *printed, numbers = json.loads(line).splitlines()
        answers.append(("\n".join(printed), json.loads(numbers)))
    return answers


def equal(state: View, printed: str, printed_traces: dict) -> None:
    data, learned = runs_of_view(state)
    assert list(printed_traces) == [run.letter for run in learned]
    for run, line in zip(learned, printed.splitlines(), strict=True):
        loss, steps, b, w = printed_traces[run.letter]
        batch = run.trace.loss is None
        suffered = run.trace.fit if batch else run.trace.loss
        assert (loss, steps) == (suffered[-1], run.trace.steps[-1])
        assert b == run.trace.final.intercept.tolist()
        assert w == run.trace.final.weights.ravel().tolist()
        assert line.startswith(f"{run.letter} {run.algorithm.title} after {steps:,} steps: ")
        assert f", {np.count_nonzero(w)} of {len(w)} weights not zero" in line
        assert losses_of(run.trace) in line
        scores = evaluate(
            run.trace.final.weights, data, state.stream.loss, run.trace.final.intercept
        )
        assert line.count(" test ") == len(scores)
        assert all(f", {name} {value:.4g}" in line for name, value in scores.items())


def losses_of(trace) -> str:
    """The losses of a run as the table above the pictures has them."""
    if trace.loss is None:
        return f"loss at the end {trace.fit[-1]:.4g},"
    later = "" if trace.later_loss is None else f", in later ones {trace.later_loss:.4g}"
    return f"loss in the first pass {trace.costs.first_pass.mean_loss:.4g}{later},"


STATES = {
    "opening": opening(),
    "sparse_linear": SPARSE,
    "batch": View(
        preparation=Preparation(scaling="unit variance", test_fraction=0.25),
        stream=Stream(passes=4, order=2, intercept=True),
        runs=(make("scd"), make("coordinate_descent"), make("rda"), make("proximal_gradient")),
    ),
    "softmax": View(
        recipe=on("digits_ten"),
        preparation=Preparation(scaling="unit variance"),
        stream=Stream(loss="softmax", passes=1, intercept=True),
        runs=(make("projected_gradient"), make("exponentiated_gradient", radius=5.0)),
    ),
    "blocks": View(
        stream=Stream(passes=2), runs=(make("group_rda"), make("group_coordinate_descent"))
    ),
    "groups": View(
        recipe=on("yang_groups", n_rows=200),
        stream=Stream(loss="clipped", passes=2),
        runs=(make("group_rda"), make("group_fobos", structure="chain")),
    ),
}


@pytest.fixture(scope="module")
def states(tmp_path_factory) -> Iterator[dict[str, View]]:
    """The states, and one of a file in the data folder."""
    folder = tmp_path_factory.mktemp("data")
    rows = "".join(f"{i % 5},{i * i % 7},{'abc'[i % 3]}\n" for i in range(60))
    (folder / "it's.csv").write_text("size,weight,kind\n" + rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPARSITY_LAB_DATA", str(folder))
        yield STATES | {"file": View(recipe=on("it's", positive="b"), runs=(make("sgd"),))}


@pytest.fixture(scope="module")
def answers(states) -> dict[str, tuple[str, dict]]:
    """The printed lines and the traces of the scripts of all states, and their estimators."""
    scripts = {name: export.script(state) + ASK for name, state in states.items()}
    own = {name: export.script(state, runs_of_view(state)[0]) for name, state in states.items()}
    assert tuple(name for name, text in own.items() if "traces = " in text) == ("softmax",)
    own.pop("softmax")
    scripts |= {f"{name}, learners": text + ASK_LEARNERS for name, text in own.items()}
    return dict(zip(scripts, execute(*scripts.values()), strict=True))


@pytest.mark.parametrize("name", [*STATES, "file"])
def test_the_script_gives_the_numbers_of_the_page(name, states, answers):
    equal(states[name], *answers[name])


@pytest.mark.parametrize("name", [name for name in (*STATES, "file") if name != "softmax"])
def test_the_script_of_estimators_gives_the_weights_of_the_page(name, states, answers):
    printed, learners = answers[f"{name}, learners"]
    data, learned = runs_of_view(states[name])
    score = "R²" if data.task == "regression" else "accuracy"
    for run, line in zip(learned, printed.splitlines(), strict=True):
        b, w = learners[run.letter]
        assert b == run.trace.final.intercept.tolist()
        assert w == run.trace.final.weights.tolist()
        kept = f"keeps {np.count_nonzero(w)} of {len(w)} weights, {losses_of(run.trace)} {score} "
        assert line.startswith(f"{run.letter} {run.algorithm.title} {kept}")
        measure, *_ = export.MEASURED[data.task]
        value = engine.held_out(run.trace, data) if data.test else None
        assert (value is None) == (measure not in line)
        assert value is None or f"{measure} {value:.4g}" in line


def test_every_knob_is_written_out():
    text = export.script(SPARSE)
    for part in (
        "noise_features=30", "scaling='max-abs 1'", "test_fraction=0.2", "seed=3", "n_rows=200",
        "loss='squared'", "passes=2", "threshold=inf", "rounds=True", "schedule='inv_sqrt'",
    ):  # fmt: skip
        assert part in text
    for said in (text, export.script(SPARSE, runs_of_view(SPARSE)[0]), export.loading(SPARSE)):
        assert "Save it in the project's folder, and start it there" in said.split('"""')[1]
        assert "PYTHONPATH" in said.split('"""')[1]
    compile(text, "script", "exec")


def test_a_script_says_where_a_file_has_to_lie(states):
    """A file handed over is found from where the script is started, one of the folder by name."""
    handed = View(recipe=upload_recipe("a\nb.csv", b"a,y\n1,0\n2,1\n")(), runs=(make("sgd"),))
    for write in (export.script, export.loading):
        assert f"\n# {export.HANDED}\ndata = datasets.load_file(" in write(handed)
        assert f"\n# {export.PLACES['file']}\ndata = datasets.load(" in write(states["file"])
        assert "SPARSITY_LAB_DATA" not in write(opening())


def test_a_run_that_diverged_says_so():
    names: dict = {}
    exec(export.LOSSES, names)
    wild = record(make("sgd", eta=1e9), (np.ones((50, 1)), np.arange(50.0)), "squared")
    assert names["losses"](wild) == f"diverged at step {wild.final.diverged_at:,}"


def test_the_table_holds_the_traces():
    _, learned = runs_of_view(replace(SPARSE, runs=SPARSE.runs[:2]))
    table = pd.read_csv(io.StringIO(export.table(learned).to_csv(index=False)))
    for run in learned:
        rows = table[table["run"] == run.letter]
        assert set(rows["name"]) == {run.name}
        for name in ("steps", "mistakes", "sparsity.nonzeros", "sparsity.seen", "costs.accesses"):
            assert rows[name.split(".")[-1]].tolist() == attrgetter(name)(run.trace).tolist()
        for name in ("loss", "sparsity.l1_norm", "costs.seconds"):
            assert rows[name.split(".")[-1]].tolist() == pytest.approx(
                attrgetter(name)(run.trace), rel=1e-15
            )
    assert len(table) == sum(len(run.trace.steps) for run in learned)


def test_the_table_of_a_batch_run_has_no_loss_it_suffered():
    _, learned = runs_of_view(STATES["batch"])
    table = pd.read_csv(io.StringIO(export.table(learned).to_csv(index=False)))
    for run in learned:
        rows = table[table["run"] == run.letter]
        batch = run.algorithm.kind == "batch"
        assert rows["loss"].isna().all() == rows["mistakes"].isna().all() == batch
        for name in ("fit", "costs.accesses", "costs.evaluations", "sparsity.nonzeros"):
            assert rows[name.split(".")[-1]].tolist() == pytest.approx(
                attrgetter(name)(run.trace), rel=1e-15
            )


@in_turn("name", ['it\'s "mine"', "a\nb", "back\\slash", "{braces}", "'''", "#"])
def test_a_script_quotes_whatever_a_name_holds(name):
    kind = upload_recipe(f"{name}.csv", b"a,b,target\n1,2,0\n2,1,1\n")
    view = View(recipe=kind(target=name, left_out=f"a,{name}"), runs=(make("sgd"),))
    for text in (export.script(view), export.loading(view)):
        (call,) = (
            node
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "load_file"
        )
        given = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}
        assert ast.literal_eval(call.args[0]) == f"{name}.csv"
        assert given["target"] == name and given["left_out"] == f"a,{name}"


def test_weights_are_those_of_the_runs_by_feature_the_largest_first():
    data, runs = runs_of_view(SPARSE)
    table = export.weights(runs, data).set_index("feature")
    assert len(table) == len(set(table.index)) > 20
    for run in runs:
        full = dict(zip(data.feature_names, run.trace.final.weights, strict=True))
        assert table[f"{run.letter} {run.name}"].to_dict() == {n: full[n] for n in table.index}
    sizes = table.abs().max(axis=1)
    assert sizes.is_monotonic_decreasing and sizes.iloc[-1] > 0
    kept = np.any([run.trace.final.weights != 0 for run in runs], axis=0)
    assert set(table.index) == {data.feature_names[j] for j in np.flatnonzero(kept)}


def test_weights_of_classes_have_rows_for_each_class():
    view = View(
        recipe=on("digits_ten"),
        stream=Stream(loss="softmax", passes=1),
        runs=(make("projected_gradient", radius=5.0),),
    )
    data, runs = runs_of_view(view)
    table = export.weights(runs, data)
    assert len(table) == np.count_nonzero(runs[0].trace.final.weights)
    row = table.iloc[0]
    place = list(data.classes).index(row["class"]), data.feature_names.index(row["feature"])
    assert runs[0].trace.final.weights[place] == row.iloc[2]
