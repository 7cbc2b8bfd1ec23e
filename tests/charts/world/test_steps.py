"""One step in words: the numbers in the sentences are those of the step."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import CATALOGUE
from algorithms.evaluation.one_step import OneStep, one_step
from charts import name_runs
from charts.world.steps import PHASES, StepWords, step_payload
from datasets import Dataset

OWN = {"eta": 0.1, "schedule": "constant"}
ROUNDING = CATALOGUE["rounding"](threshold=0.15, period=5, **OWN)
TRUNCATED = CATALOGUE["truncated_gradient"](gravity=0.2, threshold=0.4, period=5, **OWN)
RDA = CATALOGUE["rda"]()
SGD = CATALOGUE["sgd"](**OWN)
NAMES = ["age", "height", "weight", "noise"]


def steps_of(step: int, *algorithms, loss: str = "logistic", pair=()) -> dict:
    draw = np.random.default_rng(3)
    X = draw.normal(size=(50, 4))
    data = Dataset.from_arrays(X, np.where(X[:, 0] > 0, 1.0, -1.0))
    order = np.arange(50)
    found = [one_step(each, data, loss, order, step) for each in algorithms]
    words = StepWords(NAMES, (), loss)
    return step_payload(name_runs(algorithms), found, words, pair)


def sentences(step: int, algorithm, **more) -> dict[str, str]:
    return steps_of(step, algorithm, **more)["runs"][0]["sentences"]


def by_hand(algorithm=ROUNDING, **parts) -> dict:
    """A step of given weights, a sentence for each phase of which is returned."""
    zeros = np.zeros(4)
    whole = {"before": zeros, "stepped": zeros, "pulled": zeros, "after": zeros, "due": True}
    step = OneStep(10, 6, np.array([0.5]), 1.0, step_size=0.1, slope=-0.4, **(whole | parts))
    payload = step_payload(name_runs([algorithm]), [step], StepWords(NAMES, (), "logistic"))
    return payload["runs"][0]


def test_each_phase_has_its_numbers():
    said = by_hand(
        TRUNCATED,
        before=np.array([0.5, 0.02, 0.0, 0.25]),
        stepped=np.array([0.54, 0.03, -0.08, 0.2]),
        pulled=np.array([0.54, 0.03, -0.08, 0.1]),
        after=np.array([0.54, 0.0, 0.0, 0.1]),
    )["sentences"]
    assert said == {
        "predict": "It predicts 0.5, so +1, and is 62% sure. The label is +1.",
        "step": "Each weight moves by 0.04 times its feature: step size 0.1 times slope 0.4. "
        "Most: weight, by −0.08.",
        "pull": "1 weight moves towards 0, by 0.1 at most.",
        "cut": "2 weights are set to exactly 0: weight and height.",
    }


def test_weights_are_written_out_after_each_phase_those_cut_first():
    row = by_hand(stepped=np.array([0, 0.01, 0.3, 0]), pulled=np.array([0, 0.01, 0.3, 0]),
                  after=np.array([0, 0, 0.3, 0]))["rows"]  # fmt: skip
    assert [each["name"] for each in row] == ["height", "weight"]
    assert row[0]["values"] == ["0", "0.01", "0.01", "0"]
    assert row[1]["values"] == ["0", "0.3", "0.3", "0.3"]


@pytest.mark.parametrize(("step", "due"), [(10, True), (12, False)])
def test_between_two_cuts_it_says_when_the_next_one_is(step, due):
    for rule in (ROUNDING, TRUNCATED):
        waits = "every 5 examples: next at example 15" in sentences(step, rule)["cut"]
        assert waits is not due
    assert sentences(step, ROUNDING)["pull"] == "This method has no pull."


def test_phases_that_no_run_has_are_left_out():
    assert steps_of(10, SGD)["phases"] == ["predict", "step"]
    assert steps_of(10, ROUNDING)["phases"] == ["predict", "step", "cut"]
    assert steps_of(10, SGD, TRUNCATED)["phases"] == list(PHASES)
    assert steps_of(10, RDA)["phases"] == ["predict", "step"]


def test_a_method_without_parts_says_so_and_shows_its_new_weights():
    (rda,) = steps_of(20, RDA, pair=(0, 1))["runs"]
    assert "in one go" in rda["sentences"]["step"]
    assert rda["path"][1] == rda["path"][3] != rda["path"][0]


@pytest.mark.parametrize(
    ("loss", "text"), [("squared", "the target is 1"), ("hinge", "The label is +1")]
)
def test_each_loss_has_its_prediction(loss, text):
    draws = [sentences(step, SGD, loss=loss)["predict"] for step in range(1, 9)]
    assert any(text in draw for draw in draws)
    assert not any("sure" in draw for draw in draws)


def test_the_path_in_the_plane_is_that_of_the_pair():
    (run,) = steps_of(10, TRUNCATED, pair=(2, 0))["runs"]
    again = steps_of(10, TRUNCATED, pair=(0, 2))["runs"][0]["path"]
    assert len(run["path"]) == 4 and run["path"] == [place[::-1] for place in again]


def test_where_there_is_no_step_a_sentence_stands_in_every_phase():
    payload = step_payload(name_runs([SGD]), ["It takes too long."], StepWords(NAMES, (), "hinge"))
    assert set(payload["runs"][0]["sentences"].values()) == {"It takes too long."}
    assert payload["phases"] == ["predict", "step"] and payload["moment"] == 0


def test_a_whole_step_counts_what_became_and_what_left_0():
    before, after = np.array([0.1, 0.2, 0.0, 0.0]), np.array([0.0, 0.3, 0.1, 0.0])
    said = by_hand(RDA, before=before, after=after, stepped=None, pulled=None)["sentences"]
    assert said["step"].endswith("in one go: 3 weights changed, 1 became 0, 1 left 0.")
    still = by_hand(RDA, stepped=None, pulled=None)["sentences"]["step"]
    assert still.endswith("in one go: 0 weights changed.")


def test_several_classes_are_named():
    step = OneStep(1, 0, np.array([0.1, 0.9]), 0.0, np.zeros(8), np.ones(8))
    words = StepWords(NAMES, ("red", "blue"), "softmax")
    (run,) = step_payload(name_runs([RDA]), [step], words)["runs"]
    assert run["sentences"]["predict"] == "It predicts blue; the label is red."
    assert run["rows"][0]["name"] == "age for red"
