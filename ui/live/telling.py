"""Elements of ours, made by a run of the page, or told something new between two runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ui.visit import Visit


def tell(
    key: str,
    registered: Callable[[], Callable[..., Any]],
    data: Mapping[str, Any],
    **reports: Any,
) -> None:
    """Show an element, or tell the one that stands there what it shows now.

    Parameters
    ----------
    key : of the element; one page has it once.
    registered : returns what makes it, of a key and its data.
    reports : what is called when it reports something; see ``ui.live.panels.heard``.
    """
    telling = Visit.current().telling
    if telling is None:
        registered()(key=key, data=data, **reports)
    else:
        telling[key] = data
