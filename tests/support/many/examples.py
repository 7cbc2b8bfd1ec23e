"""The number of examples that a property test draws.

In the suite they are the same every time, so a third of them is enough there; ``make fuzz`` and
``make checked`` draw all.
"""

from __future__ import annotations

from hypothesis import settings

SHARE = 3


def examples(count: int, **more) -> settings:
    """Settings for ``count`` examples, of which the suite draws a third."""
    if settings.get_current_profile_name() == "suite":
        count = -(-count // SHARE)
    return settings(max_examples=count, **more)
