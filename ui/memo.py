"""Bounded memories of what was computed last, shared by all sessions.

``functools.lru_cache`` would do, but for two things: how a value is computed may depend on who asks
(someone who wants to see the progress) while the value does not, and what was computed from
an upload has to go with it.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import fields, is_dataclass
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from ui.render_queue import RENDER_QUEUE


class Memo:
    """The ``most`` values last asked for, by key.

    Parameters
    ----------
    most : that many are kept.
    in_keys : other keys may hold a value; those go when the value does.
    most_bytes : the older ones go when all together take more; the last one stays in any case.
    """

    def __init__(self, most: int, in_keys: bool = True, most_bytes: float = math.inf) -> None:
        self.most, self.in_keys, self.most_bytes = most, in_keys, most_bytes
        self._values: OrderedDict[Hashable, Any] = OrderedDict()
        self._bytes: dict[Hashable, int] = {}
        self._parts: dict[Hashable, list[Hashable]] = {}
        self._holding: dict[int, dict[Hashable, None]] = {}
        self._computing: dict[Hashable, Lock] = {}
        self._lock = Lock()
        _memories.add(self)

    def get(self, key: Hashable, compute: Callable[[], Any]) -> Any:
        """The value of ``key``, computed if it is not remembered.

        Who asks for what another is computing waits for it; what raises is not remembered.
        """
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
            mine = self._computing.setdefault(key, Lock())
        if not mine.acquire(blocking=False):
            RENDER_QUEUE.release()
            mine.acquire()
        try:
            with self._lock:
                if key in self._values:
                    return self._values[key]
            try:
                value = compute()
                self._remember(key, value, mine)
                return value
            finally:
                self._end_computing(key, mine)
        finally:
            mine.release()

    def put(self, key: Hashable, value: Any) -> None:
        """Remember a value that is there already, unless ``key`` has one."""
        self.get(key, lambda: value)

    def get_all(
        self, keys: Sequence[Hashable], compute: Callable[[list], Sequence[Any]]
    ) -> list[Any]:
        """The values of ``keys``; all that are missing are computed in one call.

        Of what another is computing the value is waited for; where a call raises, nothing of it is
        remembered.

        Parameters
        ----------
        keys : in any order, and one may occur twice.
        compute : returns the values of the keys that it is given, in their order.
        """
        values, mine = self._claim(keys)
        try:
            if mine:
                values.update(zip(mine, compute(list(mine)), strict=True))
            for key, lock in mine.items():
                self._remember(key, values[key], lock)
        finally:
            for key, lock in mine.items():
                self._end_computing(key, lock)
                lock.release()
        return [
            values[key] if key in values else self.get(key, lambda key=key: compute([key])[0])
            for key in keys
        ]

    def _claim(self, keys: Sequence[Hashable]) -> tuple[dict, dict]:
        """The values that are there, and a lock, held, for each key that nobody is computing."""
        values, mine = {}, {}
        with self._lock:
            for key in keys:
                if key in self._values:
                    self._values.move_to_end(key)
                    values[key] = self._values[key]
                elif key not in self._computing:
                    mine[key] = self._computing[key] = Lock()
                    mine[key].acquire()
        return values, mine

    def _end_computing(self, key: Hashable, lock: Lock) -> None:
        with self._lock:
            if self._computing.get(key) is lock:
                del self._computing[key]

    def lookup(self, key: Hashable) -> Any | None:
        """The value of ``key`` where it is remembered, else None."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def _remember(self, key: Hashable, value: Any, mine: Lock) -> None:
        size = 0 if self.most_bytes == math.inf else bytes_of(value)
        evicted = []
        with self._lock:
            if self._computing.get(key) is mine:  # not forgotten while it was computed
                self._values[key], self._bytes[key] = value, size
                self._parts[key] = _alone_in(key)
                for part in self._parts[key]:
                    self._holding.setdefault(id(part), {})[key] = None
            while len(self._values) > 1 and self._full():
                evicted.append(self._pop(next(iter(self._values))))
        for old in evicted:
            if self.in_keys and _is_itself_alone(old):
                forget(old)

    def drop(self, part: Hashable) -> list[Any]:
        """Forget the values in whose key ``part`` occurs, and return them."""
        # One goes with each eviction, and hardly any of the memories has it. What is being computed
        # is looked at first: a key goes from there to those that are held.
        if _is_itself_alone(part) and not self._computing and id(part) not in self._holding:
            return []
        with self._lock:
            for key in [key for key in self._computing if _occurs(part, key)]:
                del self._computing[key]
            if _is_itself_alone(part):  # an object is found at once: one goes with each eviction
                keys = list(self._holding.get(id(part), ()))
            else:
                keys = [key for key in self._values if _occurs(part, key)]
            return [self._pop(key) for key in keys]

    def _full(self) -> bool:
        return len(self._values) > self.most or self.nbytes > self.most_bytes

    def _pop(self, key: Hashable) -> Any:
        del self._bytes[key]
        for part in self._parts.pop(key):
            holders = self._holding.get(id(part), {})
            holders.pop(key, None)
            if not holders:
                self._holding.pop(id(part), None)
        return self._values.pop(key)

    @property
    def entries(self) -> int:
        """The number of values that are remembered."""
        return len(self._values)

    @property
    def nbytes(self) -> int:
        """The bytes that all values together take, where they are bounded, else 0."""
        return sum(list(self._bytes.values()))


