"""Hypothesis strategies for files: in order, nearly in order, and damaged."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import re
import zipfile

from hypothesis import strategies as st

LIKE_NUMBERS = ["1_0", "0x1F", "007", "1.", "-", "+", "12:30", "2020-01-01", "2020-02-30"]
LIKE_PEOPLE = [
    "1,234.5",
    "1.234,5",
    "1\u00a0234",
    "$ 5",
    "5 €",
    "12 %",
    "(3)",
    "5more",
    "31.12.2024",
]
LIKE_PEOPLE += ["1/2/2024", "12/31/2024 10:00 PM", "99.99.2024", "−3", "()", "%", "1e9 $"]
MISSING = ["-", "–", "..", "x", "n.a.", "None", "#DIV/0!", "\\N"]
LIKE_MARKS = ["c d", "x;y", '"q"', "'", "{1 2}", "%", "<b>", "é"]
WORDS = st.sampled_from(
    [
        *["", "?", "NA", "None", "True", "false", "yes", "a", "b"],
        *[*LIKE_NUMBERS, *LIKE_PEOPLE, *LIKE_MARKS, *MISSING],
    ]
)
PEOPLE = st.sampled_from(LIKE_PEOPLE)
NUMBERS = st.one_of(
    st.integers(-3, 3).map(str),
    st.integers(-(10**30), 10**30).map(str),
    st.floats().map(str),
    st.sampled_from(["1e400", "-1e-400", "1e101", "  5 ", "+1", "1,5"]),
)
ANY = st.one_of(WORDS, NUMBERS, st.text(max_size=4))
WITH_GAPS = st.one_of(st.integers(-99, 99).map(str), st.sampled_from(["-", "", "-"]))
COLUMN = st.sampled_from(
    [st.sampled_from("01"), st.sampled_from("ab"), NUMBERS, WITH_GAPS, PEOPLE, WORDS, ANY]
)
TIDY = st.sampled_from([st.integers(-9, 9).map(str), st.sampled_from(["a", "b", "c d", "?", ""])])
TIDY_KINDS = "string", "{'c d', a, b, c}", "{0,1,2}", "{0 1}", "numeric", "date"
ODD_KINDS = "real", "odd", "{a,", "{ }", "INTEGER", "real [0,1]", "relational", "date 'yyyy-MM'"
NAMES = st.sampled_from(["a", "b", "target", "", "1", "a ", "x=1", "<b>"])
IDS = st.sampled_from(["0", "1", "2", "3", "9", "9", "40", "-1", "1e9", "qid", "", "99999999999"])
ENDS = st.sampled_from(["\n", "\n", "\r\n", "\r", "\n\n", " \n"])
MOSTLY = st.sampled_from([True, True, True, False])


@st.composite
def rows(draw) -> list[list[str]]:
    """Names and then cells, of columns that each hold something of one kind; in order, mostly."""
    if draw(MOSTLY):
        columns = [draw(st.one_of(TIDY, COLUMN)) for _ in range(draw(st.integers(1, 4)))]
        names = [f"n{at}" for at in range(len(columns))] + ["y"]
        columns.append(draw(st.sampled_from([*map(st.sampled_from, ("01", "ab", "012"))])))
        n_rows = draw(st.integers(4, 10))
    else:
        columns = draw(st.lists(COLUMN, min_size=1, max_size=4))
        names = [draw(NAMES) for _ in columns]
        n_rows = draw(st.integers(0, 6))
    return [names, *([draw(cell) for cell in columns] for _ in range(n_rows))]


@st.composite
def csv_texts(draw) -> bytes:
    """A CSV in any dialect and encoding."""
    mark, end = draw(st.sampled_from([",", ",", ";", "\t", "|", " "])), draw(ENDS)
    text = end.join(mark.join(cells) for cells in draw(rows()))
    codec = draw(st.sampled_from(["utf-8", "utf-8", "utf-8-sig", "utf-16", "cp1252"]))
    return text.encode(codec, "replace")


UNITS = ["unit-s", "unit-degC", "unit-kN", "[unit-mm]", "unit-€"]
"""Words of a second header: no other cell holds any of them."""


@st.composite
def doubly_headed_texts(draw) -> bytes:
    """A CSV of at least two columns of numbers with a line of units below the names, or Orange's.

    In none of its columns do the words below the names come again.
    """
    n = draw(st.integers(2, 4))
    names = [*(f"n{at}" for at in range(n)), "y"]
    cells = [[st.integers(-99, 99).map(str)] * n, [st.floats(-9, 9).map(str)] * n]
    numbers = draw(st.sampled_from(cells))
    rows = [
        [*(draw(cell) for cell in numbers), "ab"[at % 2]] for at in range(draw(st.integers(4, 12)))
    ]
    units = [*draw(st.permutations(UNITS))[:n], draw(st.sampled_from(["", "-", "unit-class"]))]
    orange = [[*["continuous"] * n, "discrete"], [*[""] * n, "class"]]
    below = draw(st.sampled_from([[units], [units, ["float"] * n + ["str"]], orange]))
    mark, end = draw(st.sampled_from(",;\t|")), draw(st.sampled_from(["\n", "\r\n", "\r"]))
    text = end.join(mark.join(cells) for cells in [names, *below, *rows])
    return text.encode(draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"])))


HEADS = ["", "", "sep=;\n", "# a,b\n", "# a\n#b c\n", "A title\n\n", "A title,,\n,,\n", "\n\n"]


@st.composite
def headed_texts(draw) -> bytes:
    """A CSV with lines above the table."""
    return draw(st.sampled_from(HEADS)).encode() + draw(csv_texts())


@st.composite
def json_texts(draw) -> bytes:
    """JSON records, mostly, as a list or a line each."""
    names, *cells = draw(rows())
    odd = st.sampled_from([None, True, [], {}, 1.5, float("nan"), 10**400, "\ud800"])
    strange = not draw(MOSTLY)
    records = [dict(zip(names, row, strict=True)) for row in cells]
    for record in records if strange else ():
        record[draw(NAMES)] = draw(odd)
    if draw(st.booleans()):
        return json.dumps(records, indent=draw(st.sampled_from([None, 1]))).encode()
    return draw(ENDS).join(map(json.dumps, records)).encode()


@st.composite
def excel_files(draw) -> bytes:
    """A workbook of one or two sheets, with a title or without."""
    import openpyxl

    book = openpyxl.Workbook()
    cell = st.one_of(st.none(), st.booleans(), st.integers(-9, 9), st.floats(-9, 9), st.dates())
    for row in [*draw(st.sampled_from([[], [["Title"], []]])), *draw(rows())]:
        book.active.append([text if text.isprintable() else draw(cell) for text in row])
    if draw(st.booleans()):
        book.create_sheet("other")
    file = io.BytesIO()
    book.save(file)
    return without_dates(file.getvalue())


def without_dates(workbook: bytes) -> bytes:
    """The same workbook, whenever it was made."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook)) as old, zipfile.ZipFile(file, "w") as new:
        for name in old.namelist():
            if name != "docProps/core.xml":
                new.writestr(zipfile.ZipInfo(name), old.read(name))
    return file.getvalue()


