"""The fonts that pages are given hold all that pages show, and lie where their style sheet says."""

from __future__ import annotations

import re

import pytest
from fontTools.ttLib import TTFont

from tools.subset_fonts import (
    LETTERS,
    OURS,
    ROOT,
    icons_of_ours,
    ligatures,
    source,
    words_of_streamlit,
)
from ui.web import fonts, static_files
from ui.web.fonts import FONTS, with_our_fonts
from ui.web.static_files import STREAMLITS_FOLDER

PAGE = (STREAMLITS_FOLDER / "index.html").read_bytes()
ANEW = "python -m tools.subset_fonts makes the fonts anew"
SHOWN = (*OURS, "algorithms", "datasets", "papers", "knobs.py")
"""Where texts of pages stand."""


def font(name: str) -> TTFont:
    (file,) = FONTS.glob(f"{name}.*.woff2")
    return TTFont(file)


def texts() -> set[str]:
    """Every character in the sources of pages."""
    files = [file for name in SHOWN for file in [ROOT / name, *(ROOT / name).rglob("*.*")]]
    kinds = (".py", ".js", ".md", ".css")
    return {sign for file in files if file.suffix in kinds for sign in file.read_text("utf-8")}


def other_letters() -> set[int]:
    ends = [part.split("-") for part in fonts.OTHER_LETTERS.replace("U+", "").split(",")]
    return {n for first, last in ends for n in range(int(first, 16), int(last, 16) + 1)}


def test_no_icon_is_missing_whose_name_would_be_read_instead():
    whole = ligatures(TTFont(source("MaterialSymbols-Rounded.*.woff2")))
    named = icons_of_ours() | (words_of_streamlit() & whole.keys())
    assert {"home", "download", "keyboard_arrow_down", "open_in_new"} <= named
    assert named <= ligatures(font("symbols")).keys() < whole.keys(), ANEW


@pytest.mark.parametrize("name", LETTERS)
def test_letters_of_our_texts_are_there_in_all_weights_and_under_another_name(name):
    ours, whole = font(name), TTFont(source(LETTERS[name]))
    missing = {
        ord(sign) for sign in texts()
    } & whole.getBestCmap().keys() - ours.getBestCmap().keys()
    assert missing <= other_letters(), (ANEW, "".join(map(chr, missing)))
    assert set("ηλθα−↑→≤✓½²") <= set(map(chr, ours.getBestCmap()))
    assert (
        next(vars(axis) for axis in ours["fvar"].axes).items()
        >= {
            "axisTag": "wght",
            "minValue": 200.0,
            "maxValue": 900.0,
        }.items()
    )
    assert ours["name"].getDebugName(1) == "LabSans", "its licence keeps the name Source"


def test_a_page_gets_a_style_sheet_with_our_fonts(monkeypatch):
    monkeypatch.setattr(static_files, "_contents", contents := {})
    page = with_our_fonts(PAGE).decode()
    ((address, _),) = re.findall(r'href="\./(static/css/(index-\w+)\.css)"', page)
    sheet, kind = contents[address]
    assert kind == "text/css"
    assert "MaterialSymbols-Rounded" not in sheet.decode()
    faces = re.findall(r"@font-face ?\{([^}]*)\}", sheet.decode())
    rest = [face for face in faces if "SourceSansVF" in face]
    assert len(rest) == 2
    assert all(face.endswith(f";unicode-range:{fonts.OTHER_LETTERS}") for face in rest)
    assert len(faces) == 2 + original_sheet().count("@font-face")
    assert (
        re.search(r'preload"\s+href="\./(static/media/labsans\.\w+\.woff2)"', page)[1] in contents
    )
    assert {address.split("/")[-1].split(".")[0] for address in contents if "media" in address} == {
        "labsans",
        "labsans-italic",
        "symbols",
    }


def test_of_a_streamlit_that_may_show_other_icons_all_are_there(monkeypatch):
    monkeypatch.setattr(static_files, "_contents", contents := {})
    monkeypatch.setattr(fonts.streamlit, "__version__", "9.0.0")
    with_our_fonts(PAGE)
    (sheet,) = (sheet.decode() for sheet, kind in contents.values() if kind == "text/css")
    assert "/MaterialSymbols-Rounded" in sheet and "/symbols" not in sheet and "/labsans." in sheet


def original_sheet() -> str:
    (file,) = (STREAMLITS_FOLDER / "static/css").glob("index.*.css")
    return file.read_text("utf-8")


def test_another_page_stays_as_it_is():
    page = b'<head><link rel="stylesheet" href="./other.css"></head>'
    assert with_our_fonts(page) == page
