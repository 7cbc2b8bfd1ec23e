"""The exercises as they stand on a page: ask, check, hint, reveal."""

from __future__ import annotations

from typing import Any

import streamlit as st

from ui.lessons.exercise import Task
from ui.lessons.lesson import Lesson
from ui.visit import Visit

MOST = 9999
"""Student numbers go from 0 to this."""


def practice(lesson: Lesson, evidence: Any) -> None:
    """All exercises of a lesson, for the student whose number is in the address."""
    if not lesson.exercises:
        return
    st.markdown("## Try it")
    seed = _student()
    for i, exercise in enumerate(lesson.exercises):
        with st.container(border=True):
            _task(f"{lesson.key}_{i}_{seed}", exercise(seed), evidence)


def _student() -> int:
    text = st.query_params.get("student", "0")
    start = min(int(text), MOST) if text.isdigit() and text.isascii() else 0

    def numbered() -> None:
        st.query_params["student"] = str(st.session_state["student"])

    st.session_state["student"] = start
    return st.number_input(
        "your number",
        0,
        MOST,
        key="student",
        on_change=numbered,
        width=160,
        help="Another number, another question of the same kind. It stays in the link.",
    )


def _task(key: str, task: Task, evidence: Any) -> None:
    st.markdown(task.ask)
    answer = _answer(key, task, evidence)
    with st.container(horizontal=True, gap="small"):
        wanted = st.button("Check", key=f"{key}_check", type="primary", width="stretch")
        given = _hints(key, len(task.hints))
        revealed = st.button("Reveal", key=f"{key}_reveal", width="stretch")
    for text in task.hints[:given]:
        st.info(text, icon=":material/lightbulb:")
    if wanted and answer is None:
        st.warning("Give an answer first.")
    elif wanted:
        verdict = task.check(answer)
        box = st.success if verdict.right else st.error
        box(verdict.why, icon=":material/check:" if verdict.right else ":material/close:")
    if revealed:
        st.markdown(task.reveal)


def _answer(key: str, task: Task, evidence: Any) -> Any:
    """The answer given, which stays when the page is left; else the evidence."""
    if task.choices is None and task.unit is None:
        return evidence
    answers = Visit.current().answers
    # Streamlit drops what a widget holds when its page is left.
    st.session_state.setdefault(key, answers.get(key))
    if task.choices is not None:
        answers[key] = st.radio(
            "answer", task.choices, index=None, key=key, label_visibility="collapsed"
        )
    else:
        answers[key] = st.number_input(task.unit or "answer", value=None, key=key, width=200)
    return answers[key]


def _hints(key: str, all_of_them: int) -> int:
    """The number of hints given so far, after the button for the next one, if there is one."""
    answers, name = Visit.current().answers, f"{key}_hints"
    given = answers.setdefault(name, 0)

    def more() -> None:
        answers[name] = given + 1

    if given < all_of_them:
        label = f"Hint {given + 1} of {all_of_them}"
        st.button(label, key=f"{key}_hint", on_click=more, width="stretch")
    return given
