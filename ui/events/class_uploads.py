"""The upload that a leader gives to the class, found by the token of their own page."""

from __future__ import annotations

from datasets.errors import DatasetError
from ui.classroom.files import UploadedBytes
from ui.session.progress import progress_of


def find_upload(visit: str, key: str) -> UploadedBytes:
    """Return an upload of a visitor.

    Raises DatasetError where this process does not have it.

    Parameters
    ----------
    visit : the token of their progress.
    key : of the upload, as the address names it.
    """
    progress = progress_of(visit)
    kinds = progress.uploads.kinds if progress and progress.uploads else {}
    if key not in kinds:
        raise DatasetError("the server does not have this file: load the page again.")
    return kinds[key].origin
