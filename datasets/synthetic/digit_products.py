"""Two handwritten digits, by pixels, products of pixels, and as many columns of no use."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

import numpy as np

from datasets.builtin.digits import DIGITS, FEATURE_NAMES, LICENCE, SOURCE, DigitPair
from datasets.dataset import Dataset
from datasets.recipes import Recipe
from datasets.report import Step, steps
from datasets.synthetic.common import draw_knob, flips_knob, generators
from knobs import knob, linear, one_of

BRIGHTEST = 16.0
N_PIXELS = len(FEATURE_NAMES)
GISETTE = 2500 - N_PIXELS  # products with which there are Gisette's 5000 features


@dataclass(frozen=True)
class DigitProducts(Recipe):
    """A small Gisette: pixels, products of pixels, and probes that are known to be useless.

    Gisette (Guyon et al. 2004), the dataset of Dhingra et al., tells 4 from 9 by 5000 features of
    28 × 28 pictures: pixels, products of pixels, and one half "probes" without any meaning. Here
    the pictures are scikit-learn's, 8 × 8, with brightness from 0 to 1. The products are of two
    different pixels, in random order; there are 2,016 pairs, and past them come products of three.
    For each of these columns there is a probe: the same numbers with the rows shuffled. Probes
    come last and are counted in ``n_noise``. How Gisette chose its products and probes is left
    open by the papers. Without wrong labels (``flips``) every method tells all pictures apart.

    Creating one raises ValueError for a knob out of its range and for twice the same digit.
    """

    key: ClassVar[str] = "digit_products"
    title: ClassVar[str] = "Digits, products of pixels"
    about: ClassVar[str] = (
        "Tell two handwritten digits apart by pixels and products of pixels, half of the columns "
        "being shuffled and of no use."
    )
    columns_are: ClassVar[str] = "features made of the pixels of a handwritten digit"
    row_is: ClassVar[str] = "picture"
    source: ClassVar[str] = (
        f"{SOURCE}; expanded by this app in the manner of Gisette (Guyon, Gunn, Ben-Hur and Dror, "
        "2004), which Dhingra et al. use"
    )
    licence: ClassVar[str] = LICENCE

    plus: str = knob("4", "", "digit", one_of(*DIGITS), "The digit that is +1.")
    minus: str = knob("9", "", "against", one_of(*DIGITS), "The digit that is −1.")
    n_products: int = knob(
        GISETTE,
        "",
        "products",
        linear(0, GISETTE, integer=True, most=20_000),
        "How many products of pixels there are beside the 64 pixels.",
    )
    draw: int = draw_knob()
    flips: float = flips_knob(0.0)

    @property
    def goal(self) -> str:
        """The task, named by the two digits."""
        return f"tell the digit {self.plus} from the digit {self.minus}"

    def memory(self) -> float:
        """Return some bytes for each cell, measured at the peak."""
        return 25.0 * 370 * 2 * (N_PIXELS + self.n_products)

    def build(self) -> Dataset:
        """Some 360 rows of twice 64 + ``n_products`` features, the second half probes.

        Raises DatasetError when both are the same digit.
        """
        sets, shuffles, flips = generators(self.draw, 3)
        pair = DigitPair(self.plus, self.minus).build()
        pixels = pair.X.toarray() / BRIGHTEST
        chosen = pixel_sets(sets, int(self.n_products))
        # A pixel that is always 1, so that a product of two can be written as one of three.
        padded = np.column_stack([pixels, np.ones(len(pixels))])
        real = np.column_stack([pixels, padded[:, chosen].prod(axis=2)])
        probes = np.column_stack([shuffles.permutation(column) for column in real.T])

        wrong = flips.random(len(pixels)) < self.flips
        flipped = f"{int(wrong.sum()):,} labels, drawn at random, turned round."
        names = FEATURE_NAMES + tuple(map(product_name, chosen.tolist()))
        done = (
            Step("expanded", f"{len(chosen):,} products of pixels appended to the 64 pixels."),
            Step(
                "noise",
                f"{len(names):,} probes appended, each a column with its rows shuffled, useless by "
                "construction.",
            ),
        )
        dataset = Dataset.from_arrays(
            np.column_stack([real, probes]),
            np.where(wrong, -pair.y, pair.y),
            feature_names=names + tuple(f"probe_{name}" for name in names),
            labels=pair.provenance.labels,
            report=pair.report + done + steps("target", [flipped] if wrong.any() else []),
            **self.metadata(),
        )
        return dataclasses.replace(dataset, n_noise=len(names))


def pixel_sets(rng: np.random.Generator, count: int) -> np.ndarray:
    """[count, 3] different sets of pixels: random pairs, a third of no pixel, and then triples.

    A larger count keeps the first ones.
    """
    pairs = np.array([(*pair, N_PIXELS) for pair in combinations(range(N_PIXELS), 2)])
    triples = np.array(list(combinations(range(N_PIXELS), 3)))
    return np.concatenate([rng.permutation(pairs), rng.permutation(triples)])[:count]


def product_name(pixels: list[int]) -> str:
    """The names of the pixels, joined by ×."""
    return "×".join(FEATURE_NAMES[pixel] for pixel in pixels if pixel < N_PIXELS)
