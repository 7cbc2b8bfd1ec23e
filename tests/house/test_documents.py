"""README and documents: short enough, whole, and true about files, lessons and their own source."""

from __future__ import annotations

import re

import pytest

from pages.lessons import LESSONS
from tests.support.sources import ROOT
from tools import include

DESIGN = tuple(f"docs/design/{path.name}" for path in sorted((ROOT / "docs/design").glob("*.md")))
MOST_WORDS = {"README.md": 900, "ARCHITECTURE.md": 1500} | dict.fromkeys(DESIGN, 900)
DOCUMENTS = (
    "README.md",
    "ARCHITECTURE.md",
    "SECURITY.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md"))),
    *DESIGN,
)
CODE = re.compile(r"```.*?```", re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
QUOTED = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"[\w./-]+/|[\w./-]+\.(?:py|js|css|md|txt|toml)")
PACKAGES = (
    "algorithms",
    "charts",
    "datasets",
    "pages",
    "tests",
    "ui",
    "serving",
    "benchmarks",
)
BELOW = (*PACKAGES, "pages/lessons", "ui/live", "ui/live/browser")
NAME = re.compile(r"[\w.]+(?:/|\.py)")
QUOTED_CODE = re.compile(r"```.*?```|`[^`\n]+`|^    .*?$", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(
    r"(?:^ *|`)(?:[A-Z_]+=\S+ )*(?:make ([a-z][\w-]*)|[\w./]*python3? -m ([\w.]+))", re.MULTILINE
)
TARGET = re.compile(r"^([a-z][\w-]*):", re.MULTILINE)
OTHERS = {"pip", "pytest"}
"""Modules of others that documents start."""
BY_ADDING = re.compile(r"sign_sgd|coin|tally|NAME")


def text(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def broken_links(document: str, markdown: str) -> list[str]:
    """The links of a document to files that do not exist."""
    folder = (ROOT / document).parent
    prose = CODE.sub("", markdown)
    targets = [target for target in LINK.findall(prose) if "://" not in target]
    return [target for target in targets if not (folder / target).exists()]


def missing_paths(markdown: str) -> list[str]:
    """The quoted paths that are no file or folder, of the project or below one of its packages."""
    missing = []
    for quoted in QUOTED.findall(CODE.sub("", markdown)):
        if not PATH.fullmatch(quoted) or quoted.startswith(("/", ".")) or BY_ADDING.search(quoted):
            continue
        places = [ROOT / quoted, *(ROOT / package / quoted for package in BELOW)]
        if not any(place.exists() for place in places) and not any_named(quoted):
            missing.append(quoted)
    return missing


def missing_commands(markdown: str) -> list[str]:
    """The targets of ``make`` and the modules started by Python that documents quote in vain."""
    quoted = "\n".join(QUOTED_CODE.findall(markdown))
    targets = TARGET.findall(text("Makefile"))
    missing = []
    for target, module in COMMAND.findall(quoted):
        below = ROOT / module.replace(".", "/")
        starts = below.with_suffix(".py").is_file() or (below / "__main__.py").is_file()
        if not (target in targets or starts or module in OTHERS):
            missing.append(target or module)
    return missing


def missing_in_tree(markdown: str) -> list[str]:
    """The files and folders of the tree on top of ARCHITECTURE that do not exist."""
    missing, folders = [], {}
    for line in CODE.search(markdown)[0].splitlines()[1:-1]:
        indent = len(line) - len(line.lstrip())
        folders = {at: folder for at, folder in folders.items() if at < indent}
        parent = ROOT.joinpath(*folders.values())
        first, *others = line.split()
        named = [name for name in (first, *others) if NAME.fullmatch(name)]
        places = (parent, parent / first)
        missing += [name for name in named if not any((p / name).exists() for p in places)]
        if first in named and first.endswith("/") and "." not in first:
            folders[indent] = first
    return missing


def any_named(path: str) -> bool:
    """A file of that name alone, anywhere, where no folder is named."""
    return "/" not in path and any(next((ROOT / p).rglob(path), None) for p in PACKAGES)


@pytest.mark.parametrize("document", MOST_WORDS)
def test_what_is_read_first_is_short(document):
    assert len(text(document).split()) <= MOST_WORDS[document]


def test_there_is_a_file_for_each_subject_of_design():
    assert {"docs/design/events.md", "docs/design/kernels.md"} <= {*DESIGN}


def test_the_readme_begins_with_a_moving_picture_that_is_soon_there():
    (first, *_) = LINK.findall(text("README.md"))
    assert first.endswith((".webp", ".gif"))
    assert (ROOT / first).stat().st_size <= 1_500_000


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document):
    assert broken_links(document, text(document)) == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_paths_exist(document):
    assert missing_paths(text(document)) == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_commands_exist(document):
    assert missing_commands(text(document)) == []


def test_the_tree_is_the_tree():
    assert missing_in_tree(text("ARCHITECTURE.md")) == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_is_included_is_the_source(document):
    """``python -m tools.include`` fills the blocks again, when this fails."""
    assert include.fill(text(document)) == text(document)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_the_readme_lists_the_lesson(lesson):
    assert f"| /{lesson.key} | {lesson.entry.claim} |" in text("README.md").splitlines()


def test_the_readmes_python_ends_in_a_figure():
    """As after pip, with the names that the packages have here."""
    (code,) = re.findall(r"```python\n(.*?)```", text("README.md"), re.DOTALL)
    here = code.replace("from sparsity_lab import", "import").replace("sparsity_lab.", "")
    *before, last = here.splitlines()
    names: dict = {}
    exec("\n".join(before), names)
    figure = eval(last, names)
    assert here.count("import ") == 2 and figure.layout.title.text
    assert "A · Truncated gradient: useless" in {curve.name for curve in figure.data}


@pytest.mark.parametrize(
    ("claimed", "measured"),
    [
        (r"learns from (\d+) million", r"\n\| truncated gradient \| (\d+)"),
        (r"on the screen after (\d+) ms", r"change → new picture, 4 pictures .*?p50 (\d+) ms"),
        (r"shows (\d+) pictures per", r"drag in the playground \| (\d+) pictures/s"),
        (r"stands ([\d.]+) s after", r"start → first picture, warm \| ([\d.]+) s"),
    ],
)
def test_the_readmes_speeds_are_those_that_were_measured_last(claimed, measured):
    ours, theirs = re.search(claimed, text("README.md")), re.search(measured, text("docs/speed.md"))
    assert ours[1] == theirs[1]


def test_what_is_missing_is_seen():
    assert broken_links("docs/x.md", "[a](y.md) [b](../README.md) [c](https://x.org)") == ["y.md"]
    assert missing_paths("`algorithms/online/x.py`, `charts/` and `sgd.py`") == [
        "algorithms/online/x.py"
    ]
    lines = "`make docs`, make it so,\n```\nmake nothing\nP=1 make run  # make it\n```\n"
    assert missing_commands(
        lines + "`python -m ui.serve`, `python -m ui.none`, `python -m ui`"
    ) == [
        "nothing",
        "ui.none",
        "ui",
    ]
    tree = "```\ntools/  docs/\nui/      the bridge\n  live/  x.py  panels.py\n    y.py\n```"
    assert missing_in_tree(tree) == ["x.py", "y.py"]
    block = "<!-- include tools/find_browser.py::is_root -->\nold\n<!-- end -->"
    assert "def is_root() -> bool:\n" in include.fill(block)
    with pytest.raises(KeyError):
        include.source("tools/find_browser.py::nothing")
