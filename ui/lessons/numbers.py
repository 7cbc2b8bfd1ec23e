"""The numbers of a story's prose, some of which are computed when a text asks for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping


class LazyNumbers(dict):
    """Numbers by name, as they are to be written.

    Parameters
    ----------
    ready : those that cost nothing.
    later : for each other one a function that returns it. A knob moves in many steps that do not
        name it.

    Examples
    --------
    >>> numbers = LazyNumbers({"d": "30"}, {"runs": lambda: "10"})
    >>> "{runs} runs, {d} features".format_map(numbers)
    '10 runs, 30 features'
    """

    def __init__(self, ready: Mapping[str, str], later: Mapping[str, Callable[[], str]]) -> None:
        super().__init__(ready)
        self.later = later

    def __missing__(self, name: str) -> str:
        self[name] = self.later[name]()
        return self[name]
