"""Format detection by the first bytes, and the formats that are known and not supported."""

from __future__ import annotations

import re

from datasets.errors import DatasetError
from datasets.files.detection.vowpal_lines import is_vowpal
from datasets.files.dialect import guess_separator, is_number, records
from datasets.files.text import decode_head

HEAD = 1 << 16  # bytes that are looked at
LINES = 50  # and at most so many lines of them

SIGNATURES = {
    b"PAR1": "parquet",
    b"\xd0\xcf\x11\xe0": "xls",
    b"MATLAB 5": "mat",
    b"\x89HDF": "h5",
    b"RDX": "rda",
    b"X\n\0": "rda",
    b"\x93NUMPY": "npy",
    b"ARROW1": "feather",
    b"ORC": "orc",
    b"SQLite format 3": "sqlite",
    b"%PDF": "pdf",
    b"$FL2": "sav",
    b"<stata_dta>": "dta",
    b"7z\xbc\xaf": "7z",
    b"Rar!": "7z",
    b"PK\3\4": "twice",
    b"\x1f\x8b": "twice",
    b"\xfd7zXZ": "twice",
    b"\x28\xb5\x2f\xfd": "twice",
}
TEXTS_FIRST = "save the table in it as CSV UTF-8"
UNSUPPORTED = {
    "xls": ("an Office file of the old kind, such as .xls", "save it as .xlsx or as CSV UTF-8"),
    "xlsb": ("a binary Excel workbook (.xlsb)", "save it as .xlsx or as CSV UTF-8"),
    "ods": ("an OpenDocument file, such as .ods", "save the table as .xlsx or as CSV UTF-8"),
    "docx": ("a Word document", TEXTS_FIRST),
    "mat": ("a MATLAB file (.mat)", "write its table as CSV, in MATLAB with writetable"),
    "h5": ("an HDF5 file, as MATLAB, Keras and pandas write", "write its table as CSV or Parquet"),
    "rda": ("a file of R's objects", "write the table as CSV, in R with write.csv"),
    "pkl": (
        "a pickle, which can run programs when it is opened, and is never opened for that reason",
        "write the table with pandas' to_csv or to_parquet",
    ),
    "npy": ("an array of NumPy's", "write it with numpy.savetxt(…, delimiter=',')"),
    "feather": ("an Arrow (Feather) file", "write the table as Parquet"),
    "orc": ("an ORC file", "write the table as Parquet"),
    "sqlite": ("a database", "write one table of it as CSV"),
    "sav": ("an SPSS file", "save it as CSV in SPSS"),
    "dta": ("a Stata file", "write it as CSV, in Stata with export delimited"),
    "sas": ("a SAS file", "write it as CSV, in SAS with proc export"),
    "pdf": ("a PDF document", TEXTS_FIRST),
    "html": ("a web page (HTML)", "save the table in it as CSV, or download the data itself"),
    "xml": ("XML", "write its table as CSV"),
    "tar": ("an archive made by tar", "unpack it, and give one file of it"),
    "7z": ("an archive", "unpack it, and give one file of it"),
    "twice": ("packed twice", "unpack it once"),
}
"""Formats that others read: what each is, and what to do."""

UNSUPPORTED_EXTENSIONS = {
    ".xls": "xls",
    ".ods": "ods",
    ".mat": "mat",
    ".h5": "h5",
    ".hdf5": "h5",
    ".rda": "rda",
    ".rdata": "rda",
    ".rds": "rda",
    ".pkl": "pkl",
    ".pickle": "pkl",
    ".joblib": "pkl",
    ".npy": "npy",
    ".npz": "npy",
    ".feather": "feather",
    ".arrow": "feather",
    ".orc": "orc",
    ".db": "sqlite",
    ".sqlite": "sqlite",
    ".sav": "sav",
    ".dta": "dta",
    ".sas7bdat": "sas",
    ".tar": "tar",
    ".tgz": "tar",
    ".7z": "7z",
    ".rar": "7z",
}

