"""Every story keeps the rules of the course: total states, true sentences, words met before."""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from functools import cache

from charts import Film, Picture
from knobs import knobs_of
from pages.lessons import LESSONS
from tests.support.many.turns import in_turn
from tests.support.stories import evidence_of, shown_names
from ui.lessons import story_card
from ui.lessons.glossary import glossary
from ui.lessons.prose import all_looks, fill_numbers, spoken_text, word_count
from ui.lessons.show import form_of, page_of
from ui.lessons.story import UNANSWERED
from ui.live.panel import wire
from ui.movement import Movement
from ui.view import opening as first_view

STORIES = [lesson for lesson in LESSONS if lesson.story]
STEPS = [(lesson, number) for lesson in STORIES for number in range(1, len(lesson.story.steps) + 1)]
each_lesson = in_turn("lesson", STORIES)


def each_step(test: Callable) -> Callable:
    """A test of all steps of a lesson; what fails is noted with its step."""

    @each_lesson
    def all_steps(lesson):
        for number in range(1, len(lesson.story.steps) + 1):
            try:
                test(lesson, number)
            except Exception as error:
                error.add_note(f"at step {number} of {lesson.key}")
                raise

    all_steps.__doc__ = test.__doc__
    return all_steps


LONGEST, LONGEST_BET, LONGEST_TERM = 45, 45, 25
"""Words of a text, of a bet with its answers, of a sentence of the glossary."""

WIDEST = 50
"""Letters of the title along the bottom of a picture, on a phone."""

SYMBOL_NAMES = {
    "η": "step size",
    "θ": "threshold",
    "K": "period",
    "g": "gravity",
    "λ": "penalty",
    "k": "number of features",
    "z": "radius",
    "u": "best fixed weights",
    "w": "weight",
    "x": "feature",
    "y": "label",
}
"""The letters of the course, and the name beside which each stands at first."""


@each_lesson
def test_it_has_eight_to_fifteen_steps_two_bets_and_a_goal(lesson):
    story = lesson.story
    passages = [story.passage(n) for n in range(1, len(story.steps) + 1)]
    assert 8 <= len(passages) <= 15
    assert sum(bool(passage.question) for passage in passages) >= 2
    assert any(step.goal for step in story.steps)
    assert 3 <= story.minutes <= 10
    assert not story.needs or story.needs in [other.key for other in LESSONS]


@each_step
def test_its_prose_keeps_the_measure(lesson, number):
    passage = lesson.story.passage(number)
    for text in passage.texts:
        assert word_count(text) <= LONGEST, text
    bet = [passage.question, *(answer.text for answer in passage.answers)]
    assert sum(map(word_count, bet)) <= LONGEST_BET + 15
    assert word_count(passage.title) <= 8
    for text in passage.texts:
        for sentence in re.split(r"(?<=[.?!:])\s", text):
            assert not re.match(r"(What is|Who is|That is)\b", sentence) or "?" in sentence, (
                sentence
            )
            numbers = re.findall(r"\{\w+\}|(?<![\w.,-])\d[\d.,]*", sentence)
            assert len(numbers) <= 2 or "|" in text, sentence


@each_step
def test_a_bet_has_answers_replies_and_an_end(lesson, number):
    step, passage = lesson.story.step(number), lesson.story.passage(number)
    if not passage.question:
        assert not passage.answers and step.after is None
        return
    assert 2 <= len(passage.answers) <= 4
    assert all(answer.reply for answer in passage.answers)
    assert len({answer.reply for answer in passage.answers}) == len(passage.answers)
    assert any(answer.right for answer in passage.answers)
    assert passage.outcome, "who asks to be shown reads what happened, too"
    assert step.after is not None


