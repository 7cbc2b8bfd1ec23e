"""Pictures of the story: ids as they turn up, one weight click by click, the table, the price."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from charts import Curves, Film, Picture, Track
from charts.layout import frame
from charts.palette import REFERENCE
from pages.lessons.scale.evidence import QUARTERS, Evidence, N, known_loss, lazy_table
from pages.lessons.scale.follow import OCCURRENCES, id_path, occurrence_counts
from pages.lessons.scale.pictures import LAZY_HUE, LIVE_HUE

MET, KEPT = "ids met so far", "ids in the table"
STORED, ALIVE = "ids in the lazy table", "weights not 0"
FULL = "three eighths of its places"
WEIGHT = "its weight"
IDLE, KNOWN = "no weights at all", "true weights of ids met before"
NOT_FROM_0 = "The axis of loss does not begin at 0."
MOST_KEPT = 16.0
"""Thousand ids that the axis holds in any case where both gravities can be turned."""
ROOM, MOST_LOSS = 0.012, 0.695
"""Loss that the axis holds below a goal, for the names at the end, and the loss where it ends: it
stands still while a hand turns gravity."""
CHANGES = tuple(float(N * quarter // QUARTERS) for quarter in range(1, QUARTERS))
"""The clicks at which gravity changes."""
FIRST = 4
"""The frame at which curves of losses begin: averages of fewer clicks jump."""
APART = 12
"""Clicks by which a payment is drawn early, so that it can be seen before the lift."""
AT_ONCE, LAZILY = "pulled at every click", "paid when read"


def ids_met(evidence: Evidence) -> Film:
    """Return the film of the different ids that have turned up."""
    return _table(evidence, kept=False)


def table(evidence: Evidence, most: int | None = None) -> Film:
    """Return the film of the ids in the table, below those that have turned up.

    Parameters
    ----------
    most : where a line is drawn that the table should stay below; another one is drawn where it is
        fullest.
    """
    return _table(evidence, kept=True, most=most)


def table_and_loss(evidence: Evidence, most: int, loss: float) -> Film:
    """Return the film of the ids in the table and of the loss, with a line for either.

    Parameters
    ----------
    most, loss : where the lines are drawn that both should stay below in the end.
    """
    film = _table(evidence, kept=True, most=most)
    (counts,) = film.scenes
    # Ids met reach ten times as high.
    counts = replace(counts, tracks=counts.tracks[1:], reach=(MOST_KEPT,))
    end, levels = evidence.breath.loss[-1], [(f"at most {loss:g}", loss)]
    reach = loss - ROOM, MOST_LOSS
    curves = replace(_losses(evidence, evidence.breath.at, levels), reach=reach)
    free, pulled = (
        replace(track, y=np.r_[np.full(FIRST, np.nan), track.y[FIRST:]]) for track in curves.tracks
    )
    # Their names in full would stand on the curves.
    short = replace(free, name="no gravity"), replace(pulled, name=f"gravity: {end:.3f}")
    curves = replace(curves, tracks=short, x_label=_across(), uprights=CHANGES)
    alt = f"{film.alt} The average loss is {end:.3f} at the end."
    both = {"scenes": [counts, curves], "alt": alt, "caption": NOT_FROM_0}
    return replace(film, name="table_and_loss", **both)


def _table(evidence: Evidence, kept: bool, most: int | None = None) -> Film:
    at, breath = evidence.breath.at, evidence.breath
    met = evidence.met[at].astype(np.float64)
    tracks = [Track(MET, met / 1e3, REFERENCE, "dash")]
    alt = f"After {N:,} clicks {met[-1]:,.0f} different ids have turned up"
    if kept:
        tracks.append(Track(KEPT, breath.live / 1e3, LIVE_HUE))
        alt += f", and {breath.live[-1]:,} are in the table"
    title = "How many ids are in the table" if kept else "How many different ids have turned up"
    full = int(breath.live.max())
    levels = [(f"at most {most:,}", most / 1e3), (f"fullest: {full:,}", full / 1e3)] if most else []
    uprights = CHANGES if kept else ()
    across = _across() if kept else "clicks"
    scene = Curves(title, at, tracks, across, "thousand ids", levels=levels, uprights=uprights)
    return Film("table" if kept else "ids", at, [scene], f"{alt}.", unit="click")


def sweeps(evidence: Evidence, named: bool = False) -> Film:
    """Return the film of the ids that a lazy table holds, and of the weights that are not 0.

    Parameters
    ----------
    named : whether a line with its number shows the most ids that the lazy table ever holds, and a
        curve those that have turned up.
    """
    breath, knobs = evidence.breath, evidence.knobs
    stored, places = lazy_table(knobs.eta, (knobs.gravity, knobs.turned))
    fallen = 1 + np.flatnonzero(np.diff(stored) < 0)
    resized = 1 + np.flatnonzero(np.diff(places))
    # Each fall from its last click to its first, or it would look like a slope.
    sudden = np.union1d(fallen, resized)
    at = np.union1d(breath.at, np.union1d(sudden - 1, sudden))
    if len(fallen) and N - fallen[-1] < 0.01 * N:
        at = at[at < fallen[-1]]  # a fall at the very end would hide the curve's mark
    # Once all weights have paid, the table holds those that are not 0 and no other.
    known, counts = np.append(breath.at, fallen), np.append(breath.live, stored[fallen])
    known, first = np.unique(known, return_index=True)
    alive = np.minimum(np.interp(at, known, counts[first]), stored[at])
    tracks = [
        Track(STORED, stored[at] / 1e3, LAZY_HUE, "dash"),
        Track(ALIVE, alive / 1e3, LIVE_HUE),
    ]
    if named:
        met = evidence.met[at].astype(np.float64)
        tracks.insert(0, Track(MET, met / 1e3, REFERENCE, "dash"))
    else:
        tracks.insert(0, Track(FULL, 0.375 * places[at] / 1e3, REFERENCE, "dot"))
    most = int(stored.max())
    levels = [(f"never more than {most:,}", most / 1e3)] if named else []
    title = "How many ids the lazy table holds"
    scene = Curves(title, at, tracks, _across(), "thousand ids", levels=levels, uprights=CHANGES)
    alt = (
        f"The lazy table holds {most:,} ids at most. Up to {breath.live.max():,} weights are not 0."
    )
    return Film("sweeps", at, [scene], alt, unit="click")


def occurrences() -> Picture:
    """Return the bars of how often an id turns up in the whole stream."""
    counts = occurrence_counts()
    bars = {
        "type": "bar",
        "name": "ids",
        "x": list(OCCURRENCES),
        "y": counts.astype(np.float64),
        "text": [f"{count:,}" for count in counts],
        "textposition": "outside",
        "textfont": {"size": 16},
        "cliponaxis": False,
        "marker": {"color": LIVE_HUE},
        "hovertemplate": "%{x}: %{y:,} ids<extra></extra>",
    }
    layout = frame("the id turns up", "ids", yaxis={"rangemode": "tozero"})
    layout["margin"] |= {"l": 84, "t": 24}
    layout["yaxis"]["title"] = {"text": "ids", "standoff": 10}
    words = ", ".join(f"{name} {count:,}" for name, count in zip(OCCURRENCES, counts, strict=True))
    title = f"How often an id turns up in {N:,} clicks"
    return Picture("occurrences", [bars], layout, f"{title}: {words}.", heading=title)


def _across() -> str:
    """The title of an axis with the quarters, upright lines between them."""
    return "clicks (gravity g, g′, g, g′)"


def one_weight(
    evidence: Evidence, name: int, last: int, both: bool = False, label: str = AT_ONCE
) -> Film:
    """Return the film of the weight of one id over the first ``last`` clicks.

    Parameters
    ----------
    name : the id.
    both : whether the weight that pays when it is read is drawn, too.
    label : the name of the weight that is pulled at every click.
    """
    weights = id_path(name, evidence.knobs.eta, evidence.knobs.gravity, last)
    # Every fourth click, and both ends of the clicks in which the id turns up.
    reads = np.flatnonzero(~np.isnan(weights.read))
    gone = last - int((weights.at_once[::-1] != 0.0).argmax())
    at = np.union1d(np.arange(0, last + 1, 4), np.union1d(reads, reads + 1))
    at = np.union1d(at, [gone, min(gone + 1, last)])
    at_once, title, caption = weights.at_once, "The weight of one id", ""
    tracks = []
    if both:
        lazily = weights.lazily.copy()
        for read in reads:  # paid some clicks early, and then what the other weight is
            early = max(read - APART, 0)
            lazily[early : read + 1] = at_once[early : read + 1]
        before = np.union1d(reads - APART - 1, reads - APART)
        at = np.union1d(at, before[before >= 0])
        tracks.append(Track(LAZILY, lazily[at], LAZY_HUE, "dash"))
        title += ", pulled at every click and paid when read"
        caption = (
            f"Each payment is drawn {APART} clicks early, so that it can be seen before the lift."
        )
    tracks.insert(0, Track(label, at_once[at], LIVE_HUE))
    alt = f"The weight is {weights.at_once.max():.2g} at most, and not 0 for the last time after "
    alt += f"click {gone}."
    scene = Curves(title, at, tracks, "clicks", "weight")
    return Film("one_weight", at, [scene], alt, caption, unit="click")


def beside_weak(film: Film, evidence: Evidence, name: int, gravity: float) -> Film:
    """Return the film of one weight with what it was under a weak ``gravity``, pale."""
    (scene,), at = film.scenes, film.at
    weak = id_path(name, evidence.knobs.eta, gravity, int(at[-1])).at_once[at]
    pale = Track("under weak gravity", weak, REFERENCE, "dash", faint=True)
    title = f"{scene.title}; pale: under weak gravity"
    caption = film.caption
    if weak.max() < scene.tracks[0].y.max():
        caption = "The lift is higher now: smaller weights made a prediction nearer to 0."
    scene = replace(scene, title=title, tracks=[*scene.tracks, pale])
    return replace(film, scenes=[scene], caption=caption)


def price(evidence: Evidence, known: bool = False) -> Film:
    """Return the film of the average loss so far, with gravity and without.

    Parameters
    ----------
    known : whether a line shows what the true weights of all ids met before would pay.
    """
    at, levels = evidence.breath.at[FIRST:], [(IDLE, float(np.log(2.0)))]
    if known:
        levels.append((KNOWN, known_loss()))
    alt = (
        f"At the end {evidence.breath.loss[-1]:.3f} with gravity, {evidence.free[-1]:.3f} without."
    )
    caption = f"{NOT_FROM_0} The curves begin at click {at[0]}: averages of fewer clicks jump."
    # The axis stands still when the bet is answered.
    scene = replace(_losses(evidence, at, levels), reach=(known_loss(),))
    return Film("price", at, [scene], alt, caption, unit="click")


def _losses(evidence: Evidence, at: np.ndarray, levels: list[tuple[str, float]]) -> Curves:
    """The average loss so far after some clicks, with gravity and without."""
    tracks = [
        Track("without gravity", evidence.free[at], REFERENCE, "dash"),
        Track("with gravity", evidence.breath.loss[at], LIVE_HUE),
    ]
    title = "Average loss per click so far"
    return Curves(title, at, tracks, "clicks", "average loss per click", levels=levels)
