"""nginx as the front of several processes: its configuration, and the service that it is."""

from __future__ import annotations

import grp
import os
import pwd
import re
import resource
import shutil
import signal
from collections.abc import Iterable, Sequence
from pathlib import Path
from string import Template

from serving.ports import INNER, nearby
from serving.service import Service

TEMPLATE = Path(__file__).with_name("nginx.conf")
ASIDE = ("/usr/sbin", "/usr/local/sbin", "/sbin")
"""The folders of programs for root, where Debian keeps nginx; nobody else is led there."""

MOST_FILES = 16384
"""Open files that are asked for, where the system allows that many: a visitor takes up to a dozen
connections while their page is loading, and nginx passes each on."""

ALIVE = "/_serving/alive"
"""The address at which nginx answers itself, whatever has become of the processes behind it."""

FAILURES = "max_fails=5 fail_timeout=2s"
"""Failures within two seconds after which a process is not tried for two seconds."""


class Configuration(Template):
    """A text in which ``%name`` is filled in; dollars are nginx's."""

    delimiter = "%"


def find() -> str | None:
    """Return the path of nginx, or None where there is none."""
    return shutil.which("nginx", path=os.pathsep.join((os.environ.get("PATH", ""), *ASIDE)))


def cookie(port: int) -> str:
    """Return the name of the cookie that says where a visitor's session lives.

    Browsers share cookies between all ports of a host, so it has the port in it.
    """
    return f"lab_home_{port}"


def server(port: int, role: str = "") -> str:
    return f"        server {INNER}:{port} {FAILURES}{role};"


def home(number: int, ports: Sequence[int]) -> str:
    """The upstream of the visitors who live at one process: the others take its place."""
    others = [server(port, " backup") for port in ports if port != ports[number]]
    inside = lines(["        least_conn;", server(ports[number]), *others])
    return f"    upstream home_{number} {{\n{inside}\n    }}"


def lines(each: Iterable[str]) -> str:
    return "\n".join(each)


def user() -> str:
    """The line that has nginx serve as nobody where we are root; it is refused to anybody else."""
    if os.geteuid() != 0:
        return ""
    nobody = pwd.getpwnam("nobody")
    return f"user nobody {grp.getgrgid(nobody.pw_gid).gr_name};"


def configuration(
    folder: Path, host: str, port: int, ports: Sequence[int], files: int, base: str = ""
) -> str:
    """Return nginx's configuration.

    Parameters
    ----------
    folder : nginx's own, for all that it writes.
    host, port : the address that visitors reach.
    ports : those of the processes behind it, on this machine.
    files : the files and connections that a process may have open.
    base : the path before the app, such as "/lab", which requests may begin with.
    """
    numbers = range(len(ports))
    return Configuration(TEMPLATE.read_text(encoding="utf-8")).substitute(
        user=user(),
        folder=folder,
        connections=files,
        address=f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
        alive=ALIVE,
        base=f"(?:{re.escape(base)})?" if base else "",
        cookie=cookie(port),
        everybody=lines(server(each) for each in ports),
        homes=lines(home(number, ports) for number in numbers),
        by_cookie=lines(f"        {number} home_{number};" for number in numbers),
        by_port=lines(f'        "~:{ports[number]}$" {number};' for number in numbers),
        unchanged=lines(f'        "{number}>{number}" "";' for number in numbers),
    )


def allow_files() -> int:
    """Raise the limit of open files for us and all that we start, and return it."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = MOST_FILES if most == resource.RLIM_INFINITY else min(MOST_FILES, most)
    if now == resource.RLIM_INFINITY or now >= allowed:
        return MOST_FILES if now == resource.RLIM_INFINITY else min(now, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    return allowed


def front(
    program: str, folder: Path, host: str, port: int, ports: Sequence[int], base: str = ""
) -> Service:
    """Return nginx as a service, its configuration written into ``folder``."""
    # Its processes go through the folder to theirs as nobody, where we are root.
    folder.chmod(0o711)
    file = folder / "nginx.conf"
    text = configuration(folder, host, port, ports, allow_files(), base)
    file.write_text(text, encoding="utf-8")
    return Service(
        "nginx",
        (program, "-p", str(folder), "-c", str(file)),
        nearby(host),
        port,
        path=ALIVE,
        healthy_status=204,
        # Its own processes end with it when it is asked, not when it is killed.
        orphaned=signal.SIGTERM,
    )
