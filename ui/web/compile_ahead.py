"""``python -m ui.web.compile_ahead`` compiles what first visitors need, where an image is made."""

from __future__ import annotations

from contextlib import suppress

from ui.look import Look
from ui.serve import all_pages, begin
from ui.view import opening


def main() -> None:
    """Do the work of the opening views of all pages once; the folder of kernels keeps it."""
    begin()
    for page in all_pages().values():
        with suppress(ValueError):  # a sentence stands there
            page.rows(opening(), page.evidence(opening(), Look()))


if __name__ == "__main__":
    main()
