"""The compiled search for places finds those that NumPy finds among the prices of all of them; and
those that Python finds where it runs the same lines."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms.cache.compile_queue import as_python
from charts import placing
from charts.label_cost import (
    AMBIGUOUS,
    ASIDE_COST,
    CROSSING_COST,
    GOOD_ENOUGH,
    HEIGHT_COST,
    INK_COST,
    NEARER_COST,
    OFF_CURVE_COST,
    ORDER_COST,
    SAMPLES,
    WAYS,
    WIDE,
    cheapest_places,
)
from charts.occupancy import CURVE, DOTS, Marks, occupancy_of
from charts.placing import Name, _heights, _order, find_places


def naive(names, ink, line, taken):
    """The places of names, and in how many of them another was looked for than the best."""
    found, texts, moved = [None] * len(names), [(*text, 0.0) for text in taken], 0
    order = _order(names, ink.levels)
    for place, i in enumerate(order):
        name = names[i]
        lower = [names[j] for j in order[place + 1 :] if beside(name, names[j])]
        everyone = [name, *(other for other in names if other is not name)]
        for lefts in (lefts_of(name)[:1], lefts_of(name)):
            costs, struck, own, other = costs_of(everyone, ink, line, lefts)
            costs = costs + room_taken(lower, line)
            for text in texts:
                costs = costs + of_text(text, lefts, name.width, line)
            if costs.min() < GOOD_ENOUGH:
                break
        n, j = np.unravel_index(costs.argmin(), costs.shape)
        moved += n > 0
        lost = other[n, j] < own[n, j] - AMBIGUOUS * line
        found[i] = lefts[n], _heights(line)[0][j], struck[n, j], lost
        texts.append((lefts[n], lefts[n] + name.width, found[i][1], ORDER_COST))
    return found, moved


def beside(one, other):
    return one.left < other.left + other.width and other.left < one.left + one.width


def lefts_of(name):
    inside = (name.x + name.pad, name.x - 0.5 * name.width, name.x - name.width - name.pad)
    inside = [left for left in inside if 0.0 <= left <= 1.0 - name.width]
    ways = np.maximum(name.left - WAYS, min(0.0, name.left))
    return np.array([ways[0], *inside, *ways[1:]])


def of_text(text, lefts, width, line):
    start, end, height, price = text
    heights = _heights(line)[0]
    distance = np.abs(heights - height)
    covered = 1e3 * (distance < line * (1 - 1e-9)) * (2 * line - distance)
    meets = (lefts < end) & (start < lefts + width)
    return meets[:, None] * (covered + price * (heights > height))


def room_taken(lower, line):
    heights, price = _heights(line)[0], 0.0
    for rank, name in enumerate(lower, 1):
        room = (0.5 + rank) * line
        wanted = min(max(min(name.level, 1.0) + 0.05 * line, 0.0) + room, 1.0 - 0.5 * line)
        missing = [np.maximum(least - heights - 1e-9, 0.0) for least in (room, wanted)]
        price = price + 1e2 * missing[0] + 0.5 * missing[1]
    return price


def costs_of(names, ink, line, lefts):
    """The prices of all places of the first of some names, and what they are made of."""
    (heights, rows), (best, width, *_, pad) = _heights(line), names[0]
    columns, looks = len(ink.cells) - 1, ink.levels.shape[1] - 1
    starts = np.maximum(lefts * columns + 0.9, 0.0).astype(np.int64)
    stops = np.minimum((lefts + width) * columns + 0.5, columns).astype(np.int64)
    cells = ink.cells[stops] - ink.cells[starts]
    struck = (cells[:, rows[1]] - cells[:, rows[0]]) / np.maximum(stops - starts, 1)[:, None]
    across = (lefts[:, None] + width * np.arange(SAMPLES) / (SAMPLES - 1)) * looks
    curves = np.array([name.curve for name in names])[:, None, None]
    over = ink.levels[curves, np.clip(across, 0, looks).astype(np.int64)]
    top, bottom = np.fmax.reduce(over, axis=2), np.fmin.reduce(over, axis=2)
    gaps = np.maximum(heights - top[..., None], bottom[..., None] - heights)
    xs, ends = np.array([(name.x, name.level) for name in names]).T
    beyond = np.maximum(np.maximum(lefts - xs[:, None], xs[:, None] - lefts - width), 0.0)
    to_ends = np.abs(heights - np.clip(ends, 0.0, 1.0)[:, None])[:, None]
    to_ends = to_ends + (WIDE if pad else ASIDE_COST / OFF_CURVE_COST) * beyond[..., None]
    ways = np.fmin(gaps, to_ends) - 0.5 * line
    own, *others = np.maximum(ways, 0.0)
    costs = (
        INK_COST * (struck > 0.0) + CROSSING_COST * np.minimum(struck, 3.0) + OFF_CURVE_COST * own
    )
    costs += (ASIDE_COST * beyond[0] + 0.02 * np.abs(lefts - best))[:, None]
    costs += HEIGHT_COST * np.abs(heights - np.clip(ends[0], 0.0, 1.0))
    if not others:
        return costs, struck, own, np.full_like(own, np.inf)
    other = np.min(others, axis=0)
    if pad:
        unclear = 0.5 - (ways[1:].min(axis=0) - ways[0]) / line
        costs += 2.0 * NEARER_COST * np.clip(unclear, 0.0, 1.0)
    else:
        costs += NEARER_COST * (other < own - 0.1 * line)
    return costs, struck, own, other


def pane(rng, count):
    """Curves that end somewhere, and dots all over."""
    ends = rng.uniform(0.2, 1.0, count)
    xs = [np.sort(rng.uniform(0.0, end, 30)) for end in ends]
    ys = [np.cumsum(rng.normal(0.0, 0.05, 30)) + rng.random() for _ in ends]
    dots = rng.random((2, 20))
    return ends, occupancy_of(
        Marks(
            np.concatenate([*xs, dots[0]]),
            np.concatenate([*ys, dots[1]]),
            np.array([*range(0, 30 * count + 1, 30), 30 * count + 20]),
            np.array([CURVE] * count + [DOTS]),
            np.full((count + 1, 2), 0.01),
        )
    )


@pytest.mark.parametrize("pad", [0.0, 0.03])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_the_compiled_search_equals_its_twin(monkeypatch, count, pad):
    """Names of curves that end early, or of none, that hang over the edges, among other texts."""
    rng, moved = np.random.default_rng(count), 0
    for trial in range(40):
        ends, ink = pane(rng, count)
        drawn = np.where(rng.random(count) < 0.8, np.arange(count), -1).tolist()
        levels = rng.uniform(-0.2, 1.2, count) * rng.choice([1.0, 0.02])
        widths, lefts = rng.uniform(0.02, 0.5, count), rng.uniform(-0.05, 0.9, count)
        names = [Name(*each, pad) for each in zip(lefts, widths, ends, levels, drawn, strict=True)]
        starts, line = rng.uniform(0.0, 0.6, rng.integers(3)), rng.choice([0.1, 1 / 7])
        taken = [(start, start + 0.3, rng.random()) for start in starts]
        expected, elsewhere = naive(names, ink, line, taken)
        found = find_places(names, ink, line, taken)
        np.testing.assert_allclose(found, expected, rtol=1e-12)
        moved += elsewhere
        if trial < 4:
            with monkeypatch.context() as python:
                python.setattr(placing, "cheapest_places", as_python(cheapest_places.compiled))
                assert find_places(names, ink, line, taken) == found
    assert moved > 10


def test_no_name_has_no_place():
    assert find_places([], pane(np.random.default_rng(0), 1)[1]) == []


def flat(*heights):
    """The occupancy by level curves from the left to the right."""
    count = len(heights)
    return occupancy_of(
        Marks(
            np.tile([0.0, 1.0], count),
            np.repeat(heights, 2),
            np.arange(0, 2 * count + 1, 2),
            np.full(count, CURVE),
            np.zeros((count, 2)),
        )
    )


@pytest.mark.parametrize(("between", "ambiguous"), [(0.5, False), (0.7, False), (0.9, True)])
def test_a_name_is_ambiguous_that_is_so_much_nearer_to_another_curve(between, ambiguous):
    """``between``: by so many lines it is nearer, at the one height that other texts leave."""
    line, own, height = 0.1, 0.3, 0.5
    other = height + (height - own) - between * line
    names = [Name(0.4, 0.5, 0.95, own, 0), Name(0.0, 0.1, 0.0, other, 1)]
    taken = [(0.15, 1.0, each / 10) for each in range(11) if each != 5]
    spot, _ = find_places(names, flat(own, other), line, taken)
    assert spot.height == pytest.approx(height) and bool(spot.ambiguous) == ambiguous


@pytest.mark.parametrize(("apart", "first"), [(0.015, 1), (0.025, 0)])
def test_of_ends_that_meet_the_curve_from_above_is_named_first(apart, first):
    curves = np.array([[0.1] * 9, [0.99] * 9])
    names = [Name(0.5, 0.3, 0.9, level, i) for i, level in enumerate((0.5, 0.5 - apart))]
    assert _order(names, curves)[0] == first
