"""The data page in a real browser: uploads, groups by hand, one dataset for all pages."""

from __future__ import annotations

import io
import re
import zipfile
from contextlib import suppress
from functools import partial

import pandas as pd
import pytest
from playwright.sync_api import TimeoutError, expect

from algorithms.estimators import SGDClassifier
from algorithms.models import Model
from tests.support import hostile
from tests.support.views import (
    DATA_STAGE,
    address_has,
    enter,
    figure,
    plot,
    slider,
    wait_for_paint,
    wait_for_rest,
)
from tests.support.views import entry as number
from tests.support.visits import follow, navigate

pytestmark = pytest.mark.browser

ROWS = [(i % 5, i * 7 % 11, "uv"[i % 2], "yes" if i * 7 % 11 > 5 else "no") for i in range(60)]
FRAME = pd.DataFrame(ROWS, columns=["size", "<b>mass</b>", "colour", "target"])


def csv(separator=",") -> bytes:
    return FRAME.to_csv(index=False, sep=separator).encode()


def svmlight() -> bytes:
    return "".join(f"{1 if y == 'yes' else -1} 1:{a} 2:{b}\n" for a, b, _, y in ROWS).encode()


def parquet() -> bytes:
    held = io.BytesIO()
    FRAME.to_parquet(held)
    return held.getvalue()


def zip_bytes(content: bytes, name: str) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as file:
        file.writestr(name, content)
    return held.getvalue()


FILES = {"binary.parquet": parquet(), "packed.csv.zip": zip_bytes(csv(), "packed.csv")}
"""Bytes and an archive; the tests of formats read each of them with every ending."""

ENDED = "The file of this address is no longer here"

KEEPS_NOTHING = "Object.defineProperty(window, 'indexedDB', { value: undefined });"
"""Has a page be as in another browser: it finds nothing there that was kept."""

MADE_OF_IT = """() => {
    const marks = "a, img, b, strong, em, i, del, code, script, .katex, [class*=Badge]";
    const hostile = /\\b(invalid|bold|blue|red|smile)\\b|x\\^2|^[bisx]$|^code$/;
    return [...document.querySelectorAll(marks)]
        .filter((node) => hostile.test(node.textContent.trim()) || /invalid/.test(node.outerHTML))
        .map((node) => node.outerHTML.slice(0, 200));
}"""
"""The elements that were made of a hostile text."""


@pytest.fixture(scope="module")
def visit(shared_visit):
    """One visitor, who uploads a file in every test."""
    p = navigate(shared_visit.anywhere(), "/data", DATA_STAGE)
    p.set_default_timeout(20_000)
    return p


@pytest.fixture
def p(pages, visit):
    other_data(visit)
    yield visit
    assert not pages.complaints()


def other_data(p) -> None:
    """Turn to a dataset that is no upload."""
    p.keyboard.press("Escape")  # a list that is open, and then what it stands in
    shut(p)
    chosen = p.get_by_role("combobox", name="dataset", exact=True)
    arrived = partial(expect(chosen).to_have_value, "Digits, one against another")
    # On a fresh machine the kernels that fit the knobs are compiled first.
    follow(p, "/data?data=digits_4_9", arrived, last=60_000)


def shut(p) -> None:
    """Close what stands open behind a button, and wait until the server has heard of it.

    Its answer would close again what is opened before it has come.
    """
    p.keyboard.press("Escape")
    expect(p.get_by_test_id("stPopoverBody")).to_have_count(0)
    wait_for_rest(p)


def upload(p, name: str, content: bytes) -> None:
    """Choose a file, as a visitor does: once more where the entry was closed before it was heard.

    The server's word on what stood open before may still be on its way. A file that was taken has
    left an entry of its own behind it, whether or not it could be read.
    """
    entry = p.get_by_test_id("stPopoverBody").locator("input[type=file]")
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    for _ in range(3):
        if entry.count() == 0:
            wait_for_rest(p)
            p.get_by_role("button", name="Upload a file").click()
            wait_for_rest(p)
        with suppress(TimeoutError):
            used = entry.first.element_handle(timeout=5_000)
            used.set_input_files(file)
            p.wait_for_function("node => !node.isConnected", arg=used, timeout=10_000)
            wait_for_rest(p)
            if entry.count():
                return
    raise AssertionError(f"{name} was not taken")


def shows(p, n_features: int) -> None:
    """All of its rows are there, a quarter of them held out, and so many features."""
    counts = re.compile(rf"45 examples\s+{n_features} features\s.*15 held out")
    expect(p.get_by_text(counts)).to_be_visible()


def test_bytes_and_archives_are_taken_in(p):
    for name, content in FILES.items():
        upload(p, name, content)
        shows(p, 4)
        chosen = p.get_by_role("combobox", name="dataset", exact=True)
        expect(chosen).to_have_value(f"{name} · upload")
        expect(p.get_by_text(re.compile(f"^{name}: .*15 of 60 rows are held out"))).to_be_visible()
        usual = r"&data\.scaling=unit\+variance&data\.test_fraction=0\.25$"
        expect(p).to_have_url(re.compile(r"data=upload-[0-9a-f]{12}" + usual))


