"""Docstrings as Griffe reads NumPy's style; ``mkdocs.yml`` names this file."""

from __future__ import annotations

from typing import Any

import griffe

from tools.docs_hooks import plain


class PlainParameters(griffe.Extension):
    """Griffe's extension that applies ``plain`` to every docstring."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = plain(obj.docstring.value)
