"""Results that are stored: one JSON file a claim, one row for each case, reading and repetition.

``{"claim": "langford.periods", "schema": 1, "quantities": [names], "made": [{"machine", "python",
"numpy", …}], "rows": [{"case", "reading", "seed", "values": [numbers, null where a run diverged],
"seconds", "code", "data", "date", "made": place in the list}]}``. ``code`` and ``data`` are the
keys of ``papers.fingerprint``: a row whose key is another than today's is of an earlier version of
the code, is shown as such, and is computed again by ``make papers``. A row that was carried over,
see ``papers.carry``, has "computed_by", the key of the code that computed it. Failures are never
stored.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from papers.claim import Case, Claim, Reading

FOLDER = Path(__file__).with_name("results")
SCHEMA = 1


@dataclass(frozen=True)
class Row:
    """One repetition: the numbers of all quantities of a claim, and what they were made with."""

    case: str
    reading: str
    seed: int
    values: tuple[float, ...]
    seconds: float
    code: str
    data: str
    date: str
    made: dict[str, str]
    computed_by: str = ""

    @property
    def place(self) -> tuple[str, str, int]:
        """The cell of the claim's table that it fills."""
        return self.case, self.reading, self.seed


@dataclass(frozen=True)
class Results:
    """The rows of a claim, by the cell they fill."""

    rows: dict[tuple[str, str, int], Row]

    def values(self, case: Case, reading: Reading, seeds: int) -> np.ndarray:
        """Return the numbers of a case under a reading: float64 (repetitions, quantities)."""
        cells = ((case.name, reading.name, seed) for seed in range(seeds))
        return np.array([self.rows[cell].values for cell in cells if cell in self.rows])

    def seconds(self) -> float:
        """Return what all rows took together, in seconds of one core."""
        return sum(row.seconds for row in self.rows.values())

    def with_row(self, row: Row) -> Results:
        """The same with one more row, or with another in its place."""
        return Results(self.rows | {row.place: row})


def path_of(name: str) -> Path:
    """Return the file of a claim, given as "paper.claim"."""
    return FOLDER / f"{name}.json"


def load_results(name: str) -> Results:
    """Return the stored rows of a claim, none where there is no file.

    Raises ValueError for a file of another schema.
    """
    path = path_of(name)
    if not path.is_file():
        return Results({})
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=128)
def _read(path: Path, changed: int) -> Results:
    stored = json.loads(path.read_text("utf-8"))
    if stored["schema"] != SCHEMA:
        raise ValueError(f"{path.name}: schema {stored['schema']}, not {SCHEMA}")
    rows = [_row(row, stored["made"][row["made"]]) for row in stored["rows"]]
    return Results({row.place: row for row in rows})


def _row(row: dict, made: dict[str, str]) -> Row:
    values = tuple(math.nan if v is None else float(v) for v in row["values"])
    return Row(**row | {"values": values, "made": made})


def save_results(name: str, claim: Claim, rows: Iterable[Row]) -> None:
    """Write the rows of a claim, sorted, those of cells that it no longer has left out."""
    cases = [case.name for case in claim.cases]
    readings = [reading.name for reading in claim.readings]
    current = [
        row
        for row in rows
        if row.case in cases
        and row.reading in readings
        and row.seed < claim.seeds
        and len(row.values) == len(claim.quantities)
    ]
    current.sort(key=lambda row: (cases.index(row.case), readings.index(row.reading), row.seed))
    made = [dict(pairs) for pairs in dict.fromkeys(tuple(row.made.items()) for row in current)]
    lines = ",\n".join(_as_json(row, made.index(row.made)) for row in current)
    quantities = [str(quantity) for quantity in claim.quantities]
    head = {"claim": name, "schema": SCHEMA, "quantities": quantities, "made": made}
    text = json.dumps(head, ensure_ascii=False)[:-1] + f', "rows": [\n{lines}\n]}}\n'
    FOLDER.mkdir(exist_ok=True)
    unfinished = path_of(name).with_suffix(".unfinished")
    unfinished.write_text(text, "utf-8")
    unfinished.replace(path_of(name))


def _as_json(row: Row, made: int) -> str:
    values = [v if math.isfinite(v) else None for v in row.values]
    own = {"values": values, "seconds": round(row.seconds, 3), "made": made}
    stored = asdict(row) | own
    if not row.computed_by:
        del stored["computed_by"]
    return json.dumps(stored, ensure_ascii=False)
