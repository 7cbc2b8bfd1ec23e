"""Text from outside that a page could take for something else: Markdown, HTML, formulas, icons."""

from __future__ import annotations

import csv
import io

HOSTILE = (
    "![x](http://stranger.invalid/x.png)",
    "[log in again](http://stranger.invalid/login)",
    "<a href='http://stranger.invalid/'>click me</a>",
    "<img src=http://stranger.invalid/y.png>",
    "<b>bold</b>",
    "<script>alert(1)</script>",
    "$x^2$",
    ":material/home:",
    ":streamlit:",
    ":red[x]",
    ":blue-badge[x]",
    ":smile:",
    "**b**",
    "_i_",
    "~~s~~",
    "`code`",
    "http://bare.invalid/link",
    "www.bare.invalid",
    "somebody@bare.invalid",
    "&lt;b&gt;",
    "a -> b",
    "%{y}",
    "=1+1",
    "# heading",
)
NAME = f"{' '.join(HOSTILE[:20])} .csv"
"""A file's name with most of them."""

CLASSES = ("<b>red</b>", "[x](http://stranger.invalid)", ":smile: **blue**")


DIGITS = "7" * 5000
"""A whole number that Python refuses to read, in words of its own: more than 4300 digits."""


def table(n_classes: int = 3) -> bytes:
    """Return a CSV whose columns, cells and classes are hostile."""
    text = io.StringIO()
    out = csv.writer(text)
    out.writerow([*HOSTILE, "<i>words</i>", "target"])
    for i in range(72):
        cells = [(i * (j + 3) + j) % 7 for j in range(len(HOSTILE))]
        out.writerow([*cells, HOSTILE[i % len(HOSTILE)], CLASSES[i % n_classes]])
    return text.getvalue().encode()
