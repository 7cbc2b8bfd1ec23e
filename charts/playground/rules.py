"""The words and handles of truncation functions: what is equal, cut, pulled, and left alone.

Every rule here brings weights nearer to 0. So lines leave the left upper quarter of the picture
free, and the right lower one: names stand in the one, what happens to a weight in the other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from algorithms import Algorithm
from algorithms.evaluation.removal import is_formula
from charts.palette import REFERENCE
from charts.placing import LETTER
from charts.run import Run, show
from knobs import knobs_of

BENDS = 2.0
"""So many times the largest bend is half the picture wide, or somewhat more."""

ROUND = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 10.0)
LINE = 0.2
"""The height of a line of text, as a share of half the picture's width in weights."""

NARROW, APART = 0.27, 0.33
"""The same where the picture is small, and that of letters alone, which are large."""

FAINT = "rgba(128,128,128,0.1)"
SAMPLES = 401


class Rule(NamedTuple):
    """A shrink, and the runs that have it.

    Parameters
    ----------
    runs : in their order; the first one's line is drawn.
    v, shrunk : sampled weights below 0, and where they go; both float (n,).
    """

    runs: list[Run]
    v: np.ndarray
    shrunk: np.ndarray

    @property
    def letters(self) -> str:
        """The letters of its runs, such as "A = B"."""
        return " = ".join(run.letter for run in self.runs)


Happening = tuple[float, float, float, str, str | None]
"""The weight before it, two heights there between which it happens, words, a colour."""


class Pull(NamedTuple):
    """The way a rule pulls weights.

    Parameters
    ----------
    knob : the knob that says how strongly.
    formula : the size of the pull in letters.
    per : the size of the pull by the knob's value.
    size : its size at the first step.
    """

    knob: str
    formula: str
    per: float
    size: float


def reach_of(
    algorithms: Sequence[Algorithm], ticks_of: Run | None, before: Sequence[Algorithm] = ()
) -> float:
    """Return half the picture's width in weights: a round number that small movements keep.

    Parameters
    ----------
    algorithms : whose bends are to be seen.
    ticks_of : the run whose weights are seen where there are no bends.
    before : the algorithms for which the picture was as wide as it was before, where it should
        stay so.
    """
    largest = _largest_bend(algorithms)
    earlier = BENDS * _largest_bend(before)
    if earlier and largest <= _round_up(earlier):
        return _round_up(earlier)
    reach = BENDS * largest
    if reach == 0.0 and ticks_of is not None:
        reach = float(np.abs(ticks_of.trace.final.weights).max())
    return _round_up(reach) if reach > 0.0 else 1.0


def _largest_bend(algorithms: Sequence[Algorithm]) -> float:
    return max((k for algorithm in algorithms for k in bends_of(algorithm)), default=0.0)


def _round_up(reach: float) -> float:
    power = 10.0 ** np.floor(np.log10(reach))
    return float(f"{power * next(m for m in ROUND if m * power >= reach * (1 - 1e-12)):.6g}")


def rules_of(runs: Sequence[Run], reach: float) -> list[Rule]:
    """Return the different shrinks of ``runs``, in the order in which they come first."""
    kinks = [-k for run in runs for k in bends_of(run.algorithm) if 0.0 < k < reach]
    v = np.unique(np.append(_grid(reach), kinks))
    rules: list[Rule] = []
    for run in runs:
        if not run.separable:
            continue
        # A formula may give no number here and there: its line has a gap.
        shrunk = np.nan_to_num(run.algorithm.shrink(v, 1), nan=0.0, posinf=0.0, neginf=0.0)
        twin = next((rule for rule in rules if _is_twin(rule, run, shrunk, reach)), None)
        if twin is None:
            rules.append(Rule([run], v, shrunk))
        else:
            twin.runs.append(run)
    return rules


def _is_twin(rule: Rule, run: Run, shrunk: np.ndarray, reach: float) -> bool:
    """Whether a rule and that of a run do the same; all but formulas do so above 0 as below."""
    near = 1e-9 * reach + 1e-5 * np.abs(shrunk)
    first = rule.runs[0].algorithm
    if not (np.abs(rule.shrunk - shrunk) <= near).all():
        return False
    if not (is_formula(run.algorithm) or is_formula(first)):
        return True
    return np.allclose(first.shrink(-rule.v, 1), run.algorithm.shrink(-rule.v, 1), equal_nan=True)


# A picture asks for it many times, and only one run moves under a hand.
@lru_cache(maxsize=64)
def bends_of(algorithm: Algorithm) -> tuple[float, ...]:
    """Return the weights at which a rule bends or jumps at its first step."""
    return algorithm.kinks(1)


@lru_cache(maxsize=8)
def _grid(reach: float) -> np.ndarray:
    return np.linspace(-reach, 0.0, SAMPLES)


