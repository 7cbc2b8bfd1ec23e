"""A text of a story whose sentences may depend on the claims of their step.

A line of a body, a goal or an outcome may be shown only where a claim of its step holds, and
another one where it does not::

    when never: It falls back to 0 each time.
    or when late: It gets away at example {escape}.
    otherwise: It gets away at once.

``when`` begins a group. Of a group the first sentence is shown whose condition holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

CONDITION = re.compile(
    r"(?P<word>when (?P<name>(not )?\w+)|or when (?P<other>(not )?\w+)|otherwise): "
)
OTHERWISE = "otherwise"


@dataclass(frozen=True)
class Wording:
    """One of the sentences that a text may have at one place.

    Parameters
    ----------
    text : the sentences.
    condition : the name of the claim under which they are shown, perhaps after "not "; OTHERWISE,
        or "" where they always are.
    """

    text: str
    condition: str = ""


@dataclass
class Text:
    """A text whose sentences may depend on claims.

    Parameters
    ----------
    groups : of each group the wordings, of which one is shown at most.
    """

    groups: list[list[Wording]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.groups)

    @property
    def conditions(self) -> set[str]:
        """The names of the claims that decide what is shown."""
        named = {wording.condition for group in self.groups for wording in group}
        return {name.removeprefix("not ") for name in named} - {"", OTHERWISE}

    @property
    def unconditional(self) -> str:
        """The sentences that are shown whatever holds."""
        return self.where(lambda _: False, otherwise=False)

    @property
    def readings(self) -> list[str]:
        """All texts that readers may see, whatever holds."""
        ways = [
            [wording.text for wording in group] + [""] * (not _is_complete(group))
            for group in self.groups
        ]
        return [" ".join(filter(None, way)) for way in product(*ways)]

    def where(self, holds: Callable[[str], bool], otherwise: bool = True) -> str:
        """Return the text where claims hold.

        Parameters
        ----------
        holds : the name of a claim → whether it holds.
        otherwise : whether the last sentence of a group stands in for those that do not hold.
        """

        def is_shown(condition: str) -> bool:
            if condition in ("", OTHERWISE):
                return not condition or otherwise
            name = condition.removeprefix("not ")
            return otherwise and holds(name) == (name == condition)

        shown = (next((w.text for w in g if is_shown(w.condition)), "") for g in self.groups)
        return " ".join(filter(None, shown))

    def add(self, line: str) -> None:
        """Add a line of a file. Raises ValueError for "or when" and "otherwise" without "when"."""
        found = CONDITION.match(line)
        if found is None:
            last = self.groups[-1][-1] if self.groups else None
            if last is None or last.condition:
                self.groups.append([Wording(line)])
            else:
                self.groups[-1][-1] = replace(last, text=f"{last.text} {line}")
            return
        condition, text = found["name"] or found["other"] or OTHERWISE, line[found.end() :]
        if found["name"]:
            self.groups.append([])
        elif not self.groups or not self.groups[-1][-1].condition:
            raise ValueError(f"“{found['word']}” has no “when” above it: {line}")
        self.groups[-1].append(Wording(text, condition))


def _is_complete(group: Sequence[Wording]) -> bool:
    """Whether some wording of a group is shown whatever holds."""
    return group[-1].condition in ("", OTHERWISE)
