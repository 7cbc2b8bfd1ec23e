"""Vocabulary of cells: words for yes and no, and marks of a missing cell."""

from __future__ import annotations

import re

YES_OR_NO = (
    {"true": 1.0, "false": 0.0},
    {"yes": 1.0, "no": 0.0},
    {"ja": 1.0, "nein": 0.0},
    {"ja": 1.0, "nee": 0.0},
    {"ja": 1.0, "nej": 0.0},
    {"oui": 1.0, "non": 0.0},
    {"sí": 1.0, "no": 0.0},
    {"sì": 1.0, "no": 0.0},
    {"si": 1.0, "no": 0.0},
    {"sim": 1.0, "não": 0.0},
    {"sim": 1.0, "nao": 0.0},
    {"tak": 1.0, "nie": 0.0},
    {"да": 1.0, "нет": 0.0},
    {"так": 1.0, "ні": 0.0},
    {"ano": 1.0, "ne": 0.0},
    {"áno": 1.0, "nie": 0.0},
    {"igen": 1.0, "nem": 0.0},
    {"evet": 1.0, "hayır": 0.0},
    {"kyllä": 1.0, "ei": 0.0},
    {"ναι": 1.0, "όχι": 0.0},
    {"是": 1.0, "否": 0.0},
    {"はい": 1.0, "いいえ": 0.0},
    {"wahr": 1.0, "falsch": 0.0},
    {"vrai": 1.0, "faux": 0.0},
    {"vero": 1.0, "falso": 0.0},
    {"verdadero": 1.0, "falso": 0.0},
    {"verdadeiro": 1.0, "falso": 0.0},
    {"waar": 1.0, "onwaar": 0.0},
)
"""Pairs of words for yes and no, in small letters; single letters are categories."""
MISSING = (
    # pandas' own list less "None", which is a category more often than a gap, and with UCI's "?".
    "", "?", "NA", "N/A", "n/a", "NaN", "nan", "-nan", "NULL", "null", "<NA>", "#N/A", "NaT",
    # Databases, and the errors of formulas.
    "\\N", "<null>", "<NULL>", "(null)", "(NULL)", "[null]", "[NULL]", "#DIV/0!", "#VALUE!",
    "#REF!", "#NAME?", "#NUM!", "#NULL!", "#ERROR!", "#NV", "#WERT!", "#BEZUG!", "#ZAHL!",
    "#VALEUR!", "#NOMBRE!", "#VALOR!", "#¡DIV/0!", "#¡VALOR!", "#¡REF!",
)  # fmt: skip
"""Marks of a missing cell in any column."""
AMONG_NUMBERS = frozenset(word.casefold() for word in MISSING) | {
    "n.a.", "n.a", "n. a.", "#na", "nd", "n.d.", "n.d", "n/d", "k.a.", "k.a", "k. a.", "k/a",
    "s/d", "n/v", "n.v.", "n/k", "none", "<none>", "(none)", "nil", "missing", "(missing)",
    "unknown", "undefined", "not available", "not applicable", "not known", "not measured",
    "no data", "nodata", "no value", "(blank)", "(empty)", "keine angabe", "unbekannt", "fehlt",
    "not reported", "not recorded", "n.r.",
    "inconnu", "non disponible", "desconocido", "sin datos", "sin dato", "-1.#ind", "1.#qnan",
}  # fmt: skip
"""Words that are marks of a missing cell in a column that is numbers otherwise, in any case."""
SIGN = re.compile(r"([-–—−_.…*?/:~#!·•x])\1{0,5}|-\.-|\./\.|-/-", re.IGNORECASE)
DASHES = str.maketrans("–—−", "---")


def is_mark(word: str) -> bool:
    """Return whether a word in a column of numbers can be the mark of a missing cell."""
    return word.casefold() in AMONG_NUMBERS or sign_in(word) != ""


def sign_in(word: str) -> str:
    """Return the sign that a mark consists of, once, such as - for –– and x for X, or nothing."""
    if word.casefold() in AMONG_NUMBERS or not SIGN.fullmatch(word):
        return ""
    return "".join(dict.fromkeys(word.casefold().translate(DASHES)))
