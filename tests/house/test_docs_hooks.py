"""Documents as pages: their links, their figures, their docstrings."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from pages.lessons import LESSONS
from tests.support.sources import ROOT, sources
from tools import docs_hooks
from tools.docs_hooks import plain, relink

PAGE = SimpleNamespace(url="design/events.html", file=SimpleNamespace(src_uri="design/events.md"))


@pytest.mark.parametrize(
    ("here", "link", "becomes"),
    [
        ("serving.md", "[a](../SECURITY.md)", "[a](SECURITY.md)"),
        ("design/events.md", "[a](../../SECURITY.md#b)", "[a](../SECURITY.md#b)"),
        ("design/events.md", "[a](../speed.md)", "[a](../speed.md)"),
        ("ARCHITECTURE.md", "[a](docs/adding.md)", "[a](adding.md)"),
        ("adding.md", "[a](../tests/house/test_names.py)", "a"),
        ("adding.md", "[a](https://example.org/x)", "[a](https://example.org/x)"),
        ("adding.md", "[a](#b)", "[a](#b)"),
        ("adding.md", "```\n[a](../Makefile)\n```", "```\n[a](../Makefile)\n```"),
    ],
)
def test_links_lead_to_pages_or_nowhere(here, link, becomes):
    assert relink(f"x {link} y", here) == f"x {becomes} y"


def test_the_lessons_are_those_of_the_readme():
    page = SimpleNamespace(file=SimpleNamespace(src_uri="index.md"))
    text = docs_hooks.on_page_markdown((ROOT / "docs/index.md").read_text("utf-8"), page)
    assert text.count("\n| /") == len(LESSONS) and docs_hooks.LESSONS not in text


def test_pages_ask_no_other_server_for_scripts():
    plotly = '<script charset="utf-8" src="https://cdn.plot.ly/plotly-4.js" integrity="x"></script>'
    maths = '<script src="https://cdnjs.cloudflare.com/mathjax/3/tex-svg.min.js"></script>'
    again = '<script type="module">import "https://cdn.plot.ly/plotly-4.min"</script>'
    page = docs_hooks.on_post_page(f"{maths}{again}{plotly}<p>", PAGE)
    assert page == '<script src="../assets/plotly.min.js"></script><p>'


def test_descriptions_stand_below_names():
    docstring = (
        "Return x : y.\n\nParameters\n----------\na, b : int64 (n,), of\n    :class:`~c.D`.\n"
    )
    docstring += "more : other.\n\nExamples\n--------\n>>> {1 : 2}\n"
    assert plain(docstring) == (
        "Return x : y.\n\nParameters\n----------\na, b\n    int64 (n,), of\n    ``c.D``.\n"
        "more\n    other.\n\nExamples\n--------\n>>> {1 : 2}\n"
    )


def test_every_document_is_in_the_list_of_pages():
    """So is whatever the reference describes among what can be imported."""
    listed = (ROOT / "mkdocs.yml").read_text("utf-8")
    folder = ROOT / "docs"
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*.md")}
    found |= {path.relative_to(folder).as_posix() for path in folder.rglob("*.ipynb")}
    assert [path for path in sorted(found) if f" {path}\n" not in listed] == []
    modules = {path.removesuffix(".py").replace("/", ".") for path in sources("algorithms")}
    described = re.findall(r"^::: (\S+)$", (folder / "reference/algorithms.md").read_text(), re.M)
    assert described and not set(described) & modules
