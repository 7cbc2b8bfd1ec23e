"""QR codes, as rows of dark and light modules that a browser draws."""

from __future__ import annotations

import segno

LONGEST = 1200
"""Letters of an address: a code of more has modules too small for phones in the last row."""


def modules(text: str) -> list[str]:
    """Return the rows of a QR code, each of as many letters: "1" is dark, "0" light.

    The margin that readers need around it is not part of them.

    Raises
    ------
    ValueError : the text is empty, or too long to be read from a distance.
    """
    if not text:
        raise ValueError("There is nothing to make a code of")
    if len(text) > LONGEST:
        raise ValueError(
            f"A code of {len(text):,} letters is too fine to be read from a distance: "
            "make a short link first"
        )
    # The least correction: modules are as large as can be, and a projector soils none.
    code = segno.make_qr(text, error="l", boost_error=True)
    return ["".join("1" if dark else "0" for dark in row) for row in code.matrix]
