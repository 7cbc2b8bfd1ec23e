"""The links of the first page: the course, the other pages, the papers, and help for teachers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from ui.address import DATA, PLAYGROUND, Form
from ui.lessons.lesson import Lesson
from ui.live.course import live_course, live_start
from ui.papers.form import PAPERS_FORM
from ui.sweep.form import SWEEP
from ui.view import View
from ui.visit import carried_on

CARDS = {
    PLAYGROUND: (
        "Playground",
        "Up to four methods on one stream of examples, every knob live.",
    ),
    SWEEP: (
        "Sweep",
        "Hundreds of settings at once: which method predicts best with few features?",
    ),
    DATA: (
        "Your own data",
        "Take in a table, see every column, and find the knobs that fit it.",
    ),
    PAPERS_FORM: (
        "Papers, claim by claim",
        "What five papers claim, computed again: what holds, and what does not.",
    ),
}
"""Of each page beside Home and the lessons, by its address, what Home says: a title, a sentence.
The menu has them in this order."""

PAPERS = """
1. J. Langford, L. Li, T. Zhang: [Sparse Online Learning via Truncated
   Gradient](https://www.jmlr.org/papers/v10/langford09a.html). Journal of Machine Learning Research
   10, 777–801, 2009.
2. J. Duchi, S. Shalev-Shwartz, Y. Singer, T. Chandra: [Efficient Projections onto the ℓ₁-Ball for
   Learning in High Dimensions](https://doi.org/10.1145/1390156.1390191). ICML 2008.
3. S. Shalev-Shwartz, A. Tewari: [Stochastic Methods for ℓ₁-regularized Loss
   Minimization](https://www.jmlr.org/papers/v12/shalev-shwartz11a.html). ICML 2009; Journal of
   Machine Learning Research 12, 1865–1892, 2011.
4. A. Dhingra, J. Shen, N. Kleene: Learning Large Scale Sparse Models.
5. H. Yang, Z. Xu, I. King, M. R. Lyu: [Online Learning for Group
   Lasso](https://icml.cc/Conferences/2010/papers/473.pdf). ICML 2010.
"""

TEACHERS = """
* **Present** a page with the button *Share and present*, or add `present=1` to its address: letters
  grow, and nothing is left but the picture, the words and the knobs that you tick. Escape leads
  back.
* **A clicker** (PageDown, PageUp, or the keys n and p) goes through the steps of a lesson, and in
  the playground through the pictures and the views that you pinned. A pinned view can have a
  question of its own. At a question the first press shows what happens: let the class vote by hand
  before.
* **Phones** open the page by a short link or a QR code: *Share and present*, or the key q while you
  present.
* **A class follows you**: *Share and present*, *Open a class*. Students open its link or type its
  code on this page; they answer the questions of a lesson without a name, and the class sees what
  it said.
* **The address is the moment**: copy the link, and a reader lands on the same step, the same knobs,
  the same frame.
* **Student numbers**: every number gets other numbers in the exercises. A link with `student=7`
  keeps the number through all lessons; solved exercises give a line to hand in.
* **A page to take home**: print any page; the pictures and the words come, the buttons do not.
"""


def start(lessons: Sequence[Lesson]) -> None:
    """Show the way to the first lesson, or to where a reader is."""
    live_start([_announcement(lesson) for lesson in lessons])


def course(lessons: Sequence[Lesson]) -> None:
    """Show a card for each lesson, with where its reader left off."""
    st.markdown("## The course")
    live_course(
        [
            _announcement(lesson) | {"claim": lesson.entry.claim, "icon": lesson.entry.icon}
            for lesson in lessons
        ]
    )


def _announcement(lesson: Lesson) -> dict[str, Any]:
    """A lesson by its key, its title and what it takes a reader."""
    minutes = lesson.story.minutes if lesson.story else 0
    return {"key": lesson.key, "title": lesson.entry.title, "minutes": minutes}


def page_links(view: View) -> None:
    """Show the links to the other pages, and what each is for."""
    st.markdown("## Or go your own way")
    columns = st.columns(len(CARDS))
    for column, (form, (title, about)) in zip(columns, CARDS.items(), strict=True):
        parameters = form.encode(view) | carried_on()
        with column.container(border=True):
            st.page_link(script_of(form), label=f"**{title}**", query_params=parameters)
            st.markdown(about)


def script_of(form: Form) -> str:
    """Return the file of a page, as Streamlit is to find it from the app."""
    return f"pages/{form.page}.py"


def more() -> None:
    """Show the papers, and the page for teachers, folded."""
    with st.expander("The five papers"):
        st.markdown(PAPERS)
    with st.expander("For teachers"):
        st.markdown(TEACHERS)
