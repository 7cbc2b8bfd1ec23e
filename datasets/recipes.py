"""Recipe, the base class of all sources of datasets; its fields are options."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar, Literal

from datasets.dataset import Dataset
from knobs import check_knobs

Family = Literal["builtin", "synthetic", "remote", "file", "upload", "class"]

SHORT_LIVED: frozenset[Family] = frozenset({"upload", "class"})
"""Families of files that end with a session, or with a class."""


@dataclass(frozen=True)
class Recipe:
    """The base of all recipes: a frozen dataclass whose fields are its options.

    A field declared with ``knobs.knob`` is a slider, a choice or a switch; one declared with
    ``knobs.words`` a line of text; a plain field an option of ``load`` alone. No field may be named
    like one of ``Preparation``'s, since ``load`` takes both by name.
    Creating one raises ValueError for an option that breaks its rule.

    ``columns_are``, ``row_is`` and ``goal`` are words for a sentence: "30 measurements of a tumour,
    read one patient at a time. The goal: tell malignant from benign tumours." The first noun of
    ``columns_are`` is a plural with an s. Where there is no goal, it is to predict the target.
    """

    key: ClassVar[str] = ""
    title: ClassVar[str] = ""
    about: ClassVar[str] = ""
    source: ClassVar[str] = ""
    licence: ClassVar[str] = ""
    family: ClassVar[Family] = "synthetic"
    columns_are: ClassVar[str] = "features"
    row_is: ClassVar[str] = "example"
    goal: ClassVar[str] = ""

    def __post_init__(self) -> None:
        check_knobs(self)

    def build(self) -> Dataset:
        """The dataset as it is, neither split nor scaled. Raises DatasetError when it cannot be."""
        raise NotImplementedError

    def memory(self) -> float:
        """Return the bytes that ``build`` takes at its peak, about; 0 where only reading tells."""
        return 0.0

    @classmethod
    def stamp(cls) -> Hashable:
        """Changes whenever what the recipe reads from does."""
        return None

    def stamps(self) -> Hashable:
        """The stamps of all that is read from with these options; a cache keys by them."""
        return self.stamp()

    def metadata(self) -> dict[str, str]:
        """The arguments of ``Dataset.from_arrays`` that say where the data came from."""
        return {"name": self.title, "source": self.source, "licence": self.licence}
