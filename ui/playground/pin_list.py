"""Pinned views as an address holds them: each with a name, a sentence and a question of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlencode
from zlib import crc32

MOST_PINS = 8

LONGEST_TEXT = {"name": 60, "sentence": 240, "question": 240}
"""Letters of the texts of a pin, by their names."""

LONGEST_TITLE = 80
"""Letters of the title of all of them."""

LONGEST_ADDRESS = 6500
"""Letters that all pins take in an address: some servers take 8,000 of it."""

AT, TITLE = "pin", "pins"
"""The parameters with the place of the pin that was gone to last, from 1, and with the title."""

Text = Literal["name", "sentence", "question"]


@dataclass(frozen=True)
class Pin:
    """A view that was pinned, and what is said of it when it is presented.

    Parameters
    ----------
    address : the parameters of the view, as text.
    name : "" for one that is made from its knobs.
    sentence : stands under the heading.
    question : is asked before the pictures are shown.
    """

    address: str
    name: str = ""
    sentence: str = ""
    question: str = ""

    @property
    def id(self) -> str:
        """A short name of the view, whatever is said of it and wherever it stands."""
        return f"v{crc32(self.address.encode()):08x}"  # which no place begins with

    def with_text(self, part: Text, text: str) -> Pin:
        """Return the same pin with another text, in one line and no longer than texts may be."""
        return replace(self, **{part: one_line(text, LONGEST_TEXT[part])})


@dataclass(frozen=True)
class PinList:
    """The pinned views of a visitor, in the order in which they are presented.

    Parameters
    ----------
    pins : at most ``MOST_PINS``.
    title : what they are called together, "" for nothing.
    at : the place of the one that was pinned or gone to last; -1 for none.
    """

    pins: tuple[Pin, ...] = ()
    title: str = ""
    at: int = -1

    def __len__(self) -> int:
        return len(self.pins)

    def __iter__(self) -> Iterator[Pin]:
        return iter(self.pins)

    @property
    def current(self) -> Pin | None:
        """The pin that was gone to last."""
        return self.pins[self.at] if 0 <= self.at < len(self.pins) else None

    def place_of(self, address: str) -> int:
        """Return the place of the view of an address; -1 where it is not pinned."""
        return next((i for i, pin in enumerate(self.pins) if pin.address == address), -1)

    def with_pin(self, pin: Pin) -> PinList:
        """Return the list with one more pin behind the others, which is gone to."""
        return replace(self, pins=(*self.pins, pin), at=len(self.pins))

    def without(self, place: int) -> PinList:
        """Return the list without one of its pins."""
        pins = self.pins[:place] + self.pins[place + 1 :]
        at = -1 if self.at == place else self.at - (self.at > place)
        return PinList(pins, self.title if pins else "", at)

    def with_text(self, place: int, part: Text, text: str) -> PinList:
        """Return the list with another text of one pin."""
        pin = self.pins[place].with_text(part, text)
        return replace(self, pins=(*self.pins[:place], pin, *self.pins[place + 1 :]))

    def in_order(self, ids: list[str]) -> PinList:
        """Return the list in the order of some ids; pins that are not named follow."""
        places = {name: i for i, name in reversed(list(enumerate(ids)))}
        pins = tuple(sorted(self.pins, key=lambda pin: places.get(pin.id, len(ids))))
        at = pins.index(self.current) if self.current else -1
        return replace(self, pins=pins, at=at)

    def check_length(self) -> PinList:
        """Return the list itself.

        Raises
        ------
        ValueError : an address cannot hold it.
        """
        length = len(urlencode(self.parameters()))
        if length > LONGEST_ADDRESS:
            raise ValueError(
                f"The pinned views would take {length:,} letters in the link, and it has room for "
                f"{LONGEST_ADDRESS:,}: shorten a sentence or a question, or take a view away"
            )
        return self

    def parameters(self) -> dict[str, str]:
        """Return what an address says of the pins; nothing where there are none."""
        if not self.pins:
            return {}
        parts = {TITLE: self.title, AT: str(self.at + 1) if self.current else ""}
        for number, pin in enumerate(self.pins, 1):
            parts[f"pin{number}"] = pin.address
            parts |= {f"pin{number}.{part}": getattr(pin, part) for part in LONGEST_TEXT}
        return {name: text for name, text in parts.items() if text or name[3:].isdigit()}


NO_PINS = PinList()


def read_pins(left: dict[str, str], notes: list[str]) -> PinList:
    """Return the pins that ``left``, an address, names; what is read is taken out of it.

    Parameters
    ----------
    notes : gets a sentence for each text that is longer than it may be.
    """
    pins = []
    at, title = left.pop(AT, ""), _read_text(left, TITLE, LONGEST_TITLE, notes)
    for number in range(1, MOST_PINS + 1):
        name = f"pin{number}"
        texts = {
            part: _read_text(left, f"{name}.{part}", most, notes)
            for part, most in LONGEST_TEXT.items()
        }
        if name in left:
            pins.append(Pin(left.pop(name), **texts))
    place = int(at) - 1 if at.isdecimal() and at.isascii() and len(at) < 3 else -1
    return PinList(tuple(pins), title if pins else "", place if place < len(pins) else -1)


def _read_text(left: dict[str, str], name: str, most: int, notes: list[str]) -> str:
    text = left.pop(name, "")
    if len(" ".join(text.split())) > most:
        notes.append(f"{name}: the text is cut after {most} letters.")
    return one_line(text, most)


def one_line(text: str, most: int) -> str:
    """Return a text without breaks of lines, cut after ``most`` letters."""
    return " ".join(text.split())[:most].rstrip()
