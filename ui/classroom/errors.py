"""The error of a class."""

from __future__ import annotations


class ClassError(Exception):
    """Something that a class cannot do; the text is a sentence for whoever tried.

    Parameters
    ----------
    status : of the HTTP answer.
    """

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.status = status
