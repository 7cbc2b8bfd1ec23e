"""The small library under all elements, in a browser without the app."""

from __future__ import annotations

import struct
from base64 import b64encode

import numpy as np
import pytest

from tests.support.modules import evaluate

pytestmark = pytest.mark.browser

LIB = "ui/live/browser/lib"

ELEMENTS = """() => {
    const clicks = [];
    const node = element(
        "button",
        { type: "button", title: "t", role: "switch", aria: { label: "l" },
          onclick: () => clicks.push(1) },
        "one ",
        element("b", { textContent: "two" }),
    );
    node.click();
    return [node.outerHTML, clicks.length, element("p").outerHTML];
}"""

# How often something was ended: while it stood on the page, and when it had left it.
ENDED = """() => {
    const root = document.body.appendChild(element("p"));
    let ended = 0;
    const end = whenGone(root, () => { ended += 1; });
    end();
    const before = ended;
    root.remove();
    end();
    return [before, ended];
}"""

# How often the page was changed by each writing.
TEXTS = """() => {
    const node = document.body.appendChild(element("p"));
    const watch = new MutationObserver(() => {});
    watch.observe(node, { attributes: true, characterData: true, childList: true, subtree: true });
    const changes = [];
    const count = (write) => {
        write();
        changes.push(watch.takeRecords().length);
    };
    count(() => setText(node, "a"));
    count(() => setText(node, "a"));
    count(() => setText(node, "b **c** d"));
    count(() => setBoldText(node, "e **f** g **h**"));
    const html = node.innerHTML;
    count(() => setBoldText(node, "e **f** g **h**"));
    count(() => setLabel(node, "l"));
    count(() => setLabel(node, "l"));
    return [changes, html, node.getAttribute("aria-label")];
}"""

# A canvas at a screen's scale: its size, and what of the pen is left by a second wipe.
WIPED = """(scale) => {
    Object.defineProperty(window, "devicePixelRatio", { value: scale });
    const canvas = document.createElement("canvas");
    const pen = wipe(canvas, { width: 101, height: 50 });
    pen.lineWidth = 7;
    pen.globalAlpha = 0.5;
    pen.setLineDash([3]);
    pen.fillRect(0, 0, 101, 50);
    const again = wipe(canvas, { width: 101, height: 50 });
    const { a, d } = again.getTransform();
    const left = again.getImageData(10, 10, 1, 1).data[3];
    return {
        size: [canvas.width, canvas.height],
        scale: [a, d],
        kept: again.lineWidth === 7,
        clean: left === 0 && again.globalAlpha === 1 && !again.getLineDash().length,
    };
}"""

SAVED = """async (rows) => {
    const saved = [];
    HTMLAnchorElement.prototype.click = function () {
        saved.push(this.download, fetch(this.href).then((file) => file.text()));
    };
    downloadCsv("a name", rows);
    return Promise.all(saved);
}"""

# The address after each of some writings, a rest of the writer apart.
WRITTEN = """async () => {
    history.replaceState(null, "", "?other=1&frame=3");
    const node = document.body.appendChild(document.createElement("p"));
    const addresses = [];
    let value = 4;
    let asked = 0;
    const parameter = new AddressParameter(node, "frame", () => (asked++, value));
    const rest = async () => {
        await new Promise((done) => setTimeout(done, 400));
        addresses.push(location.search);
    };
    for (let i = 0; i < 5; i++) parameter.write();
    addresses.push(location.search);
    await rest();
    value = null;
    parameter.write();
    await rest();
    value = 5;
    parameter.write();
    parameter.close();
    await rest();
    value = 6;
    parameter.write();
    const here = location.href;
    history.replaceState(null, "", "/another_page?frame=1");
    await rest();
    history.replaceState(null, "", here);
    node.remove();
    parameter.write();
    await rest();
    return [addresses, asked];
}"""

COLOURS = """() => {
    const node = document.body;
    const mixed = resolvedColour("color-mix(in srgb, #ff0000 50%, transparent)", node);
    const dark = ["#eeeeee", "rgb(250, 250, 250)", "#222222"].map((text) => isDark({ text }, node));
    node.style.setProperty("--st-text-color", "#123456");
    const gone = theme(document.createElement("div"));
    return [mixed, resolvedColour("#00ff00", node), dark, theme(node), gone];
}"""


def run(browser, module: str, expression: str, given=None):
    return evaluate(browser, [f"{LIB}/{module}"], expression, given)


def test_an_element_has_properties_and_children(browser):
    html, clicks, plain = run(browser, "dom", ELEMENTS)
    assert html == (
        '<button type="button" title="t" role="switch" aria-label="l">one <b>two</b></button>'
    )
    assert clicks == 1 and plain == "<p></p>"


