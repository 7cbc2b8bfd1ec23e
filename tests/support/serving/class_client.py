"""A seat of a class without its browser: requests, and a stream of server-sent events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from urllib.parse import urlsplit


async def request(url: str, path: str, given: object, cookie: str = "") -> tuple[int, dict, str]:
    """Send JSON to a route; return the status, the content and the cookies of the answer.

    Parameters
    ----------
    url : of the app, with the path before it if there is one.
    cookie : what a browser would send, "name=value; name=value".
    """
    body, place = json.dumps(given).encode(), urlsplit(url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    head = (
        f"POST {place.path}{path} HTTP/1.1\r\nHost: {place.netloc}\r\n"
        f"Origin: {place.scheme}://{place.netloc}\r\nCookie: {cookie}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n"
    )
    writer.write(head.encode() + b"\r\n" + body)
    answer = (await reader.read()).decode()
    writer.close()
    top, _, rest = answer.partition("\r\n\r\n")
    lines = top.split("\r\n")
    cookies = [line.split(": ", 1)[1] for line in lines if line.lower().startswith("set-cookie")]
    content = json.loads(rest[rest.index("{") : rest.rindex("}") + 1]) if "{" in rest else {}
    return int(lines[0].split()[1]), content, "; ".join(c.split(";")[0] for c in cookies)


async def news(url: str, path: str, cookie: str) -> AsyncIterator[dict]:
    """Yield what a stream says; it ends with the connection."""
    place = urlsplit(url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    head = f"GET {place.path}{path} HTTP/1.1\r\nHost: {place.netloc}\r\nCookie: {cookie}\r\n\r\n"
    writer.write(head.encode())
    try:
        while line := await reader.readline():
            if line.startswith(b"data: ") and len(line) > 10:
                yield json.loads(line[6:])
    finally:
        writer.close()


async def table(url: str, path: str, cookie: str) -> list[str]:
    """Return the lines of a table that a leader takes home."""
    place = urlsplit(url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    head = f"GET {place.path}{path} HTTP/1.0\r\nHost: {place.netloc}\r\nCookie: {cookie}\r\n\r\n"
    writer.write(head.encode())
    answer = (await reader.read()).decode()
    writer.close()
    return answer.partition("\r\n\r\n")[2].splitlines()
