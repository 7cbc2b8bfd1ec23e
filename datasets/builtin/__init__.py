"""The datasets that are always there, one line each, by their name in the address bar."""

from datasets.builtin.breast_cancer import BreastCancer
from datasets.builtin.digits import Digits4Against9
from datasets.builtin.digits_ten import DigitsTen
from datasets.builtin.sparse_linear import SparseLinear
from datasets.builtin.yang_groups import YangGroups
from datasets.recipes import Recipe

CATALOGUE: dict[str, type[Recipe]] = {
    BreastCancer.key: BreastCancer,
    Digits4Against9.key: Digits4Against9,
    DigitsTen.key: DigitsTen,
    SparseLinear.key: SparseLinear,
    YangGroups.key: YangGroups,
}