PICKLE = re.compile(rb"\x80[\2-\5]")
TIME = re.compile(r"\d{1,2}:\d\d(?::\d\d)?")
NUMBER = r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"
VALUE = rf"(?:[^\s:,;|]+|{NUMBER},\d+|\d+:{NUMBER})"  # with a decimal comma, or after a field
SVMLIGHT = re.compile(rf"(?:{NUMBER}(?:,\s*{NUMBER})*)?((?:\s*(?<!\S)(?:qid|\d+):{VALUE})*)\s*")
COUNTS = re.compile(r"\d+\s+\d+(?:\s+\d+)?")


def unsupported_by_name(name: str) -> str:
    """The format of ``UNSUPPORTED`` that a name says, or nothing."""
    return next(
        (
            file_format
            for end, file_format in UNSUPPORTED_EXTENSIONS.items()
            if f"{name.lower()}.".find(f"{end}.") > 0
        ),
        "",
    )


def sniff_bytes(head: bytes) -> str:
    """The format that the first bytes say for certain, or nothing."""
    file_format = next(
        (file_format for start, file_format in SIGNATURES.items() if head.startswith(start)), ""
    )
    if file_format == "twice" and b"xl/" in head:
        return "excel"
    if file_format:
        return file_format
    if PICKLE.match(head):
        return "pkl"
    if head[257:262] == b"ustar":
        return "tar"
    return "arff" if is_arff(decode_head(head)) else ""


def sniff_text(head: bytes) -> str:
    """The format of lines of text, or nothing where they are of no known kind."""
    text = decode_head(head)
    if "\0" in text:
        return ""
    start = text.lstrip()[:200].lower()
    if re.match(r"<(!doctype html|html|head|table)\b", start):
        return "html"
    if start.startswith("<?xml"):
        return "xml"
    if re.match(r'\[\s*\{\s*["}]|\{\s*"', start):
        return "json"
    lines = whole_lines(text, len(head) == HEAD)
    if is_svmlight(lines):
        return "svmlight"
    if is_vowpal(lines):
        return "vowpal"
    return "csv" if is_table(lines) else ""


def whole_lines(text: str, cut: bool) -> list[str]:
    """The first lines that are not blank; of one that was cut, the whole words."""
    lines = text.splitlines()
    if cut and lines:
        last = lines.pop()
        if not lines:
            lines = [last.rpartition(" ")[0] or last]
    return [line.strip(" \r\n") for line in lines if line.strip()][:LINES]  # an empty cell has tabs


def is_arff(text: str) -> bool:
    """Return whether the first line that is neither blank nor a comment is ARFF's."""
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and not line.startswith("%")), "")
    return first.lower().startswith(("@relation", "@attribute"))


def is_svmlight(lines: list[str]) -> bool:
    """Return whether each line is a target and pairs, which are not the time of day.

    The first one may say how many rows and features there are. Lines that its reader refuses in
    words of its own, such as those of libffm, are such lines, too.
    """
    pairs = []
    for line in lines[COUNTS.fullmatch(lines[0]) is not None :] if lines else []:
        row = line.partition("#")[0].strip()
        match = SVMLIGHT.fullmatch(row)
        if row and match is None:
            return False
        pairs.append(match[1].split() if match else [])
    if not any(pairs):
        return False
    return not all(len(row) == 1 and TIME.fullmatch(row[0]) for row in pairs)


def is_table(lines: list[str]) -> bool:
    """Return whether one character cuts nearly all lines into as many cells, at least two."""
    text = "\n".join(lines)
    mark = guess_separator(text)
    try:
        cut = records(text, mark)
    except DatasetError:
        return False
    widths = [len(cells) for cells in cut]
    if len(cut) < 2 or max(widths) < 2:
        return False
    if mark == " ":  # words of a sentence are cells, too
        cells = [cell for row in cut for cell in row]
        return len(set(widths)) == 1 and sum(map(is_number, cells)) * 2 > len(cells)
    usual = max(set(widths), key=widths.count)
    return usual > 1 and widths.count(usual) >= 0.9 * len(widths)