@each_step
def test_a_goal_is_open_at_first_and_reached_by_its_solution(lesson, number):
    step, passage = lesson.story.step(number), lesson.story.passage(number)
    if step.goal is None:
        assert not passage.goal and not step.solution
        return
    assert passage.goal and passage.outcome and step.knobs and not passage.question
    assert set(step.solution) <= set(step.knobs)
    opening = story_card.at_step(lesson, number)
    assert not step.goal(evidence_of(lesson, opening.knobs))
    solved = story_card.mover(lesson)(_view(lesson, opening), Movement(action="solve"))
    assert step.goal(evidence_of(lesson, solved.lessons[lesson.key].knobs))


@each_step
def test_what_it_says_holds_and_its_numbers_are_there(lesson, number):
    step, passage = lesson.story.step(number), lesson.story.passage(number)
    bet = UNANSWERED if step.after is None else 1
    evidence = evidence_of(lesson, story_card.knobs_at(lesson, number, bet))
    assert step.holds(evidence)
    for said in {UNANSWERED, bet}:
        evidence = evidence_of(lesson, story_card.knobs_at(lesson, number, said))
        numbers = lesson.story.numbers(evidence)
        for text in passage.texts:
            fill_numbers(text, numbers)  # KeyError where a number is missing
            for _, name, _, _ in string.Formatter().parse(text):
                assert name is None or str(numbers[name]) not in ("", "nan", "inf"), name


def across(stage) -> list[str]:
    """Return the titles of the axes along the bottom of pictures."""
    rows = [row for row in stage if isinstance(row, list | tuple)]
    pictures = [part for row in rows for part in row if isinstance(part, Picture)]
    axes = [picture.layout.get("xaxis", {}) for picture in pictures]
    return [axis["title"]["text"] for axis in axes if "title" in axis]


@each_step
def test_names_that_are_pointed_at_are_on_the_stage(lesson, number):
    step, passage = lesson.story.step(number), lesson.story.passage(number)
    knobs = set(knobs_of(lesson.knobs))
    assert set(step.knobs) <= knobs
    names = set()
    for bet in (UNANSWERED, 1) if step.after else (UNANSWERED,):
        scene = step.scene_of(bet)
        evidence = evidence_of(lesson, story_card.knobs_at(lesson, number, bet))
        stage = scene.stage(evidence)
        assert all(len(title) <= WIDEST for title in across(stage)), "cut off on a phone"
        here = shown_names(stage) | knobs
        assert set(scene.look) <= here, f"{set(scene.look) - here} not among {sorted(here)}"
        names |= here
    assert all_looks(passage.texts) <= names, f"{sorted(names)}"


@each_lesson
def test_every_step_is_the_same_whatever_was_before(lesson):
    form, story = form_of(lesson), lesson.story
    places = [
        story_card.at_step(lesson, number, bet)
        for number in range(1, len(story.steps) + 1)
        for bet in range(UNANSWERED, len(story.passage(number).answers) + 1)
        if bet == UNANSWERED or story.passage(number).question
    ]
    views = [_view(lesson, place) for place in places]
    for before in views:
        for place, view in zip(places, views, strict=True):
            parameters = form.encode(view)
            reached, notes = form.decode(parameters, before)
            assert reached.lessons[lesson.key] == place and not notes, parameters


@each_step
def test_a_step_opens_with_an_answer_and_knobs_go_to_where_it_has_them(lesson, number):
    """As the card has it for who comes back: "4.2" is step 4 with answer 2."""
    asked = bool(lesson.story.passage(number).question)
    most = len(lesson.story.passage(number).answers)
    for said, bet in [("", UNANSWERED), (".x", UNANSWERED), (".0", 0), (".2", 2), (".9", most)]:
        movement = Movement(action="step", value=f"{number}{said}")
        reached = story_card.mover(lesson)(first_view(), movement).lessons[lesson.key]
        assert reached == story_card.at_step(lesson, number, bet if asked else UNANSWERED)
    away = story_card.at_step(lesson, max(number - 1, 1))
    ways = story_card.ways(lesson, away)
    assert (f"{number}.0" in ways) == (lesson.story.step(number).after is not None)
    for place, bet in ((f"{number}", UNANSWERED), (f"{number}.0", 0)):
        if ways.get(place):
            arrived = story_card.knobs_at(lesson, number, bet)
            for name, value in ways[place][-1].items():
                assert value == wire(getattr(arrived, name))


