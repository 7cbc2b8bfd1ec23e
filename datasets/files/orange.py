"""Types and roles of columns in the format of Orange: two lines below the names, or prefixes.

https://orange3.readthedocs.io/projects/orange-data-mining-library/en/latest/reference/data.io.html
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from datasets.wording import join_words

KINDS = {
    "c": "numbers", "continuous": "numbers", "numeric": "numbers", "n": "numbers",
    "d": "categories", "discrete": "categories", "categorical": "categories",
    "nominal": "categories",
    "s": "text", "string": "text", "text": "text",
    "t": "dates", "time": "dates",
}  # fmt: skip
ROLES = {
    "class": "class", "c": "class", "meta": "meta", "m": "meta", "ignore": "ignored",
    "i": "ignored", "weight": "ignored", "w": "ignored",
}  # fmt: skip
PREFIX = re.compile(r"(?P<role>[mciw]?)(?P<kind>[CDSTN]?)#(?P<name>.+)", re.DOTALL)
BLANK = re.compile(r"(?<!\\)\s+")


class ColumnRoles(NamedTuple):
    """Roles and types of columns that the file itself declares, by position.

    Parameters
    ----------
    names : the names alone.
    targets, left_out : the columns to be predicted; those that are no features.
    categories : the columns of categories, and these in their order where they are listed.
    """

    names: list[str]
    targets: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()
    categories: dict[int, tuple[str, ...]] = {}  # noqa: RUF012

    def roles(self, names: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        """``(target, left_out)``, by the names that the columns have in the end."""
        target = next((names[at] for at in self.targets), "")
        return target, tuple(names[at] for at in self.left_out)

    def notes(self, names: Sequence[str]) -> list[str]:
        """Return a sentence about what it says, if anything."""
        parts = [f"{names[at]} is predicted" for at in self.targets]
        if out := [names[at] for at in self.left_out]:
            parts.append(
                f"{join_words(out)} {'is no feature' if len(out) == 1 else 'are no features'}"
            )
        if words := [names[at] for at in self.categories]:
            parts.append(f"{join_words(words)} {'holds' if len(words) == 1 else 'hold'} categories")
        return [f"The file itself says, as Orange does, that {join_words(parts)}."] if parts else []


def is_orange(lines: Sequence[Sequence[str]]) -> bool:
    """Return whether the second line holds the kinds and the third the roles of all columns."""
    if len(lines) < 4 or max(len(lines[1]), len(lines[2])) > len(lines[0]):
        return False
    kinds, roles, rows = lines[1], lines[2], lines[3:]
    if not all(role in ROLES or "=" in role for cell in roles for role in cell.split()):
        return False
    plain = [cell for cell in kinds if cell in KINDS]
    if not plain and not any(roles):
        return False
    for at, cell in enumerate(kinds):
        below = {row[at] for row in rows if at < len(row)}
        listed = cell and cell not in KINDS
        if (cell and cell in below) or (listed and not are_from_list(below, split_list(cell))):
            return False
    return any(kinds) and not any(
        cell and any(at < len(row) and row[at] == cell for row in rows)
        for at, cell in enumerate(roles)
    )


def are_from_list(below: set[str], words: tuple[str, ...]) -> bool:
    """Return whether the cells of a column are the words of a list; some may be missing."""
    filled = {cell for cell in below if cell not in ("", "?", ".", "NA", "~")}
    return len(words) > 1 and filled <= set(words)


def split_list(cell: str) -> tuple[str, ...]:
    """The words of a list with blanks between them, those in a word after backslashes."""
    return tuple(word.replace("\\", "") for word in BLANK.split(cell.strip()))


def read_roles(lines: Sequence[Sequence[str]], n_below: int) -> ColumnRoles:
    """Read the roles that the first lines of a table declare.

    Parameters
    ----------
    lines : its names, and the lines below.
    n_below : how many of those below are no rows.
    """
    names = list(lines[0])
    if n_below == 2 and is_orange(lines):
        kinds = [KINDS.get(cell, "categories" if cell else "") for cell in lines[1]]
        roles = [next((ROLES[role] for role in c.split() if role in ROLES), "") for c in lines[2]]
        lists = [() if cell in KINDS else split_list(cell) for cell in lines[1]]
        return column_roles(names, kinds, roles, lists)
    matches = [PREFIX.fullmatch(name) for name in names]
    with_prefix = [match for match in matches if match and (match["role"] or match["kind"])]
    if len(with_prefix) < 2 and not any(match["role"] for match in with_prefix):
        return ColumnRoles(names)
    kinds = [
        KINDS.get(match["kind"].lower(), "") if match in with_prefix else "" for match in matches
    ]
    roles = [ROLES.get(match["role"], "") if match in with_prefix else "" for match in matches]
    names = [
        m["name"] if m in with_prefix else name for m, name in zip(matches, names, strict=True)
    ]
    return column_roles(names, kinds, roles, [()] * len(names))


def column_roles(
    names: list[str], kinds: list[str], roles: list[str], lists: list[tuple[str, ...]]
) -> ColumnRoles:
    """The roles given by types, roles and lists of categories, one for each column."""
    targets = tuple(at for at, role in enumerate(roles) if role == "class")
    left_out = tuple(at for at, role in enumerate(roles) if role in ("meta", "ignored"))
    categories = {at: lists[at] for at, kind in enumerate(kinds) if kind == "categories"}
    return ColumnRoles(names, targets[:1], (*left_out, *targets[1:]), categories)