def test_nothing_in_a_file_is_markup(p):
    upload(p, hostile.NAME, hostile.table())
    chosen = p.get_by_role("combobox", name="dataset", exact=True)
    # Knobs are fitted to three classes, by kernels of their own.
    expect(chosen).to_have_value(f"{hostile.NAME} · upload", timeout=60_000)
    expect(p.get_by_text("18 of 72 rows are held out")).to_be_visible()
    assert p.evaluate(MADE_OF_IT) == []
    wait_for_paint(p, DATA_STAGE)
    for picture, name in (("balance", hostile.CLASSES[0]), ("relevance", "<i>words</i>=:red[x]")):
        expect(plot(p, picture).locator("text").get_by_text(name, exact=True)).to_be_visible()
    expect(plot(p, "balance")).to_have_accessible_name(re.compile(re.escape(hostile.CLASSES[1])))
    shut(p)
    p.get_by_role("radio", name="What was done").click()
    expect(p.get_by_text(f"the file {hostile.NAME} of this session")).to_be_visible()
    assert p.evaluate(MADE_OF_IT) == []
    p.get_by_role("link", name="Playground").click()
    wait_for_paint(p, ("profile", "regret", "sparsity"))
    p.get_by_role("radio", name="About the data").click()
    expect(p.get_by_text(f"Source: the file {hostile.NAME} of this session")).to_be_visible()
    assert p.evaluate(MADE_OF_IT) == []


def test_strangers_see_nothing_of_a_file_but_a_parse_of_their_own(p, pages):
    """Rows of svmlight, which are a table with a column for the first who called them one."""
    rows = svmlight()
    upload(p, "mine.txt", rows)
    expect(p.get_by_role("combobox", name="dataset", exact=True)).to_have_value("mine.txt · upload")
    expect(p).to_have_url(re.compile("data=upload-"))
    stranger = pages()
    stranger.add_init_script(KEEPS_NOTHING)
    stranger.goto(p.url)
    expect(stranger.get_by_text(ENDED)).to_be_visible()
    address_has(stranger, data="digits_4_9")
    wait_for_paint(stranger, DATA_STAGE)
    chosen = stranger.get_by_role("combobox", name="dataset", exact=True)
    chosen.click()
    expect(stranger.get_by_role("option").first).to_be_visible()
    assert "mine.txt" not in stranger.locator("body").inner_text()
    shut(stranger)
    upload(stranger, "yours.svm", rows)
    expect(stranger.get_by_text("This browser lets the page keep nothing")).to_be_visible()
    shows(stranger, 2)
    shut(stranger)
    stranger.get_by_role("radio", name="What was done").click()
    expect(stranger.get_by_text("the file yours.svm of this session")).to_be_visible()
    expect(stranger.get_by_text("mine.txt")).to_have_count(0)
    loses_no_knobs(stranger, "yours.svm", rows)
    stranger.close()
    finds_its_file_again(p)


def finds_its_file_again(p) -> None:
    """A reload takes the file in once more, from the browser, and what was tried on it stands."""
    shut(p)
    key = re.search("data=(upload-[0-9a-f]+)", p.url)[1]
    navigate(p, f"/playground?data={key}&a=truncated_gradient")
    wait_for_paint(p)
    for gravity in ("0.7", "0.6"):
        enter(p, "run A", "gravity", gravity)
        address_has(p, a__gravity=gravity)
    address = p.url
    p.reload()
    wait_for_paint(p)
    expect(p.get_by_role("combobox", name="dataset", exact=True)).to_have_value("mine.txt · upload")
    assert p.url == address
    expect(figure(p, "tradeoff")).to_contain_text("Pale dots are settings that were tried")


def loses_no_knobs(p, name: str, content: bytes) -> None:
    """The knobs for a file survive a reload, beside the opening's own."""
    p.get_by_role("link", name="Playground").click()
    wait_for_paint(p)
    enter(p, "run A", "gravity", "0.7")
    address_has(p, a__gravity="0.7")
    expect(p).to_have_url(re.compile("data=upload-"))
    p.reload()
    expect(p.get_by_text(ENDED)).to_be_visible(timeout=30_000)
    wait_for_paint(p)
    expect(number(p, "run A", "gravity")).to_have_value("0.25")
    p.get_by_role("link", name="Data", exact=True).click()
    expect(p.get_by_text("take the file in again")).to_be_visible()
    upload(p, name, content)
    shut(p)
    expect(p.get_by_text(f"{name} is back")).to_be_visible()
    p.get_by_role("button", name="Use these knobs again").click()
    expect(p.get_by_text("The earlier knobs are set again")).to_be_visible()
    p.get_by_role("link", name="Playground").click()
    wait_for_paint(p)
    address_has(p, a__gravity="0.7")
    expect(p).to_have_url(re.compile("data=upload-"))


