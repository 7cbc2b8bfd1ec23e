"""A report of the playground: one HTML file that asks for nothing else and opens offline.

The server writes all of it but what the browser alone has: the pictures as they stand, the day, the
link, and the list of the study. For these it leaves marks, ``<!--picture:…-->`` and the like, which
the browser fills (``ui/live/browser/study/report.js``). All text from outside is escaped, so none
can be such a mark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import charts
from charts import Run
from charts.frontier.settings import short_number
from datasets import STAGES, Dataset
from knobs import knobs_of
from ui.engine import Material
from ui.playground import export, trial_history
from ui.playground.trial_log import Trial
from ui.view import View

MOST_WEIGHTS, MOST_TRIALS, LONGEST = 300, 100, 300
"""Rows of the tables of weights and of settings tried, and letters of a text from outside."""

BOLD, BOLD_HTML = re.compile(r"\*\*(.+?)\*\*"), r"<b>\1</b>"

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:"
"""The file's own policy: it loads nothing, and no script runs in it."""

STYLE = """
:root { color-scheme: light; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #31333f; background: #fff;
  font: 1rem/1.5 system-ui, "Segoe UI", "Source Sans", sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.2rem; break-after: avoid; }
table { width: 100%; margin: 0.5rem 0; border-collapse: collapse; font-size: 0.875rem; }
th, td { padding: 0.25rem 0.6rem 0.25rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid #d5d6dc; }
thead th { border-bottom-color: #31333f; }
td { white-space: pre-line; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
tr, figure { break-inside: avoid; }
figure { margin: 1rem 0; }
figure h3 { margin: 0; font-size: 1rem; }
figure svg { display: block; width: 100%; height: auto; }
figcaption, .small { font-size: 0.875rem; color: #555867; }
pre { padding: 0.8rem; font-size: 0.8rem; line-height: 1.4; white-space: pre-wrap;
  background: #f2f3f7; border-radius: 6px; }
@media print { body { max-width: none; margin: 0; padding: 0; font-size: 10pt; }
  pre { border: 1px solid #d5d6dc; background: none; }
  a::after { content: ": " attr(href); font-size: 8pt; overflow-wrap: anywhere; } }
"""


@dataclass(frozen=True, eq=False)
class Findings:
    """All that a report says of a view, beside its pictures.

    Parameters
    ----------
    view, material : what is shown.
    runs : with their traces.
    measure : one of ``algorithms.MEASURES``.
    trials : the settings that were tried on these data, the oldest first.
    verdict : sentences, a line each; ``**bold**`` is.
    score : the runs with their numbers, as ``charts.score`` returns them.
    pictures : those that stand on the page, in their order.
    """

    view: View
    material: Material
    runs: Sequence[Run]
    measure: str
    trials: Sequence[Trial]
    verdict: str
    score: dict[str, Any]
    pictures: Sequence[charts.Picture]


def report(findings: Findings) -> str:
    """Return the report as HTML, with marks for what the browser fills in."""
    title = f"{shorten(findings.view.recipe.title)}: few features, compared"
    sections = "".join(
        f"<section><h2>{heading}</h2>{content}</section>"
        for heading, write in SECTIONS.items()
        if (content := write(findings))
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{text(title)} · Sparsity Lab</title><style>{STYLE}</style></head><body>"
        f'<h1>{text(title)}</h1><p class="small">Sparsity Lab, <!--date-->. <!--link--></p>'
        f"{sections}<!--study--></body></html>"
    )


def text(value: object) -> str:
    """Return a text as HTML shows it: nothing in it is markup."""
    return escape(shorten(str(value)))


def shorten(value: str) -> str:
    """Return a text from outside, cut where it is longer than a report can use."""
    return value if len(value) <= LONGEST else f"{value[: LONGEST - 1]}…"


def sentences(words: str) -> str:
    """Return lines as paragraphs in HTML; ``**bold**`` is."""
    lines = [escape(line) for line in words.splitlines() if line.strip()]
    return "".join(f"<p>{BOLD.sub(BOLD_HTML, line)}</p>" for line in lines)


NUMBER = ' class="number"'


def table(
    columns: Sequence[object], rows: Iterable[Iterable[object]], numbers_from: int = 1
) -> str:
    """Return a table in HTML; cells from the column ``numbers_from`` on are numbers."""

    def line(cells: Iterable[object], tag: str) -> str:
        kinds = ["" if place < numbers_from else NUMBER for place, _ in enumerate(columns)]
        written = [
            f"<{tag}{kind}>{text(cell)}</{tag}>" for kind, cell in zip(kinds, cells, strict=True)
        ]
        return f"<tr>{''.join(written)}</tr>"

    body = "".join(line(row, "td") for row in rows)
    return f"<table><thead>{line(columns, 'th')}</thead><tbody>{body}</tbody></table>"


