"""The modules that browsers are served: all of them, at the project's paths, and nothing else."""

from __future__ import annotations

import errno
import json
import os
import posixpath
import re
from pathlib import Path
from unittest.mock import Mock

import pytest
from streamlit.components.v2.bidi_component import serialization

from charts.palette import PARTNERS
from tests.support.views import open_app, pictures
from ui.live.assets import MADE, ROOT, mirror, module_sources

IMPORTED = re.compile(r"""(?:from |import\(|import )["'](\.[^"']+)["']""")


def test_every_module_is_served_at_its_path():
    names = set(module_sources())
    assert {"ui/live/browser/stage/stage.js", "pages/lessons/l1_ball/ball.js"} <= names
    written = {path.relative_to(ROOT).as_posix() for path in (ROOT / "ui").rglob("*.js")}
    written |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "pages").rglob("*.js")}
    assert names == written | {MADE}


def test_the_browser_has_the_partners_that_the_palette_declares():
    source = module_sources()[MADE].decode()
    declared = source.removeprefix("export const PARTNERS = ").removesuffix(";\n")
    assert json.loads(declared) == PARTNERS


def test_modules_find_what_they_import():
    sources = module_sources()
    imports = [
        posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
        for name, source in sources.items()
        for target in IMPORTED.findall(source.decode())
    ]
    assert len(imports) > 30
    assert set(imports) <= set(sources)


def test_nothing_but_modules_is_served(tmp_path):
    folder = mirror(module_sources(), tmp_path / "served")
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert {path.relative_to(folder).as_posix() for path in files} == set(module_sources())
    assert {path.suffix for path in files} == {".js"}
    assert not any(path.is_symlink() for path in folder.rglob("*"))
    assert [path.name for path in tmp_path.iterdir()] == ["served"]


def test_a_copy_that_is_there_is_kept(tmp_path):
    first = mirror({"a/b.js": b"1"}, tmp_path / "served")
    assert mirror({"a/b.js": b"2"}, tmp_path / "served") == first
    assert (first / "a" / "b.js").read_bytes() == b"1"


def test_a_copy_that_fills_the_disk_leaves_nothing(tmp_path, monkeypatch):
    def full(path, content):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        mirror({"a/b.js": b"1"}, tmp_path / "served")
    assert list(tmp_path.iterdir()) == []


def test_streamlit_looks_for_no_table_in_what_elements_are_given(monkeypatch):
    """It imports pandas for that, which takes 0.2 s of the first visit."""
    look = Mock(return_value=False)
    monkeypatch.setattr(serialization, "is_dataframe_like", look)
    assert pictures(open_app())
    look.assert_not_called()
