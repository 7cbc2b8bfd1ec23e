"""The room that uploads may take, as they came: of one visitor, and of all together."""

from __future__ import annotations

import os
from contextlib import suppress

MOST_MEGABYTES = 200
"""Of all uploads of a session together, as they came; unpacked they may be larger."""

EVERYBODYS = 2000
"""Megabytes of the uploads of all sessions together, where there is memory for four times that;
the environment variable SPARSITY_LAB_UPLOADS says another number. As many processes as
SPARSITY_LAB_PROCESSES says share it."""


def everybodys() -> int:
    """Return the megabytes that the uploads of all sessions of this process together may have."""
    asked = os.environ.get("SPARSITY_LAB_UPLOADS", "")
    processes = os.environ.get("SPARSITY_LAB_PROCESSES", "")
    most = int(asked) if asked.isdecimal() else EVERYBODYS
    if not asked.isdecimal():
        with suppress(ValueError, OSError, AttributeError):  # a system that does not say
            memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
            most = min(most, int(memory / 4e6))
    return most // max(int(processes), 1) if processes.isdecimal() else most
