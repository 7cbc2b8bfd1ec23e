"""Text from files and addresses, made safe to stand in a sentence."""

from __future__ import annotations

import re


def plain(sentence: str) -> str:
    """A sentence that quotes a file or an address, so that nothing in it is read as markup."""
    return re.sub(r"([\\`*\[\]<$])", r"\\\1", sentence)
