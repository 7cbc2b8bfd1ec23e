"""The ways of projecting agree where one or another of them takes another road."""

from __future__ import annotations

import os
from fractions import Fraction

import numpy as np
import pytest

from algorithms.projection import METHODS, SORT, project_l1_ball, project_simplex, threshold
from algorithms.projection.condat import LINE, STRETCH, WORTH, bracket, clean, sample
from algorithms.projection.pivot import next_random
from algorithms.projection.vector_ops import two_sum

# Interpreted, kernels are some hundred times slower.
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
SIZES = [1, 2, 300] if INTERPRETED else [1, 2, 300, WORTH - 1, WORTH, 20_001]


def misleading(n: int, normal: np.ndarray) -> dict[str, np.ndarray]:
    """Vectors that are large only where the sample looks, or only where it does not."""
    place = np.empty(n)
    taken = sample(np.arange(n, dtype=float), False, place)
    seen = np.zeros(n, bool)
    seen[place[:taken].astype(int)] = True
    return {
        "seen": np.where(seen, 10.0, 0.01) * normal,
        "unseen": np.where(seen, 0.01, 10.0) * normal,
    }


def close(a: np.ndarray, b: np.ndarray, z: float) -> bool:
    """Equal to 1e-12 of z."""
    return bool((np.abs(a - b) <= 1e-12 * z).all())


def kinds(n: int) -> dict[str, np.ndarray]:
    """Vectors on which one way or another takes another road."""
    draw = np.random.default_rng(n)
    normal = draw.standard_normal(n)
    return {
        "normal": normal,
        "ties": np.round(2.0 * normal) / 2.0,
        "equal": np.full(n, -0.1),
        "sparse": np.where(draw.random(n) < 0.05, normal, 0.0),
        "zeros": np.zeros(n),
        "one": np.eye(1, n, n // 2)[0],
        "up": np.sort(np.abs(normal)),
        "down": -np.sort(-np.abs(normal)),
        "spread": np.sign(normal) * 10.0 ** draw.uniform(-9, 9, n),
        "one side": -np.abs(normal),
        "heavy tail": draw.standard_cauchy(n),
        **misleading(n, normal),
    }


def twin(x: np.ndarray, z: float) -> np.ndarray:
    """The simplex by sorting; measured by the distance to the largest, so no digits are lost."""
    down = -np.sort(-(x - x.max()))
    lower = (np.cumsum(down.astype(np.longdouble)) - z) / np.arange(1, x.size + 1)
    theta = lower[np.flatnonzero(down > lower)[-1]]
    return np.maximum(x - x.max() - theta, 0.0).astype(float)


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("share", [1e-4, 0.02, 0.5, 0.999])
def test_ways_agree_on_every_kind_of_vector(n, share):
    for kind, v in kinds(n).items():
        z = share * float(np.abs(v).sum()) or 1.0
        simplex = twin(v, z)
        size = np.abs(v)
        ball = np.copysign(twin(size, z), v) if size.sum() > z else v
        for method in METHODS:
            assert close(project_l1_ball(v, z, method), ball, z), (kind, method)
            assert close(project_simplex(v, z, method), simplex, z), (kind, method)


def test_the_sample_is_what_it_claims():
    """One line out of each stretch, each entry at most once, the offsets not all equal."""
    n = 2 * WORTH + 100
    x = np.empty(n)
    taken = sample(-np.arange(n, dtype=float), True, x)
    lines = x[:taken].reshape(-1, LINE)
    assert (np.diff(lines, axis=1) == 1.0).all()
    assert np.array_equal(lines[:, 0] // STRETCH, np.arange(n // STRETCH))
    assert np.array_equal(lines[:, -1] // STRETCH, np.arange(n // STRETCH))
    assert len(np.unique(lines[:, 0] % STRETCH)) > 10


@pytest.mark.parametrize("share", [0.01, 0.3, 0.9])
def test_the_bracket_holds_the_threshold_and_little_else(share):
    n, held = 4 * WORTH, 0
    for seed in range(20):
        x = np.abs(np.random.default_rng(seed).standard_normal(n))
        theta = np.quantile(x, 1.0 - share)
        z = np.maximum(x - theta, 0.0).sum()
        lo, hi = bracket(x, True, z, np.empty(n))
        held += lo < theta < hi
        assert ((lo < x) & (x <= hi)).mean() < 0.25
    assert held >= 17


def test_what_is_cleaned_is_what_lies_above_the_threshold():
    """Beside larger entries, too, of which only number and sum are known."""
    x = np.random.default_rng(2).standard_normal(500)
    few = np.sort(x)[:480]
    theta, above = clean(draw := few.copy(), np.sort(x)[480:].sum(), 20.0, 40.0)
    assert (theta, above) == pytest.approx(threshold(x, False, 40.0, SORT, np.empty(500)))
    assert np.array_equal(np.sort(draw[: int(above) - 20]), few[few > theta])


def test_random_numbers_cover_their_range():
    seed, high = 1, []
    for _ in range(4000):
        seed = next_random(seed)
        high.append(seed >> 27)
    counts = np.bincount(high, minlength=16)
    assert counts.size == 16 and (abs(counts - 250) < 100).all()


def test_what_a_running_sum_rounds_off_is_not_lost():
    v = np.r_[2.0**53, np.ones(1000)]
    theta, rho = threshold(v, False, 2.0**53 + 500.0, SORT, np.empty(v.size))
    assert (theta, rho) == (500.0 / 1001.0, 1001.0)


def test_two_sum_is_exact():
    draw = np.random.default_rng(0)
    for a, b in draw.standard_normal((200, 2)) * 10.0 ** draw.uniform(-20, 20, (200, 2)):
        total, rest = two_sum(a, b)
        assert total == a + b
        assert Fraction(total) + Fraction(rest) == Fraction(a) + Fraction(b)


@pytest.mark.parametrize("method", METHODS)
def test_the_same_twice(method):
    v = np.random.default_rng(3).standard_normal(9000)
    for project in (project_l1_ball, project_simplex):
        assert project(v, 5.0, method).tobytes() == project(v, 5.0, method).tobytes()
