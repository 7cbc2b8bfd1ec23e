"""Truncation functions: the places to which an update sends a weight without a gradient."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np

from algorithms import Algorithm
from algorithms.evaluation.removal import is_formula
from charts.labels import ROOMY
from charts.layout import curve, frame, reference, widen
from charts.picture import Picture, key_of
from charts.playground.marginal_ticks import LOW, marginal_ticks, ticks_in_short, ticks_in_words
from charts.playground.rules import (
    Rule,
    bands,
    bends_of,
    handles,
    happenings_of,
    marks,
    names,
    pointed_at,
    reach_of,
    rules_of,
    stems,
)
from charts.playground.score import join_names
from charts.run import Run, show

CURVED = 401
"""The weights at which a line is drawn that may be curved."""

BEYOND = 100.0
"""Lines go on so far beyond the picture: an axis that is held under the hand may show more."""

LINES = "Each line shows what becomes of a weight{}; on the dotted line it stays as it is."
LINE = "A line shows what becomes of a weight; on the dotted one it stays."
RINGS = "Drag a ring to move a threshold or a pull."


def truncation(
    runs: list[Run],
    ticks_of: Run | None = None,
    shared: Sequence[str] = (),
    before: Sequence[Algorithm] = (),
) -> Picture:
    """Return the shrink of each run at its first step size, above the weights of ``ticks_of``.

    Runs with the same shrink have one line. What can be dragged in the picture stands in
    ``layout["meta"]["handles"]``; see ``charts.playground.rules.handles``.

    Parameters
    ----------
    runs : all runs; no line is drawn of one whose shrink depends on more than the weight itself.
    ticks_of : the run whose final weights stand at the bottom.
    shared : the knobs that are one for all runs.
    before : the algorithms before a hand began to move: the picture is as wide as for them while
        all bends are in it.
    """
    drawn = None if ticks_of is None or ticks_of.has_diverged else ticks_of
    reach = reach_of([run.algorithm for run in runs], drawn, before)
    rules = rules_of(runs, reach)
    layout = _layout(rules, handles(runs, reach, shared), reach)
    curves = [reference("identity", *2 * [[-BEYOND * reach, BEYOND * reach]])]
    curves += [_line(rule, reach) for rule in rules]
    if drawn is not None:
        ticks, *strips = marginal_ticks(drawn, reach, layout["yaxis"]["range"])
        curves.append(ticks)
        for part, strip in zip((layout, layout["meta"]["narrow"]), strips, strict=True):
            part |= {key: [*part[key], *more] for key, more in strip.items()}
    rings = [RINGS] if layout["meta"]["handles"] else []
    ticks = [] if ticks_of is None else [ticks_in_words(ticks_of)]
    remarks = [*rounding_now(runs), *_lineless(runs)]
    caption = " ".join([LINES.format(_when(rules)), *_steps(runs), *remarks, *rings, *ticks])
    key = key_of(LINE, *remarks, *([] if ticks_of is None else [ticks_in_short(ticks_of)]))
    sentence = "; ".join(f"{run.letter} {_in_words(run)}" for run in runs)
    alt = f"Truncation functions. {sentence}."
    heading = "What each rule does to a weight"
    return Picture("truncation", curves, layout, alt, caption, heading, by_hand=RINGS, key=key)


def _when(rules: Sequence[Rule]) -> str:
    """Words on the steps at which the rules act."""
    periods = {getattr(run.algorithm, "period", 1) for rule in rules for run in rule.runs}
    if len(periods) != 1:
        return " after every K steps"
    (period,) = periods
    return f" after every {period} steps (K)" if period > 1 else " after every step"


def _layout(rules: list[Rule], dragged: list[dict], reach: float) -> dict:
    layout = frame(
        "weight before",
        "weight after",
        xaxis={"range": [-reach, reach]},
        yaxis={"range": [LOW * reach, reach]},
    )
    widen(layout, reach)
    grounds, labels = bands(rules, reach)
    places, happenings = pointed_at(rules), happenings_of(rules, reach)
    parts = {}
    for alone in (False, True):
        called, callers = names(places, reach, alone)
        marked, leaders = marks(happenings, reach, alone)
        parts[alone] = {
            "shapes": [*grounds, *stems(dragged, reach), *callers, *leaders],
            "annotations": [*called, *marked, *labels],
        }
    layout["meta"] = {"below": ROOMY, "narrow": parts[True], "handles": dragged}
    return layout | parts[False]


def _line(rule: Rule, reach: float) -> dict:
    run = rule.runs[0]
    line = curve(run, *_sample_shrink(run.algorithm, reach))
    twins = dict.fromkeys(run.name for run in rule.runs)
    return line | {"name": f"{rule.letters} · {'; '.join(twins)}"}


@lru_cache(maxsize=64)
def _sample_shrink(algorithm: Algorithm, reach: float) -> tuple[np.ndarray, np.ndarray]:
    """The shrink at its bends and just beside its jumps; a jump is a gap in the line."""
    inside = [k for k in bends_of(algorithm) if k < BEYOND * reach]
    kinks = sorted({0.0, *inside, *(-k for k in inside)})
    beside = 1e-9 * reach
    around = [k + e for k in kinks for e in (-beside, 0.0, beside)]
    between = np.linspace(-reach, reach, CURVED).tolist() if is_formula(algorithm) else []
    v = [-BEYOND * reach, *sorted({*around, *between}), BEYOND * reach]
    shrunk = algorithm.shrink(np.array(v), 1).tolist()
    points, formula = [(v[0], shrunk[0])], is_formula(algorithm)
    for before, point in pairwise(zip(v, shrunk, strict=True)):
        width = point[0] - before[0]
        # A formula may be steep; its jumps are between points that all but coincide.
        if abs(point[1] - before[1]) > width + 4 * beside and (width < 2 * beside or not formula):
            points.append((np.nan, np.nan))
        points.append(point)
    x, y = np.array(points).T
    return x, np.where(np.isfinite(y), y, np.nan)


def _steps(runs: list[Run]) -> list[str]:
    """Sentences on the steps that the lines hold for."""
    separable = [run for run in runs if run.separable]
    text, periods = [], {}
    for run in separable:
        periods.setdefault(getattr(run.algorithm, "period", 1), []).append(run.letter)
    periods.pop(1, None)
    for period, letters in periods.items():
        use = "uses its rule" if len(letters) == 1 else "use their rules"
        text.append(f"{join_names(letters)} {use} once in {period} steps.")
    falling = [
        run.letter
        for run in separable
        if getattr(run.algorithm, "schedule", "constant") != "constant"
    ]
    if falling:
        steps = "its step size falls" if len(falling) == 1 else "their step sizes fall"
        text.append(f"For {join_names(falling)} the picture shows the first step; later {steps}.")
    return text


def rounding_now(runs: Sequence[Run]) -> list[str]:
    """Return a sentence on truncated gradient that is rounding: a pull takes all within θ."""
    letters = [run.letter for run in runs if is_rounding(run.algorithm)]
    if not letters:
        return []
    be = "is" if len(letters) == 1 else "are"
    return [f"{join_names(letters)} {be} rounding now: as ηKg ≥ θ, more gravity changes nothing."]


def is_rounding(algorithm: Algorithm) -> bool:
    """Return whether every pull of truncated gradient sets all weights within its threshold to 0.

    Langford, Li & Zhang 2009, §3.3: it is then rounding, step by step.
    """
    if algorithm.key != "truncated_gradient" or algorithm.schedule != "constant":
        return False
    pull = algorithm.eta * algorithm.period * algorithm.gravity
    return 0.0 < algorithm.threshold <= pull


def _lineless(runs: list[Run]) -> list[str]:
    """A sentence on the runs that have no line."""
    others = [run.letter for run in runs if not run.separable]
    rule = "rule looks" if len(others) == 1 else "rules look"
    return (
        [f"No line for {join_names(others)}: the {rule} at more than one weight."] if others else []
    )


def _in_words(run: Run) -> str:
    if not run.separable:
        return f"{run.name}: depends on more than the weight"
    bends = ", ".join(show(float(k)) for k in bends_of(run.algorithm))
    return f"{run.name}: " + (f"bends or jumps at ±{bends}" if bends else "no bend but at 0")
