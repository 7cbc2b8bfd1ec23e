"""A page of the app's own, as routes meet it: requests one after the other, with its cookies."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any

from starlette.applications import Starlette
from starlette.types import Message, Scope

from tests.support.serving.services import apart

OWN = {"host": "testserver", "origin": "http://testserver"}
JSON = {"content-type": "application/json"}


@dataclass
class Answer:
    """The answer to one request."""

    status: int
    headers: dict[str, str]
    text: str

    def json(self) -> Any:
        return json.loads(self.text)


class PageClient:
    """A page that sends requests to an app."""

    def __init__(self, app: Starlette) -> None:
        self.app, self.cookies = app, SimpleCookie()

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, "", headers)

    def post(self, path: str, given: Any, **headers: str) -> Answer:
        body = given if isinstance(given, str) else json.dumps(given)
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        return self.ask("POST", path, body, JSON | named)

    def ask(self, method: str, path: str, body: str, headers: dict[str, str]) -> Answer:
        crumbs = "; ".join(f"{name}={morsel.value}" for name, morsel in self.cookies.items())
        cookies = {"cookie": crumbs} if crumbs else {}
        pairs = [(k.encode(), v.encode()) for k, v in (OWN | cookies | headers).items()]
        path, _, query = path.partition("?")
        scope: Scope = {"type": "http", "method": method, "path": path, "headers": pairs}
        scope |= {
            "query_string": query.encode(),
            "client": ("10.0.0.9", 1),
            "server": ("testserver", 80),
        }
        scope |= {
            "scheme": "http",
            "root_path": "",
            "http_version": "1.1",
            "raw_path": path.encode(),
        }
        parts: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": body.encode(), "more_body": False}

        async def send(message: Message) -> None:
            parts.append(message)

        apart(asyncio.run, self.app(scope, receive, send))
        for name, value in parts[0]["headers"]:
            if name == b"set-cookie":
                self.cookies.load(value.decode())
        sent = {k.decode(): v.decode() for k, v in parts[0]["headers"]}
        text = b"".join(part.get("body", b"") for part in parts[1:]).decode()
        return Answer(parts[0]["status"], sent, text)
