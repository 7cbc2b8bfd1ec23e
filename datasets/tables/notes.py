"""Report sentences on cleaning and encoding the columns of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sized

from datasets.report import Step, steps
from datasets.tables.dates import ORDERS
from datasets.tables.features import Features
from datasets.tables.histories import Conversions, LeftOut, MissingCells
from datasets.tables.missing import MOST_NAMED, Gaps
from datasets.tables.number_formats import CellFormat
from datasets.vocabulary import is_mark
from datasets.wording import join_words, pluralize, quote, shorten


def column_steps(features: Features, n_repeated: int) -> tuple[Step, ...]:
    """A step for each kind of thing that happened."""
    done = [*cleaning_notes(features), *duplicate_notes(n_repeated)]
    return steps("cleaned", done) + steps("encoded", encoding_notes(features))


def cleaning_notes(features: Features) -> list[str]:
    """Sentences about what was left out, filled in, or can tell nothing."""
    sentences = [*left_out_notes(features.left_out), *missing_notes(features.missing)]
    if same := features.constant:
        verb = "holds" if len(same) == 1 else "hold"
        sentences.append(
            f"{columns(same)} {verb} the same in every row, which tells nothing, and stayed: "
            f"{join_words(same)}."
        )
    if same := features.beyond_precision:
        sentences.append(
            f"{columns(same)} of numbers that differ only after some 16 digits, which is less than "
            f"a computer's numbers can hold, stayed and tell nothing: {join_words(same)}."
        )
    return sentences


def left_out_notes(left_out: LeftOut) -> list[str]:
    """Sentences about columns that are no features."""
    sentences = []
    if left := left_out.by_option:
        sentences.append(f"{columns(left)} left out as asked: {join_words(left)}.")
    if left := left_out.by_file:
        said = f"{columns(left)} left out as the file says: {join_words(left)}."
        sentences.append(f"{said} {keep_hint(left)}")
    if left := left_out.empty:
        sentences.append(f"{columns(left)} without any value left out: {join_words(left)}.")
    if left := left_out.identifiers:
        sentences.append(
            f"{columns(left)} of text that differs in most rows, like an id or a name, left out: "
            f"{join_words(left)}. {keep_hint(left)}"
        )
    if left := left_out.counters:
        sentences.append(
            f"{columns(left)} of whole numbers that name or count the rows, left out: "
            f"{join_words(left)}. {keep_hint(left)}"
        )
    if left := left_out.ambiguous_dates:
        name, word = next(iter(left.items()))
        sentences.append(
            f"{columns(left)} of dates left out, since “{word}” in {name} could be day first or "
            f"month first: {join_words(left)}. Choose “dates” to learn from them (dates='day "
            "first' in Python)."
        )
    return sentences


def missing_notes(missing: MissingCells) -> list[str]:
    """Sentences about missing cells, and about NA where it is none."""
    sentences = []
    if filled := missing.imputed:
        sentences.append(
            f"{missing_count(filled)} filled with the column's median: {list_counts(filled)}."
        )
    if missing.gaps:
        sentences.append(mark_note(missing.gaps))
    if alike := missing.codes:
        sentences.append(
            "“NA” is taken for a value, as one code of two letters among others, in "
            f"{join_words(alike)}. Write NA under “read as missing” if it means missing "
            "(missing='NA' in Python)."
        )
    return sentences


def mark_note(gaps: Mapping[str, Gaps]) -> str:
    """A sentence about the cells that were taken for missing by what they hold."""
    places: dict[str, dict[str, int]] = {}
    for name, of_column in gaps.items():
        for mark, count in of_column.items():
            places.setdefault(mark, {})[name] = count
    read = [f"“{shorten(mark)}” ({list_counts(cells)})" for mark, cells in places.items()]
    if len(read) > MOST_NAMED:
        read[MOST_NAMED:] = [f"{len(read) - MOST_NAMED:,} other marks"]
    sentence = f"Cells taken for missing since they read {' or '.join(read)}."
    if not any(map(is_mark, places)):
        return sentence
    return (
        f"{sentence} If they mean something else, write none under “read as missing” "
        "(missing='none' in Python)."
    )


def keep_hint(names: Iterable[str]) -> str:
    """A sentence about the way to learn from a column that was left out."""
    name = next(iter(names))
    return f"Name a column under “columns kept” to learn from it (kept={quote(name)} in Python)."


def format_notes(forms: Mapping[str, CellFormat]) -> list[str]:
    """Sentences about numbers and dates that were written for people."""
    alike: dict[str, list[str]] = {}
    for name, form in forms.items():
        alike.setdefault(form.phrase, []).append(name)
    sentences = []
    for phrase, names in alike.items():
        if phrase in ORDERS:
            sentences.append(
                f"{columns(names)} of dates read with the {phrase}: {join_words(names)}."
            )
            continue
        sentence = forms[names[0]].sentence
        sentences.append(f"{columns(names)} of {sentence}: {join_words(names)}.")
    if unsure := [name for name, form in forms.items() if form.other]:
        form = forms[unsure[0]]
        sentences.append(
            f"{columns(unsure)} of numbers that could mean something else ({form.example} could be "
            f"{form.other}): {join_words(unsure)}. “Decimals” says what stands before the decimals "
            "(decimal='comma' or 'point' in Python)."
        )
    return sentences


def category_notes(converted: Conversions) -> list[str]:
    """Sentences about numbers that became categories."""
    sentences = []
    if chosen := converted.chosen:
        sentences.append(
            f"{columns(chosen)} read as categories, as asked: {list_categories(chosen)}."
        )
    if mixed := converted.mixed:
        sentences.append(
            f"{columns(mixed)} of a few whole numbers and words read as categories: "
            f"{list_categories(mixed)}."
        )
    return sentences


def list_categories(words: dict[str, list[str]]) -> str:
    """``doors (2, 3, 4 and 5more)``."""
    return join_words(
        f"{name} ({join_words(map(shorten, of_name))})" for name, of_name in words.items()
    )


def encoding_notes(features: Features) -> list[str]:
    """Sentences about what became numbers."""
    converted = features.converted
    sentences = [*format_notes(features.forms), *category_notes(converted)]
    if switches := converted.switches:
        sentences.append(
            f"{columns(switches)} of yes and no turned into 1 and 0: {join_words(switches)}."
        )
    if dates := converted.dates:
        sentences.append(
            f"{columns(dates)} of dates turned into days since 1970-01-01: {join_words(dates)}."
        )
    if words := converted.n_categories:
        sentences.append(
            f"{columns(words)} of text turned into {pluralize(sum(words.values()), 'column')} of 0 "
            f"and 1, one for each category: {list_counts(words)}."
        )
    if zeroed := features.missing.zeroed:
        sentences.append(
            f"{missing_count(zeroed)} of text left 0 in all their categories: "
            f"{list_counts(zeroed)}."
        )
    return sentences


def duplicate_notes(n_rows: int) -> list[str]:
    """Rows that are there more than once."""
    if not n_rows:
        return []
    verb = "is" if n_rows == 1 else "are"
    rows = pluralize(n_rows, "row")
    return [f"{rows} {verb} repeated: the same as an earlier one in every column, and kept."]


def columns(names: Sized) -> str:
    """``3 columns``."""
    return pluralize(len(names), "column")


def missing_count(tally: dict[str, int]) -> str:
    """``12 missing cells``."""
    return pluralize(sum(tally.values()), "missing cell")


def list_counts(tally: dict[str, int]) -> str:
    """``12 in A1 and 3 in A2``."""
    return join_words(f"{count:,} in {name}" for name, count in tally.items())
