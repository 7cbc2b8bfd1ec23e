"""Traces and outcomes as HTML tables of one screen, for notebooks: escaped, without scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from algorithms import Outcomes, Trace
from charts.notebook.loss import mean_loss
from charts.palette import LETTER_COLOURS
from charts.playground.score import short
from charts.run import Run, name_runs, show
from knobs import knobs_of, words_of

WIDTH, HEIGHT, CORNERS = 160, 28, 80
"""Pixels of a sparkline, and its corners at most."""

MOST_ROWS = 12
"""Rows of a table of measures."""


def trace_html(trace: Trace) -> str:
    """Return a run as a table: its method and knobs, its length, and what it came to.

    Below stand two small curves, of its loss and of the features kept. A run that diverged at its
    first example has a sentence that says so in their place.
    """
    (run,) = name_runs([trace.algorithm], [trace])
    if trace.failure:
        rows = {"method": run.name, "knobs": _knobs_in_words(run), "failure": f"{trace.failure}."}
        return f"<div>{_table('Trace', rows)}</div>"
    end, heights = trace.final, mean_loss(run)
    of = f" of {end.weights.shape[-1]:,}" if end.features is None else ""
    rows = {
        "method": run.name,
        "knobs": _knobs_in_words(run),
        "steps": f"{trace.steps[-1]:,}, looked at {len(trace.steps):,} times",
        f"mean {trace.loss_name} loss": short(float(heights[-1])),
        "features kept": f"{trace.used[-1]:,}{of}",
    }
    if end.diverged_at is not None:
        rows["diverged"] = f"at step {end.diverged_at:,}"
    pictures = [("loss", heights), ("features", trace.used)]
    lines = " ".join(f"<small>{name}</small> {_sparkline(y)}" for name, y in pictures)
    return f"<div>{_table('Trace', rows)}{lines}</div>"


def outcomes_html(outcomes: Outcomes) -> str:
    """Return the outcomes of a sweep as a table: its size, and each measure from least to most."""
    titles = dict.fromkeys(algorithm.title for algorithm in outcomes.algorithms)
    rows = {
        "settings": f"{len(outcomes.algorithms):,} of {', '.join(titles)}",
        "repeats": f"{outcomes.repeats:,}",
        "diverged": f"{int(outcomes.diverged.sum()):,}",
    }
    for name in [*outcomes.values][:MOST_ROWS]:
        known = outcomes.values[name][np.isfinite(outcomes.values[name])]
        rows[name] = f"{short(known.min())} to {short(known.max())}" if known.size else "–"
    return f"<div>{_table('Outcomes', rows)}</div>"


def _knobs_in_words(run: Run) -> str:
    """All knobs with their values, such as "η = 0.1, K = 10"."""
    knobs = knobs_of(run.algorithm)
    said = [
        f"{knob.symbol or knob.label} = {show(getattr(run.algorithm, name))}"
        for name, knob in knobs.items()
        if name not in words_of(run.algorithm)
    ]
    return ", ".join(said)


def _table(title: str, rows: Mapping[str, Any]) -> str:
    """A table of two columns, which pandas escapes."""
    import pandas as pd

    with pd.option_context("display.max_colwidth", None):
        return pd.Series(rows, dtype=object).to_frame(title).to_html(escape=True, border=0)


def _sparkline(heights: Sequence[float]) -> str:
    """A small curve in inline SVG, of numbers at the checkpoints, the last one too."""
    y = np.asarray(heights, np.float64)
    y = y[np.linspace(0, len(y) - 1, min(CORNERS, len(y))).astype(np.int64)]
    y = y[np.isfinite(y)]
    span = float(y.max() - y.min()) if y.size else 0.0
    x = np.linspace(1.0, WIDTH - 1.0, max(y.size, 1))
    up = (y - y.min()) / span if span > 0.0 else np.full(y.size, 0.5)
    down = HEIGHT - 2.0 - up * (HEIGHT - 4.0)
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, down, strict=True))
    return (
        f'<svg width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f'<polyline points="{points}" fill="none" stroke="{LETTER_COLOURS["A"]}" '
        'stroke-width="1.5"/></svg>'
    )
