"""What can go wrong between here and a server, in sentences."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from urllib.error import ContentTooShortError, HTTPError, URLError

from datasets.errors import DatasetError
from datasets.fetched.download import TIMEOUT

# URLError, TimeoutError and ConnectionError are OSErrors; what cannot be parsed is a ValueError,
# an answer of another form a LookupError.
TROUBLES = (
    OSError,
    HTTPException,
    ValueError,
    LookupError,
    EOFError,
    zlib.error,
    pickle.UnpicklingError,
)


@contextmanager
def told(server: str, by_hand: str) -> Iterator[None]:
    """Turn whatever goes wrong into a DatasetError: what it was, and the way without a network."""
    try:
        yield
    except TROUBLES as trouble:
        raise DatasetError(f"{what_happened(trouble, server)}: {by_hand}.") from trouble


def what_happened(trouble: BaseException, server: str) -> str:
    """The trouble in words, without a full stop."""
    cause = trouble.reason if isinstance(trouble, URLError) else trouble
    if isinstance(trouble, HTTPError):
        return f"{server} answered with the error {trouble.code} ({trouble.reason})"
    if isinstance(cause, TimeoutError):
        return f"{server} was silent for {TIMEOUT:g} seconds"
    if isinstance(trouble, ContentTooShortError) or isinstance(
        cause, ConnectionResetError | ConnectionAbortedError | BrokenPipeError | HTTPException
    ):
        return f"the connection to {server} broke off"
    if isinstance(trouble, URLError | ConnectionError):
        return f"{server} cannot be reached ({getattr(cause, 'strerror', None) or cause})"
    if "checksum" in str(trouble):
        return f"what {server} sent is not what it should be (its checksum differs)"
    if isinstance(trouble, OSError) and trouble.errno is not None:
        place = f"{trouble.filename}: " if trouble.filename else ""
        return f"it cannot be stored in the data folder ({place}{trouble.strerror})"
    reason = " ".join(str(trouble).split()).rstrip(".") or type(trouble).__name__
    return f"what {server} sent cannot be read ({reason})"
