"""What happened to the columns of a table as they became features, by their names."""

from __future__ import annotations

from dataclasses import dataclass, field

from datasets.tables.missing import Gaps


@dataclass
class LeftOut:
    """The columns that are no features, by the reason.

    Parameters
    ----------
    by_option, by_file, empty, counters : it was asked for, the file says so, they held nothing,
        they are numbers that name the rows.
    identifiers : the different texts of each column that differs in most rows.
    ambiguous_dates : a cell of each column whose dates can be read in two ways.
    """

    by_option: list[str] = field(default_factory=list)
    by_file: list[str] = field(default_factory=list)
    empty: list[str] = field(default_factory=list)
    counters: list[str] = field(default_factory=list)
    identifiers: dict[str, int] = field(default_factory=dict)
    ambiguous_dates: dict[str, str] = field(default_factory=dict)

    def naming_rows(self, most: int) -> set[str]:
        """Return the columns of numbers that name the rows, and of ``most`` different texts."""
        few = {name for name, count in self.identifiers.items() if count <= most}
        return few | {*self.counters}


@dataclass
class MissingCells:
    """The missing cells of the features, and what looks like them.

    Parameters
    ----------
    imputed, zeroed : how many were filled with the median; of words, left 0 in all categories.
    gaps : those that hold a mark of missing, by the mark.
    codes : columns of words that hold NA, and not for missing.
    """

    imputed: dict[str, int] = field(default_factory=dict)
    zeroed: dict[str, int] = field(default_factory=dict)
    gaps: dict[str, Gaps] = field(default_factory=dict)
    codes: list[str] = field(default_factory=list)


@dataclass
class Conversions:
    """The features that were no numbers in the table, or were read as none.

    Parameters
    ----------
    n_categories : the categories of each column of words.
    mixed, chosen : the categories of columns of whole numbers and words; of those that were asked
        for.
    switches, dates : columns that held yes and no; dates.
    """

    n_categories: dict[str, int] = field(default_factory=dict)
    mixed: dict[str, list[str]] = field(default_factory=dict)
    chosen: dict[str, list[str]] = field(default_factory=dict)
    switches: list[str] = field(default_factory=list)
    dates: list[str] = field(default_factory=list)
