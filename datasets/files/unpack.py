"""The bytes of a file, unpacked."""

from __future__ import annotations

import gzip
import io
import lzma
import zlib

from datasets.errors import DatasetError

OPENERS = {".xz": lzma.open, ".gz": gzip.open}


def unpacked(content: bytes, packing: str) -> bytes:
    """The content of a file with the ending ``packing``. Raises DatasetError if cut or empty."""
    try:
        if packing:
            with OPENERS[packing](io.BytesIO(content)) as file:
                content = file.read()
    except EOFError:
        raise DatasetError("the compressed file is cut short: copy it here again.") from None
    except (lzma.LZMAError, gzip.BadGzipFile, zlib.error):
        raise DatasetError(
            f"this is no intact {packing} file: copy it here again, or compress it again."
        ) from None
    if not content.strip():
        raise DatasetError("the file is empty: put rows into it, or take it away.")
    return content
