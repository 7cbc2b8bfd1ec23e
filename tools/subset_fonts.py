"""Make the fonts in ``ui/web/fonts``: what our pages show of those that Streamlit brings along.

    python -m tools.subset_fonts

Of letters some are left out: see ``ui/web/fonts.py``. Of icons none may be missing, since its name
would be read instead: all that our sources name are there, and every word in Streamlit's scripts
that is an icon's name.

To be run again for another Streamlit, or when our texts have characters that they never had
(``tests/ui/web/test_fonts.py`` says so). A file's name holds a digest of it: browsers keep it for
good.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

import streamlit
from fontTools import subset
from fontTools.ttLib import TTFont

from ui.web.fonts import FONTS, RELEASE

ROOT = Path(__file__).resolve().parents[1]
STREAMLITS = Path(streamlit.__file__).parent / "static" / "static"

LETTERS = {
    "labsans": "SourceSansVF-Upright.*.woff2",
    "labsans-italic": "SourceSansVF-Italic.*.woff2",
}
"""Streamlit's files by the names of ours. The licence keeps the name “Source” for the originals."""
FAMILY = "LabSans"
ICONS = {"symbols": "MaterialSymbols-Rounded.*.woff2"}

CHARACTERS = (
    "20-7E A0-17F 300-304 391-3A9 3B1-3C9 1D40-1D6A 2010-203A 2070-209C 20AC 2113 "
    "2190-2193 2202-2265 25A0-25FF 2713-2717 27E8-27E9"
)
"""Latin and Greek letters, digits of all heights, and the signs of our texts."""

FEATURES = ["kern", "mark", "ccmp", "locl", "liga"]
OURS = ("ui", "pages", "charts", "app.py")
EMOJI = '"smiley_cat"'
ICON = re.compile(r":material/([a-z0-9_]+):")
WORD = re.compile(r"""["'`](?::material/)?([a-z0-9_]+):?["'`]""")


def characters() -> set[int]:
    """Return the code points of CHARACTERS."""
    ends = (part.split("-") for part in CHARACTERS.split())
    return {n for end in ends for n in range(int(end[0], 16), int(end[-1], 16) + 1)}


def source(pattern: str) -> Path:
    """Return the file of the installed Streamlit that matches; ValueError unless there is one."""
    (found,) = (STREAMLITS / "media").glob(pattern)
    return found


def ligatures(font: TTFont) -> dict[str, str]:
    """Return the glyph of each icon by its name, which is spelt with small letters."""
    letter = {}
    for code, glyph in font.getBestCmap().items():
        letter[glyph] = chr(code).lower()
    tables = [table for lookup in font["GSUB"].table.LookupList.Lookup for table in lookup.SubTable]
    found = {}
    for table in (getattr(table, "ExtSubTable", table) for table in tables):
        for first, group in table.ligatures.items():
            for one in group:
                found["".join(letter[glyph] for glyph in [first, *one.Component])] = one.LigGlyph
    return found


def icons_of_ours() -> set[str]:
    """Return the names of the icons that our sources name."""
    files = (file for name in OURS for file in _files(ROOT / name) if file.suffix in (".py", ".md"))
    return {name for file in files for name in ICON.findall(file.read_text("utf-8"))}


def words_of_streamlit() -> set[str]:
    """Return all that might name an icon in Streamlit's scripts: the words that stand in quotes.

    In the script with the names of emoji, which are words like those of icons, they are what is
    marked as an icon.
    """
    texts = [script.read_text("utf-8") for script in (STREAMLITS / "js").glob("*.js")]
    return {word for text in texts for word in (ICON if EMOJI in text else WORD).findall(text)}


def _files(path: Path) -> Iterable[Path]:
    return path.rglob("*") if path.is_dir() else [path]


def subset_letters(file: Path) -> bytes:
    """Return the CHARACTERS of a font in all its weights, as WOFF2, under a name of our own."""
    font = TTFont(file)
    _reduce(font, FEATURES, unicodes=characters())
    for record in font["name"].names:
        if record.nameID in (1, 3, 4, 6, 16, 25):
            record.string = FAMILY
    return _pack(font)


def subset_icons(file: Path) -> bytes:
    """Return the icons that are named, as WOFF2."""
    font = TTFont(file)
    known = ligatures(font)
    if missing := icons_of_ours() - known.keys():
        raise ValueError(f"There are no icons of these names: {', '.join(sorted(missing))}.")
    glyphs = [known[name] for name in icons_of_ours() | (words_of_streamlit() & known.keys())]
    _reduce(font, ["rlig"], unicodes=range(0x20, 0x7B), glyphs=glyphs)
    return _pack(font)


def _reduce(font: TTFont, features: list[str], **wanted: Iterable) -> None:
    options = subset.Options(
        layout_features=features, hinting=False, glyph_names=False, notdef_outline=True
    )
    options.layout_closure = "rlig" not in features  # else the letters bring all icons
    worker = subset.Subsetter(options)
    worker.populate(**wanted)
    worker.subset(font)


def _pack(font: TTFont) -> bytes:
    font["head"].modified = font["head"].created  # the same font, whenever it is made
    font.recalcTimestamp = False
    font.flavor = "woff2"
    written = io.BytesIO()
    font.save(written)
    return written.getvalue()


def main() -> None:
    """Write the fonts."""
    made = {name: subset_letters(source(pattern)) for name, pattern in LETTERS.items()}
    made |= {name: subset_icons(source(pattern)) for name, pattern in ICONS.items()}
    for old in FONTS.glob("*.woff2"):
        old.unlink()
    for name, content in made.items():
        file = f"{name}.{sha256(content).hexdigest()[:8]}.woff2"
        (FONTS / file).write_bytes(content)
        print(f"{len(content):7,} bytes  {file}")
    RELEASE.write_text(f"{streamlit.__version__}\n", "utf-8")


if __name__ == "__main__":
    main()
