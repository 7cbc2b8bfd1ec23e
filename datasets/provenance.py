"""Where the data of a Dataset come from: its source, its table, and the choice of its target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

Task = Literal["classification", "regression", "multiclass"]


@dataclass(frozen=True)
class Column:
    """A column of the table the data came from, before it was encoded.

    Parameters
    ----------
    kind : "numbers", "categories", "yes or no", "dates", or "left out".
    missing : how many of its cells were empty.
    first, last : its columns of ``X`` are ``first``, …, ``last − 1``; none when left out.
    """

    name: str
    kind: str
    missing: int = 0
    first: int = 0
    last: int = 0


@dataclass(frozen=True)
class Provenance:
    """Where the data of a Dataset come from. No learner reads it.

    Parameters
    ----------
    name : what the data are called.
    source, licence : who published them, and what may be done with them.
    test_name : the file that the test rows came from; empty where they are a share of the rows.
    columns : the columns of the table they came from; none for what was no table.
    target_name : the column of that table that is predicted.
    target_reason : why it is that one, or what else is predicted: "the last column".
    tasks : the tasks that the target allows, classes first; two where its numbers may be classes or
        amounts.
    labels : of two classes, what the file calls −1 and +1; else empty.
    preparation : what ``prepare`` did to the rows, a ``Preparation``; None where they are as built.
    recipe : the ``Recipe`` that ``load`` built them by before that; None where it did not.
    """

    name: str = ""
    source: str = ""
    licence: str = ""
    test_name: str = ""
    columns: tuple[Column, ...] = field(default=(), repr=False)
    target_name: str = ""
    target_reason: str = ""
    tasks: tuple[Task, ...] = ()
    labels: tuple[str, ...] = field(default=(), repr=False)
    preparation: Any = field(default=None, repr=False, compare=False)
    recipe: Any = field(default=None, repr=False, compare=False)

    @property
    def target_phrase(self) -> str:
        """The target's name and why it is the one, such as "age, the last column"; or nothing."""
        return ", ".join(filter(None, (self.target_name, self.target_reason)))


def split_fields(values: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the ``values`` that are fields of Provenance, by name, and all others."""
    names = {each.name for each in fields(Provenance)}
    own = {name: value for name, value in values.items() if name in names}
    return own, {name: value for name, value in values.items() if name not in names}
