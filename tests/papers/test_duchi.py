"""Duchi et al.: the program of (12) and what a user runs in its place are the same."""

import numpy as np
import pytest

import datasets
from algorithms.groups import Groups
from algorithms.online.exponentiated_gradient import ExponentiatedGradient
from algorithms.online.projected_gradient import ProjectedGradient
from datasets import Dataset, Preparation, prepare
from papers.claim import Quantity
from papers.duchi import kernel_classes
from papers.duchi.kernel_classes import DIGITS, EG, PROJECTION, RADII, SHARES, opens_digits
from tests import naive

KINDS = {PROJECTION: ProjectedGradient, EG: ExponentiatedGradient}
ROWS, SUPPORT, STEPS, Z = 120, 50, 12, 20.0


@pytest.fixture(scope="module")
def kernel():
    """Some small digits, compared with some of them; each class is among these."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel_classes, "ROWS", ROWS)
        patch.setattr(kernel_classes, "SUPPORT", SUPPORT)
        made = kernel_classes.kernel_of(DIGITS[1].data(0), 1)
    assert set(made.y[:SUPPORT]) == set(range(10))
    return made


@pytest.mark.parametrize("share", [1.0, 0.05])
@pytest.mark.parametrize("name", KINDS)
def test_the_algorithms_of_the_catalogue_walk_as_the_program_of_the_claim(
    monkeypatch, kernel, name, share
):
    monkeypatch.setattr(kernel_classes, "STEPS", (STEPS,))
    run = kernel_classes.learn(kernel, name, (0.3, 0.5), Z, share, 5)
    m, rng = int(share * ROWS), np.random.default_rng(5)
    every = np.arange(ROWS)
    rows = [every if m == ROWS else rng.integers(0, ROWS, m) for _ in range(STEPS)]
    order = np.concatenate(rows).astype(np.int64)
    one = KINDS[name](0.3, "inv_sqrt", radius=Z, batch_size=m, signs="by class")
    groups = Groups.from_vector(kernel.y[:SUPPORT], SUPPORT)
    state = one.start(SUPPORT, len(order), groups=groups, n_classes=10)
    data = naive.dataset(kernel.K, kernel.y, "multiclass", classes=tuple("0123456789"))
    one.advance(state, data.X, data.y, order, "softmax")
    assert one.weights(state) == pytest.approx(kernel.signs * run.w, abs=1e-12)


def test_the_kernel_of_the_page_is_that_of_the_claim(kernel):
    """Pixels go to 16, which the claim divides by: the width that is asked for has its square."""
    moment = opens_digits(DIGITS[1], Quantity("all rows"), RADII[0])
    width = moment.recipe[1]["kernel_width"]
    data = DIGITS[1].data(0)
    chosen = np.random.default_rng(1).permutation(data.n_rows)[:ROWS]
    few = Dataset.from_arrays(data.X[chosen], data.y[chosen], task="multiclass")
    made = prepare(few, Preparation(support_examples=ROWS, kernel_width=width))
    assert made.X.toarray()[:, :SUPPORT] == pytest.approx(kernel.K, abs=1e-9)


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("reading", RADII, ids=str)
def test_both_methods_open_with_the_ball_and_the_signs_of_the_paper(reading, share):
    moment = opens_digits(DIGITS[1], Quantity(f"{EG}, {share}", 20), reading)
    assert moment.recipe[0] == "digits_ten" and "support_examples" in moment.recipe[1]
    for run in moment.algorithms:
        assert run.signs == "by class" and f"z = {run.radius:g}" == reading.name
    datasets.split_options(datasets.recipe("digits_ten"), moment.recipe[1])
