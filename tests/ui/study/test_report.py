"""The report: whole, escaped, and without anything that it would have to fetch."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

from datasets import Dataset
from pages import playground
from tests.support import hostile
from ui import dataset_library
from ui.look import AT_REST
from ui.playground import export
from ui.study import report
from ui.view import View, opening


class Reader(HTMLParser):
    """Reads the elements, their attributes and the marks of a report."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.marks: list[str] = []
        self.words: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_comment(self, data):
        self.marks.append(data)

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def findings(view: View) -> report.Findings:
    return playground.findings(view, playground.evidence(view, AT_REST), {})


@pytest.fixture(scope="module")
def findings_of_opening() -> report.Findings:
    view = opening()
    return findings(replace(view, stream=replace(view.stream, passes=1)))


def test_it_has_sections_pictures_and_marks_for_what_the_browser_fills_in(findings_of_opening):
    read = Reader(report.report(findings_of_opening))
    for heading in ("What came of it", "The data", "The settings", "The weights that are not 0"):
        assert heading in read.text
    names = [f"picture:{picture.name}" for picture in findings_of_opening.pictures]
    assert len(names) == 4 and sorted(read.marks) == sorted(["date", "link", "study", *names])
    assert read.tags.count("figure") == 4 and "script" not in read.tags


def test_it_says_what_the_page_says(findings_of_opening):
    read = Reader(report.report(findings_of_opening))
    written = "".join("".join(read.words).split())
    for line in findings_of_opening.verdict.replace("**", "").splitlines():
        assert "".join(line.split()) in written
    for row in findings_of_opening.score["rows"]:
        assert all(cell in read.text for cell in row["cells"])
    assert export.script(findings_of_opening.view).split()[-1] in read.text


def test_every_weight_that_is_not_0_stands_there_by_its_name(findings_of_opening):
    weights = export.weights(list(findings_of_opening.runs), findings_of_opening.material.data)
    assert 0 < len(weights) <= report.MOST_WEIGHTS
    html = report.report(findings_of_opening)
    for name, *values in weights.itertuples(index=False):
        texts = [f"{value:.4g}" if value else "0" for value in values]
        cells = "".join(f'<td class="number">{each}</td>' for each in texts)
        assert f"<tr><td>{name}</td>{cells}</tr>" in html


def test_it_asks_for_nothing(findings_of_opening):
    html = report.report(findings_of_opening)
    read = Reader(html)
    assert not {name for name, _ in read.attributes} & {"src", "href", "srcset", "action"}
    assert "url(" not in html and "@import" not in html
    assert "default-src 'none'" in html and len(html) < 100_000


def test_nothing_from_outside_is_markup(tmp_path, monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    held = dataset_library.Uploads()
    with dataset_library.lend_uploads(held):
        kind = dataset_library.recipe(held.put(hostile.NAME, hostile.table(2)))
        view = replace(opening(), recipe=kind(), stream=replace(opening().stream, passes=1))
        read = Reader(report.report(findings(view)))
    known = Reader(report.report(findings(replace(opening(), stream=view.stream))))
    assert set(read.tags) <= set(known.tags) and sorted(read.marks) == sorted(known.marks)
    assert hostile.NAME in read.text


def test_long_lists_are_cut_and_say_so(findings_of_opening):
    weights = np.arange(1.0, 402.0)
    data = Dataset.from_arrays(np.eye(401), np.resize([-1.0, 1.0], 401))
    trace = findings_of_opening.runs[0].trace
    run = replace(
        findings_of_opening.runs[0],
        trace=replace(trace, final=replace(trace.final, weights=weights)),
    )
    material = replace(findings_of_opening.material, data=data)
    html = report._weights(replace(findings_of_opening, material=material, runs=[run]))
    assert len(re.findall("<tr><td>", html)) == report.MOST_WEIGHTS
    assert "101 smaller weights are left out" in html
    assert report.shorten("x" * 1000) == "x" * (report.LONGEST - 1) + "…"
