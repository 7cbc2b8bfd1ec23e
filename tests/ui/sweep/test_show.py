"""The question of the page Sweep, or a sentence that says why it cannot be run."""

from __future__ import annotations

from ui.sweep import jobs, show
from ui.view import opening


def test_what_cannot_be_run_is_said_in_a_sentence(monkeypatch):
    def refuse(view):
        raise ValueError("folds = 300: a fold would be without a class")

    monkeypatch.setattr(jobs, "question", refuse)
    refusal = "Folds = 300: a fold would be without a class."
    assert show.query_of(opening()) == (None, refusal)


def test_what_can_be_run_is_asked_without_a_sentence():
    request, sentence = show.query_of(opening())
    assert request is not None and sentence == ""
