"""Bad arguments of projections are named, with their value and the rule, before any work."""

from __future__ import annotations

import math

import numpy as np
import pytest

from algorithms.projection import (
    METHODS,
    ProjectionMethod,
    method_code,
    project_l1_ball,
    project_simplex,
    project_weighted_l1_ball,
)
from tests.support.many.turns import in_turn

V, ONES = np.array([3.0, -2.0]), np.ones(2)


def project_weighted(v, z=1.0, out=None):
    a = [1.0] * len(v) if isinstance(v, list) else np.ones(np.shape(v))
    return project_weighted_l1_ball(v, a, z, out)


PROJECTIONS = [project_l1_ball, project_simplex, project_weighted]
each_projection = in_turn("project", PROJECTIONS)


@each_projection
@pytest.mark.parametrize("z", [0.0, -1.0, math.inf, -math.inf, math.nan])
def test_a_radius_is_finite_and_positive(project, z):
    with pytest.raises(ValueError, match=f"z = {z}: it must be finite and positive"):
        project(V, z)


@each_projection
@pytest.mark.parametrize("v", [np.ones((2, 2)), 3.0, np.ones((1, 0))])
def test_a_vector_has_one_dimension(project, v):
    with pytest.raises(ValueError, match=r"v has shape .* it must have one dimension"):
        project(v, 1.0)


@each_projection
@pytest.mark.parametrize("wrong", [math.nan, math.inf, -math.inf])
def test_a_vector_is_finite_and_out_stays_untouched(project, wrong):
    out = np.full(3, 7.0)
    with pytest.raises(ValueError, match=f"v holds {wrong}: every entry must be finite"):
        project(np.array([1.0, wrong, 2.0]), 1.0, out=out)
    assert (out == 7.0).all()


@each_projection
@pytest.mark.parametrize("out", [np.empty(3), np.empty(2, np.float32), np.empty(4)[::2]])
def test_out_fits(project, out):
    with pytest.raises(ValueError, match=r"out: it must be contiguous float64 of shape \(2,\)"):
        project(V, 1.0, out=out)


@each_projection
@pytest.mark.parametrize("v", [None, "ab", ["1"], [[1.0], [2.0, 3.0]], [1j, 2.0], [None, 1.0]])
def test_a_vector_is_of_numbers(project, v):
    with pytest.raises(ValueError, match=r"v: it must be a vector of numbers|v has shape"):
        project(v, 1.0)


@each_projection
@pytest.mark.parametrize("z", [None, "a", [1.0, 2.0], 10**400])
def test_a_radius_is_a_number(project, z):
    with pytest.raises(ValueError, match=r"z = .*: it must be finite and positive"):
        project(V, z)


@each_projection
@pytest.mark.parametrize("out", [[0.0, 0.0], "ab", 3.0, V.astype(">f8")])
def test_out_is_an_array(project, out):
    with pytest.raises(ValueError, match=r"out: it must be contiguous float64 of shape \(2,\)"):
        project(V, 1.0, out=out)


@each_projection
def test_out_can_be_written_to(project):
    out = np.zeros(2)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="out: it must not be read-only"):
        project(V, 1.0, out=out)


@in_turn("project", PROJECTIONS[:2])
@in_turn("method", ["heap", "Sort", "", 2, None])
def test_a_method_is_one_of_four(project, method):
    with pytest.raises(
        ValueError, match=f"method = {method!r}: it must be one of {', '.join(METHODS)}"
    ):
        project(V, 1.0, method)


def test_ways_have_codes():
    assert METHODS == ("sort", "pivot", "condat", "tree")
    assert [method_code(method) for method in METHODS] == [0, 1, 2, 3]
    assert method_code(ProjectionMethod.pivot) is ProjectionMethod.pivot


@pytest.mark.parametrize("a", [0.0, -1.0])
def test_weights_are_positive(a):
    with pytest.raises(ValueError, match=f"a holds .*{a}.*: every weight must be positive"):
        project_weighted_l1_ball(V, np.array([1.0, a]), 1.0)


@pytest.mark.parametrize("a", [math.nan, math.inf])
def test_weights_are_finite(a):
    with pytest.raises(ValueError, match=f"a holds {a}: every entry must be finite"):
        project_weighted_l1_ball(V, np.array([1.0, a]), 1.0)


def test_weights_have_the_shape_of_the_vector():
    with pytest.raises(
        ValueError, match=r"a has shape \(3,\): it must have the shape of v, \(2,\)"
    ):
        project_weighted_l1_ball(V, np.ones(3), 1.0)


def test_nothing_to_project():
    assert project_l1_ball([], 1.0).shape == (0,)
    assert project_weighted_l1_ball([], [], 1.0).shape == (0,)
    with pytest.raises(ValueError, match="a simplex needs at least one entry"):
        project_simplex([], 1.0)


def test_whatever_is_a_vector_of_numbers_will_do():
    for v in ([3, -2], (3.0, -2.0), np.array([3, -2], np.int8), np.array([3, 0, -2, 0.0])[::2]):
        assert project_l1_ball(v, 1).tolist() == [1.0, 0.0]