def test_a_file_that_is_none_is_refused_in_a_sentence(p):
    upload(p, "ragged.csv", b"a,b\n1,2\n1,2,3\n")
    expect(p.get_by_text(re.compile(r"ragged\.csv: .*line 3"))).to_be_visible()
    shut(p)
    upload(p, "what.is", b"?")
    expect(p.get_by_text(re.compile(r"what\.is: neither its name nor"))).to_be_visible()


def test_one_dataset_for_all_pages(p):
    navigate(p, "/playground?a=rounding")  # whatever runs an earlier upload has led to
    other_data(p)
    upload(p, "a.csv", csv())
    shows(p, 4)
    shut(p)
    p.get_by_role("link", name="Playground").click()
    wait_for_paint(p)
    address_has(p, a="rounding")
    expect(p).to_have_url(re.compile(r"/playground\?.*data=upload-"))
    slider(p, "data", "noise_features").press("ArrowRight")
    address_has(p, data__noise_features="10")
    wait_for_rest(p)
    p.get_by_role("link", name="Data", exact=True).click()
    shows(p, 14)
    p.go_back()
    wait_for_paint(p)
    assert "a=rounding" in p.url


@pytest.fixture(scope="module")
def own(visit):
    """The visitor with a file of their own, in whose page the tests below follow one another."""
    other_data(visit)
    upload(visit, "semicolons.csv", csv(";"))
    shows(visit, 4)
    shut(visit)
    return visit


@pytest.fixture
def f(pages, own):
    yield own
    assert not pages.complaints()


def test_what_was_done_is_told(f):
    f.get_by_role("radio", name="What was done").click()
    for part in ("separated by semicolons", "1 column of text turned into 2 columns", "is +1"):
        expect(f.get_by_role("listitem").filter(has_text=part)).to_be_visible()
    expect(f.get_by_test_id("stCaptionContainer").filter(has_text="yes is +1")).to_be_visible()


def test_the_examples_are_taken_home(f):
    f.get_by_role("radio", name="Take it home").click()
    with f.expect_download() as waiting:
        f.get_by_role("button", name="Examples (svmlight)").click()
    lines = waiting.value.path().read_text().splitlines()
    assert len(lines) == 45, "those held out are left out"
    assert all(re.match(r"-?1 ", line) for line in lines)


def test_a_model_predicts_the_dataset_above(f, tmp_path):
    learner = SGDClassifier(random_state=0).fit(FRAME[["size", "<b>mass</b>"]], FRAME["target"])
    Model.of(learner).save(tmp_path / "model.json")
    f.get_by_role("radio", name="Predict").click()
    uploader = f.get_by_label("A model from the playground (JSON)")
    uploader.locator("input[type=file]").set_input_files(tmp_path / "model.json")
    f.get_by_role("button", name=re.compile("the dataset above")).click()
    with f.expect_download() as waiting:
        f.get_by_role("button", name="Predictions (CSV)").click()
    table = pd.read_csv(waiting.value.path())
    wanted = Model.of(learner).decision_function(FRAME)
    assert table["decision value"].tolist() == wanted.tolist()
    assert table["in the file"].tolist() == FRAME["target"].tolist()


def test_groups_by_rule_and_back(f):
    """Back leads to the view before, whatever was done on a page that was left."""
    f.get_by_role("link", name="Playground").click()
    wait_for_paint(f)
    before = f.url
    slider(f, "run A", "threshold").press("ArrowRight")  # whatever other runs there are
    f.wait_for_function("before => location.href !== before", arg=before)
    f.get_by_role("link", name="Data", exact=True).click()
    wait_for_paint(f, DATA_STAGE)
    f.get_by_role("radio", name="Groups").click()
    for rule, groups in (("blocks of m features", "blocks 5"), ("no groups", "none")):
        f.get_by_role("combobox", name="groups").click()
        f.get_by_role("option", name=rule).click()
        address_has(f, data__groups=groups)
        wait_for_rest(f)
    f.go_back()
    expect(f.get_by_text("1 groups")).to_be_visible()
    address_has(f, data__groups="blocks 5")
    wait_for_rest(f)
    f.go_back()
    expect(f.get_by_text("3 groups")).to_be_visible()
    address_has(f, data__groups=None)
    wait_for_rest(f)


def test_a_column_left_out_and_one_read_as_categories(f):
    wait_for_rest(f)
    f.get_by_role("button", name="Its options").click()
    f.get_by_role("combobox", name="columns left out").fill("colour")
    f.keyboard.press("Enter")
    shows(f, 2)
    address_has(f, data__left_out="colour")
    f.get_by_role("combobox", name="read as categories").fill("size")
    f.keyboard.press("Enter")
    shows(f, 6)
    address_has(f, data__left_out="colour", data__categories="size")