def pull_of(run: Run) -> Pull | None:
    """Return how a run pulls weights; None where no knob of its own says how strongly."""
    return _pull_of(run.algorithm) if run.separable else None


@lru_cache(maxsize=64)
def _pull_of(algorithm: Algorithm) -> Pull | None:
    if hasattr(algorithm, "gravity"):
        per = algorithm.step_size(1) * algorithm.period
        pull = Pull("gravity", "ηKg", per, per * algorithm.gravity)
        bends = bends_of(algorithm)
        seen = not is_formula(algorithm) or any(math.isclose(pull.size, bend) for bend in bends)
        return pull if seen else None
    if hasattr(algorithm, "l1"):
        half = getattr(algorithm, "rounds", False)
        per = algorithm.step_size(1) * (0.5 if half else 1.0)
        return Pull("l1", "½ηλ" if half else "ηλ", per, per * algorithm.l1)
    return None


def threshold_of(run: Run) -> float:
    """Return θ of a rule that leaves larger weights alone, ∞ where it leaves none."""
    theta = getattr(run.algorithm, "threshold", math.inf)
    return theta if theta in bends_of(run.algorithm) else math.inf


def bands(rules: Sequence[Rule], reach: float) -> tuple[list[dict], list[dict]]:
    """Return a faint band within each θ, as shapes, and their name."""
    thetas = [threshold_of(run) for rule in rules for run in rule.runs]
    within = {theta for theta in thetas if theta < reach}
    if not within:
        return [], []
    text = f"within θ = {show(*within)}" if len(within) == 1 else "within θ"
    label = _note(0.0, -0.94 * reach, text, "center")
    return [_band(theta) for theta in sorted(within, reverse=True)], [label]


def pointed_at(rules: Sequence[Rule]) -> list[tuple[float, float, Rule]]:
    """Return the points (x, y) of the lines to which their names lead, from the left on."""
    places = sorted((_apart(rule, rules), i) for i, rule in enumerate(rules))
    return [(x, y, rules[i]) for (x, y), i in places]


def names(
    places: Sequence[tuple[float, float, Rule]], reach: float, alone: bool = False
) -> tuple[list[dict], list[dict]]:
    """Return the names of the lines, in the left upper quarter, and lines that lead to them.

    Letters ``alone`` stand farther apart: the picture is small.

    Parameters
    ----------
    places : see ``pointed_at``.
    """
    line = (min(APART, 0.8 / max(len(places) - 1, 1)) if alone else LINE) * reach
    notes, leaders = [], []
    for row, (x, y, rule) in enumerate(places):
        run = rule.runs[0]
        titles = dict.fromkeys(_title(run) for run in rule.runs)
        text = f"<b>{rule.letters}</b>" + ("" if alone else f" {', '.join(titles)}")
        width = 2.0 * LETTER * (len(text) - 7) * reach
        right = min(max(x, -reach + width), -0.02 * reach)
        height = 0.16 * reach + line * row
        notes.append(_note(right, height, text, "right", run.colour, 13))
        leaders.append(_leader(x, y, height - 0.5 * LINE * reach, run.colour))
    return notes, leaders


def _title(run: Run) -> str:
    """The name of a run's method within a line of words."""
    return run.in_a_sentence.split(", ")[0]


