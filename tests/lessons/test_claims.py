"""Each claim of a story has two sides: it holds at its step, and something refutes it.

What a knob refutes says at which value. What none does says by which theorem or construction, is
true over a grid of the knobs' values, and false of evidence that was made to contradict it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import product
from string import Formatter

import pytest

from knobs import knobs_of
from pages.lessons import LESSONS
from tests.support.many.turns import in_turn
from tests.support.stories import evidence_of
from tests.support.stories.counterexamples import COUNTEREXAMPLES
from ui.lessons import OBSERVED, Claim, story_card
from ui.lessons.story import SHOWN, UNANSWERED

each_lesson = in_turn("lesson", LESSONS)


def last_scenes(lesson) -> Iterator:
    """Yield each step, and the knobs at its last scene."""
    for number, step in enumerate(lesson.story.steps, 1):
        yield step, story_card.knobs_at(lesson, number, UNANSWERED if step.after is None else SHOWN)


def settings(lesson) -> Iterator:
    """Yield each claim: its step, the knobs at the step's last scene, and the claim."""
    for step, knobs in last_scenes(lesson):
        for claim in step.claims:
            yield step, knobs, claim


def answer_of(claim, knobs, evidence):
    """The answer of a claim to evidence; a note where it is anything but yes or no."""
    answer = claim.holds(evidence)
    assert isinstance(answer, bool), f"{claim.name} returns {type(answer)} at {knobs}"
    return answer


def variations(knobs, few: bool) -> Iterator:
    """Yield settings with one knob at an end of its slider, and between them where not ``few``."""
    for name, knob in knobs_of(knobs).items():
        stops = knob.choices or knob.stops()
        last = len(stops) - 1
        places = {0, last} if few else {0, 1, last // 4, last // 2, 3 * last // 4, last - 1, last}
        for place in sorted(places & set(range(len(stops)))):
            if stops[place] != getattr(knobs, name) and name != "measurement":
                yield replace(knobs, **{name: stops[place]})


def test_a_claim_says_where_it_fails_or_why_it_never_does():
    def so(evidence):
        return True

    for given in ({}, {"fails_at": {"eta": 1.0}, "always": "a theorem"}):
        with pytest.raises(ValueError, match="so: give either"):
            Claim(so, **given)


@each_lesson
def test_every_step_claims_something_that_holds_as_it_opens(lesson):
    assert all(step.claims for step in lesson.story.steps)
    for step, knobs, claim in settings(lesson):
        opening = answer_of(claim, knobs, evidence_of(lesson, knobs))
        assert opening == (not claim.holds_at), f"{step.key}: {claim.name}"
        there = replace(knobs, **claim.holds_at)
        assert answer_of(claim, there, evidence_of(lesson, there)), f"{step.key}: {claim.name}"


@each_lesson
def test_a_claim_fails_where_it_says_so_and_the_reader_can_go_there(lesson):
    for step, knobs, claim in settings(lesson):
        for setting in claim.refuted_by:
            declared = knobs_of(lesson.knobs)
            for name, value in setting.items():
                assert declared[name].choices or declared[name].clamp(value) == value
            there = replace(knobs, **setting)
            assert there != knobs
            evidence = evidence_of(lesson, there)
            assert not answer_of(claim, there, evidence), f"{step.key}: {claim.name}"
            assert claim.holds_at or not step.holds(evidence)


@each_lesson
def test_at_both_ends_of_every_knob_a_step_is_shown_and_what_always_holds_does(lesson):
    counted = set()  # steps that stand at the same knobs have the same numbers
    for step, knobs in last_scenes(lesson):
        observed = any(claim.always == OBSERVED for claim in step.claims)
        tried = 0
        for setting in variations(knobs, few=not observed):
            try:
                evidence = evidence_of(lesson, setting)
            except ValueError:  # knobs that exclude each other, or a run that diverged
                continue
            assert step.scene_of(SHOWN).stage(evidence)
            assert setting in counted or lesson.story.numbers(evidence)
            counted.add(setting)
            for claim in step.claims:
                answer = answer_of(claim, setting, evidence)
                assert answer or not claim.always, f"{step.key}: {claim.name} at {setting}"
            tried += 1
        assert tried


@each_lesson
def test_evidence_to_the_contrary_refutes_what_always_holds(lesson):
    contrary = COUNTEREXAMPLES[lesson.key]
    assert set(contrary) == {claim.name for _, _, claim in settings(lesson) if claim.always}
    for step, knobs, claim in settings(lesson):
        for counterexample in contrary[claim.name] if claim.always else ():
            with pytest.MonkeyPatch.context() as patch:
                made = counterexample(evidence_of(lesson, knobs), patch.setattr)
                assert not answer_of(claim, knobs, made), f"{step.key}: {claim.name}"


def under_the_hand(step, knobs) -> Iterator:
    """Yield settings of the knobs that a step has in sight: both ends of each, and some between."""
    declared, shares = knobs_of(knobs), 4 if len(step.knobs) == 1 else 2
    stops = {}
    for name in step.knobs:
        all_stops = declared[name].choices or declared[name].stops()
        places = {(len(all_stops) - 1) * i // shares for i in range(shares + 1)}
        stops[name] = [all_stops[place] for place in sorted(places)]
    for values in product(*stops.values()):
        with suppress(ValueError):  # knobs that exclude each other
            yield replace(knobs, **dict(zip(stops, values, strict=True)))


def live_numbers(text: str) -> set[str]:
    """Return the names of the numbers of a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def readings_of(knobs) -> set[str]:
    """Return the values of knobs as a text may write them."""
    values = [value for value in vars(knobs).values() if isinstance(value, int | float)]
    return {f"{value:g}" for value in values} | {f"{value:,}" for value in values}


def false_under_the_hand(lesson, step, opening) -> Iterator[str]:
    """Yield what a step says without a condition though its own knobs make it false."""
    passage = lesson.story.prose[step.key]
    named, numbers = live_numbers(passage.body.unconditional), {}
    for knobs in under_the_hand(step, opening) if step.knobs else ():
        try:
            evidence = evidence_of(lesson, knobs)
        except ValueError:  # a run that diverged: the page says so, and no step
            continue
        reached = step.goal is not None and step.goal(evidence)
        for claim in step.claims:
            conditional = claim.holds_at or claim.name in passage.conditions
            if not (conditional or reached or claim.holds(evidence)):
                yield f"{step.key}: {claim.name} at {knobs}"
        for name, text in lesson.story.numbers(evidence).items():
            if name in named and text not in readings_of(knobs):
                numbers.setdefault(name, set()).add(text)
    yield from (
        f"{step.key}: {{{name}}} changes" for name, texts in numbers.items() if len(texts) > 1
    )


@each_lesson
def test_a_sentence_is_true_wherever_the_hand_goes_or_is_not_shown(lesson):
    """What a step's own knobs can make false, and numbers that they change, have a condition."""
    for step, opening in last_scenes(lesson):
        assert lesson.story.prose[step.key].conditions <= {claim.name for claim in step.claims}
        assert not list(false_under_the_hand(lesson, step, opening))
