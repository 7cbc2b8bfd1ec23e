"""The declaration of a knob.

A knob is one number, choice or switch of an algorithm or a dataset recipe. It is declared once,
as a dataclass field, and that one declaration is the constructor's argument, the check on it, the
slider, the caption and the parameter in the URL:

    gravity: float = knob(0.01, "g", "gravity", log(1e-5, 1.0, zero=True), "How hard ….")

Both ``datasets`` and ``algorithms`` declare knobs, so they live here, below the two.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from numbers import Real
from typing import Any, Literal

Scale = Literal["linear", "log"]
PER_DECADE = 24
LINEAR_STOPS = 100
LARGEST, LARGEST_WHOLE = 1e100, 10**9
"""No finite number and no whole number may be larger, unless its declaration says so."""
LONGEST = 40
"""Letters of a text that a sentence about it quotes."""


def suggest(name: object, known: Iterable[str]) -> str:
    """Return what to say where ``name`` is none of ``known``: three near ones at most, or all.

    Examples
    --------
    >>> suggest("sdg", ["sgd", "rounding"]), suggest("x", ["sgd", "rounding"])
    ("did you mean 'sgd'?", 'choose among sgd, rounding.')
    """
    known, word = list(known), str(name).strip().lower().replace(" ", "_").replace("-", "_")
    near = [word] if word in known else [each for each in known if word and word in each]
    near = near or get_close_matches(word, known)
    words = " or ".join(map(repr, near[:3]))
    return f"did you mean {words}?" if near else f"choose among {', '.join(known)}."


def parse_number(text: str) -> float:
    """Return the number in a text, as computers write it. Raises ValueError.

    Python alone reads underscores (1_0 as 10) and the digits of any script; files do not mean them.

    Examples
    --------
    >>> parse_number("1e-3")
    0.001
    """
    if "_" in text or not text.isascii():
        raise ValueError(f"{text[:LONGEST]!r} is no number")
    return float(text)


@dataclass(frozen=True, kw_only=True)
class Values:
    """The values of a knob: numbers on a slider, one of several choices, or a switch.

    Parameters
    ----------
    low, high : the ends of the slider, finite. The field itself obeys ``minimum`` and ``maximum``.
    reach : the ends between which an address holds every number, and to which a slider may be
        moved where the data ask for it; None where they are those of the slider.
    scale : how the slider is spaced. A log slider may have two end stops of its own:
        0 when ``minimum`` is 0, and ∞ when ``infinite``.
    integer, infinite : whether the value is a whole number; whether ``inf`` is allowed.
    minimum, maximum : the value is within them.
    above : whether the value is more than ``minimum``.
    choices : for a choice, its values; the other fields then mean nothing.
    flag : for a switch.
    unset : the word that is shown for 0, where 0 stands for no bound.
    """

    low: float = 0.0
    high: float = 1.0
    scale: Scale = "linear"
    integer: bool = False
    infinite: bool = False
    minimum: float = 0.0
    maximum: float = math.inf
    above: bool = False
    reach: tuple[float, float] | None = None
    choices: tuple[str, ...] = ()
    flag: bool = False
    unset: str = ""

    @property
    def ends(self) -> tuple[float, float]:
        """The lowest and the highest finite number above 0 that an address holds."""
        return self.reach or (self.low, self.high)

    def rule(self) -> str:
        """The rule a value must obey, in words."""
        if self.flag:
            return "must be True or False"
        if self.choices:
            return "must be one of " + ", ".join(self.choices)
        kind = "a whole number" if self.integer else "a number"
        lower = f"{'>' if self.above else '>='} {self.minimum:g}"
        upper = f" and <= {self.maximum:g}" if math.isfinite(self.maximum) else ""
        return f"must be {kind} {lower}{upper}" + (", or inf" if self.infinite else ", finite")

    def allows(self, value: Any) -> bool:
        """Say whether ``value`` obeys the rule."""
        if self.flag:
            return isinstance(value, bool)
        if self.choices:
            return value in self.choices
        if isinstance(value, bool) or not isinstance(value, Real):
            return False
        if math.isinf(value):
            return self.infinite and value > 0
        if math.isnan(value) or (self.integer and value != math.floor(value)):
            return False
        return (value > self.minimum if self.above else value >= self.minimum) and (
            value <= self.maximum
        )

    def parse(self, text: str) -> tuple[Any, str]:
        """A value from a URL and what had to be changed: ``(value, note)``; the note may be empty.

        Numbers are clamped as by :meth:`clamp`.
        Raises ValueError for text that is no value of this kind at all.

        Examples
        --------
        >>> log(1e-3, 1.0).parse("5")
        (1.0, '5 was moved to 1')
        """
        if self.flag:
            if text not in ("0", "1"):
                raise ValueError("must be 0 or 1")
            return text == "1", ""
        if self.choices:
            if text not in self.choices:
                raise ValueError(self.rule())
            return text, ""
        try:
            value = parse_number(text)
        except ValueError:
            value = math.nan
        if math.isnan(value):
            raise ValueError(self.rule())
        clamped = self.clamp(value)
        given = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
        note = "" if clamped == value else f"{given} was moved to {format_value(clamped)}"
        return clamped, note

    def stops(self) -> list[float | int]:
        """The values the slider passes, ends and end stops included, rounded to be read.

        Examples
        --------
        >>> log(1, 100, integer=True, infinite=True).stops()[-3:]
        [91, 100, inf]
        """
        if self.scale == "log":
            decades = math.log10(self.high / self.low)
            n = max(1, round(PER_DECADE * decades))
            inner = [float(f"{self.low * 10 ** (decades * i / n):.1e}") for i in range(1, n)]
        else:
            n = min(LINEAR_STOPS, int(self.high - self.low)) if self.integer else LINEAR_STOPS
            inner = [float(f"{self.low + (self.high - self.low) * i / n:.6g}") for i in range(1, n)]
        values = {self.low, *inner, self.high}
        if self.integer:
            values = {round(value) for value in values}
        if self.scale == "log" and self.minimum == 0 and not self.above:
            values.add(0)
        return sorted(values) + ([math.inf] if self.infinite else [])

    def clamp(self, value: float) -> float | int:
        """The nearest value that an address holds: within ``ends``, or an end stop, 0 or ∞.

        Examples
        --------
        >>> log(1e-3, 1.0, zero=True).clamp(7.0)
        1.0
        """
        low, high = self.ends
        if self.infinite and value > high:
            # Between the last number and the ∞ stop the number is nearer, unless ∞ was meant.
            return math.inf if math.isinf(value) else high
        if self.scale == "log" and self.minimum == 0 and not self.above and value < low:
            return 0 if value <= 0 else (int(low) if self.integer else low)
        value = min(max(value, low), high)
        return round(value) if self.integer else value


@dataclass(frozen=True)
class Knob(Values):
    """The declaration of one field: its values, and the words for it.

    Parameters
    ----------
    symbol : the papers' letter for it, as shown beside the slider (``"η"``).
    about : one plain sentence.
    label : one or two words beside the symbol, where there is room.
    rare : whether it is seldom turned in a demonstration; panels show it on demand.
    by_hand : whether a handle in a picture moves it; only panels that name it show it.
    """

    symbol: str
    about: str
    label: str = ""
    rare: bool = False
    by_hand: bool = False


def linear(low: float, high: float, **rule: Any) -> Values:
    """Return the numbers of an evenly spaced slider; ``rule`` as in :func:`log`.

    Without ``most`` no number is larger than ``high``.

    Examples
    --------
    >>> linear(0.0, 1.0).allows(2.0)
    False
    """
    return _numbers("linear", low, high, **{"most": high, **rule})


def log(low: float, high: float, **rule: Any) -> Values:
    """Return the numbers of a slider on which equal ways are equal factors.

    Parameters
    ----------
    low, high : the ends of the slider.
    zero : whether 0 is allowed where the slider begins above it; a log slider then ends in 0.
    infinite : whether ∞ is allowed; the slider then ends in it.
    integer : whether only whole numbers are allowed.
    reach : the ends of what an address holds, where they lie beyond the slider.
    least, most : the bounds of the rule where they lie beyond the slider. Without them a whole
        number is at least ``low`` and at most 10⁹, any other above 0 and at most 1e100.

    Examples
    --------
    >>> log(1e-3, 1.0, zero=True).rule()
    'must be a number >= 0 and <= 1e+100, finite'
    """
    return _numbers("log", low, high, **rule)


def _numbers(
    scale: Scale,
    low: float,
    high: float,
    *,
    zero: bool = False,
    infinite: bool = False,
    integer: bool = False,
    least: float | None = None,
    most: float | None = None,
    **fields: Any,
) -> Values:
    """Return Values within the bounds of a rule; ``fields`` are those that change none."""
    if most is None:
        most = math.inf if infinite else LARGEST_WHOLE if integer else LARGEST
    above = least is None and low > 0 and not zero and not integer
    if least is None:
        least = low if integer and not zero else 0
    return Values(
        low=low,
        high=high,
        scale=scale,
        integer=integer,
        infinite=infinite,
        minimum=least,
        maximum=most,
        above=above,
        **fields,
    )


def one_of(*choices: str) -> Values:
    """Return the values of a choice.

    Examples
    --------
    >>> one_of("constant", "1/t").rule()
    'must be one of constant, 1/t'
    """
    return Values(choices=choices)


SWITCH = Values(flag=True)
"""The values of a switch: on or off."""


def format_value(value: Any) -> str:
    """A knob's value as captions and URLs write it: short, and read back by ``Knob.parse``.

    Examples
    --------
    >>> format_value(0.1 + 0.2), format_value(math.inf), format_value(True)
    ('0.3', 'inf', '1')
    """
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float):
        return "inf" if math.isinf(value) else f"{value:.6g}"
    return str(value)


def knob(
    default: Any,
    symbol: str,
    label: str,
    values: Values,
    about: str,
    *,
    rare: bool = False,
    by_hand: bool = False,
    kw_only: bool = False,
) -> Any:
    """A dataclass field with a knob declared on it; see :class:`Knob`.

    Examples
    --------
    >>> @dataclass(frozen=True)
    ... class Pull:
    ...     gravity: float = knob(0.01, "g", "gravity", log(1e-5, 1.0, zero=True), "How hard.")
    >>> Pull().gravity, knobs_of(Pull)["gravity"].symbol
    (0.01, 'g')
    """
    declared = Knob(symbol, about, label, rare, by_hand, **vars(values))
    return dataclasses.field(default=default, kw_only=kw_only, metadata={"knob": declared})


def like(
    owner: type, field: str, default: Any, values: Values | None = None, about: str = ""
) -> Any:
    """A dataclass field that is the knob ``field`` of ``owner`` elsewhere: same letter and label.

    Parameters
    ----------
    default : its value here.
    values : its values here, where they are not those of ``owner``.
    about : the sentence about it, where it is another one here.
    """
    own = knobs_of(owner)[field]
    changes = vars(values) if values else {}
    declared = dataclasses.replace(own, about=about or own.about, **changes)
    return dataclasses.field(default=default, metadata={"knob": declared})


def knobs_of(owner: Any) -> dict[str, Knob]:
    """The knobs of a dataclass or an instance of one, by field name, in order of declaration."""
    return dict(_declarations(owner if isinstance(owner, type) else type(owner))[0])


@cache
def _declarations(owner: type) -> tuple[dict[str, Knob], dict[str, Words]]:
    """The knobs and the text options of a dataclass: asked for hundreds of times a movement."""
    fields = dataclasses.fields(owner)
    knobs = {f.name: f.metadata["knob"] for f in fields if "knob" in f.metadata}
    return knobs, {f.name: f.metadata["words"] for f in fields if "words" in f.metadata}


@dataclass(frozen=True)
class Words:
    """The declaration of an option that is text: a column's name, a class, a list of groups.

    An empty text is "as it comes".

    Parameters
    ----------
    label : its name in a form.
    about : one plain sentence.
    """

    label: str
    about: str


def words(label: str, about: str) -> Any:
    """A dataclass field that holds text (or a number as text), empty by default; see Words."""
    return dataclasses.field(default="", metadata={"words": Words(label, about)})


def words_of(owner: Any) -> dict[str, Words]:
    """The text options of a dataclass or an instance of one, by field name, in order."""
    return dict(_declarations(owner if isinstance(owner, type) else type(owner))[1])


def check_knobs(owner: Any) -> None:
    """Raise ValueError, naming field, value and rule, for the first option out of its range.

    Examples
    --------
    >>> @dataclass
    ... class Pull:
    ...     gravity: float = knob(0.01, "g", "gravity", log(1e-5, 1.0, zero=True), "How hard.")
    >>> check_knobs(Pull(-1.0))
    Traceback (most recent call last):
        ...
    ValueError: gravity = -1.0: it must be a number >= 0 and <= 1e+100, finite
    """
    knobs, words = _declarations(type(owner))
    for name, declared in knobs.items():
        value = getattr(owner, name)
        if not declared.allows(value):
            raise ValueError(f"{name} = {value!r}: it {declared.rule()}")
    for name in words:
        value = getattr(owner, name)
        if isinstance(value, bool) or not isinstance(value, str | Real):
            raise ValueError(f"{name} = {value!r}: it must be text")
