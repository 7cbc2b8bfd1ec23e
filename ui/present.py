"""Pages for a projector: ``?present=1``, and ``show=gravity,c.period`` names the knobs that stay.

A name is that of a knob as addresses have it, its letter, or its label. Before it may stand the
letter of a run, or the name of a panel: ``c.gravity``, ``stream.passes``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import streamlit as st

from charts.labels import shorten
from ui.live.assets import BROWSER
from ui.live.panel import Panel
from ui.look import Look
from ui.visit import parameters

QUOTE_LENGTH = 30
"""Letters of a made-up name that are repeated."""

# The letters of a picture are 0.75rem: 26 px at 1920 × 1080, 17 px at 1280 × 720. Sentences are as
# large, so that four pictures have room under them.
CSS = """<style>
:root, html { font-size: clamp(15px, min(3.2vh, 1.9vw), 64px) !important; }
header[data-testid="stHeader"], [data-testid="stToolbar"], .lab-saves, .lab-more,
.lab-bar output ~ :not(select) { display: none !important; }
[data-testid="stMainBlockContainer"] { padding: 0.3rem 1rem !important; }
[data-testid="stMainBlockContainer"] h1 { padding: 0 0 0.6rem; font-size: 1.1rem; }
[data-testid="stMainBlockContainer"] [data-testid="stVerticalBlock"] { gap: 0.25rem !important; }
[data-testid="stMarkdown"] p, .lab-headline { font-size: 0.8rem; line-height: 1.35; }
.lab-stage { gap: 0.25rem; }
.stApp .lab-figures { --least: 0px; }
.st-key-workbench .lab-lead { min-height: 3.24rem; }
.stApp .lab-figure h2 { margin-bottom: 2px; font-size: 0.8rem; line-height: 1.2; }
.st-key-workbench .lab-figure .lab-plot { min-height: 140px; }
.st-key-workbench .lab-figure p { height: 1.61rem; font-size: 0.7rem; }
.st-key-workbench .lab-figure p { line-height: 1.15; opacity: 1; }
.stApp .st-key-workbench { grid-template-columns: minmax(0, 1fr) 14rem; }
.stApp .st-key-workbench { gap: 0.25rem 0.5rem !important; }
.st-key-workbench .lab-figures { gap: 0.25rem; }
.st-key-workbench .lab-headline, .st-key-workbench_under p { padding-right: 0.6rem; }
[data-testid="stElementContainer"]:has(.lab-panels) { position: sticky; top: 0; z-index: 3; }
.stApp .st-key-workbench, .stApp .st-key-workbench_pictures .lab-stage { position: relative; }
.stApp .st-key-workbench_pictures, .stApp .st-key-workbench_pictures *:has(.lab-score) {
  position: static;
}
.stApp .st-key-workbench_knobs { padding-bottom: 6.7rem; }
.stApp .st-key-workbench .lab-world canvas { height: max(190px, calc(50vh - 8.2rem)); }
.stApp .lab-world .lab-steps p { min-height: 2.5em; font-size: 0.72rem; }
.lab-steps table, .lab-world.lab-stepping > p { display: none; }
.stApp .lab-transport output { min-width: 0; }
.stApp .lab-transport input { flex-basis: 4rem; }
.lab-world h2 { font-size: 0.8rem; }
.lab-world p { font-size: 0.7rem; opacity: 1; }
.lab-lead .lab-score { position: absolute; right: 0; bottom: 1.7rem; width: 14rem; }
.lab-score { font-size: 0.62rem; line-height: 1.25; }
.lab-score thead th { font-size: 0.62rem; }
.lab-score :is(th, td) { padding-right: 0.4rem; white-space: normal; }
.lab-score tbody td { white-space: nowrap; }
.lab-score .lab-sample { display: none; }
.stApp .st-key-workbench_knobs .lab-panel { font-size: 0.72rem; }
.stApp .st-key-workbench_knobs .lab-panel.lab-column .lab-words { flex-basis: 3.8rem; }
.stApp .st-key-workbench_knobs .lab-panel .lab-symbol { flex-basis: 1.1rem; }
.stApp .st-key-workbench_knobs .lab-panel input[type="text"] { flex-basis: 2.6rem; width: 2.6rem; }
.lab-panels { padding: 0.1rem 0; background: var(--st-background-color); }
</style>"""

# Beside the cards of all runs their table need not name them.
CSS += "".join(
    f"""<style>.stApp:has(.lab-score tbody tr:nth-child({n}):last-child):has(
    .st-key-workbench_knobs .lab-panel:nth-child({n} of [aria-label^="run "]))
    .lab-score :is(th, td):nth-child(2) {{ display: none; }}</style>"""
    for n in (1, 2, 3, 4)
)

_AROUND = "var(--lab-above, 9.2rem) - var(--lab-under, 0px) - var(--lab-class, 0px) - 6.65rem"
FOUR = f"max(140px, calc((100vh - {_AROUND}) / 2))"
"""The height of a picture of which there are two rows, each between its heading and its key, under
some lines of text and above others; the stage tells how high these are."""

PICTURE = f"var(--lab-picture, {FOUR})"
"""The same on a page that may show one picture alone: present/walk.css says how high that is."""

FILM = "max(200px, calc(100vh - var(--lab-class, 0px) - 10.5rem))"
"""The height of a film under its heading, its knobs and a sentence."""


def story(rows: int, lines: int = 0) -> str:
    """Return the height of one row of pictures, for a step with ``rows`` rows above its card.

    The card tells its height itself, and present/story.css what stands around such a picture.

    Parameters
    ----------
    lines : the lines of knobs between pictures and card.
    """
    knobs = 1.65 * lines + (0.6 if lines else 0.3)
    above_and_below = "var(--lab-around, 5rem) + var(--lab-card, 7.2rem) + var(--lab-class, 0px)"
    around = f"{above_and_below} + {knobs:g}rem"
    return f"max(180px, calc((100vh - ({around})) / {rows}))"


Chosen = list[tuple[Panel, list[str]]]
"""Panels, each with the names of those of its knobs that stay."""


def presenting() -> bool:
    """Return whether the page is for the projector."""
    return parameters().get("present") == "1"


def dress() -> None:
    """Large letters, and nothing but pictures, knobs and sentences, where it is."""
    if presenting():
        st.html(CSS)
        st.html(f"<style>{_story_css()}</style>")


@cache
def _story_css() -> str:
    return (BROWSER / "present" / "story.css").read_text("utf-8")


def staying(
    panels: Sequence[Panel], look: Look, beside: Sequence[str] = ()
) -> tuple[list[Panel], list[str]]:
    """Return the panels as they stand on the page, and a sentence for each name that is no knob's.

    On a page for the projector these are the knobs that the look names; where it names none, those
    of the cards of runs that are always in sight, or of all panels where there are no cards. Knobs
    ``beside`` have panels of their own.
    """
    if not look.presenting:
        return list(panels), []
    chosen, sentences = wanted_knobs(panels, [name for name in look.knobs if name not in beside])
    return [_bare(panel, names) for panel, names in chosen or _usual(panels)], sentences


def wanted_knobs(panels: Sequence[Panel], wanted: Sequence[str]) -> tuple[Chosen, list[str]]:
    """Return the knobs that are ``wanted``, by panel, and a sentence for each name of none."""
    found, sentences = set(), list[str]()
    for text in wanted:
        matches = _matches(panels, text)
        if len({name for _, name in matches}) == 1:
            found |= set(matches)
        else:
            sentences.append(_refusal(panels, text, [name for _, name in matches]))
    kept = [
        (panel, [name for name in panel.knobs_shown if (panel.source, name) in found])
        for panel in panels
    ]
    return [(panel, names) for panel, names in kept if names], sentences


def _matches(panels: Sequence[Panel], text: str) -> list[tuple[str, str]]:
    """(source, name) of the knobs that ``text`` may mean: by name, else by letter, or label."""
    place, _, name = text.rpartition(".")
    knobs = [
        (panel.source, key, knob)
        for panel in panels
        if not place or place.lower() in _panel_names(panel)
        for key, knob in panel.knobs_shown.items()
    ]
    ways = (
        [(source, key) for source, key, _ in knobs if key == name],
        [(source, key) for source, key, knob in knobs if knob.symbol == name],
        [(source, key) for source, key, knob in knobs if knob.label.lower() == name.lower()],
    )
    return next((matches for matches in ways if matches), [])


def _panel_names(panel: Panel) -> Iterator[str]:
    """The names by which a panel is known."""
    yield panel.source
    if panel.heading:
        yield panel.heading["letter"].lower()


def _refusal(panels: Sequence[Panel], text: str, several: Sequence[str]) -> str:
    """A sentence about a name that means no knob, or more than one."""
    asked = shorten(text, QUOTE_LENGTH)
    if several:
        return f"“{asked}” may be any of {', '.join(dict.fromkeys(several))}: name one of them."
    knobs = {name: knob for panel in panels for name, knob in panel.knobs_shown.items()}
    there = [f"{name} ({knob.symbol})" if knob.symbol else name for name, knob in knobs.items()]
    return f"There is no knob “{asked}” on this page; there are {', '.join(there)}."


def _usual(panels: Sequence[Panel]) -> Chosen:
    """The knobs that stay where a link names none."""
    cards = [panel for panel in panels if panel.heading]
    kept = [(panel, _in_sight(panel)) for panel in cards or panels]
    return [(panel, names) for panel, names in kept if names]


def _in_sight(panel: Panel) -> list[str]:
    """The names of the knobs that no button hides."""
    return [name for name in panel.knobs_shown if not panel.hides(name)]


def _bare(panel: Panel, names: Sequence[str]) -> Panel:
    """A panel with these knobs alone: nothing to open, to add or to remove."""
    heading = panel.heading and {**panel.heading, "removable": False, "fixed": True}
    if heading:
        # Two runs of one method are distinguished by knobs that may not stay.
        hidden = [text for name, text in panel.differing.items() if name not in names]
        heading["name"] = ", ".join([heading["name"], *hidden])
    shown = replace(panel.selection, only=names, first=names)
    return replace(panel, selection=shown, heading=heading, button=None)
