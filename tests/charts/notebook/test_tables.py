"""What a notebook shows of a value: one screen, escaped, without scripts."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from algorithms import CATALOGUE, Outcomes, record, sweep
from datasets import Dataset, load
from tests.support.browser import ROOT
from tests.support.views import make, toy

EVIL = "<script>alert(1)</script>&"


def text_of(html: str) -> str:
    """The text, of HTML that is XML too."""
    assert len(html) < 6_000 and html.count("<tr") <= 16
    return " ".join(ElementTree.fromstring(html).itertext())


def test_a_trace_says_its_method_and_what_it_came_to():
    trace = record(make("truncated_gradient", gravity=0.25), toy(), passes=3)
    html = trace._repr_html_()
    said = text_of(html)
    for part in ("Truncated gradient", "g = 0.25", "120", f"{trace.used[-1]} of 6", "logistic"):
        assert part in said
    assert html.count("<polyline") == 2
    assert len(repr(trace)) < 200


@pytest.mark.parametrize("algorithm", [CATALOGUE["proximal_gradient"](), make("sgd", eta=1e6)])
def test_batch_runs_and_runs_that_diverged_have_tables_too(algorithm):
    trace = record(algorithm, load("diabetes"), "squared", passes=3)
    said = text_of(trace._repr_html_())
    assert ("diverged" in said) == (trace.final.diverged_at is not None)
    assert "nan" not in said


def test_names_from_outside_are_text():
    data = toy()
    data = replace(data, provenance=replace(data.provenance, name=EVIL, source=EVIL))
    html = data._repr_html_()
    assert "<script" not in html and text_of(html).count(EVIL) == 2
    names = [f"{EVIL}{k}" for k in range(3)]
    many = Dataset.from_arrays(np.eye(9), [names[k % 3] for k in range(9)])
    assert "<script" not in many._repr_html_() and "3 classes" in text_of(many._repr_html_())


def test_a_dataset_says_its_size_and_its_split():
    data = load("breast_cancer", noise_features=20, test_fraction=0.25)
    said = text_of(data._repr_html_())
    for part in ("427", "50, 20 of them random", "142", "+1 37%"):
        assert part in said
    assert "none" in text_of(load("diabetes")._repr_html_())


def test_outcomes_say_their_size_and_the_range_of_each_measure():
    data = toy()
    outcomes = Outcomes.of(sweep([make("sgd"), make("sgd", eta=0.2)], data), data)
    said = text_of(outcomes._repr_html_())
    assert "2 of SGD" in said and "6 to 6" in said
    with np.errstate(all="raise"):
        nothing = replace(outcomes, values={"loss": np.full((2, 1), np.nan)})
        assert "–" in text_of(nothing._repr_html_())


def test_learning_alone_loads_no_picture():
    code = "import sys, algorithms, datasets; print([m for m in sys.modules if 'charts' in m])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == "[]"
