"""The texts of a claim as the page shows them: powers of 10 set, nothing in them markup."""

from __future__ import annotations

from charts.run import text_in_powers
from ui.markdown import plain


def to_markdown(text: str) -> str:
    """Return a text of a claim in Markdown: a reader sees 3·10⁻⁵ where Python writes 3e-05."""
    return plain(text_in_powers(text))
