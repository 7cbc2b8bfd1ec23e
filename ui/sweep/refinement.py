"""Settings that a sweep adds by itself: beyond the end of a range, and between two of its values.

Where the best setting with few enough features stands at the end of a range, the range is widened.
Where the number of features steps over the number asked for, values between are tried. What is
added depends on the outcomes alone, so the same question has the same results wherever it runs.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

from algorithms import SPARSITY, Algorithm, Frontier, Outcomes, Point, ladder
from knobs import knobs_of
from sweeps import Method, Request
from ui.sweep.query import COUNTED, Ladder, SweepDisplay, SweptMethod, measures

MOST_WIDENINGS, FILLS, BETWEEN = 3, 3, 3
"""So often is one end of a range moved out, by about a power of ten; so many rounds of values
between are tried, and so many values in each gap."""
MOST_VALUES = 100
SPARSE_IF_SMALL = ("radius", "n_nonzeros")
"""Knobs that leave few features where they are small; all others do so where they are large."""
CLOSE = 0.8
"""A setting has about as many features as are allowed if it has this share of them."""
MOST_GAPS = 2
"""Number of gaps of one line of settings that are filled."""


class Widening(NamedTuple):
    """One end of a range that was moved out.

    Parameters
    ----------
    knob, up : whose end it is, and whether it is the upper one.
    before, after : the end as it was asked for, and as it is by now.
    best : the best setting stood there; else no setting had so few features.
    """

    knob: str
    up: bool
    before: float
    after: float
    best: bool


class Gap(NamedTuple):
    """Two neighbours on a line of settings, one with more features than allowed, one with fewer."""

    more: Point
    fewer: Point


@dataclass(eq=False)
class Growth:
    """One method as its sweep goes on.

    Parameters
    ----------
    method : its ladders as they are by now.
    beside : settings that are tried beside those of the ladders.
    widenings : the ends that were moved, each once.
    times : how often an end was moved, by the knob and whether it is the upper one.
    filled : the number of settings that were put between.
    fills : how often some were.
    """

    method: SweptMethod
    beside: tuple[Algorithm, ...]
    widenings: list[Widening] = field(default_factory=list)
    times: dict[tuple[str, bool], int] = field(default_factory=dict)
    filled: int = 0
    fills: int = 0

    def requested_methods(self) -> Method:
        """Return the method as a sweep is asked for it."""
        return Method(self.method.algorithm, ladders(self.method), self.beside)

    def widen(self, which: Ladder, up: bool, most: int, best: bool) -> bool:
        """Move one end of a ladder out; return whether it could be."""
        times = self.times.get((which.knob, up), 0)
        wider = None if times >= MOST_WIDENINGS else widen_ladder(self.method, which, up, most)
        if wider is None:
            return False
        before = self.requested_methods().settings
        self.times[which.knob, up] = times + 1
        rungs = tuple(wider if one == which else one for one in self.method.ladders)
        self.method = replace(self.method, ladders=rungs)
        # A whole number may stand on no rung of the new ladder.
        self.beside = tuple(dict.fromkeys((*self.beside, *before)))
        own = set(replace(self.requested_methods(), extra=()).settings)
        self.beside = tuple(setting for setting in self.beside if setting not in own)
        self._note(Widening(which.knob, up, _end(which, up), _end(wider, up), best))
        return True

    def _note(self, new: Widening) -> None:
        for place, old in enumerate(self.widenings):
            if (old.knob, old.up) == (new.knob, new.up):
                self.widenings[place] = old._replace(after=new.after)
                return
        self.widenings.append(new)

    def fill(self, gaps: Sequence[Gap], name: str) -> bool:
        """Put settings into gaps; return whether there was room for any."""
        known = set(self.requested_methods().settings)
        new = [each for gap in gaps for each in between(gap, name) if each not in known]
        if self.fills >= FILLS or not new:
            return False
        self.beside = (*self.beside, *dict.fromkeys(new))
        self.filled += len(new)
        self.fills += 1
        return True


class Refinement:
    """The settings that a sweep adds, round by round; what ``sweeps.Run`` asks for more.

    Parameters
    ----------
    methods : as they were asked for.
    beside : of each method the settings that are tried beside those of its ladders.
    look : the number of features allowed, how they are counted, and the measure.
    most : the number of features of the data.
    """

    def __init__(
        self,
        methods: Sequence[SweptMethod],
        beside: Sequence[tuple[Algorithm, ...]],
        look: SweepDisplay,
        most: int,
    ) -> None:
        self.look, self.most = look, most
        self.growths = [Growth(*pair) for pair in zip(methods, beside, strict=True)]

    @property
    def methods(self) -> tuple[SweptMethod, ...]:
        """The methods with their ladders as they are by now."""
        return tuple(growth.method for growth in self.growths)

    def requested_methods(self) -> tuple[Method, ...]:
        """Return the methods as a sweep is asked for them."""
        return tuple(growth.requested_methods() for growth in self.growths)

    def __call__(self, request: Request, outcomes: Outcomes) -> Request | None:
        """Return the request with the settings of the next round, or None."""
        if not measures(outcomes):  # every setting diverged
            return None
        grown = False
        for growth, own in zip(self.growths, frontiers(request, outcomes, self.look), strict=True):
            grown |= self._wider(growth, own) or self._fill(growth, own)
        if not grown:
            return None
        try:
            return replace(request, methods=self.requested_methods())
        except ValueError:  # more settings than are run together
            return None

    def _wider(self, growth: Growth, own: Frontier) -> bool:
        ends = list(ends_reached(growth.method, own, self.look.at_most))
        best = best_within(own, self.look.at_most) is not None
        return any([growth.widen(which, up, self.most, best) for which, up in ends])

    def _fill(self, growth: Growth, own: Frontier) -> bool:
        name = zeros_swept(growth.method)
        return bool(name) and growth.fill(gaps_of(own, name, self.look.at_most), name)


def frontiers(request: Request, outcomes: Outcomes, look: SweepDisplay) -> Iterator[Frontier]:
    """Yield the frontier of each method in the measure that is shown."""
    taken = measures(outcomes)
    first = 0
    for method in request.methods:
        places = range(first, first + len(method.settings))
        first += len(method.settings)
        if taken:
            name = look.name_of_measure(taken)
            yield Frontier(outcomes.take(places), name, COUNTED[look.counted])


def ladders(method: SweptMethod) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """Return the knobs that are swept with their values, each value once."""
    return tuple(
        (
            one.knob,
            tuple(dict.fromkeys(ladder(method.algorithm, one.knob, one.low, one.high, one.n))),
        )
        for one in method.ladders
    )


def zeros_swept(method: SweptMethod) -> str:
    """Return the knob that is swept and makes zeros; empty where none does."""
    return next((one.knob for one in method.ladders if one.knob in SPARSITY), "")


def best_within(own: Frontier, most: float) -> Point | None:
    """Return the best point with 1 to ``most`` features; else None."""
    best = own.best(most)
    return None if best is None or best.features == 0.0 else best


def ends_reached(method: SweptMethod, own: Frontier, most: float) -> Iterator[tuple[Ladder, bool]]:
    """Yield each ladder at whose end the best setting stands, and whether it is the upper end.

    Where no setting has so few features it is the end at which there are fewest.
    """
    best = best_within(own, most)
    if best is None:
        sparsest = _sparsest_end(method, own)
        if sparsest is not None and own.best(most) is None:
            yield sparsest
        return
    for one in method.ladders:
        value, (low, high) = getattr(best.algorithm, one.knob), sorted((one.low, one.high))
        if low < high and (value <= low or value >= high):
            yield one, value >= high


def _sparsest_end(method: SweptMethod, own: Frontier) -> tuple[Ladder, bool] | None:
    """The ladder of the knob that makes zeros, and its end with the fewest features."""
    name = zeros_swept(method)
    if not name or not any(math.isfinite(point.value) for point in own.points):
        return None
    (which,) = (one for one in method.ladders if one.knob == name)
    return (which, name not in SPARSE_IF_SMALL) if which.low != which.high else None


def widen_ladder(method: SweptMethod, which: Ladder, up: bool, most: int) -> Ladder | None:
    """Return a ladder with the same steps to about ten times as far; None where it cannot be.

    most : the number of features, beyond which no ladder of such a number goes.
    """
    declared = knobs_of(method.algorithm)[which.knob]
    low, high = sorted((which.low, which.high))
    if declared.scale != "log" or which.n < 2 or not 0.0 < low < high < math.inf:
        return None
    step = math.log(high / low) / (which.n - 1)
    more = min(max(round(math.log(10.0) / step), 1), MOST_VALUES - which.n)
    if more < 1:
        return None
    far = high * math.exp(more * step) if up else low / math.exp(more * step)
    end = declared.clamp(float(f"{far:.6g}"))
    if which.knob == "n_nonzeros":
        end = min(end, most)
    if not 0.0 < end < math.inf or (end <= high if up else end >= low):
        return None
    added = min(max(round(abs(math.log(end / (high if up else low))) / step), 1), more)
    low, high = (low, end) if up else (end, high)
    n = which.n + added
    while declared.integer and len(ladder(method.algorithm, which.knob, low, high, n)) < n:
        n -= 1
    return Ladder(which.knob, low, high, n)


def at_limit(method: SweptMethod, which: Ladder, up: bool, most: int) -> bool:
    """Return whether a ladder ends where its knob does, so that there is nothing beyond."""
    least, largest = knobs_of(method.algorithm)[which.knob].ends
    largest = min(largest, most) if which.knob == "n_nonzeros" else largest
    end = _end(which, up)
    return end >= largest if up else end <= least or math.isinf(end)


def _end(which: Ladder, up: bool) -> float:
    return max(which.low, which.high) if up else min(which.low, which.high)


def gaps_of(own: Frontier, name: str, most: float) -> list[Gap]:
    """Return the gaps in which the number of features steps over ``most``, line by line.

    A line are the settings that differ in the knob ``name`` alone. Where the one with fewer has
    about as many as are allowed, nothing is missing.
    """
    lines: dict[Algorithm, list[Point]] = defaultdict(list)
    for point in own.points:
        if math.isfinite(point.value) and not point.diverged:
            usual = getattr(type(point.algorithm)(), name)
            lines[replace(point.algorithm, **{name: usual})].append(point)
    return [gap for line in lines.values() for gap in _gaps_on(line, name, most)]


def _gaps_on(line: list[Point], name: str, most: float) -> list[Gap]:
    line.sort(key=lambda point: getattr(point.algorithm, name))
    gaps = []
    for pair in pairwise(line):
        fewer, more = sorted(pair, key=lambda point: point.features)
        if fewer.features <= most < more.features and fewer.features < CLOSE * most:
            gaps.append(Gap(more, fewer))
    gaps.sort(key=lambda gap: -gap.fewer.features)
    return gaps[:MOST_GAPS]


def between(gap: Gap, name: str) -> list[Algorithm]:
    """Return settings with values of a knob between those of a gap, where the knob holds any."""
    ends = [getattr(point.algorithm, name) for point in gap]
    low, high = min(ends), max(ends)
    if math.isinf(high) or (low <= 0.0 and knobs_of(gap.more.algorithm)[name].scale == "log"):
        return []
    inner = ladder(gap.more.algorithm, name, low, high, BETWEEN + 2)
    return [replace(gap.more.algorithm, **{name: value}) for value in inner if low < value < high]
