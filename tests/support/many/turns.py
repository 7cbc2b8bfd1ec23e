"""Many small settings in one test: ``in_turn``.

To begin and end a test, and to tell of it, takes two milliseconds, which is more than many a
setting takes itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature

import pytest

LONGEST = 100


def in_turn(names: str | tuple[str, ...], settings: Iterable) -> Callable[[Callable], Callable]:
    """``pytest.mark.parametrize`` within one test: each setting has its turn, whatever fails.

    What fails says with which values. Fixtures are made once for all settings.
    """
    keys = (names,) if isinstance(names, str) else names
    every = [(values,) if isinstance(names, str) else values for values in settings]
    assert every, f"no settings of {names}"

    def decorate(test: Callable) -> Callable:
        @wraps(test)
        def all_of_them(**given) -> None:
            failures = []
            for values in every:
                setting = dict(zip(keys, values, strict=True))
                try:
                    test(**given, **setting)
                except (Exception, pytest.fail.Exception) as failure:
                    failure.add_note("with " + setting_text(setting))
                    failures.append(failure)
            if len(failures) == 1:
                raise failures[0]
            if failures:
                raise BaseExceptionGroup(f"{len(failures)} of {len(every)} settings", failures)

        own = signature(test)
        left = [each for name, each in own.parameters.items() if name not in keys]
        all_of_them.__signature__ = own.replace(parameters=left)
        return all_of_them

    return decorate


def setting_text(setting: dict) -> str:
    """The values of a setting, none of them long."""
    values = {name: repr(value) for name, value in setting.items()}
    return ", ".join(
        f"{name}={value if len(value) <= LONGEST else value[:LONGEST] + '…'}"
        for name, value in values.items()
    )
