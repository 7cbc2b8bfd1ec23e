"""Decoding of text in any supported encoding to UTF-8 with \\n at line ends.

The one door for every format of text: held whole (``decode_file``), or in pieces (``line_blocks``).
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator

from datasets.errors import DatasetError
from datasets.report import Step

CODECS = {"UTF-8": "utf-8", "UTF-16": "utf-16", "Windows-1252": "cp1252", "Latin-1": "latin-1"}
ENCODINGS = ("guess", *CODECS)
HEAD = 200  # bytes by which UTF-16 without a mark is known
MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
TABLE, ROWS = "save it as CSV UTF-8", "save it as text in UTF-8"
"""The remedies for tables and for sparse rows."""


class Decoder:
    """A text that comes in pieces, as UTF-8 without a byte order mark, lines ending in ``\\n``.

    Parameters
    ----------
    encoding : one of ``ENCODINGS``. To guess is to take text that begins with UTF-16's byte order
        mark, or with a NUL in each second byte, as UTF-16, and other text that is not UTF-8 as
        Windows-1252, which differs from Latin-1 in signs that this lacks. The first piece that is
        not ASCII decides.
    remedy : the advice for what is no such text.
    """

    def __init__(self, encoding: str = "guess", remedy: str = TABLE) -> None:
        self.encoding = "" if encoding == "guess" else encoding
        self.is_asked = bool(self.encoding)
        self.remedy = remedy
        self._codec = ""
        self._decoder: codecs.IncrementalDecoder | None = None
        self._is_begun = self._ends_in_return = False
        self._n_lines = 0

    def decode(self, piece: bytes, final: bool = False) -> bytes:
        """Return the text of the next piece, but for what may belong to the one after it.

        Raises DatasetError, naming the line, for bytes that are no such text.
        """
        is_first = not self._is_begun
        if is_first:
            self._is_begun = True
            piece = self._begin(piece)
        if not self._codec and not piece.isascii():
            self._choose(codec_of(piece, final))
        is_utf16 = self._codec.startswith("utf-16")
        if is_utf16:
            piece = self._to_utf8(piece, final)
        if is_first:  # some programs write a second mark
            piece = piece.removeprefix(codecs.BOM_UTF8)
        if b"\0" in piece:
            raise DatasetError(f"it holds NUL characters and is no text: {self.remedy}.")
        if self._codec and not is_utf16:
            piece = self._to_utf8(piece, final)
        text = self._normalise_line_ends(piece, final)
        if not final:
            self._n_lines += text.count(b"\n")
        return text

    def notes(self) -> tuple[Step, ...]:
        """Return a step that says the encoding, where that is not plain."""
        if self.encoding in ("", "UTF-8"):
            return ()
        how = "as asked" if self.is_asked else "guessed because it is not UTF-8"
        return (Step("read", f"The text is encoded in {self.encoding} ({how})."),)

    def _begin(self, piece: bytes) -> bytes:
        """The first piece without a byte order mark, by which the codec is known."""
        mark = next((mark for mark in MARKS if piece.startswith(mark)), b"")
        codec = MARKS.get(mark) or unmarked_utf16(piece)
        if self.is_asked and not codec.startswith(CODECS[self.encoding]):
            codec, mark = CODECS[self.encoding], b""
        if codec:
            self._choose(codec)
        return piece.removeprefix(mark)

    def _choose(self, codec: str) -> None:
        self._codec = codec
        self._decoder = codecs.getincrementaldecoder(codec)()
        self.encoding = self.encoding or next(
            name for name, own in CODECS.items() if codec.startswith(own)
        )

    def _to_utf8(self, piece: bytes, final: bool) -> bytes:
        """The piece in UTF-8; what is UTF-8 already is checked and stays."""
        decoder = self._decoder
        is_utf8 = self._codec == "utf-8"
        if is_utf8 and piece.isascii() and not decoder.getstate()[0] and not final:
            return piece
        try:
            text = decoder.decode(piece, final)
        except UnicodeDecodeError as error:
            line = self._n_lines + error.object[: error.start].count(b"\n") + 1
            or_else = ", or say its encoding" if self.remedy == TABLE else ""
            raise DatasetError(
                f"line {line} is not {self.encoding} text: {self.remedy}{or_else}."
            ) from None
        return piece if is_utf8 else text.encode()

    def _normalise_line_ends(self, text: bytes, final: bool) -> bytes:
        """The text with ``\\n`` for ``\\r\\n`` and for the ``\\r`` of old Macs."""
        if self._ends_in_return:
            text, self._ends_in_return = b"\r" + text, False
        if b"\r" not in text:
            return text
        if text.endswith(b"\r") and not final:
            text, self._ends_in_return = text[:-1], True
        return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def decode_file(content: bytes, encoding: str = "guess") -> tuple[bytes, tuple[Step, ...]]:
    """The text of a file as ``Decoder`` gives it, and a step where its encoding was a guess.

    Raises DatasetError, naming the line, for bytes that are no such text.
    """
    decoder = Decoder(encoding)
    return decoder.decode(content, final=True), decoder.notes()


def line_blocks(pieces: Iterable[bytes], decoder: Decoder) -> Iterator[bytes]:
    """The text of a file that comes in pieces, in blocks of whole lines. Raises DatasetError."""
    rest = []
    for piece in pieces:
        text = decoder.decode(piece)
        cut = text.rfind(b"\n") + 1
        if cut:
            yield b"".join([*rest, text[:cut]])
            rest = []
        rest.append(text[cut:])
    if last := b"".join([*rest, decoder.decode(b"", final=True)]):
        yield last


def decode_head(head: bytes) -> str:
    """The text that a file begins with, of which the last letter may be cut."""
    mark = next((mark for mark in MARKS if head.startswith(mark)), b"")
    codec = MARKS.get(mark) or unmarked_utf16(head) or codec_of(head, final=False)
    text = codecs.getincrementaldecoder(codec)("replace").decode(head.removeprefix(mark))
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def codec_of(piece: bytes, final: bool) -> str:
    """The codec of text that has no byte order mark, by its first piece that is not ASCII."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(piece, final)
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def unmarked_utf16(piece: bytes) -> str:
    """The codec of UTF-16 without a mark, by the NUL in each second byte, or nothing."""
    start = piece[:HEAD]
    start = start[: len(start) // 2 * 2]
    first, second = start[::2], start[1::2]
    if len(first) > 1 and not first.strip(b"\0") and b"\0" not in second:
        return "utf-16-be"
    if len(first) > 1 and not second.strip(b"\0") and b"\0" not in first:
        return "utf-16-le"
    return ""