def _apart(rule: Rule, rules: Sequence[Rule]) -> tuple[float, float]:
    """The point of a line that differs from most others, and from the diagonal."""
    others = [other.shrunk for other in rules if other is not rule]
    changed = np.abs(rule.shrunk - rule.v).max() > 1e-5 * abs(rule.v[0])
    others += [rule.v] if changed or not others else []
    inside = rule.v > 0.85 * rule.v[0]
    # A difference that can be seen is enough.
    enough = -0.06 * rule.v[0]
    distances = [np.minimum(np.abs(rule.shrunk - other), enough) for other in others]
    seen = sum(distances) * inside
    best = np.flatnonzero(seen >= 0.95 * seen.max())
    i = int(best[len(best) // 2])
    return float(rule.v[i]), float(rule.shrunk[i])


def marks(
    happenings: Sequence[Happening], reach: float, short: bool = False
) -> tuple[list[dict], list[dict]]:
    """Return what happens to weights, in words, and lines from there to what shows it.

    Words are ``short``, and farther apart, where the picture is small.
    """
    line = (NARROW if short else LINE) * reach
    notes, lines = [], []
    for row, (x, before, after, text, colour) in enumerate(happenings):
        text = _in_short(text) if short else text
        height = -0.16 * reach - line * row
        left = min(x, reach * (1.0 - 2.0 * LETTER * len(text)))
        notes.append(_note(left, height, text, "left", colour))
        lines.append(_leader(x, after, height + 0.4 * LINE * reach, colour or REFERENCE))
        if before != after:
            lines.append(_leader(x, before, after, colour or REFERENCE, width=3.0))
    return notes, lines


def _in_short(text: str) -> str:
    """Words on weights without formula and letters: "pulled by 0.03", "cut to 0"."""
    words = text.split(":")[0].split(" = ")
    return words[0] if len(words) == 1 else f"pulled by {words[-1]}"


def happenings_of(rules: Sequence[Rule], reach: float) -> list[Happening]:
    """Return what happens to weights, from the largest weight down."""
    happenings: list[Happening] = []
    cut: list[tuple[float, Rule]] = []
    for rule in rules:
        run = rule.runs[0]
        if is_formula(run.algorithm):  # what it does is seen, and has no name
            continue
        theta, pull = min(threshold_of(run), reach), pull_of(run)
        if pull is not None and 0.0 < pull.size < theta:
            # Halfway from where the pull leaves something of a weight to where it ends.
            x = 0.5 * (pull.size + min(theta, 0.9 * reach))
            after = float(run.algorithm.shrink(np.array([x]), 1)[0])
            text = f"pulled by {pull.formula} = {show(float(f'{pull.size:.3g}'))}"
            happenings.append((x, x, after, text, run.colour))
        elif math.isfinite(threshold_of(run)) or not np.any(rule.shrunk):
            cut.append((theta, rule))
    if cut:
        letters = ", ".join(run.letter for _, rule in cut for run in rule.runs)
        colour = cut[0][1].runs[0].colour if len(cut) == 1 else None
        x = 0.7 * min(theta for theta, _ in cut)
        text = "cut to 0" if len(cut) == 1 else f"cut to 0: {letters}"
        happenings.append((x, 0.0, 0.0, text, colour))
    return sorted(happenings, key=lambda happening: -happening[0])


def handles(runs: Sequence[Run], reach: float, shared: Sequence[str] = ()) -> list[dict]:
    """Return what can be dragged: each θ, and each pull, within the picture.

    Each is {"source", "knob", "label", "colour", "axis", "at", "low", "high", "per"}: the knob of
    the panel ``source`` is at / per, between ``low`` and ``high``.

    Parameters
    ----------
    runs : all runs of the page, in their order.
    reach : the largest weight in the picture.
    shared : the knobs that are one for all runs; they have one handle.
    """
    made: dict[tuple[str, str], dict] = {}
    for slot, run in enumerate(runs):
        pull, theta = pull_of(run), threshold_of(run)
        own = [("threshold", theta, 1.0)] if theta <= reach else []
        if pull is not None and pull.size <= reach:
            own.append((pull.knob, pull.size, pull.per))
        for knob, at, per in own:
            declared = knobs_of(run.algorithm)[knob]
            everywhere = knob in shared
            source = "common" if everywhere else f"run_{slot}"
            # Whoever drags θ to 0 would not get hold of it again.
            low = 0.0 if knob != "threshold" else declared.ends[0]
            made.setdefault(
                (source, knob),
                {
                    "source": source,
                    "knob": knob,
                    "label": f"{declared.label} of {'all runs' if everywhere else run.letter}",
                    "colour": REFERENCE if everywhere else run.colour,
                    "axis": "x",
                    "at": at,
                    "low": low,
                    "high": declared.ends[1],
                    "per": per,
                },
            )
    return list(made.values())


def stems(dragged: Sequence[dict], reach: float) -> list[dict]:
    """Return upright lines at pulls, on which handles stand; those of bands are their edges."""
    pulls = [handle for handle in dragged if handle["knob"] != "threshold"]
    lines = [_leader(handle["at"], 0.0, reach, handle["colour"]) for handle in pulls]
    return [line | {"line": {**line["line"], "dash": "dot"}} for line in lines]


def _band(theta: float) -> dict:
    edge = {"color": REFERENCE, "width": 1, "dash": "dot"}
    place = {"x0": -theta, "x1": theta, "yref": "paper", "y0": 0.11, "y1": 1.0}
    return {"type": "rect", **place, "fillcolor": FAINT, "line": edge, "layer": "between"}


def _leader(x: float, start: float, end: float, colour: str, width: float = 1.0) -> dict:
    """An upright line."""
    place = {"x0": x, "x1": x, "y0": start, "y1": end}
    return {"type": "line", **place, "line": {"color": colour, "width": width}}


def _note(
    x: float, y: float, text: str, anchor: str, colour: str | None = None, size: int = 12
) -> dict:
    return {
        "x": x,
        "y": y,
        "text": text,
        "font": {"size": size} | ({"color": colour} if colour else {}),
        "showarrow": False,
        "xanchor": anchor,
        "yanchor": "middle",
    }
