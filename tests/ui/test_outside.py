"""Text that comes with a file, an address or a folder stays text wherever it stands."""

from __future__ import annotations

import csv
import io
import json
import re

import pandas as pd
import pytest
from google.protobuf.descriptor import FieldDescriptor
from streamlit.testing.v1 import AppTest

from charts.labels import as_text, read_back, shorten
from tests.support.hostile import CLASSES, HOSTILE, NAME, table
from tests.support.pages import open_data
from tests.support.views import open_app, open_lesson
from ui.live.assets import module_sources
from ui.markdown import plain
from ui.playground import export

AS_TEXT = ("options", "default", "values", "value", "raw_value", "raw_values", "code_text")
"""The fields of Streamlit's messages that a browser shows as they are."""

DRAWN = ("x", "y", "tickvals", "categoryarray", "uirevision")
"""The parts of a figure that Plotly never writes: places, and what stands in a table of them."""


@pytest.fixture(autouse=True)
def no_files(tmp_path, monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    return tmp_path


def texts_of(message, path: str = ""):
    """Every text in a message of Streamlit, with the names of the fields it stands in."""
    for field, value in message.ListFields():
        place = f"{path}.{field.name}"
        inner = value if field.is_repeated and not hasattr(value, "keys") else [value]
        if hasattr(value, "keys"):
            inner = list(value.values())
        for one in inner:
            if field.type == FieldDescriptor.TYPE_MESSAGE and hasattr(one, "ListFields"):
                yield from texts_of(one, place)
            elif isinstance(one, str):
                yield place, one


def leaves(node, key: str = ""):
    """Every text in a figure, with the name of what it belongs to."""
    if isinstance(node, dict):
        for name, value in node.items():
            yield from leaves(value, name)
    elif isinstance(node, list):
        for value in node:
            yield from leaves(value, key)
    elif isinstance(node, str):
        yield key, node


def quote(text: str) -> list[str]:
    return [part for part in (*HOSTILE, *CLASSES) if part != "%{y}" and part in text]


def markup_of(app: AppTest) -> list[tuple[str, str]]:
    """The texts of a page in which something from outside would be read as markup."""
    wrong = []
    for element in app.main:
        message = element.proto
        if message is None:
            continue
        if element.type == "bidi_component":
            wrong += _draw(*json.loads(message.json))
            continue
        for place, text in texts_of(message, element.type):
            field = place.rsplit(".", 1)[-1]
            if field not in AS_TEXT and quote(text):
                wrong.append((place, text))
    return wrong


def _draw(payload: dict) -> list[tuple[str, str]]:
    wrong = [("headline", t) for t in [payload.get("headline", "")] if quote(t)]
    for row in payload.get("rows", []):
        for picture in row.get("pictures", []):
            figure = json.loads(picture["figure"])
            # Names of places on an axis, which are written into a CSV file and nowhere else.
            figure.get("layout", {}).get("meta", {}).pop("names", None)
            for key, text in leaves(figure):
                asks = key == "hovertemplate" and (
                    "%{y}" in text.replace("%{y:", "") or quote(text)
                )
                marked = "<" in text.replace("<b>A</b>", "").replace("<extra></extra>", "")
                if key not in DRAWN and (asks or (marked and quote(text))):
                    wrong.append((f"{picture['name']}.{key}", text))
    return wrong


def test_the_walk_finds_what_it_looks_for():
    script = "import streamlit as st; st.markdown('a **b**'); st.button('<b>bold</b>')"
    app = AppTest.from_string(script).run()
    assert len(markup_of(app)) == 2
    figure = json.dumps({"data": [{"name": "<b>bold</b>", "x": ["<b>bold</b>"]}]})
    assert len(_draw({"rows": [{"pictures": [{"name": "a", "figure": figure}]}]})) == 1


def upload_files(content: bytes) -> AppTest:
    app = open_data()
    app.file_uploader[0].upload(NAME, content, "text/csv")
    app.run()
    assert not app.exception and not app.error and NAME in str(app.selectbox[0].options)
    return app


def test_the_data_page_reads_no_markup_in_a_file():
    app = upload_files(table(3))
    assert not markup_of(app)
    for section in ("What was done", "Groups", "Rows", "Take it home"):
        app.segmented_control(key="data_section").set_value(section).run()
        assert not app.exception and not markup_of(app), section


def test_the_playground_reads_no_markup_in_a_file():
    app = upload_files(table(2))
    app.switch_page("pages/playground.py").run()
    for section in ("About the data", "Take it home"):
        app.segmented_control(key="section").set_value(section).run()
        assert not app.exception and not markup_of(app), section
        source = f"Source: {plain(f'the file {NAME} of this session')}"
        assert any(source in shown.value for shown in app.markdown) == section.startswith("About")


def test_the_sweep_reads_no_markup_in_a_file():
    app = upload_files(table(2))
    app.switch_page("pages/sweep.py").run()
    assert not app.exception and not markup_of(app)


def test_no_module_of_the_browser_makes_markup_or_programs_of_text():
    sources = {name: source.decode() for name, source in module_sources().items()}
    made = {
        name: line.strip()
        for name, source in sources.items()
        for line in source.splitlines()
        if re.search(
            r"(inner|outer)HTML|insertAdjacentHTML|document\.write|\beval\(|Function\(", line
        )
    }
    assert len(sources) > 40 and list(made) == ["ui/live/browser/panels/heading.js"]
    after = sources["ui/live/browser/panels/heading.js"].split("node.innerHTML =")[1]
    assert re.match(r"\s*'<svg [^']+</svg>';", after), "one drawing, written out"


def test_no_sentence_reads_markup_in_what_it_refuses():
    app = upload_files(table())
    app.selectbox(key="option_target").set_value(HOSTILE[0]).run()
    app.text_input(key="option_positive").input("<b>bold</b> **b**").run()
    assert app.error and not markup_of(app)
    app = open_app(**{"data": "**b** <b>bold</b>", ":smile:": "1", "a": "$x^2$"})
    assert app.warning and not markup_of(app)


@pytest.mark.parametrize("lesson", ["gravity", "subgradient", "fobos_rda", "counting"])
def test_no_lesson_reads_markup_in_the_chosen_dataset(lesson, no_files):
    name = " ".join(HOSTILE[4:20:3]).replace("/", "")
    (no_files / f"{name}.csv").write_bytes(table(2))
    app = open_lesson(lesson, data=name)
    assert not app.exception and not markup_of(app)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("![x](y)", r"!\[x\](y)"),
        ("<b>", r"\<b>"),
        ("$x$", r"\$x\$"),
        ("a_b _c_", r"a_b \_c\_"),
        (":red[x]", r"\:red\[x\]"),
        (":material/home:", r"\:material&#47;home:"),
        (":smile:", r":color[\:]{}smile:"),
        ("http://a.b", r"http:color[\:]{}//a.b"),
        ("www.a.b", r"www:color[\.]{}a.b"),
        ("a@b.c", r"a:color[\@]{}b.c"),
        ("->", r":color[\-]{}\>"),
        ("&amp;", r"\&amp;"),
        ("# a", r"\# a"),
        ("1. a", r"1\. a"),
        ("    a", "&#32;   a"),
        ("a\n\n# b", "a&#10;&#10;# b"),
        ("mine.csv: column 'a' is empty.", "mine.csv: column 'a' is empty."),
    ],
)
def test_a_text_is_escaped_for_markdown(name, text):
    assert plain(name) == text


@pytest.mark.parametrize("name", [*HOSTILE, "&amp;lt;", "<&lt;"])
def test_a_name_in_a_picture_can_be_read_back(name):
    assert "<" not in as_text(name) and read_back(as_text(name)) == name


@pytest.mark.parametrize(("name", "most", "short"), [("abc", 3, "abc"), ("abcdefgh", 5, "ab…gh")])
def test_a_long_name_is_cut_in_the_middle(name, most, short):
    assert shorten(name, most) == short and len(shorten("x" * 99, 22)) == 22


def test_no_text_of_a_csv_is_a_formula():
    texts = ["=1+1", "+cmd", "-x", "@sum", "\tx", "\rx", "-0.5", "+1", "a=b", "−1", "-1,2"]
    frame = pd.DataFrame({"name": texts, "=h": [-0.5] * len(texts)})
    header, *rows = csv.reader(io.StringIO(export.csv_text(frame), newline=""))
    assert header == ["name", "'=h"]
    assert [row[0] for row in rows] == [
        "'=1+1", "'+cmd", "'-x", "'@sum", "'\tx", "'\rx", "-0.5", "+1", "a=b", "−1", "'-1,2",
    ]  # fmt: skip
    assert {row[1] for row in rows} == {"-0.5"}
