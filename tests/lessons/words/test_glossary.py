"""Words of the field explain themselves where a lesson first has them, and are the course's own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pages.lessons import LESSONS
from ui.lessons.glossary import Term, glossary
from ui.lessons.prose import pieces, spoken_text

FIELD = ("L1", "RDA", "SMIDAS", "FOBOS", "sub-gradient", "held-out", "vote")
"""Words that a reader cannot guess; the glossary may have them as a form of another."""

FORBIDDEN = {
    r"kept back": "rows that were not learned from are held-out",
    r"promise[sd]?": "what a theorem says is a bound",
    r"mean loss": "the course says average loss",
    r"tolls?": "the price of large weights is the penalty",
}
"""Words for which the course has another, and which."""


def spellings() -> dict[str, Term]:
    return {form: term for term in glossary().values() for form in term.spellings}


def terms_of(text: str) -> Iterator[Term]:
    """The terms of a text, the longest form of each place; not in a name that is written out."""
    forms = spellings()
    longest = sorted(forms, key=len, reverse=True)
    plain = spoken_text(re.sub(r"(?<!\*)\*[^*]+\*(?!\*)", "", text))
    for found in re.findall(rf"\b({'|'.join(map(re.escape, longest))})\b", plain, re.I):
        yield forms[found.lower()]


def explanations(text: str) -> set[str]:
    """The sentences that a text has for a reader who points at a word."""
    about = {form: term.sentence for form, term in spellings().items()}
    return {piece["about"] for piece in pieces(text, about) if "about" in piece}


def texts(lesson) -> Iterator[tuple]:
    """Each step of a lesson with each of its texts, in the order in which they are read."""
    for step in lesson.story.steps:
        for text in lesson.story.prose[step.key].texts:
            yield step, text


def test_words_that_nobody_can_guess_are_in_the_glossary():
    assert {word for word in FIELD if word.lower() not in spellings()} == set()


def test_a_word_of_the_field_is_explained_where_a_lesson_first_has_it():
    silent = []
    for lesson in LESSONS:
        met: set[str] = set()
        for step, text in texts(lesson):
            here = explanations(text)
            for term in terms_of(text):
                if term.name not in met and term.name != step.new and term.sentence not in here:
                    silent.append(f"{lesson.key}, {step.key}: “{term.name}” in “{text}”")
                met.add(term.name)
    assert not silent, "\n".join(silent)


def test_the_course_has_one_word_for_a_thing():
    found = {
        (lesson.key, step.key, word)
        for lesson in LESSONS
        for step, text in texts(lesson)
        for word in FORBIDDEN
        if re.search(rf"\b{word}\b", spoken_text(text), re.I)
    }
    assert not found, FORBIDDEN
