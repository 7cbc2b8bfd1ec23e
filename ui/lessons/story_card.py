"""The card of a story: the place of a visitor in it, its address, and its texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from knobs import knobs_of
from ui import address
from ui.lessons.glossary import glossary
from ui.lessons.lesson import Lesson
from ui.lessons.prose import Passage, Text, fill_numbers, mark_once, pieces
from ui.lessons.story import SHOWN, UNANSWERED, Scene, Step
from ui.live.panel import wire
from ui.movement import Move, Movement, place_in
from ui.view import Place, View

GLIDE = 8
"""Values that a knob takes at most on its way from one step to the next."""


def place(lesson: Lesson, view: View) -> Place:
    """Return where a visitor stands in a lesson: at first, at the first step of its story."""
    known = view.lessons.get(lesson.key)
    if known is not None:
        return known
    return at_step(lesson, 1) if lesson.story else Place(lesson.knobs())


def at_step(lesson: Lesson, number: int, bet: int = UNANSWERED) -> Place:
    """Return the place at a step as it opens."""
    return Place(knobs_at(lesson, number, bet), step=number, bet=bet)


def knobs_at(lesson: Lesson, number: int, bet: int = UNANSWERED) -> Any:
    """Return the knobs of a step as it opens, those of free play for number 0."""
    if not number:
        return lesson.knobs()
    return replace(lesson.knobs(), **lesson.story.step(number).scene_of(bet).at)


def scene(lesson: Lesson, current: Place) -> Scene | None:
    """Return what the stage shows at a place; None in free play."""
    if not current.step:
        return None
    return lesson.story.step(current.step).scene_of(current.bet)


# The address ------------------------------------------------------------------------------------


def encode(lesson: Lesson, current: Place) -> dict[str, str]:
    """Return a place as parameters: the step, the bet, and the knobs that were moved since.

    The bare address is the first step as it opens.
    """
    opening = knobs_at(lesson, current.step, current.bet)
    moved = {
        name: text
        for name, text in address.parameters_of(current.knobs).items()
        if getattr(current.knobs, name) != getattr(opening, name)
    }
    if not moved and current == at_step(lesson, 1):
        return {}
    bet = {} if current.bet == UNANSWERED else {"bet": str(current.bet)}
    return {"step": str(current.step)} | bet | moved


def decode(lesson: Lesson, left: dict[str, str], notes: list[str]) -> Place:
    """Return the place that ``left`` names; what is read is taken out of it.

    An address with knobs and without a step is older than the stories: it leads to free play.
    """
    story, named, bet = lesson.story, left.pop("step", None), left.pop("bet", "")
    number = _number(named, 0 if left else 1)
    if number != story.nearest(number):
        notes.append(f"This story has {len(story.steps)} steps; the nearest is shown.")
        number = story.nearest(number)
    said = UNANSWERED
    if number and story.passage(number).question:
        said = min(_number(bet, UNANSWERED), len(story.passage(number).answers))
    opening = knobs_at(lesson, number, said)
    values = address.read("", opening, left, notes)
    try:
        return Place(replace(opening, **values), step=number, bet=said)
    except ValueError as error:  # knobs that exclude each other
        notes.append(f"{error}.")
        return Place(opening, step=number, bet=said)


def _number(text: str | None, otherwise: int) -> int:
    number = place_in(text or "")
    return otherwise if number is None else number


# What the hand does -----------------------------------------------------------------------------


def mover(lesson: Lesson) -> Move:
    """Return what follows the card: to a step, to a bet, to what a goal asks for."""

    def move(view: View, movement: Movement) -> View:
        current, number = place(lesson, view), _number(movement.value, 0)
        if movement.action == "step":
            number, bet = _step_and_bet(lesson, movement.value)
            reached = at_step(lesson, number, bet) if number else Place(current.knobs)
        elif movement.action == "bet" and current.step:
            number = min(number, len(lesson.story.passage(current.step).answers))
            reached = at_step(lesson, current.step, number)
        elif movement.action == "glide":  # on the way to another step
            reached = replace(current, knobs=replace(current.knobs, **movement.values))
        elif movement.action == "solve" and current.step:
            solution = lesson.story.step(current.step).solution
            reached = replace(current, knobs=replace(current.knobs, **solution))
        else:
            return view
        return view.with_place(lesson.key, reached)

    return move


def _step_and_bet(lesson: Lesson, text: str) -> tuple[int, int]:
    """The step that ``text`` names, 0 for free play, and what was said there: "4", or "4.2"."""
    named, _, said = text.partition(".")
    number = lesson.story.nearest(_number(named, 0))
    if not number or not lesson.story.passage(number).question:
        return number, UNANSWERED
    return number, min(_number(said, UNANSWERED), len(lesson.story.passage(number).answers))


# What the card says -----------------------------------------------------------------------------


def card(lesson: Lesson, current: Place, evidence: Any) -> dict:
    """Return all that the card of a place shows, with the numbers of the evidence."""
    story = lesson.story
    head = {
        "lesson": lesson.key,
        "step": current.step,
        "steps": [story.prose[step.key].title for step in story.steps],
        "minutes": story.minutes,
        "onward": lesson.onward and {"key": lesson.onward[0], "title": lesson.onward[1]},
    }
    if not current.step:
        return head
    step, passage = story.step(current.step), story.passage(current.step)
    numbers = story.numbers(evidence)

    marked: set[str] = set()

    def as_pieces(text: str) -> list[dict]:
        return mark_once(pieces(fill_numbers(text, numbers), _terms(step.new)), marked)

    def in_words(text: Text) -> list[dict]:
        return as_pieces(text.where(lambda name: bool(step.claim(name).holds(evidence))))

    explored = current.knobs != knobs_at(lesson, current.step, current.bet)
    goal = _goal(step, passage, current, evidence, in_words)
    made = current.bet != UNANSWERED if passage.question else goal and goal["reached"]
    return head | {
        "body": in_words(passage.body),
        "bet": _bet(passage, current.bet, as_pieces),
        "goal": goal,
        "outcome": in_words(passage.outcome) if made else [],
        "explored": explored and not goal,
        "by_hand": not step.knobs,  # what was moved then is a handle in the picture
        "holds": not explored or bool(goal) or step.holds(evidence, passage.conditions),
        "ways": ways(lesson, current),
    }


def _bet(passage: Passage, chosen: int, as_pieces: Callable[[str], list[dict]]) -> dict | None:
    """The bet of a step, and the reply to the answer that was given."""
    if not passage.question:
        return None
    bet = {
        "question": as_pieces(passage.question),
        "answers": [as_pieces(answer.text) for answer in passage.answers],
        "chosen": chosen,
    }
    if chosen > SHOWN:
        answer = passage.answers[chosen - 1]
        bet |= {"reply": as_pieces(answer.reply), "right": answer.right}
    return bet


def _goal(
    step: Step,
    passage: Passage,
    current: Place,
    evidence: Any,
    in_words: Callable[[Text], list[dict]],
) -> dict | None:
    """The goal of a step, whether it is reached, and the way there."""
    if step.goal is None:
        return None
    return {
        "text": in_words(passage.goal),
        "reached": bool(step.goal(evidence)),
        "solution": list(_way(current.knobs, step.solution)),
    }


def _terms(new: str) -> Mapping[str, str]:
    """The sentences of the glossary by spelling, but for the term that the step itself explains."""
    return {
        spelling: term.sentence
        for term in glossary().values()
        if term.name != new
        for spelling in term.spellings
    }


def ways(lesson: Lesson, current: Place) -> dict[str, list[dict]]:
    """Return the knobs on their way to the steps beside this one, by the number of the step.

    "4.0" is step 4 where something was said on its bet.
    """
    beside = {current.step - 1, current.step, current.step + 1} & set(
        range(1, len(lesson.story.steps) + 1)
    )
    places = [(number, UNANSWERED) for number in beside]
    places += [(number, SHOWN) for number in beside if lesson.story.step(number).after]
    return {
        f"{number}" if bet == UNANSWERED else f"{number}.{bet}": list(
            _way(current.knobs, vars(knobs_at(lesson, number, bet)))
        )
        for number, bet in places
    }


def _way(owner: Any, targets: Mapping[str, Any]) -> Iterator[dict]:
    """Yield the values of the knobs between where they stand and ``targets``, as a hand moves them.

    Choices and switches do not glide.
    """
    lines = {}
    for name, knob in knobs_of(owner).items():
        start, end = getattr(owner, name), targets.get(name, getattr(owner, name))
        if start == end or knob.choices or knob.flag:
            continue
        stops = [stop for stop in knob.stops() if min(start, end) < stop < max(start, end)]
        stops = stops if start < end else stops[::-1]
        thinned = [stops[len(stops) * i // GLIDE] for i in range(GLIDE)] if stops else []
        lines[name] = [*thinned, end]
    for i in range(max(map(len, lines.values()), default=0)):
        yield {name: wire(line[min(i, len(line) - 1)]) for name, line in lines.items()}