# The ledger: words and letters in the order in which a reader meets them -----------------------


@cache
def introductions() -> dict[str, tuple[str, int]]:
    """The step in which each term is introduced: (lesson, number)."""
    order: dict[str, tuple[str, int]] = {}
    for lesson, number in STEPS:
        term = lesson.story.step(number).new
        if term:
            assert term in glossary(), f"{term} is not in the glossary"
            assert term not in order, f"{term} is introduced in {order[term]}, too"
            order[term] = (lesson.key, number)
    return order


def _place(key: str, number: int) -> int:
    return [(lesson.key, n) for lesson, n in STEPS].index((key, number))


@each_step
def test_terms_are_met_before_they_are_used(lesson, number):
    step, passage = lesson.story.step(number), lesson.story.passage(number)
    bold = re.findall(r"\*\*(.+?)\*\*", " ".join(passage.texts))
    assert len(bold) <= 1 and bool(bold) == bool(step.new)
    if bold:
        assert bold[0].lower() in glossary()[step.new].spellings
    for term in _terms_in(passage.texts):
        assert term in introductions(), f"{term} is never introduced"
        assert _place(*introductions()[term]) <= _place(lesson.key, number), f"{term} comes later"


def _terms_in(texts) -> set[str]:
    spellings = {form: term.name for term in glossary().values() for form in term.spellings}
    longest = sorted(spellings, key=len, reverse=True)
    pattern = rf"\b({'|'.join(map(re.escape, longest))})\b"
    text = " ".join(map(spoken_text, texts))
    return {spellings[found.lower()] for found in re.findall(pattern, text, re.IGNORECASE)}


@each_step
def test_letters_stand_beside_their_names_until_they_have_met_twice(lesson, number):
    """Only in the texts themselves: the pictures' axes have words."""
    texts = [spoken_text(text) for text in lesson.story.passage(number).texts]
    for letter, name in SYMBOL_NAMES.items():
        uses = [text for text in texts if re.search(rf"(?<![\w'-]){letter}(?![\w'])", text)]
        if not uses:
            continue
        before = sum(
            bool(re.search(rf"{name}s?,? {letter}(?![\w'])", spoken_text(text), re.IGNORECASE))
            for other, n in STEPS
            if _place(other.key, n) < _place(lesson.key, number)
            for text in other.story.passage(n).texts
        )
        beside = any(re.search(rf"{name}s?,? {letter}(?![\w'])", text, re.I) for text in uses)
        assert before >= 2 or beside, f"{letter} stands alone: {uses[0]}"


def test_the_glossary_explains_each_term_in_words_that_came_before():
    before: set[str] = set()
    for term in glossary().values():
        assert word_count(term.sentence) <= LONGEST_TERM, term.sentence
        used = _terms_in([term.sentence]) - {term.name}
        assert used <= before, f"{term.name} is explained by {used - before}"
        before.add(term.name)


def _view(lesson, place):
    return first_view().with_place(lesson.key, place)


@each_step
def test_no_film_says_its_end_before_its_step_shows_it(lesson, number):
    """By ear or in its caption, while a bet is open or the stretch ends before the film does."""
    view = _view(lesson, story_card.at_step(lesson, number))
    scene = lesson.story.step(number).scene_of(UNANSWERED)
    seen = not lesson.story.passage(number).question and (scene.frames or (0, -1))[1] == -1
    evidence = evidence_of(lesson, story_card.knobs_at(lesson, number))
    rows = page_of(lesson).rows(view, evidence)
    for row, plain in zip(rows, scene.stage(evidence), strict=True):
        if isinstance(row, Film):
            assert (row.alt == plain.alt) == seen and (not row.caption or seen)
