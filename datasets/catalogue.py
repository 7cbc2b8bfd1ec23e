"""Catalogue of the datasets that need no file, by key, which is also their name in a URL."""

from datasets.builtin.breast_cancer import BreastCancer
from datasets.builtin.diabetes import Diabetes
from datasets.builtin.digits import DigitPair
from datasets.builtin.digits_ten import DigitsTen
from datasets.builtin.wine import Wine
from datasets.recipes import Recipe
from datasets.remote.rcv1 import Rcv1
from datasets.remote.registry import OPENML
from datasets.remote.wpbc import Wpbc
from datasets.synthetic.clicks import Clicks
from datasets.synthetic.digit_products import DigitProducts
from datasets.synthetic.donor_sites import DonorSites
from datasets.synthetic.drift import Drift
from datasets.synthetic.duchi_least_squares import DuchiLeastSquares
from datasets.synthetic.duchi_logistic import DuchiLogistic
from datasets.synthetic.sparse_linear import SparseLinear
from datasets.synthetic.yang_groups import YangGroups
from datasets.synthetic.yang_overlapping import YangOverlapping
from datasets.synthetic.zipf_text import ZipfText

CATALOGUE: dict[str, type[Recipe]] = {
    kind.key: kind
    for kind in (
        # shipped
        BreastCancer,
        DigitPair,
        DigitsTen,
        Diabetes,
        Wine,
        # made
        SparseLinear,
        YangGroups,
        YangOverlapping,
        DuchiLeastSquares,
        DuchiLogistic,
        DigitProducts,
        DonorSites,
        ZipfText,
        Clicks,
        Drift,
        # fetched
        *OPENML,
        Rcv1,
        Wpbc,
    )
}
