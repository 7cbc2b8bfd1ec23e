"""nginx in front of running apps, as people put it there: names, paths, pages of other sites."""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from serving import nginx
from serving.ports import INNER, refusal
from tests.support.browser import free_port

HTTP = """daemon off;
{user}
worker_processes 1;
pid {folder}/nginx.pid;
error_log stderr error;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    default_type text/html;
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection upgrade;
    {servers}
}}
"""


def site(name: str, port: int, *locations: str) -> str:
    """The part of nginx's configuration that answers to one name."""
    inside = " ".join(locations)
    return f"server {{ listen {INNER}:{port}; server_name {name}; {inside} }}"


def proxy_path(path: str, url: str) -> str:
    """A path that is passed on to ``url``; one that ends in a slash replaces the path."""
    return f"location {path} {{ proxy_pass {url}; }}"


def text_page(text: str) -> str:
    """A page of text, at every path that nothing else is at."""
    return f"location / {{ return 200 '{text}'; }}"


@contextlib.contextmanager
def front(program: str, *sites: str) -> Iterator[None]:
    """Run nginx, found at ``program``, until the end."""
    with tempfile.TemporaryDirectory(prefix="sparsity-lab-front-") as folder:
        Path(folder).chmod(0o711)
        file = Path(folder) / "nginx.conf"
        servers = "\n    ".join(sites)
        file.write_text(HTTP.format(user=nginx.user(), folder=folder, servers=servers))
        process = subprocess.Popen([program, "-p", folder, "-c", str(file)])
        try:
            yield
        finally:
            process.terminate()
            process.wait(timeout=10)


def listens(port: int, seconds: float = 10.0) -> None:
    """Wait until somebody listens at a port of this machine."""
    end = time.monotonic() + seconds
    while not refusal(INNER, port):
        assert time.monotonic() < end, "nginx did not start"
        time.sleep(0.02)


__all__ = ["free_port", "front", "listens", "proxy_path", "site", "text_page"]
