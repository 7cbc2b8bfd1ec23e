"""Error messages for downloads that fail."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from datasets.errors import DatasetError
from datasets.remote.download import TIMEOUT, is_full

if TYPE_CHECKING:
    import requests

# Those of requests are OSErrors; what cannot be parsed is a ValueError, an answer of another form
# a LookupError.
DOWNLOAD_ERRORS = (OSError, ValueError, LookupError, EOFError, zlib.error)
CONNECTION_ERRORS = (ConnectionResetError, ConnectionAbortedError, BrokenPipeError)


@contextmanager
def explain_errors(server: str, by_hand: str) -> Iterator[None]:
    """Turn errors of a download into a DatasetError that names the cause and the manual way."""
    try:
        yield
    except DOWNLOAD_ERRORS as trouble:
        raise DatasetError(f"{error_message(trouble, server)}: {by_hand}.") from trouble


def error_message(trouble: BaseException, server: str) -> str:
    """The trouble in words, without a full stop."""
    import requests

    if isinstance(trouble, requests.RequestException) and not isinstance(trouble, ValueError):
        return _network_message(trouble, server)
    if "does not match the known hash" in str(trouble):
        return f"what {server} sent is not what it should be (its checksum differs)"
    if is_full(trouble):
        return "the disk of the data folder is full; what had come of it has been removed"
    if isinstance(trouble, OSError) and trouble.errno is not None:
        place = f"{trouble.filename}: " if trouble.filename else ""
        return f"it cannot be stored in the data folder ({place}{trouble.strerror})"
    reason = " ".join(str(trouble).split()).rstrip(".") or type(trouble).__name__
    return f"what {server} sent cannot be read ({reason})"


def _network_message(trouble: requests.RequestException, server: str) -> str:
    import requests
    from urllib3.exceptions import ReadTimeoutError

    answer = trouble.response
    if isinstance(trouble, requests.HTTPError) and answer is not None:
        return f"{server} answered with the error {answer.status_code} ({answer.reason})"
    causes = list(_causes(trouble))
    if isinstance(trouble, requests.Timeout) or any(
        isinstance(cause, ReadTimeoutError) for cause in causes
    ):
        return f"{server} was silent for {TIMEOUT:g} seconds"
    broken = isinstance(trouble, requests.exceptions.ChunkedEncodingError) or any(
        isinstance(cause, CONNECTION_ERRORS) for cause in causes
    )
    if broken:
        return f"the connection to {server} broke off"
    if isinstance(trouble, requests.ConnectionError):
        reasons = [str(strerror) for c in causes if (strerror := getattr(c, "strerror", None))]
        return f"{server} cannot be reached ({reasons[-1] if reasons else trouble})"
    return f"what {server} sent cannot be read ({trouble})"


def _causes(trouble: BaseException) -> Iterator[BaseException]:
    """The trouble, what it came of, and so on; requests names some only as an argument."""
    cause: BaseException | None = trouble
    while cause is not None:
        yield cause
        yield from (arg for arg in cause.args if isinstance(arg, BaseException))
        cause = cause.__cause__ or cause.__context__
