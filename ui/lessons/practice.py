"""The exercises as they stand on a page, one at a time: ask, check, hint, reveal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from algorithms.rule_language.tokens import MOST_LETTERS
from ui.address import PLAYGROUND
from ui.lessons.exercise import Task, Verdict, refusal
from ui.lessons.lesson import Lesson
from ui.markdown import plain
from ui.movement import place_in
from ui.session.bind import bind
from ui.view import View
from ui.visit import Visit

MOST = 9999
"""Student numbers go from 0 to this."""

WHAT_FOR = (
    "Your teacher may give you a number. Another number asks another question of the same kind; it "
    "stays in the link and in all lessons."
)

SIDE_BY_SIDE = "See both run side by side"
"""The link to the playground, where an answer is at work."""


@dataclass
class Sheet:
    """A reader's work on one task; it stays when the page is left.

    Parameters
    ----------
    answer : the answer given; None where the knobs are the answer.
    hints : how many hints were asked for.
    verdict : the last judgement.
    judged : what it was about: an answer, or knobs.
    solved : the task was solved once.
    revealed : the solution was asked for.
    """

    answer: Any = None
    hints: int = 0
    verdict: Verdict | None = None
    judged: Any = None
    solved: bool = False
    revealed: bool = False


def practice(lesson: Lesson, evidence: Any, knobs: Any) -> None:
    """Show the exercises of a lesson, for the student whose number is in the address.

    Parameters
    ----------
    evidence : what the page shows now.
    knobs : with which it does.
    """
    if not lesson.exercises:
        return
    st.markdown("## Try it")
    # Low, so that the knobs above and the button below are in sight together.
    with st.container(horizontal=True, gap="small"):
        seed = _student()
        tasks = [exercise(seed) for exercise in lesson.exercises]
        keys = [f"{lesson.key}_{i}_{seed}" for i in range(len(tasks))]
        sheets = [Visit.current().progress.answers.setdefault(key, Sheet()) for key in keys]
        i = _choose(lesson, sheets)
    _task(keys[i], tasks[i], sheets[i], evidence, knobs)
    _score(lesson, seed, sheets)


def _student() -> int:
    def number_of(_view: View) -> int:
        return min(place_in(st.query_params.get("student", "0")[:9]) or 0, MOST)

    def take(number: int) -> None:
        st.query_params["student"] = str(number)

    bound = bind("student", number_of, take)
    return st.number_input("your number", 0, MOST, width=150, help=WHAT_FOR, **bound)


def _choose(lesson: Lesson, sheets: Sequence[Sheet]) -> int:
    """The exercise in sight; those that were solved have a tick."""
    if len(sheets) == 1:
        return 0
    key, answers = f"{lesson.key}_exercise", Visit.current().progress.answers
    st.session_state.setdefault(key, answers.get(key, 0))
    answers[key] = st.segmented_control(
        "exercise",
        range(len(sheets)),
        format_func=lambda i: f"{i + 1} {'✓' if sheets[i].solved else ''}".strip(),
        key=key,
        required=True,
        width="content",
    )
    return answers[key]


def _task(key: str, task: Task, sheet: Sheet, evidence: Any, knobs: Any) -> None:
    st.markdown(task.ask)
    _answer(key, task, sheet)
    typed = task.is_given

    def judge() -> None:
        sheet.judged = st.session_state[key] if typed else knobs
        sheet.verdict = _verdict(task, sheet.judged if typed else evidence, typed)
        sheet.solved |= sheet.verdict.right

    with st.container(horizontal=True, gap="small"):
        st.button("Check", key=f"{key}_check", type="primary", width="stretch", on_click=judge)
        _hints(key, len(task.hints), sheet)
        _reveal(key, sheet)
    _last_verdict(sheet, sheet.answer if typed else knobs, typed)
    for text in task.hints[: sheet.hints]:
        st.info(text, icon=":material/lightbulb:")
    if sheet.revealed:
        st.markdown(task.reveal)


def _verdict(task: Task, given: Any, typed: bool) -> Verdict:
    """The judgement of what was given; nonsense never reaches the task."""
    if given is None:
        return Verdict(False, "Give an answer first.")
    problem = refusal(task, given) if typed else ""
    return Verdict(False, problem) if problem else task.check(given)


def _last_verdict(sheet: Sheet, given: Any, typed: bool) -> None:
    """The last verdict; one on another answer is gone, one on other knobs says so."""
    if sheet.verdict is None or (typed and given != sheet.judged):
        return
    if not typed and given != sheet.judged:
        st.caption("The knobs have moved since: check again.")
        return
    box = st.success if sheet.verdict.right else st.error
    box(sheet.verdict.why, icon=":material/check:" if sheet.verdict.right else ":material/close:")
    if sheet.verdict.view is not None:
        shown = replace(sheet.verdict.view, pins=Visit.current().view.pins)
        query = PLAYGROUND.encode(shown)
        st.page_link("pages/playground.py", label=SIDE_BY_SIDE, query_params=query)


def _answer(key: str, task: Task, sheet: Sheet) -> None:
    """The field of an answer; Streamlit drops what it holds when its page is left."""
    st.session_state.setdefault(key, task.text if sheet.answer is None else sheet.answer)
    if task.text is not None:
        sheet.answer = st.text_area("your rule", key=key, height=110, max_chars=MOST_LETTERS)
    elif task.choices is not None:
        sheet.answer = st.radio(
            "answer", task.choices, index=None, key=key, label_visibility="collapsed"
        )
    elif task.unit is not None:
        sheet.answer = st.number_input(task.unit or "answer", value=None, key=key, width=200)


def _hints(key: str, all_of_them: int, sheet: Sheet) -> None:
    """The button for the next hint; after the last it cannot be pressed."""

    def more() -> None:
        sheet.hints += 1

    left = sheet.hints < all_of_them
    label = f"Hint {sheet.hints + 1} of {all_of_them}" if left else "No more hints"
    st.button(label, key=f"{key}_hint", on_click=more, width="stretch", disabled=not left)


def _reveal(key: str, sheet: Sheet) -> None:
    def turn() -> None:
        sheet.revealed = not sheet.revealed

    label = "Hide" if sheet.revealed else "Reveal"
    st.button(label, key=f"{key}_reveal", on_click=turn, width="stretch")


def _score(lesson: Lesson, seed: int, sheets: Sequence[Sheet]) -> None:
    """Count of those solved, and a line to hand in once one is."""
    solved = sum(sheet.solved for sheet in sheets)
    st.caption(f"{solved} of {len(sheets)} solved")
    if solved:
        ticks = " ".join(f"{i}{'✓' if s.solved else '–'}" for i, s in enumerate(sheets, 1))
        title = lesson.entry.title
        st.code(
            plain(f"Sparsity Lab · {title} · number {seed} · {ticks}"),
            language=None,
            wrap_lines=True,
        )
