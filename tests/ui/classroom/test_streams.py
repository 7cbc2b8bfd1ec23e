"""A server that is asked to stop ends its streams, though their students would stay."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import time

from tests.support.browser import ROOT, free_port

SERVER = """
import sys, uvicorn
from starlette.applications import Starlette
from ui.classroom.room import ClassSetting
from ui.classroom.routes import class_routes
from ui.classroom.streams import HUB, class_lifespan
app = Starlette(routes=class_routes(HUB, ClassSetting), lifespan=class_lifespan)
uvicorn.run(app, port=int(sys.argv[1]), log_level="warning")
"""


def ask(port: int, path: str, cookie: str = "") -> tuple[http.client.HTTPResponse, str]:
    """Send an empty object as the server's own page does; returns the answer and its cookie."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    own = {"Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/json"}
    method = "GET" if path.endswith("events") else "POST"
    connection.request(method, path, "{}", own | {"Cookie": cookie})
    answer = connection.getresponse()
    return answer, (answer.getheader("set-cookie") or "").partition(";")[0]


def test_a_server_with_open_streams_stops(tmp_path):
    port = free_port()
    environment = {**os.environ, "SPARSITY_LAB_DATA": str(tmp_path)}
    command = [sys.executable, "-c", SERVER, str(port)]
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        answer = None
        while answer is None:
            assert process.poll() is None
            try:
                answer, _ = ask(port, "/class")
            except OSError:
                time.sleep(0.05)
        code = json.load(answer)["code"]
        _, seat = ask(port, f"/class/{code}/seat")
        streams = [ask(port, f"/class/{code}/events", seat)[0] for _ in range(100)]
        assert all(stream.readline().startswith(b"retry") for stream in streams)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) in (0, -signal.SIGTERM)
        assert all(b"event: over" not in stream.read() for stream in streams), "a class goes on"
    finally:
        process.kill()
