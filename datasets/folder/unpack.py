"""The bytes of a file, unpacked."""

from __future__ import annotations

import gzip
import lzma
import zlib
from pathlib import Path

from datasets.errors import DatasetError

OPENERS = {".xz": lzma.open, ".gz": gzip.open}


def read_bytes(path: Path) -> bytes:
    """The file's content. Raises DatasetError if it is missing, unreadable, cut short or empty."""
    packing = path.suffix.lower()
    try:
        with OPENERS.get(packing, open)(path, "rb") as file:
            content = file.read()
    except EOFError:
        raise DatasetError("the compressed file is cut short: copy it here again.") from None
    except (lzma.LZMAError, gzip.BadGzipFile, zlib.error):
        raise DatasetError(
            f"this is no intact {packing} file: copy it here again, or compress it again."
        ) from None
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise DatasetError(f"the file cannot be read ({reason}): check that it is there.") from None
    if not content.strip():
        raise DatasetError("the file is empty: put rows into it, or take it away.")
    return content
