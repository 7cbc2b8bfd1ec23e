"""What a recipe is: where a dataset comes from, and the knobs that change it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from datasets.dataset import Dataset
from knobs import check_knobs


@dataclass(frozen=True)
class Recipe:
    """The base of all recipes: a frozen dataclass whose fields are its options.

    A field declared with ``knobs.knob`` is a slider; a plain text or number field is an option.
    No field may be named like one of ``Preparation``'s, since ``load`` takes both by name.
    Creating one raises ValueError for a knob that is out of its range.
    """

    key: ClassVar[str] = ""
    title: ClassVar[str] = ""
    about: ClassVar[str] = ""
    source: ClassVar[str] = ""
    licence: ClassVar[str] = ""

    def __post_init__(self) -> None:
        check_knobs(self)

    def build(self) -> Dataset:
        """The dataset as it is, neither split nor scaled. Raises DatasetError when it cannot be."""
        raise NotImplementedError

    def described(self) -> dict[str, str]:
        """What ``Dataset.from_arrays`` is told about where the data came from."""
        return {"name": self.title, "source": self.source, "licence": self.licence}