def _verdict(findings: Findings) -> str:
    return sentences(findings.verdict) + _score(findings)


def _score(findings: Findings) -> str:
    columns = [column["text"] for column in findings.score["columns"]]
    rows = [[row["letter"], *row["cells"]] for row in findings.score["rows"]]
    return table(["", *columns], rows, 2)


def _pictures(findings: Findings) -> str:
    return "".join(
        f"<figure><h3>{text(picture.heading)}</h3><!--picture:{picture.name}-->"
        f"<figcaption>{escape(picture.caption.replace(picture.by_hand, ''))}</figcaption></figure>"
        for picture in findings.pictures
    )


def _data(findings: Findings) -> str:
    data, recipe = findings.material.data, findings.view.recipe
    held = f" {data.test.n_rows:,} more rows are held out." if data.test is not None else ""
    done = "".join(
        f"<li>{name}: {text(step.what)}</li>"
        for stage, name in STAGES.items()
        for step in data.report
        if step.stage == stage
    )
    origin = data.provenance
    return (
        f"<p>{text(recipe.title)}. {text(recipe.about)}</p>"
        f"<p>{data.n_rows:,} examples to learn from, {data.n_features:,} features.{held}</p>"
        f"<p>What was done to the data:</p><ul>{done or '<li>Nothing.</li>'}</ul>"
        f'<p class="small">Source: {text(origin.source)}. Licence: {text(origin.licence)}.</p>'
    )


def _settings(findings: Findings) -> str:
    """Return all knobs, a column for each run, and under them what all runs share."""
    runs = findings.runs
    names = dict.fromkeys(name for run in runs for name in knobs_of(run.algorithm))
    rows = [[_label(runs, name), *(_value(run.algorithm, name) for run in runs)] for name in names]
    stream = findings.view.stream
    shared = [
        [f"{knob.symbol} {knob.label}".strip(), show(getattr(stream, name))]
        for name, knob in knobs_of(stream).items()
    ]
    heads = [f"{run.letter} {run.algorithm.title}" for run in runs]
    return table(["knob", *heads], rows) + table(["for all runs", "value"], shared)


def _label(runs: Sequence[Run], name: str) -> str:
    """Return a knob's letter and name, as the first run has them that has the knob."""
    declared = next(knobs_of(run.algorithm) for run in runs if name in knobs_of(run.algorithm))
    return f"{declared[name].symbol} {declared[name].label or name}".strip()


def _value(owner: Any, name: str) -> str:
    return show(getattr(owner, name)) if name in knobs_of(owner) else ""


def show(value: Any) -> str:
    """Return the value of a knob as people read it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value) if isinstance(value, str) else str(short_number(value))


def _weights(findings: Findings) -> str:
    """Return the weights that are not 0, the largest first."""
    data: Dataset = findings.material.data
    weights = export.weights(list(findings.runs), data)
    if weights.empty:
        return "<p>All weights are 0.</p>"
    names = 2 if data.classes else 1
    rows = [
        [*row[:names], *(f"{value:.4g}" if value else "0" for value in row[names:])]
        for row in weights.head(MOST_WEIGHTS).itertuples(index=False)
    ]
    more = len(weights) - len(rows)
    left_out = f'<p class="small">{more:,} smaller weights are left out.</p>' if more else ""
    return table(list(weights.columns), rows, names) + left_out


def _trials(findings: Findings) -> str:
    """Return the settings that were tried last."""
    tried = trial_history.table(findings.trials, findings.measure).tail(MOST_TRIALS)
    if tried.empty:
        return ""
    rows = [
        [f"{cell:.4g}" if isinstance(cell, float) else cell for cell in row]
        for row in tried.itertuples(index=False)
    ]
    return table(list(tried.columns), rows, 3)


def _script(findings: Findings) -> str:
    return f"<pre>{escape(export.script(findings.view, findings.material.data))}</pre>"


SECTIONS: dict[str, Callable[[Findings], str]] = {
    "What came of it": _verdict,
    "The pictures": _pictures,
    "The data": _data,
    "The settings": _settings,
    "The weights that are not 0": _weights,
    "Settings tried on these data": _trials,
    "The same runs in Python": _script,
}
"""The sections by their headings, in reading order; one without content is left out."""
