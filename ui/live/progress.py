"""The bar that long work fills."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

STEP = 0.01
"""The bar moves when its share has grown by so much: each time is a message."""


@contextmanager
def progress_bar() -> Iterator[Callable[[float], None]]:
    """Yield a function that fills a bar; it stands there from the first call to the end."""
    bar, drawn = None, 0.0

    def fill(share: float) -> None:
        nonlocal bar, drawn
        if bar is None:
            bar = st.progress(0.0)
        if share - drawn >= STEP or share < drawn:
            drawn = share
            bar.progress(min(share, 1.0))

    try:
        yield fill
    finally:
        if bar is not None:
            bar.empty()
