"""The datasets that are always there, one line each, by their name in the address bar."""

from datasets.fetched.rcv1 import Rcv1
from datasets.fetched.registry import OPENML
from datasets.fetched.wpbc import Wpbc
from datasets.made.clicks import Clicks
from datasets.made.digit_products import DigitProducts
from datasets.made.donor_sites import DonorSites
from datasets.made.drift import Drift
from datasets.made.duchi_least_squares import DuchiLeastSquares
from datasets.made.duchi_logistic import DuchiLogistic
from datasets.made.sparse_linear import SparseLinear
from datasets.made.yang_groups import YangGroups
from datasets.made.yang_overlapping import YangOverlapping
from datasets.made.zipf_text import ZipfText
from datasets.recipes import Recipe
from datasets.shipped.breast_cancer import BreastCancer
from datasets.shipped.diabetes import Diabetes
from datasets.shipped.digits import DigitPair
from datasets.shipped.digits_ten import DigitsTen
from datasets.shipped.wine import Wine

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
