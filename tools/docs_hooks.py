"""What MkDocs does not do by itself for our documents; ``mkdocs.yml`` names this file.

Documents are written to be read in the repository, so some of their links leave ``docs/``. Pages
hold no address of another server: Plotly's script, which figures load, lies beside them.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
AT_THE_ROOT = ("ARCHITECTURE.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md")
"""Documents beside ``docs/`` that are pages, too, as far as they are there."""

CODE = re.compile(r"(```.*?```)", re.DOTALL)
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)#\s]+)(#[^)\s]*)?\)")
LESSONS = "<!-- lessons -->"
TABLE = re.compile(r"^\| lesson \| claim \|\n(?:\|.*\n)+", re.MULTILINE)
SCRIPT = re.compile(r'<script[^>]*src="https://cdn\.plot\.ly/[^"]*"[^>]*>')
NEEDLESS = re.compile(
    r'<script[^>]*src="https://cdnjs[^"]*mathjax[^"]*"[^>]*></script>'
    r'|<script[^>]*>import "https://cdn\.plot\.ly/[^"]*"</script>'
)
"""Plotly's scripts for formulas, which our figures have none of, and once more for itself."""
SECTION = re.compile(
    r"^(?:Parameters|Attributes)\n-+\n(?:.*\n?)*?(?=^\S[^\n]*\n---|\Z)", re.MULTILINE
)
NAMED = re.compile(r"^(\*{0,2}\w+(?:, \w+)*) : (.+)$", re.MULTILINE)
ROLE = re.compile(r":\w+:`~?([^`]+)`")
PLOTLY = "assets/plotly.min.js"


def on_config(config: Any) -> Any:
    """Let notebooks run as for anybody: in a profile of IPython without a person's own habits.

    Its kernels say nothing of their sockets, for none leaves this machine.
    """
    folder = tempfile.mkdtemp(prefix="docs-ipython-")
    profile = Path(folder) / "profile_default"
    profile.mkdir()
    (profile / "ipython_kernel_config.py").write_text("c.IPKernelApp.log_level = 40\n")
    os.environ["IPYTHONDIR"] = folder
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the documents at the root to the pages."""
    from mkdocs.structure.files import File

    for name in AT_THE_ROOT:
        if (ROOT / name).exists():
            files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Make links ones between pages, and write the table of lessons where it belongs."""
    table = TABLE.search((ROOT / "README.md").read_text(encoding="utf-8"))
    here = page.file.src_uri
    return relink(markdown.replace(LESSONS, table[0]), here)


def relink(markdown: str, here: str) -> str:
    """Return a document with its links as its page has them; those to no page are text alone.

    Parameters
    ----------
    here : the path of its page: that below ``docs/``, or its name at the root.
    """
    folder = ROOT if here in AT_THE_ROOT else (DOCS / here).parent

    def link(found: re.Match) -> str:
        text, target, place = found[1], found[2], found[3] or ""
        if "://" in target:
            return found[0]
        page = page_of((folder / target).resolve())
        if page is None:
            return text
        return f"[{text}]({os.path.relpath(page, Path(here).parent)}{place})"

    parts = CODE.split(markdown)
    return "".join(part if k % 2 else LINK.sub(link, part) for k, part in enumerate(parts))


def page_of(path: Path) -> str | None:
    """Return the path of the page that a file is, None where it is none."""
    if path.is_relative_to(DOCS) and path.is_file():
        return path.relative_to(DOCS).as_posix()
    return path.name if path.parent == ROOT and path.name in AT_THE_ROOT else None


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """Let figures load Plotly's script from beside the pages."""
    up = "../" * page.url.count("/")
    return NEEDLESS.sub("", SCRIPT.sub(f'<script src="{up}{PLOTLY}">', output))


def on_post_build(config: Any) -> None:
    """Lay Plotly's script beside the pages: the one of the Plotly that made the figures."""
    import plotly

    script = Path(plotly.__file__).parent / "package_data/plotly.min.js"
    shutil.copyfile(script, Path(config["site_dir"]) / PLOTLY)


def plain(docstring: str) -> str:
    """Return a docstring with each description on a line of its own, and roles as plain code.

    Ours say what a parameter is on the line of its name, ``x : int64 (n,), one for each row``,
    where NumPy's style has a type alone. The types stand in the signatures.
    """
    apart = SECTION.sub(lambda found: NAMED.sub(r"\1\n    \2", found[0]), docstring)
    return ROLE.sub(r"``\1``", apart)
