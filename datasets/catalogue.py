"""The datasets that are always there, one line each, by their name in the address bar."""

from datasets.made.sparse_linear import SparseLinear
from datasets.made.yang_groups import YangGroups
from datasets.recipes import Recipe
from datasets.shipped.breast_cancer import BreastCancer
from datasets.shipped.digits import Digits4Against9
from datasets.shipped.digits_ten import DigitsTen

CATALOGUE: dict[str, type[Recipe]] = {
    kind.key: kind
    for kind in (
        # shipped
        BreastCancer,
        Digits4Against9,
        DigitsTen,
        # made
        SparseLinear,
        YangGroups,
    )
}
