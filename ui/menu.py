"""The line on top of every page: links to all others, each with what the visitor has chosen.

Streamlit's own menu turns to bare pages. A page that wrote its address only then would leave a bare
entry behind it in the browser's history, and Back would lead to it and from there straight forward.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import streamlit as st

from ui import present
from ui.header import behind_a_button
from ui.home.form import HOME
from ui.home.links import CARDS, script_of
from ui.lessons.lesson import Lesson
from ui.lessons.show import form_of, menu_entry
from ui.view import View
from ui.visit import Visit, carried_on

SCRIPTS = {
    HOME: {"page": "pages/home.py", "title": "Home", "default": True},
    **{form: {"page": script_of(form), "title": form.page.capitalize()} for form in CARDS},
}
"""What Streamlit is to know of each page, by its address, in the menu's order."""


EMBEDDED = """<style>
[data-testid="stMainBlockContainer"] { padding: 0.25rem 0.5rem !important; }
[data-testid="stMainBlockContainer"]:has(.st-key-workbench) { padding-right: 2.3rem !important; }
</style>"""
"""In a frame of another page, which has margins of its own; the numbers of knobs beside pictures
reach into ours."""


def run(lessons: Sequence[Lesson]) -> None:
    """The page that was asked for, under the menu, which ``embed=true`` leaves out."""
    scripts = {form: st.Page(**declared) for form, declared in SCRIPTS.items()}
    lesson_pages = [menu_entry(lesson) for lesson in lessons]
    asked = st.navigation([*scripts.values(), *lesson_pages], position="hidden")
    top = st.container(horizontal=True, vertical_alignment="center", gap="small", key="menu")

    @cache
    def links() -> None:
        with top:
            _links(lessons, scripts, lesson_pages)

    if st.context.is_embedded:
        top.html(EMBEDDED)
    # The links say what the page has made of the address. It has them shown as soon as it knows,
    # before it computes anything; a page that does not has them after all else.
    bare = present.presenting() or st.context.is_embedded
    Visit.current().menu = (lambda: None) if bare else links
    asked.run()
    Visit.current().menu()


def _links(lessons: Sequence[Lesson], scripts: dict, lesson_pages: Sequence) -> None:
    """The links, with what the visitor has chosen."""
    view, carried = Visit.current().view, carried_on()
    st.markdown("**Sparsity Lab**", width="content")
    for form, script in scripts.items():
        st.page_link(script, query_params=form.encode(view) | carried)
        if form is HOME:
            _course(lessons, lesson_pages, view)


def _course(lessons: Sequence[Lesson], lesson_pages: Sequence[st.Page], view: View) -> None:
    """The list of lessons. Each page has one of its own: one that is open ends with its page."""

    def show_course() -> None:
        carried = carried_on()
        for i, (lesson, there) in enumerate(zip(lessons, lesson_pages, strict=True), 1):
            parameters = form_of(lesson).encode(view) | carried
            label = f"{i}. {lesson.entry.title}"
            st.page_link(there, label=label, query_params=parameters, help=lesson.entry.claim)

    behind_a_button(
        "Course", f"course_on_{Visit.current().address.page}", show_course, type="tertiary"
    )
