"""All that lessons share: how one is declared, shown and practised."""

from ui.lessons.exercise import Task, Verdict
from ui.lessons.lesson import Lesson

__all__ = ["Lesson", "Task", "Verdict"]
