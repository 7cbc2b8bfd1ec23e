"""The lessons in reading order. Each is a file that never touches the page; ``ui.lessons`` does."""

from pages import rounding

LESSONS = (rounding.LESSON,)
