"""Extensions of file names: the supported formats and compressions."""

from __future__ import annotations

from datasets.files.compression import OPENERS

FORMATS = {
    "csv": "a table of text lines (CSV)",
    "excel": "an Excel workbook",
    "json": "JSON records",
    "arff": "ARFF",
    "parquet": "Parquet",
    "svmlight": "svmlight lines (target id:value …)",
    "vowpal": "Vowpal Wabbit's lines (label |name feature:value …)",
}
"""The formats that are read, and what a note calls them."""

EXTENSIONS = {
    ".csv": "csv",
    ".tsv": "csv",
    ".txt": "csv",
    ".data": "csv",
    ".tab": "csv",
    ".dat": "csv",
    ".asc": "csv",
    ".prn": "csv",
    ".xlsx": "excel",
    ".json": "json",
    ".jsonl": "json",
    ".arff": "arff",
    ".parquet": "parquet",
    ".svm": "svmlight",
    ".svmlight": "svmlight",
    ".libsvm": "svmlight",
    ".vw": "vowpal",
}
"""The format that an ending says."""

COMPRESSIONS = ("", *OPENERS)
FULL_EXTENSIONS = tuple(kind + compression for kind in EXTENSIONS for compression in COMPRESSIONS)


def split_extensions(name: str) -> tuple[str, str, str]:
    """Return a file's name in three parts: its stem, one of ``EXTENSIONS``, a compression.

    Each of the endings may be missing: ``a9a.t.bz2`` is ``("a9a.t", "", ".bz2")``. A name that
    begins with a point is a stem alone.
    """
    if name.startswith("."):
        return name, "", ""
    compression = longest_suffix(name, OPENERS)
    inner = name[: len(name) - len(compression)]
    kind = longest_suffix(inner, EXTENSIONS)
    return inner[: len(inner) - len(kind)], kind, compression


def longest_suffix(name: str, endings) -> str:
    """The longest of ``endings`` that the name has after at least one letter, in lower case."""
    fitting = [e for e in endings if name.lower().endswith(e) and len(name) > len(e)]
    return max(fitting, key=len, default="")
