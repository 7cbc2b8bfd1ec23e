"""Codes that are said aloud: of short links and of classes."""

import secrets

LETTERS = "BCDFGHJKLMNPQRTVWXZ"
"""None looks or sounds like a digit, and none makes words."""
LENGTH = 5


def draw_code() -> str:
    """Return five letters, such as "KXRTB"."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
