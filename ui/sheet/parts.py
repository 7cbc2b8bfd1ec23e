"""The parts of a sheet in HTML. All text is escaped; nothing in it is markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
RULE_OF_A_TABLE = re.compile(r"[|:\- ]+")
TAGS = {"bold": "b", "stressed": "em"}


def words(pieces: Iterable[Mapping[str, Any]], terms: dict[str, str]) -> str:
    """Return the pieces of a text, as ``ui.lessons.prose`` has them, as HTML.

    Parameters
    ----------
    terms : sentences of the glossary with the word that each explains, as it occurs first; those
        of this text are added.
    """
    written = []
    for piece in pieces:
        if piece.get("about"):
            terms.setdefault(piece["about"], piece["text"].lower())
        tag, text = TAGS.get(piece["kind"]), escape(piece["text"])
        written.append(f"<{tag}>{text}</{tag}>" if tag else text)
    return "".join(written)


def paragraph(text: str, name: str = "") -> str:
    """Return HTML as a paragraph of a class; "" where there is no text."""
    kind = f' class="{name}"' if name else ""
    return f"<p{kind}>{text}</p>" if text else ""


def boxes(choices: Iterable[str]) -> str:
    """Return answers, in HTML, as a list with a box to tick before each."""
    return f'<ul class="boxes">{"".join(f"<li>{choice}</li>" for choice in choices)}</ul>'


def lines(label: str, number: int = 2) -> str:
    """Return empty lines to write on, after a word that says what for."""
    return f'<div class="lines"><span>{escape(label)}</span>{"<i></i>" * number}</div>'


def drawing(
    text: str, kind: str, end: int = -1, alt: str = "", caption: str = "", heading: str = ""
) -> str:
    """Return the place of a picture, with the data that the browser draws it from.

    Parameters
    ----------
    text : the film or the figure in JSON.
    kind : "film" or "figure".
    end : the frame at which a film rests, -1 for its last.
    """
    data = text.replace("<", "\\u003c")  # so that no text in it ends the element
    place = f'<div class="picture" role="img" aria-label="{escape(alt)}"></div>'
    said = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    above = f"<h4>{escape(heading)}</h4>" if heading else ""
    return (
        f'<figure data-kind="{kind}" data-frame="{end}">{above}'
        f'<script type="application/json">{data}</script>{place}{said}</figure>'
    )


def from_markdown(text: str) -> str:
    """Return the Markdown of an exercise as HTML: paragraphs, tables, lines of code and bold."""
    return "".join(map(_block, re.split(r"\n\s*\n", text.strip())))


def _block(block: str) -> str:
    rows = block.splitlines()
    if rows[0].startswith("```"):
        return f"<pre>{escape(chr(10).join(rows[1:]).removesuffix('```').rstrip())}</pre>"
    if rows[0].startswith("|"):
        return _table(rows)
    return paragraph(_bold(" ".join(rows)))


def _table(rows: Sequence[str]) -> str:
    cells = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in rows]
    head, *body = [row for row, text in zip(cells, rows, strict=True) if not _is_rule(text)]
    top = _row(head, "th") if any(head) else ""
    return f"<table>{top}{''.join(_row(row, 'td') for row in body)}</table>"


def _is_rule(row: str) -> bool:
    return "-" in row and RULE_OF_A_TABLE.fullmatch(row) is not None


def _row(cells: Sequence[str], tag: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{_bold(cell)}</{tag}>' for cell in cells)}</tr>"


def _bold(text: str) -> str:
    return BOLD.sub(r"<b>\1</b>", escape(text))
