"""The table that benchmarks print."""

from __future__ import annotations

import os
import platform
from dataclasses import astuple, dataclass, fields
from importlib import metadata


@dataclass
class Row:
    """One line of the table, all text. ``verdict`` is empty where there is no bar."""

    what: str
    measured: str
    peer: str = ""
    ratio: str = ""
    bar: str = ""
    verdict: str = ""


def at_least(value: float, bar: float) -> str:
    """Return "met" where ``value`` reaches ``bar``, else the share by which it falls short."""
    return "met" if value >= bar else f"missed by {100 * (1 - value / bar):.0f} %"


def at_most(value: float, bar: float) -> str:
    """Return "met" where ``value`` stays under ``bar``, else the share by which it goes over."""
    return "met" if value <= bar else f"missed by {100 * (value / bar - 1):.0f} %"


def table(rows: list[Row]) -> str:
    """The rows as a Markdown table, columns padded to be read as they are."""
    lines = [tuple(f.name for f in fields(Row)), *(astuple(row) for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    padded = []
    for line in lines:
        cells = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
        padded.append(f"| {' | '.join(cells)} |")
    padded.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(padded)


def machine() -> str:
    """The machine and its software: differences between machines are larger than most others."""
    packages = ("numpy", "numba", "scikit-learn", "vowpalwabbit", "streamlit", "plotly")
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in packages)
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return (
        f"{os.cpu_count()} cores, {processor()}{load}\n"
        f"{platform.system()} {platform.machine()}, Python {platform.python_version()}, {versions}"
    )


def processor() -> str:
    """The processor's name where the system tells it."""
    try:
        with open("/proc/cpuinfo") as lines:
            named = (line.split(":")[1] for line in lines if line.startswith("model name"))
            return next(named).strip()
    except (OSError, StopIteration):
        return platform.processor() or "unknown processor"
