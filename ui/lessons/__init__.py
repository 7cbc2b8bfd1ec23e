"""Shared parts of lessons: declaration, page, stories and exercises."""

from ui.lessons.exercise import Task, Verdict
from ui.lessons.lesson import Entry, Formula, Lesson
from ui.lessons.story import OBSERVED, Claim, Scene, Step, Story

__all__ = [
    "OBSERVED",
    "Claim",
    "Entry",
    "Formula",
    "Lesson",
    "Scene",
    "Step",
    "Story",
    "Task",
    "Verdict",
]
