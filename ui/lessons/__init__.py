"""Shared parts of lessons: declaration, page, stories and exercises."""

from ui.lessons.exercise import Task, Verdict
from ui.lessons.lesson import Lesson
from ui.lessons.story import OBSERVED, Claim, Scene, Step, Story

__all__ = ["OBSERVED", "Claim", "Lesson", "Scene", "Step", "Story", "Task", "Verdict"]
