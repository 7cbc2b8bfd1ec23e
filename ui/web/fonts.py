"""Fonts with what our pages show, in place of Streamlit's, which are two thirds of a megabyte.

A style sheet of Streamlit names them. The page gets another one, with our fonts in it; a browser
would load both files of a family that is declared twice. Where Streamlit has arranged that
otherwise, its own fonts stay.
"""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

import streamlit

from ui.web.static_files import STREAMLITS_FOLDER, register_content

FONTS = Path(__file__).with_name("fonts")
"""Made by ``tools/subset_fonts.py``: our name, a digest, ``.woff2``."""
ICONS = "MaterialSymbols-Rounded"
PLACES = {
    "SourceSansVF-Upright": "labsans",
    "SourceSansVF-Italic": "labsans-italic",
    ICONS: "symbols",
}
"""By the name of Streamlit's file that of ours."""
RELEASE = FONTS / "release.txt"
"""It holds the release of Streamlit whose icons are there: another one may show more."""
OTHER_LETTERS = "U+180-24F,U+370-390,U+3AA-3B0,U+3CA-52F,U+1E00-1FFF,U+20A0-20AB,U+20AD-20BF"
"""Those of other languages, and currencies, such as in a column's name: they come from Streamlit's
whole file."""

SHEET = re.compile(rb'href="\./(static/css/)(index\.[\w-]+\.css)"')
PRELOADED = re.compile(rb"\./static/media/SourceSansVF-Upright[\w.-]*\.woff2")
FACE = re.compile(r"@font-face ?\{[^}]*url\(\.\./media/([\w-]+)\.[\w.-]+\.woff2\)[^}]*\}")
FILE = re.compile(r"(?<=url\(\.\./media/)[\w.-]+(?=\))")


def with_our_fonts(page: bytes) -> bytes:
    """Return Streamlit's page with our fonts; as it is where it names no such style sheet."""
    sheet = SHEET.search(page)
    if not sheet:
        return page
    folder, name = (part.decode() for part in sheet.groups())
    original = (STREAMLITS_FOLDER / folder / name).read_text("utf-8")
    changed = FACE.sub(_face, original).encode()
    address = f"{folder}index-{sha256(changed).hexdigest()[:8]}.css"
    register_content(address, changed, "text/css")
    page = page.replace(sheet[0], f'href="./{address}"'.encode())
    return PRELOADED.sub(f"./static/media/{_font('labsans')}".encode(), page)


def _face(face: re.Match) -> str:
    """A rule for a font as it is to be: ours, and Streamlit's for other letters."""
    if face[1] not in PLACES or (face[1] == ICONS and not _has_all_icons()):
        return face[0]
    ours = FILE.sub(_font(PLACES[face[1]]), face[0])
    if face[1] == ICONS:
        return ours
    return f"{ours}{face[0].removesuffix('}')};unicode-range:{OTHER_LETTERS}}}"


def _has_all_icons() -> bool:
    return RELEASE.read_text("utf-8").strip() == streamlit.__version__


def _font(name: str) -> str:
    """The name of a file of ours, which is served beside Streamlit's."""
    (file,) = FONTS.glob(f"{name}.*.woff2")
    register_content(f"static/media/{file.name}", file.read_bytes(), "font/woff2")
    return file.name
