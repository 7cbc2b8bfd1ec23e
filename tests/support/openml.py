"""A small OpenML on this machine: the three answers that are asked for, and ways to fail."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import md5
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from datasets.remote import openml


@dataclass
class OpenMLHere:
    """A server at ``url`` that knows the datasets in ``files`` and counts what it was asked for.

    faults : by a part of the path, what goes wrong there: "silent", "cut", "wrong", or a status.
    """

    url: str = ""
    files: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    faults: dict[str, object] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def add(self, data_id, columns, rows, sparse=False, target=None, ignored=()):
        """A dataset: ``columns`` maps names to "numeric" or a list of categories; rows of text."""
        target = target or list(columns)[-1]
        kinds = {n: k if k == "numeric" else "{" + ",".join(k) + "}" for n, k in columns.items()}
        head = ["@relation here", *(f"@attribute '{n}' {k}" for n, k in kinds.items()), "@data"]
        arff = "\n".join([*head, *rows, ""]).encode()
        arff_path = f"/data/v1/download/{data_id}/here.arff"
        description = {
            "id": str(data_id), "name": "here", "version": "1", "description": "made up",
            "status": "active", "format": "Sparse_ARFF" if sparse else "ARFF",
            "url": self.url + arff_path, "md5_checksum": md5(arff).hexdigest(),
        }  # fmt: skip
        features = [
            {
                "index": str(i), "name": name,
                "data_type": "numeric" if kind == "numeric" else "nominal",
                "is_target": str(name == target).lower(),
                "is_ignore": str(name in ignored).lower(), "is_row_identifier": "false",
                "number_of_missing_values": "0",
            }
            for i, (name, kind) in enumerate(columns.items())
        ]  # fmt: skip
        base = "/api/v1/json/data"
        for path, answer in {
            f"{base}/{data_id}": {"data_set_description": description},
            f"{base}/features/{data_id}": {"data_features": {"feature": features}},
        }.items():
            self.files[path] = ("application/json", json.dumps(answer).encode())
        self.files[arff_path] = ("text/plain", arff)

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        """One answer, right or wrong."""
        self.asked.append(request.path)
        fault = next((f for part, f in self.faults.items() if part in request.path), None)
        if fault == "silent":
            self.over.wait(20)
            return
        if isinstance(fault, int) or request.path not in self.files:
            request.send_error(fault if isinstance(fault, int) else 412)
            return
        kind, body = self.files[request.path]
        body = body[::-1] if fault == "wrong" else body
        request.send_response(200)
        request.send_header("Content-Type", kind)
        if kind != "application/gzip":
            body = gzip.compress(body)
            request.send_header("Content-Encoding", "gzip")
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body[: len(body) // 2] if fault == "cut" else body)


@contextmanager
def openml_here(monkeypatch) -> Iterator[OpenMLHere]:
    """The server, which the recipes take for OpenML."""
    here = OpenMLHere()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            here.answer(self)

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    here.url = f"http://127.0.0.1:{server.server_port}"
    monkeypatch.setattr(openml, "SERVER", f"{here.url}/api/v1/json")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield here
    finally:
        here.over.set()
        server.shutdown()
        server.server_close()
        thread.join()


CREDIT = {"A1": ["b", "a"], "A2": "numeric", "A9": ["'t'", "'f'"], "class": ["+", "-"]}

ROWS = ["b,30.83,'t',+", "a,58.67,'f',-", "?,24.5,'t',+", "b,?,'f',-", "b,20.17,'t',-", "a,1,'t',+"]