def test_what_stands_on_the_page_is_not_ended_by_a_payload_that_was_overtaken(browser):
    assert run(browser, "dom", ENDED) == [0, 1]


def test_a_text_written_again_changes_nothing(browser):
    changes, html, label = run(browser, "dom", TEXTS)
    assert [n > 0 for n in changes] == [True, False, True, True, False, True, False]
    assert html == "e <b>f</b> g <b>h</b>" and label == "l"


@pytest.mark.parametrize(("scale", "size"), [(1, [101, 50]), (2, [202, 100]), (1.5, [152, 75])])
def test_a_canvas_is_as_sharp_as_the_screen_and_made_once(browser, scale, size):
    assert run(browser, "canvas", WIPED, scale) == {
        "size": size,
        "scale": [scale, scale],
        "kept": True,
        "clean": True,
    }


def test_a_table_is_saved_with_its_texts_quoted(browser):
    name, text = run(browser, "save", SAVED, [["a", 'b "c", d'], ["e", 0.5], [1e-7, 3]])
    assert name == "a name.csv"
    assert text == '"a","b ""c"", d"\n"e",0.5\n1e-7,3'
    texts = ["=1+1", "+x", "-x", "@x", "\tx", "-0.5", "a=b"]
    _, text = run(browser, "save", SAVED, [texts, [-0.5]])
    assert text == '"\'=1+1","\'+x","\'-x","\'@x","\'\tx","-0.5","a=b"\n-0.5', "no formula"


def test_the_address_is_written_when_the_view_rests(browser):
    (at_once, rested, without, closed, left, gone), asked = run(browser, "address", WRITTEN)
    assert at_once == "?other=1&frame=3"
    assert rested == "?other=1&frame=4", "and what else is in the address stays"
    assert without == closed == gone == rested
    assert left == "?frame=1", "a link that is followed has an address of its own"
    assert asked == 2, "once a rest"


def test_colours_are_worked_out(browser):
    mixed, plain, dark, theme, gone = run(browser, "theme", COLOURS)
    assert mixed == "rgba(255,0,0,0.5)" and plain == "rgb(0, 255, 0)"
    assert dark == [True, True, False], "bright text stands on a dark page"
    assert theme["text"] == "#123456" and theme["font"] == "sans-serif"
    assert gone == theme, "what has left the page may be drawn once more"


def test_numbers_are_written_and_read(browser):
    texts = run(
        browser,
        "numbers",
        """(given) => [
            given.map(twoPlaces),
            ...[[1234567], [0.5, 2], [1 / 3, 0, 3]].map((each) => groupDigits(...each)),
        ]""",
        [0.5, -1.254, -0.001, 12],
    )
    assert texts == [["0.50", "−1.25", "0.00", "12.00"], "1,234,567", "0.50", "0.333"]
    values = [1.0, 2.0, 300.0]
    sent = [
        {"dtype": dtype, "bdata": b64encode(struct.pack(f"<3{code}", *kind(values))).decode()}
        for dtype, code, kind in (
            ("f8", "d", list),
            ("f4", "f", list),
            ("u2", "H", lambda v: map(int, v)),
        )
    ]
    decoded = run(
        browser, "numbers", "(given) => given.map((v) => [...decode(v)])", [*sent, values]
    )
    assert decoded == [values] * 4


def test_where_a_hand_rested_is_read_and_held_in_its_range(browser):
    read = evaluate(
        browser,
        ["ui/live/browser/hands/point"],
        "(given) => given.map((text) => readPoint(text, [1, 2], [-9, 9]))",
        ["0.5_-3", "20_-20", "", "1", "1_x", "1_2_3"],
    )
    assert read == [[0.5, -3], [9, -9], [1, 2], [1, 2], [1, 2], [1, 2]]


def test_places_are_spread_and_move_no_more_than_they_must(browser):
    given = [
        ([10, 50, 90], 12, 0, 100),
        ([50, 50, 50], 12, 0, 100),
        ([1, 0, 2], 12, 0, 100),
        ([99, 98], 12, 0, 100),
        ([], 12, 0, 100),
    ]
    spread = "(given) => given.map((one) => spread(...one))"
    assert evaluate(browser, ["ui/live/browser/lib/spread"], spread, given) == [
        [10, 50, 90], [38, 50, 62], [12, 0, 24], [100, 88], [],
    ]  # fmt: skip


