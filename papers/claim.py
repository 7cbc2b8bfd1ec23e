"""A claim of a paper: what it says, what it prints, how it is run here, and how it is judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from datasets import Dataset
from papers.verdict import Finding


@dataclass(frozen=True)
class Case:
    """One data set, or one size of a problem, on which a claim is tested.

    Parameters
    ----------
    name : short, as it stands on an axis and in addresses.
    data : repetition, from 0 → the dataset; None where the measure needs none. Raises DatasetError
        in a sentence where it cannot be had.
    other_data : how the data differ from the paper's, in a sentence; "" where they are the paper's.
    """

    name: str
    data: Callable[[int], Dataset] | None = field(default=None, repr=False)
    other_data: str = ""


class Quantity(NamedTuple):
    """One number that is measured: of a series (a method, say) at one place of the x axis."""

    series: str
    x: float | str = ""

    def __str__(self) -> str:
        place = f"{self.x:g}" if isinstance(self.x, float | int) else self.x
        return ", ".join(part for part in (self.series, place) if part)


@dataclass(frozen=True)
class Reading:
    """One way to read what a paper leaves open, such as which of two formulas was run.

    Parameters
    ----------
    name : short, as it stands in a legend and in addresses.
    says : the same in a sentence.
    """

    name: str
    says: str


class Trial(NamedTuple):
    """What a measure is given: one repetition of one case under one reading."""

    case: Case
    dataset: Dataset | None
    reading: Reading
    seed: int


Measure = Callable[[Trial], Sequence[float]]
"""Trial → one number for each quantity of the claim, nan where a run diverged."""


class Rule(Protocol):
    """How numbers become a verdict; see ``papers.rules``. It is fixed before any run."""

    def judge(
        self, values: Any, printed: Sequence[float | None], quantities: Sequence[Quantity]
    ) -> Finding:
        """Return the verdict on float64 ``values`` (repetitions, quantities) of one case."""

    @property
    def sentence(self) -> str:
        """The rule, in a sentence."""


@dataclass(frozen=True)
class Source:
    """What a paper says and prints.

    Parameters
    ----------
    where : the section, figure, table or theorem.
    quote : the paper's words, or what its figure shows.
    printed : by the name of a case, the printed number of each quantity, None where there is none.
        Numbers are never read off a figure.
    """

    where: str
    quote: str
    printed: Mapping[str, Sequence[float | None]] = field(default_factory=dict)


@dataclass(frozen=True)
class Axes:
    """The axes of the paper's figure, for the picture of a claim.

    Parameters
    ----------
    x : the title of the x axis; where x are numbers, curves are drawn.
    y : the title of the y axis, with its unit.
    log : the axes that are logarithmic: "", "x", "y" or "xy".
    """

    x: str
    y: str
    log: str = ""


@dataclass(frozen=True)
class PlaygroundRun:
    """The run behind a number, as the playground shows it.

    Parameters
    ----------
    recipe, preparation : the dataset, by its key with its options, and what is done to it.
    algorithms : one to four.
    stream : the knobs of the stream by name: ``loss``, ``passes``, ``intercept``, ``order``.
    """

    recipe: Any
    algorithms: Sequence[Any]
    preparation: Any = None
    stream: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class LessonMoment:
    """The moment of a lesson that shows what a number is about."""

    lesson: str
    knobs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class MethodSweep:
    """Methods at the same number of features, as the sweep page compares them anew.

    Parameters
    ----------
    recipe : the dataset, by its key with its options.
    algorithms : one to four; each is swept over the knob that makes its zeros, and its step size.
    stream : the knobs of the stream by name.
    at_most : the most features.
    """

    recipe: Any
    algorithms: Sequence[Any]
    stream: Mapping[str, Any] = field(default_factory=dict)
    at_most: int = 10


Moment = PlaygroundRun | MethodSweep | LessonMoment
"""What a number leads to."""

Opens = Callable[[Case, Quantity, Reading], Moment | None]


@dataclass(frozen=True)
class Notes:
    """What a reader has to know beside the numbers.

    Parameters
    ----------
    differs : what is not the paper's: data, missing details, chosen constants; one sentence each.
    cause : why it comes out otherwise, as a run has shown; or that nobody knows.
    lesson : the key of the lesson that speaks of the claim, "" for none.
    """

    differs: Sequence[str] = ()
    cause: str = ""
    lesson: str = ""


OURS = (Reading("ours", "The paper leaves nothing open here."),)


def _opens_nothing(case: Case, quantity: Quantity, reading: Reading) -> None:
    return None


@dataclass(frozen=True)
class Claim:
    """One claim.

    Parameters
    ----------
    key : the name of its file.
    says : the claim in one sentence that a newcomer understands.
    source : what the paper says and prints.
    cases, quantities : what is measured, and on what; a table of one row for each repetition.
    measure : trial → the numbers.
    rule : how they are judged.
    axes : of its picture.
    readings : two to five ways to read what the paper leaves open; one where it leaves nothing.
    seeds : how many repetitions.
    opens : the run behind a number, with its knobs live.
    notes : what differs, and why.

    Examples
    --------
    >>> from papers.catalogue import find_claim
    >>> claim = find_claim("duchi.one_answer")
    >>> [str(quantity) for quantity in claim.quantities][:2]
    ['pivot', 'tree']
    """

    key: str
    says: str
    source: Source
    cases: Sequence[Case]
    quantities: Sequence[Quantity]
    measure: Measure = field(repr=False)
    rule: Rule
    axes: Axes
    readings: Sequence[Reading] = OURS
    seeds: int = 1
    opens: Opens = field(default=_opens_nothing, repr=False)
    notes: Notes = Notes()

    def printed_numbers(self, case: str) -> Sequence[float | None]:
        """Return the printed number of each quantity of a case."""
        return self.source.printed.get(case, (None,) * len(self.quantities))


@dataclass(frozen=True)
class Paper:
    """One paper.

    Parameters
    ----------
    key : the name of its folder.
    authors : short, as texts name it.
    title, year, where : as lists of references have them.
    bibtex : the entry.
    claims : in reading order.
    errata : mistakes in the printed text, each in a sentence.
    comparison : of a comparison of our own, how all its claims are measured, each in a sentence;
        empty of a paper.
    """

    key: str
    authors: str
    title: str
    year: int
    where: str
    bibtex: str
    claims: Sequence[Claim]
    errata: Sequence[str] = ()
    comparison: Sequence[str] = ()

    def __str__(self) -> str:
        return f"{self.authors} {self.year}" if self.year else self.authors
