"""A real server lets go of uploads when the visitor of their session has gone, and of files that
are announced and do not come."""

from __future__ import annotations

import http.client
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

from benchmarks.uploads import memory, write_files
from tests.support.browser import Server, serve

# The second part of the warm-up begins at once: it would fall between two looks at the memory.
IMPATIENT = "from ui import dataset_library, serve; serve.FIRST_PICTURE = 0.0; "
IMPATIENT += "dataset_library.PATIENCE = 1.0; "
IMPATIENT += "from ui.web import upload_quota; upload_quota.SILENCE = 1.0; serve.main()"

ANNOUNCED = 190_000_000
"""Bytes, nearly all that a session may have; twelve of them are more than all may."""
EDGE = b"an-edge"
HEAD = b'--%b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n' % EDGE


@pytest.fixture(scope="module")
def impatient(tmp_path_factory) -> Iterator[Server]:
    """A server that waits for nobody."""
    folder = tmp_path_factory.mktemp("none")
    with serve("-c", IMPATIENT, SPARSITY_LAB_DATA=str(folder)) as server:
        server.wait()
        yield server


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_memory_of_uploads_is_given_back_when_their_visitor_has_gone(impatient, tmp_path):
    paths = write_files(tmp_path, 2, 16_000)
    size = sum(path.stat().st_size for path in paths) / 1e6
    before, held, _ = memory(impatient, paths, 1.0, rest=size)
    assert held - before > 2 * size, "the files, and the datasets in them"
    # The allocator keeps up to the size of the files, however many visitors come. The files of two
    # would be twice their size, and the datasets in them twice that.
    *_, after = memory(impatient, paths, 1.0, rest=1.25 * size)
    assert after - before < 1.5 * size, "neither files nor datasets"


def test_files_that_are_announced_and_do_not_come_stop_nobody(impatient):
    with ExitStack() as stack:
        places = [stack.enter_context(session(impatient)) for _ in range(13)]
        begun = HEAD + b"12345"
        stalled = [sending(impatient, place, ANNOUNCED, begun) for place in places[:12]]
        whole = HEAD + b"a,b\r\n--" + EDGE + b"--\r\n"
        assert sending(impatient, places[12], len(whole), whole).getresponse().status == 204
        assert [each.getresponse().status for each in stalled] == [408] * 12
        sending(impatient, places[0], ANNOUNCED, begun).close()
    assert "Traceback" not in impatient.log()


@contextmanager
def session(server: Server) -> Iterator[str]:
    """A session without a page; the place to which it may send a file."""
    address = server.url.replace("http", "ws", 1) + "/_stcore/stream"
    with connect(address, subprotocols=["streamlit"], max_size=None) as socket:
        message = BackMsg()
        message.file_urls_request.file_names.append("a.csv")
        socket.send(message.SerializeToString())
        answer = ForwardMsg()
        while answer.WhichOneof("type") != "file_urls_response":
            answer = ForwardMsg.FromString(socket.recv(20))
        yield answer.file_urls_response.file_urls[0].upload_url


def sending(server: Server, place: str, length: int, begins: bytes) -> http.client.HTTPConnection:
    """Begin to send a file of that length."""
    way = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=20)
    way.request("GET", "/_stcore/health")
    answer = way.getresponse()
    answer.read()
    cookie = answer.headers["Set-Cookie"].partition(";")[0]
    way.putrequest("PUT", place)
    for name, value in {
        "Content-Type": f"multipart/form-data; boundary={EDGE.decode()}",
        "Content-Length": str(length),
        "Cookie": cookie,
        "X-Xsrftoken": cookie.partition("=")[2],
    }.items():
        way.putheader(name, value)
    way.endheaders(begins)
    return way
