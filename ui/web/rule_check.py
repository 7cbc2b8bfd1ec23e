"""The route by which a browser asks whether a text is a rule, while it is being typed."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

PATH = "/rule"


def rule_route(base: str = "") -> Route:
    """Return the route, which answers ``?text=…`` with ``{"problem": sentence or ""}``.

    Nothing is kept, and nothing of the text is run: it is parsed, and has to be short.

    Parameters
    ----------
    base : the path before the app that Streamlit itself knows of.
    """

    async def answer(request: Request) -> JSONResponse:
        problem = await asyncio.to_thread(_problem, request.query_params.get("text", ""))
        return JSONResponse({"problem": problem}, headers={"Cache-Control": "no-store"})

    return Route(base + PATH, answer, methods=["GET"], name="rule")


def _problem(text: str) -> str:
    from ui.import_lock import IMPORT_LOCK

    with IMPORT_LOCK:  # the first time it takes long
        from algorithms.rule_language.your_rule import ABOUT_RULE
    return ABOUT_RULE.problem(text)