def test_a_line_is_cut_into_its_dashes_around_corners_too(browser):
    # A line as it is, the pattern, the box if there is one, and the dashes by hand.
    box = {"left": 20, "right": 40, "top": 0, "bottom": 10}
    cases = [
        ([[0, 0], [20, 0]], [9, 9], [[[0, 0], [9, 0]], [[18, 0], [20, 0]]]),
        ([[0, 0], [5, 0], [5, 10]], [9, 3], [[[0, 0], [5, 0], [5, 4]], [[5, 7], [5, 10]]]),
        ([[0, 0], [3, 4]], [1, 1, 2, 1], [[[0, 0], [0.6, 0.8]], [[1.2, 1.6], [2.4, 3.2]]]),
        ([[7, 7]], [9, 9], [[[7, 7]]]),
        ([[0, 5], [60, 5]], [9, 9], box, [[[20, 5], [27, 5]], [[36, 5], [40, 5]]]),
        ([[30, 5], [30, 55], [39, 55]], [9, 9], box, [[[30, 5], [30, 10]]]),
        ([[30, 1e6], [30, 8], [30, -1e6]], [9, 9], box, None),
    ]
    for *given, expected in cases:
        made = evaluate(browser, [f"{LIB}/dashes"], "(given) => inDashes(...given)", given)
        # One point is no line.
        made = made if made == expected else [each for each in made if len(each) > 1]
        if expected is None:
            assert len(made) < 5, "a line without end is cut where it can be seen alone"
            continue
        assert [len(each) for each in made] == [len(each) for each in expected]
        for own, by_hand in zip(made, expected, strict=True):
            assert np.allclose(own, by_hand)


def test_another_text_keeps_the_nodes_it_is_told_in(browser):
    tellings = [
        ("setText", ["1", "2", None, "3"]),
        ("setBoldText", ["A **4**", "B **5**", "all alike", "**6** and **7**"]),
        ("setTextWith", ["by hand: C", "now by hand: D", "E", "by hand"]),
    ]
    result = evaluate(
        browser,
        [f"{LIB}/dom"],
        """(tellings) => tellings.map(([name, texts]) => {
            const node = document.createElement("p");
            const tell = { setText, setBoldText, setTextWith }[name];
            let before = [];
            return texts.map((text) => {
                tell(node, text, "by hand", "lab-by-hand");
                const nodes = [...node.childNodes, ...[...node.children].map((b) => b.firstChild)];
                const kept = nodes.every((one) => before.includes(one));
                before = nodes;
                return [node.innerHTML, kept];
            });
        })""",
        tellings,
    )
    hand = '<span class="lab-by-hand">by hand</span>'
    assert result == [
        [["1", False], ["2", True], ["", True], ["3", True]],
        [["A <b>4</b>", False], ["B <b>5</b>", True], ["all alike", False],
         ["<b>6</b> and <b>7</b>", False]],
        [[f"{hand}: C", False], [f"now {hand}: D", True], ["E", False], [hand, False]],
    ]  # fmt: skip


def test_a_handle_that_stands_where_it_stood_is_left_alone(browser):
    changed = evaluate(
        browser,
        ["ui/live/browser/hands/handle"],
        """(places) => {
            const { node, show } = handle(document.body, "a knob", {});
            const changes = new MutationObserver(() => {});
            changes.observe(node, { attributes: true });
            return places.map(([x, now]) => {
                show(x, 5, { now, text: `${now} °`, min: 0, max: 1e-9 });
                const texts = [node.style.transform, node.ariaValueNow, node.ariaValueText];
                return [changes.takeRecords().length > 0, ...texts];
            });
        }""",
        [[10, 1], [10, 1], [20, 1], [20, 2]],
    )
    assert changed == [
        [True, "translate(10px, 5px)", "1", "1 °"],
        [False, "translate(10px, 5px)", "1", "1 °"],
        [True, "translate(20px, 5px)", "1", "1 °"],
        [True, "translate(20px, 5px)", "2", "2 °"],
    ]


FETCHED_EARLY = """(paths) => paths.map((path) => {
    history.replaceState(null, "", path);
    document.querySelector("[data-lab-plotly]")?.remove();
    show({ data: { visit: "", plotly: "plotly.min.js" } });
    const before = document.querySelector("[data-lab-plotly]")?.rel;
    const how = { bubbles: true, pointerType: path === paths[0] ? "touch" : "mouse" };
    document.body.dispatchEvent(new PointerEvent("pointermove", how));
    return [before, document.querySelector("[data-lab-plotly]")?.rel].map((rel) => rel ?? null);
})"""


def test_plotly_is_fetched_when_a_mouse_has_moved_where_pictures_do_not_load_it(browser):
    """A finger that scrolls is no use of pictures; once a mouse has moved all pages fetch it."""
    paths = ["/regret", "/rounding", "/", "/in/a/folder/data"]
    fetched = evaluate(browser, ["ui/live/browser/early"], FETCHED_EARLY, paths)
    assert fetched == [[None, None], [None, "prefetch"], ["prefetch", "prefetch"], [None, None]]