def memories() -> list[Memo]:
    """Return all memories of this process."""
    return list(_memories)


def forget(part: Hashable) -> None:
    """Have all memories drop what was computed from ``part``, and what was computed from that.

    part : anything that occurs in keys: the stamp of an upload, a dataset.
    """
    parts = [part]
    while parts:
        asked = parts.pop()
        for memory in memories():
            parts += [value for value in memory.drop(asked) if _is_itself_alone(value)]


def bytes_of(value: Any) -> int:
    """Return the bytes that a value says it takes; of a list or a dataclass those of its parts."""
    own = getattr(value, "nbytes", None)
    if own is not None:
        return int(own)
    if isinstance(value, (list, tuple)):
        return sum(map(bytes_of, value))
    if is_dataclass(value):
        return sum(bytes_of(getattr(value, field.name)) for field in fields(value))
    return 0


def _is_itself_alone(value: Any) -> bool:
    """Return whether nothing else equals it, as with a dataset: once forgotten, no key has it."""
    return value is not None and type(value).__hash__ is object.__hash__


def _alone_in(key: Hashable) -> list[Hashable]:
    """The objects in a key that nothing else equals."""
    found, left = [], [key]
    while left:
        part = left.pop()
        kind = type(part)
        if kind in PLAIN:
            continue
        if isinstance(part, tuple):
            left += part
        elif _is_itself_alone(part):
            found.append(part)
        else:
            left += [getattr(part, name) for name in _names_of(kind)]
    return found


def _names_of(kind: type) -> tuple[str, ...]:
    """The names of the fields of a dataclass; none of any other type."""
    names = _fields.get(kind)
    if names is None:
        names = tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
        _fields[kind] = names
    return names


def _occurs(part: Hashable, key: Hashable) -> bool:
    # Of one kind only: a number of NumPy's would compare itself with each member of a tuple.
    if key is part or (type(key) is type(part) and key == part):
        return True
    if isinstance(key, tuple):
        return any(_occurs(part, inner) for inner in key)
    if is_dataclass(key) and not _is_itself_alone(key):
        return any(_occurs(part, getattr(key, field.name)) for field in fields(key))
    return False


_memories: WeakSet[Memo] = WeakSet()
PLAIN = frozenset({str, int, float, bool, bytes, type(None)})
"""Types of most of what keys are made of; of their values none is alone."""
_fields: WeakKeyDictionary[type, tuple[str, ...]] = WeakKeyDictionary()
