"""Made-up donor splice sites: seven letters around GT, and the seven one-hot groups they make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import scipy.sparse as sp

from datasets.dataset import Dataset
from datasets.preparation.expansion import expand
from datasets.recipes import Recipe
from datasets.synthetic.common import draw_knob, generators, rows_knob
from knobs import knob, linear

BASES = "acgt"
POSITIONS = (-3, -2, -1, 2, 3, 4, 5)  # of the window [−3, 5], without GT at 0 and 1
N_POSITIONS = len(POSITIONS)

# How often a, c, g and t stand at each position of a false site and of a true one.
FALSE_SITES = ((0.28, 0.22, 0.24, 0.26),) * N_POSITIONS
TRUE_SITES = (
    (0.34, 0.36, 0.18, 0.12),
    (0.60, 0.13, 0.13, 0.14),
    (0.09, 0.03, 0.80, 0.08),
    (0.52, 0.03, 0.42, 0.03),
    (0.71, 0.08, 0.12, 0.09),
    (0.06, 0.05, 0.84, 0.05),
    (0.16, 0.16, 0.21, 0.47),
)
# In a true site a position leans on an earlier one: where that one does not hold the letter,
# this one has other frequencies. {position: (earlier position, letter, frequencies)}
LEANING = {
    4: (1, 0, (0.92, 0.02, 0.04, 0.02)),
    5: (2, 2, (0.01, 0.01, 0.97, 0.01)),
}
NONZEROS = {1: 7, 2: 28, 3: 63}  # of a row, by the number of interactions
EXPANSIONS = {1: "none", 2: "pairs", 3: "triples"}


@dataclass(frozen=True)
class DonorSites(Recipe):
    """Strings of seven letters, true donor sites against false ones, and products of positions.

    The form is that of MEMset Donor as Yang et al. (2010, §6.2) use it: the window [−3, 5] around
    a splice site without the GT that all have, each position a group of four 0/1 features, and
    with ``interactions`` the products of two and three positions, a group for each set of
    positions: 28, 364 and 2604 features in 7, 28 and 63 groups. (The 64th term of the paper is the
    constant.) The paper balances 5,610 true and 5,610 false sites to train on.

    The letters are made up. Those of a false site are independent and alike everywhere; those of a
    true one differ by position, and two positions make up for a weak earlier one (``LEANING``),
    which no sum over single positions can say. There are no ``true_weights``: features of one
    group sum to 1, so that many weights are the same model. The first two rows are a true and a
    false site.

    Creating one raises ValueError for a knob out of its range.
    """

    key: ClassVar[str] = "donor_sites"
    title: ClassVar[str] = "Donor splice sites (made up)"
    about: ClassVar[str] = (
        "Tell true splice sites from false ones by seven letters, alone and in twos and threes."
    )
    columns_are: ClassVar[str] = "features made of seven letters of made-up DNA"
    row_is: ClassVar[str] = "site"
    goal: ClassVar[str] = "tell true splice sites, where a gene is cut, from false ones"
    source: ClassVar[str] = (
        "drawn at random by this app in the form of MEMset Donor (Yeo and Burge 2004), as Yang, "
        "Xu, King and Lyu (2010), Online Learning for Group Lasso, use it in §6.2"
    )
    licence: ClassVar[str] = "none needed"

    n_rows: int = rows_knob(2000, low=100, high=20_000, most=200_000)
    balance: float = knob(
        0.5, "", "true sites", linear(0.01, 0.99, zero=True, most=1.0), "The share of true sites."
    )
    interactions: int = knob(
        3,
        "",
        "interactions",
        linear(1, 3, integer=True),
        "How many positions a feature looks at, at most.",
    )
    draw: int = draw_knob()

    def memory(self) -> float:
        """Return some bytes for each nonzero, measured at the peak."""
        return 55.0 * self.n_rows * NONZEROS[int(self.interactions)]

    def build(self) -> Dataset:
        """``n_rows`` rows of 0/1 features, with ``groups``."""
        classes, letters = generators(self.draw, 2)
        is_true = classes.random(int(self.n_rows)) < self.balance
        is_true[:2] = (True, False)
        sites = draw_sites(letters.random((len(is_true), N_POSITIONS)), is_true)
        n_letters = len(BASES)
        columns = sites + n_letters * np.arange(N_POSITIONS)
        starts = N_POSITIONS * np.arange(len(sites) + 1)
        X = sp.csr_array(
            (np.ones(columns.size), columns.ravel(), starts),
            shape=(len(sites), n_letters * N_POSITIONS),
        )
        single = Dataset.from_arrays(
            X,
            np.where(is_true, 1.0, -1.0),
            feature_names=[f"{position:+d}={letter}" for position in POSITIONS for letter in BASES],
            groups=np.repeat(np.arange(N_POSITIONS), n_letters),
            **self.metadata(),
        )
        return expand(single, EXPANSIONS[int(self.interactions)])


def draw_sites(uniform: np.ndarray, is_true: np.ndarray) -> np.ndarray:
    """The letters, 0 to 3, that numbers from [0, 1) stand for: [n_rows, 7]."""
    sites = np.empty(uniform.shape, dtype=np.int64)
    for position, numbers in enumerate(uniform.T):
        frequencies = np.where(is_true[:, None], TRUE_SITES[position], FALSE_SITES[position])
        if position in LEANING:
            earlier, letter, instead = LEANING[position]
            frequencies[is_true & (sites[:, earlier] != letter)] = instead
        upper = np.cumsum(frequencies, axis=1)[:, :-1]
        sites[:, position] = (numbers[:, None] >= upper).sum(axis=1)
    return sites