@st.composite
def svmlight_texts(draw) -> bytes:
    """Lines that are svmlight, mostly."""
    if draw(MOSTLY):
        number = st.one_of(st.integers(-9, 9).map(str), st.floats(-9, 9).map(str))
        line = st.dictionaries(st.integers(0, 9), number, min_size=1, max_size=4).map(sorted_pairs)
        lines = [(y, draw(line)) for y in ("1", "-1", *draw(st.lists(NUMBERS, max_size=3)))]
    else:
        cells = st.lists(st.tuples(IDS, NUMBERS), max_size=3)
        lines = draw(st.lists(st.tuples(NUMBERS, cells), max_size=5))
    text = draw(ENDS).join(" ".join([y, *(f"{i}:{v}" for i, v in cs)]) for y, cs in lines)
    return (text + draw(st.sampled_from(["", "\n", " # end"]))).encode()


def sorted_pairs(row: dict[int, str]) -> list[tuple[int, str]]:
    """Ids and values, ids rising."""
    return sorted(row.items())


@st.composite
def vowpal_texts(draw) -> bytes:
    """Lines that are Vowpal Wabbit's, mostly."""
    tidy = draw(MOSTLY)
    odd = [] if tidy else ["c:", ":3", "a:nan", "d:x", "d:1e400"]
    word = st.sampled_from(["a", "b^c", "a:2", "b:0.5", "é", "f:-1e3", *odd])
    name = st.sampled_from(["", "n", "n:2", " ", "n:0", *([] if tidy else ["n:x"])])
    space = st.tuples(name, st.lists(word, max_size=3)).map(lambda s: " ".join([s[0], *s[1]]))
    heads = ["1 ", "-1 ", "1 2 ", "1 2 0.5 'tag", "-1 x", *([] if tidy else ["", "x ", "1 2 3 4 "])]
    line = st.tuples(st.sampled_from(heads), st.lists(space, max_size=3)).map(
        lambda line: "|".join([line[0], *line[1]])
    )
    lines = draw(st.lists(line, min_size=3 if tidy else 0, max_size=8))
    return draw(ENDS).join(lines).encode()


