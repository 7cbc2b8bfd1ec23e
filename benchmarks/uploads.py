"""The server's memory before uploads, with them, and after their session has ended.

    python -m benchmarks.uploads

Each file is uploaded on the page Data, which computes what it shows of it. Then the visitor goes,
and the server is given the time after which it lets go of uploads. Once several files come from one
session, once a large one from session after session, each of which ends. Visitors have no browser,
whose work has nothing to do with the server's memory: they say to the server what one would say.
"""

from __future__ import annotations

import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.sync.client import ClientConnection, connect

from benchmarks.loading import write_rows
from benchmarks.report import Row, at_most, machine, table
from tests.support.browser import Server, serve

FILES, ROWS = 5, 22_000
"""The number of files, and of rows in each, which makes 20 MB."""

FEATURES, EACH, REPEATED = 47_236, 70, 10
PATIENCE = 120.0
WAITS = 60.0
"""Seconds for which a visitor waits for the next word of the server."""
REST = 100.0
"""Megabytes that may stay, less than the files alone: what Python keeps for its next objects."""

SESSIONS, LARGE_ROWS, LARGE_REST = 20, 98_000, 50.0
"""Sessions that upload 99 MB each, nearly all that a server keeps; the rows of their file; the
megabytes that may stay."""


def write_files(folder: Path, n_files: int, n_rows: int) -> list[Path]:
    """Files of svmlight rows, no two alike."""
    first = folder / "0.svm"
    write_rows(first, n_rows // REPEATED, FEATURES, EACH)
    first.write_text(first.read_text() * REPEATED)
    paths = [first]
    for number in range(1, n_files):
        paths.append(folder / f"{number}.svm")
        paths[-1].write_text(first.read_text() + f"1 {number}:1\n")
    return paths


def resident(server: Server) -> float:
    """Megabytes of the server's process that are in memory."""
    text = Path(f"/proc/{server.process.pid}/status").read_text()
    lines = dict(line.split(":", 1) for line in text.splitlines())
    return int(lines["VmRSS"].split()[0]) * 1024 / 1e6


class Visitor:
    """One visitor's session on the page Data, spoken with as a browser does."""

    def __init__(self, server: Server, socket: ClientConnection) -> None:
        self.server = server
        self.socket = socket
        self.page = self.uploader = self.button = ""
        with urllib.request.urlopen(f"{server.url}/_stcore/health") as answer:
            self.cookie = answer.headers["Set-Cookie"].partition(";")[0]
        self.run()

    def run(self, *states: WidgetState) -> list[bytes]:
        """Have the page run with these states of its widgets; return all that it sends."""
        message = BackMsg()
        message.rerun_script.widget_states.widgets.extend(states)
        if self.page:
            message.rerun_script.page_script_hash = self.page
        else:
            message.rerun_script.page_name = "data"
        return self._ask(message, "script_finished")

    def upload(self, path: Path) -> None:
        """Upload a file, and wait until the page has shown it."""
        opened = WidgetState(id=self.button, bool_value=True)
        self.run(opened)
        message = BackMsg()
        message.file_urls_request.file_names.append(path.name)
        answer = ForwardMsg.FromString(self._ask(message, "file_urls_response")[-1])
        (place,) = answer.file_urls_response.file_urls
        self._send(path, place.upload_url)
        chosen = WidgetState(id=self.uploader)
        info = chosen.file_uploader_state_value.uploaded_file_info.add()
        info.name, info.size, info.file_id = path.name, path.stat().st_size, place.file_id
        info.file_urls.CopyFrom(place)
        if f"{path.name} · upload".encode() not in b"".join(self.run(opened, chosen)):
            raise RuntimeError(f"{path.name} was not taken")

    def _send(self, path: Path, place: str) -> None:
        """Send a file as a form does, with the token of the visitor's cookie."""
        edge = "an-edge-that-no-file-holds"
        head = f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{path.name}"'
        body = f"{head}\r\n\r\n".encode() + path.read_bytes() + f"\r\n--{edge}--\r\n".encode()
        headers = {
            "Content-Type": f"multipart/form-data; boundary={edge}",
            "Cookie": self.cookie,
            "X-Xsrftoken": self.cookie.partition("=")[2],
        }
        request = urllib.request.Request(self.server.url + place, body, headers, method="PUT")
        with urllib.request.urlopen(request):
            pass

    def _ask(self, message: BackMsg, last: str) -> list[bytes]:
        """Send ``message`` and read until an answer of the kind ``last``."""
        self.socket.send(message.SerializeToString())
        came = []
        while True:
            came.append(self.socket.recv(WAITS))
            answer = ForwardMsg.FromString(came[-1])
            self._notice(answer)
            if answer.WhichOneof("type") == last:
                return came

    def _notice(self, answer: ForwardMsg) -> None:
        """Keep the names by which the server knows the page and its entry for files."""
        if answer.WhichOneof("type") == "navigation":
            self.page = answer.navigation.page_script_hash
        if (button := answer.delta.add_block.popover).label == "Upload a file":
            self.button = button.id
        if answer.delta.new_element.WhichOneof("type") == "file_uploader":
            self.uploader = answer.delta.new_element.file_uploader.id


@contextmanager
def visitor(server: Server) -> Iterator[Visitor]:
    """A visitor of the page Data, who goes at the end."""
    address = server.url.replace("http", "ws", 1) + "/_stcore/stream"
    with connect(address, subprotocols=["streamlit"], max_size=None) as socket:
        yield Visitor(server, socket)


def memory(
    server: Server,
    paths: Sequence[Path],
    patience: float,
    rest: float = REST,
) -> tuple[float, float, float]:
    """Megabytes before the uploads, with them, and ``patience`` after their visitor has gone.

    It is given some more time while there is more than ``rest`` left.
    """
    with another_visitor(server, paths[0].parent):
        with visitor(server) as uploading:
            before = steady_memory(server)
            for path in paths:
                uploading.upload(path)
            held = resident(server)
        return before, held, settled_memory(server, before + rest, patience)


def memory_of_sessions(
    server: Server, path: Path, n_sessions: int, patience: float
) -> tuple[float, float, float]:
    """Megabytes before, at most, and ``patience`` after the last of so many sessions has ended.

    Each uploads the same file, which is its own nevertheless.
    """
    with another_visitor(server, path.parent):
        before = most = resident(server)
        for _ in range(n_sessions):
            with visitor(server) as uploading:
                uploading.upload(path)
                most = max(most, resident(server))
        return before, most, settled_memory(server, before + LARGE_REST, patience)


@contextmanager
def another_visitor(server: Server, folder: Path) -> Iterator[None]:
    """Another visitor has uploaded a small file, so that the reader is imported, and stays."""
    small = folder / "small.svm"
    write_rows(small, 20, 10, 3)
    with visitor(server) as staying:
        staying.upload(small)
        yield


def steady_memory(server: Server) -> float:
    """Megabytes of the server once they no longer change: a server that has begun warms up."""
    end, last = time.monotonic() + 20.0, 0.0
    while abs((now := resident(server)) - last) > 0.1 and time.monotonic() < end:
        last = now
        time.sleep(1.0)
    return now


def settled_memory(server: Server, bar: float, patience: float) -> float:
    """Megabytes of the server once it has had the time to let go, and a little more."""
    time.sleep(patience)
    end = time.monotonic() + 20.0
    while resident(server) > bar and time.monotonic() < end:
        time.sleep(0.5)
    return resident(server)


def rows() -> list[Row]:
    """The measurements: several files of one session, then one of many sessions."""
    with (
        tempfile.TemporaryDirectory() as name,
        serve(SPARSITY_LAB_DATA=f"{name}/none") as server,
    ):
        server.wait()
        paths = write_files(Path(name), FILES, ROWS)
        size = sum(path.stat().st_size for path in paths) / 1e6
        several = memory(server, paths, PATIENCE)
        (large,) = write_files(Path(name), 1, LARGE_ROWS)
        one = large.stat().st_size / 1e6
        many = memory_of_sessions(server, large, SESSIONS, PATIENCE)
    return [
        *_rows_of(f"{FILES} uploads of {size / FILES:.0f} MB in a session", several, REST),
        *_rows_of(f"{SESSIONS} sessions of {one:.0f} MB", many, LARGE_REST),
    ]


def _rows_of(what: str, figures: tuple[float, float, float], rest: float) -> list[Row]:
    """Rows for the memory before, the most of it, and what stayed."""
    before, most, after = figures
    what = f"the server's memory, {what}"
    return [
        Row(f"{what}: before", f"{before:.0f} MB"),
        Row(f"{what}: with them", f"{most:.0f} MB"),
        Row(
            f"{what}: {PATIENCE / 60:g} min after the last visitor has gone",
            f"{after:.0f} MB",
            bar=f"≤ {rest:g} MB more than before",
            verdict=at_most(after - before, rest),
        ),
    ]


if __name__ == "__main__":
    print(machine())
    print(table(rows()))
