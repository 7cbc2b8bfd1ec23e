"""A claim of a paper: our numbers with their spread, and the printed ones as hollow marks."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from charts.labels import as_text
from charts.layout import frame, log_axis, name_places, reference
from charts.palette import DASHES, HUES, REFERENCE
from charts.picture import Picture
from charts.run import text_in_powers

COLOURS = tuple(
    HUES[hue][0] for hue in ("vermilion", "blue", "green", "violet", "ochre", "purple", "grey")
)
WIDTH, NEAR = 0.5, 0.3
"""The share of a category, and of the way from a number to the next, over which the marks of
several series are spread."""

NOTHING, BEYOND = 1e-17, 1e-6
"""Ends of the axis of violations: what is smaller stands at the lower one, and is none."""

NEAR_ZERO = 0.5
"""The axis begins at 0 where the least number is below this share of the largest one."""

FEW, APART = 8, 1.5
"""The most places that have a tick each, and the factor between two of them at least."""

ROOM, ABOVE_ONE, BELOW_ZERO = 0.055, 0.03, 0.025
"""The room beside the marks, above 1 on an axis of shares, and below a mark near 0, which would be
cut, as shares of the axis."""

BESIDE = "Dots of one place stand side by side."
"""What a caption says where several series have numbers for places."""

LEGEND = {"orientation": "h", "y": 1.02, "yanchor": "bottom"}


class Series(NamedTuple):
    """One reading, or one method, at the places of the x axis.

    Parameters
    ----------
    name : for the legend.
    middle, low, high : float64 (places,), the median and the ends of the middle 90 % of
        repetitions; nan where nothing was run.
    printed : float64 (places,), the paper's number; nan where it prints none, or once for all.
    """

    name: str
    middle: np.ndarray
    low: np.ndarray
    high: np.ndarray
    printed: np.ndarray


class XAxis(NamedTuple):
    """The x axis: its title, its places, and what is logarithmic ("", "x", "y" or "xy")."""

    title: str
    places: Sequence[float] | Sequence[str]
    log: str = ""

    @property
    def texts(self) -> list[str]:
        """The places as they are written."""
        written = [f"{p:g}" if isinstance(p, float | int) else p for p in self.places]
        return [text_in_powers("∞" if text == "inf" else text) for text in written]

    @property
    def has_numbers(self) -> bool:
        """Whether a curve leads from place to place."""
        numbers = [p for p in self.places if isinstance(p, float | int) and math.isfinite(p)]
        return len(self.places) > 1 and len(numbers) == len(self.places)


def violations(
    series: Sequence[Series], across: XAxis, upward: str, allowed: float, heading: str = ""
) -> Picture:
    """Return the picture of a bound or an identity: how far it is violated, and what is allowed.

    Parameters
    ----------
    series, across, upward, heading : as in ``claim``.
    allowed : the tolerance, a grey line.
    """
    picture = claim([_clip_below(one) for one in series], across, upward, heading=heading)
    least = min(float(np.nanmin([one.low, one.middle], initial=0.0)) for one in series)
    tops = [float(one.high[np.isfinite(one.high)].max(initial=BEYOND)) for one in series]
    picture.layout["yaxis"] |= {
        "type": "log",
        "range": [np.log10(NOTHING) - 0.6, np.log10(max(tops)) + 0.6],
        "tickmode": "array",
        "tickvals": [NOTHING, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 1.0],
        "ticktext": ["≤ 0" if least < 0.0 else "0", "10⁻¹⁵", "10⁻¹²", "10⁻⁹", "10⁻⁶", "10⁻³", "1"],
    }
    picture.layout["yaxis"].pop("rangemode", None)
    picture.layout.setdefault("meta", {})["floor"] = {"yaxis": NOTHING}
    picture.data.append(_level("allowed", across, allowed))
    caption = "Below the grey line, “allowed”, there is nothing but rounding errors."
    if least < 0.0:
        caption += (
            " The lowest tick stands for 0 and all below it: a negative number keeps to the bound "
            "with room to spare."
        )
    if len(series) > 1 and across.has_numbers:
        caption = f"{caption} {BESIDE}"
    return replace(
        picture, alt=text_in_powers(f"{picture.alt} Allowed is {allowed:g}."), caption=caption
    )


def _clip_below(one: Series) -> Series:
    """The series with what is less than nothing at the lower end of the axis."""
    parts = {name: np.fmax(getattr(one, name), NOTHING) for name in ("middle", "low", "high")}
    return one._replace(**parts)


def _level(name: str, across: XAxis, height: float) -> dict:
    """A grey line at a height, with an entry in the legend."""
    return reference(as_text(name), _ends(across), [height, height]) | {"showlegend": True}


def _ends(across: XAxis) -> list[float]:
    if across.has_numbers:
        return [float(min(across.places)), float(max(across.places))]
    return [-0.6, len(across.places) - 0.4]


def claim(
    series: Sequence[Series],
    across: XAxis,
    upward: str,
    faint: bool = False,
    heading: str = "",
    limits: Mapping[str, float] = MappingProxyType({}),
    printed_of: str = "",
    middle: str = "median",
) -> Picture:
    """Return the picture of a claim.

    Parameters
    ----------
    series : at most seven.
    across : the x axis.
    upward : the title of the y axis.
    faint : the numbers are being computed again: those that are drawn are the older ones.
    heading : a few words above it.
    limits : by its name, a number that the claim is about; a grey line.
    printed_of : what the printed numbers are of, where it is not what is drawn.
    middle : what a dot is of the repetitions: "median" or "mean".

    Examples
    --------
    >>> ours = Series("exact", *np.array([[31.0], [26.0], [39.0], [25.0]]))
    >>> picture = claim([ours], XAxis("period K", [10.0]), "features")
    >>> picture.alt
    'features against period K. exact: 31 at 10. Printed: 25 at 10.'
    """
    series = [one._replace(name=text_in_powers(one.name)) for one in series]
    data = []
    for i, one in enumerate(series):
        x = _positions(across, i, len(series))
        colour = COLOURS[i % len(COLOURS)]
        data += [_ours(one, x, across, colour, DASHES[i % len(DASHES)], faint)]
        data += _printed_marks(one, x, across, colour if _own_prints(series) else REFERENCE, i)
    data += [_level(name, across, limit) for name, limit in limits.items()]
    return Picture(
        "claim",
        data,
        _layout(series, across, upward, list(limits.values())),
        alt=text_in_powers(f"{upward} against {across.title}. {_in_words(series, across)}"),
        caption=_caption(series, across, faint, printed_of, middle),
        heading=heading,
    )


def _layout(
    series: Sequence[Series], across: XAxis, upward: str, limits: Sequence[float]
) -> dict[str, Any]:
    layout = frame(across.title, upward, **_axes(series, across, limits))
    layout |= {"showlegend": True, "legend": LEGEND}
    if not across.has_numbers:
        name_places(layout, xaxis=across.texts)
    elif len(series) > 1:
        layout.setdefault("meta", {})["places"] = {"xaxis": [float(p) for p in across.places]}
    return layout


def _own_prints(series: Sequence[Series]) -> bool:
    """Whether each series has printed numbers of its own, and not all of them the same."""
    first = series[0].printed
    return any(not np.array_equal(one.printed, first, equal_nan=True) for one in series[1:])


def _positions(across: XAxis, i: int, n: int) -> np.ndarray:
    """Where the marks of series i of n stand: beside each other at a place."""
    beside = (i - (n - 1) / 2) / max(n, 2)
    if not across.has_numbers:
        return np.arange(len(across.places)) + WIDTH * beside
    if n == 1:
        return np.array(across.places, np.float64)
    x = np.array(across.places, np.float64)
    scale = np.log(x) if "x" in across.log else x
    # Two places alone are far apart; marks of one are not to look like a place each.
    step = min(np.diff(np.sort(scale)).min(), np.ptp(scale) / 4.0)
    moved = scale + NEAR * beside * step
    return np.exp(moved) if "x" in across.log else moved


def _ours(one: Series, x: np.ndarray, across: XAxis, colour: str, dash: str, faint: bool) -> dict:
    ends = {
        "type": "data",
        "symmetric": False,
        "array": np.nan_to_num(one.high - one.middle),
        "arrayminus": np.nan_to_num(one.middle - one.low),
        "thickness": 1.2,
        "width": 4,
        "color": colour,
    }
    return {
        "type": "scatter",
        "mode": "lines+markers" if across.has_numbers else "markers",
        "name": as_text(one.name),
        "x": x,
        "y": one.middle,
        "opacity": 0.35 if faint else 1.0,
        "line": {"color": colour, "dash": dash, "width": 2},
        "marker": {"color": colour, "size": 9},
        "error_y": ends,
        "customdata": [as_text(text) for text in across.texts],
        "hovertemplate": "%{customdata}: %{y:.4g}",
    }


def _printed_marks(one: Series, x: np.ndarray, across: XAxis, colour: str, i: int) -> list[dict]:
    """Hollow marks; those of all series are the same where the paper has one number for them."""
    known = np.isfinite(one.printed)
    if not known.any() or (colour == REFERENCE and i):
        return []
    places = x if colour != REFERENCE else _positions(across, 0, 1)
    return [
        {
            "type": "scatter",
            "mode": "markers",
            "name": "printed" if colour == REFERENCE else f"{as_text(one.name)}, printed",
            "x": places[known],
            "y": one.printed[known],
            "line": {"color": colour, "width": 0},
            "marker": {
                "symbol": "diamond-open",
                "size": 15,
                "color": colour,
                "line": {"color": colour, "width": 2},
            },
        }
    ]


def _axes(series: Sequence[Series], across: XAxis, limits: Sequence[float]) -> dict[str, dict]:
    heights = np.concatenate([limits, *(np.concatenate(one[1:]) for one in series)])
    heights = heights[np.isfinite(heights)]
    axes: dict[str, dict] = {"xaxis": {}, "yaxis": {}}
    if "y" in across.log and len(heights[heights > 0.0]):
        axes["yaxis"] = log_axis(heights[heights > 0.0].min(), heights.max())
    elif len(heights) and 0.0 <= heights.min() < NEAR_ZERO * heights.max():
        axes["yaxis"] = {"rangemode": "tozero"}
        if (bottom := _below_zero(heights.min(), heights.max())) < 0.0:
            axes["yaxis"]["range"] = [bottom, (1.0 + ROOM) * heights.max()]
    if len(heights) and heights.min() >= 0.0 and heights.max() <= 1.0:
        axes["yaxis"]["range"] = _range_of_shares(heights, axes["yaxis"])
    if across.has_numbers:
        if "x" in across.log:
            axes["xaxis"] = log_axis(min(across.places), max(across.places))
        axes["xaxis"] |= _ticks(across)
    else:
        axes["xaxis"] = {
            "tickmode": "array",
            "tickvals": list(range(len(across.places))),
            "ticktext": [as_text(text) for text in across.texts],
            "range": [-0.6, len(across.places) - 0.4],
            "automargin": True,
        }
    return axes


def _range_of_shares(heights: np.ndarray, axis: dict) -> list[float]:
    """The range of an axis of numbers from 0 to 1: as wide as they are, but it ends at 1.

    Where all are the same it is the whole of it: around a single height an axis would run to 2.
    """
    log = axis.get("type") == "log"
    shown, end = (np.log10(heights[heights > 0.0]), 0.0) if log else (heights, 1.0)
    low, high = float(shown.min()), float(shown.max())
    if low == high:
        low, high = (low - 1.0, end) if log else (0.0, end)
    from_zero = not log and (low == 0.0 or axis.get("rangemode") == "tozero")
    bottom = _below_zero(float(shown.min()), high) if from_zero else low - ROOM * (high - low)
    top = high + ROOM * (high - bottom)
    return [bottom, min(top, end + ABOVE_ONE * (end - bottom))]


def _below_zero(low: float, high: float) -> float:
    """The lower end of an axis from 0: a little below it where a mark would be cut."""
    return -BELOW_ZERO * high if low < BELOW_ZERO * high else 0.0


def _ticks(across: XAxis) -> dict[str, Any]:
    """A tick at each place, where they are few and far enough apart to be read."""
    places = np.sort(np.array(across.places, np.float64))
    gaps = np.diff(places)
    near = places[1:] < APART * places[:-1] if "x" in across.log else gaps < np.ptp(places) / FEW
    if len(places) > FEW or near.any():
        return {}
    return {"tickmode": "array", "tickvals": list(across.places), "ticktext": across.texts}


def _caption(
    series: Sequence[Series], across: XAxis, faint: bool, printed_of: str, middle: str = "median"
) -> str:
    spread = any((one.high > one.low).any() for one in series)
    printed = any(np.isfinite(one.printed).any() for one in series)
    dots = f"Each dot is the {middle} of our repetitions; its line spans the middle 90 %."
    parts = [dots if spread else ""]
    if len(series) > 1 and across.has_numbers:
        parts.append(BESIDE)
    if printed:
        parts.append(f"Hollow marks are the paper’s printed numbers{printed_of}.")
    if "y" in across.log:
        parts.append(_off_the_axis(series, across))
    parts.append("They are being computed again; the pale ones are stored." if faint else "")
    return " ".join(part for part in parts if part)


def _off_the_axis(series: Sequence[Series], across: XAxis) -> str:
    """What a logarithmic axis has no place for, in a sentence."""
    gone = [
        f"{one.name} at {place}"
        for one in series
        for place, value in zip(across.texts, one.middle, strict=True)
        if value <= 0.0
    ]
    cut = any((one.low <= 0.0).any() for one in series)
    if gone:
        return f"A logarithmic axis has no place for 0 and less; not drawn: {', '.join(gone)}."
    return "A line that leaves the logarithmic axis below reaches 0 or less." if cut else ""


def _in_words(series: Sequence[Series], across: XAxis) -> str:
    def in_words(values: np.ndarray) -> str:
        known = [
            f"{value:.4g} at {place}"
            for place, value in zip(across.texts, values, strict=True)
            if np.isfinite(value)
        ]
        return ", ".join(known) or "nothing"

    ours = [f"{one.name}: {in_words(one.middle)}." for one in series]
    own = _own_prints(series)
    printed = [
        f"{f'{one.name}, printed' if own else 'Printed'}: {in_words(one.printed)}."
        for one in (series if own else series[:1])
        if np.isfinite(one.printed).any()
    ]
    return " ".join([*ours, *printed])
