"""A bounded memory of what was computed last, shared by all sessions.

``functools.lru_cache`` would do, but for one thing: how a value is computed may depend on who asks
(someone who wants to be told of the progress) while the value does not.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any


class Memo:
    """The ``most`` values last asked for, by key."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._values: OrderedDict[Hashable, Any] = OrderedDict()
        self._computing: dict[Hashable, Lock] = {}
        self._lock = Lock()

    def get(self, key: Hashable, compute: Callable[[], Any]) -> Any:
        """The value of ``key``, computed if it is not remembered.

        Who asks for what another is computing waits for it; what raises is not remembered.
        """
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
            mine = self._computing.setdefault(key, Lock())
        with mine:
            with self._lock:
                if key in self._values:
                    return self._values[key]
            try:
                value = compute()
                with self._lock:
                    self._values[key] = value
                    while len(self._values) > self.most:
                        self._values.popitem(last=False)
                return value
            finally:
                with self._lock:
                    self._computing.pop(key, None)