@st.composite
def arff_texts(draw) -> bytes:
    """A file that is ARFF, dense or sparse, mostly."""
    names, *cells = draw(rows())
    kinds = draw(st.sampled_from([["string"], TIDY_KINDS, TIDY_KINDS + ODD_KINDS]))
    sparse = draw(st.booleans())
    in_order = draw(MOSTLY)
    head = []
    for at, name in enumerate(names):
        kind = draw(st.sampled_from(kinds))
        if in_order:
            kind = arff_type({row[at] for row in cells} - {"?", ""}, sparse)
        head.append(f"@attribute '{name}' {kind}")
    cells = [[f"'{c}'" if " " in c else c for c in row] for row in cells]
    if sparse:
        data = ["{" + ", ".join(f"{i} {c}" for i, c in enumerate(row) if c) + "}" for row in cells]
    else:
        mark = draw(st.sampled_from([",", ",", ", ", "\t", " "]))
        data = [mark.join(c or "?" for c in row) for row in cells]
    ends = st.sampled_from(["", "", "", " % said", ", {2}", " {x}", ","])
    data = [line + (draw(ends) if not in_order else "") for line in data]
    return draw(ENDS).join(["@relation r", *head, "@data", *data]).encode(errors="replace")


def arff_type(words: set[str], sparse: bool) -> str:
    """A kind of which all the words are."""
    if all(re.fullmatch(r"[+-]?\d+(\.\d*)?", word) for word in words):
        return "{" + ",".join(sorted(words)) + "}" if len(words) == 2 else "integer [0, 9]"
    quotable = all("'" not in word for word in words)
    if (sparse or len(words) < 4) and quotable:
        return "{" + ", ".join(f"'{word}'" for word in sorted(words)) + "}"
    return "string"


@st.composite
def parquet_files(draw) -> bytes:
    """A Parquet file of columns of any one kind."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    n = draw(st.integers(4, 8))
    kinds = [st.integers(-9, 9), st.floats(), st.text(max_size=3), st.booleans(), st.dates()]
    kinds += [st.floats(-9, 9), st.datetimes(), st.decimals(-9, 9, places=2), st.times()]
    kinds += [] if draw(MOSTLY) else [st.none(), st.binary(max_size=2), st.lists(st.booleans())]
    columns = {}
    for name in draw(st.lists(NAMES, max_size=4, unique_by=str.strip)):
        cell = st.one_of(st.none(), draw(st.sampled_from(kinds)))
        columns[name] = pa.array(draw(st.lists(cell, min_size=n, max_size=n)))
    columns["y"] = pa.array([at % 2 == 0 for at in range(n)])
    file = io.BytesIO()
    pq.write_table(pa.table(columns), file)
    return file.getvalue()


def zip_content(content: bytes) -> bytes:
    """The content as the one file of an archive."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("any", content)
    return file.getvalue()


def zstandard(content: bytes) -> bytes:
    """The content packed by Zstandard."""
    import pyarrow as pa

    return pa.compress(content, codec="zstd", asbytes=True)


PACK = {
    "": bytes,
    ".xz": lzma.compress,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".zip": zip_content,
    ".zst": zstandard,
}
WRITE = {
    ".csv": csv_texts(),
    ".txt": headed_texts(),
    ".tab": doubly_headed_texts(),
    ".json": json_texts(),
    ".xlsx": excel_files(),
    ".arff": arff_texts(),
    ".svm": svmlight_texts(),
    ".vw": vowpal_texts(),
    ".parquet": parquet_files(),
}


@st.composite
def damage(draw, content: bytes) -> bytes:
    """The content with some bytes cut, changed or put in."""
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(content)))
        gone = draw(st.sampled_from([0, 0, 1, 1, 4, 50]))
        content = content[:at] + draw(st.binary(max_size=4)) + content[at + gone :]
    return content


@st.composite
def files(draw) -> tuple[str, bytes]:
    """``(name, content)`` of a file of any format, packed or not, damaged somewhere or nowhere."""
    kind = draw(st.sampled_from(list(WRITE)))
    content = draw(WRITE[kind])
    if draw(st.booleans()):
        content = draw(damage(content))
    packing = draw(st.sampled_from(["", "", "", "", *PACK]))
    content = PACK[packing](content)
    if packing and draw(st.booleans()):
        content = draw(damage(content))
    name = draw(st.sampled_from([kind] * 8 + ["", ".data", ".t"]))  # now and then it says little
    return f"any{name}{packing}", content


@st.composite
def pairs(draw) -> tuple[str, bytes, bytes]:
    """``(ending, content, content)`` of a training file in order and of any test file of its kind.

    The second is the first, damaged somewhere or nowhere, or made like it.
    """
    kind = draw(st.sampled_from(list(WRITE)))
    first = draw(WRITE[kind])
    second = draw(st.one_of(st.just(first), damage(first), WRITE[kind]))
    return kind, first, second
