"""The error of a class."""

from ui.web.json_requests import RequestError


class ClassError(RequestError):
    """Something that a class cannot do."""
