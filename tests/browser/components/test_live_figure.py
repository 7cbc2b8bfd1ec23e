"""A figure's states, in a browser without the app: a Plotly that paints when the test says so."""

from __future__ import annotations

import json

import pytest

from charts.layout import frame
from tests.support.modules import evaluate

pytestmark = pytest.mark.browser

LOOK = {"text": "#000000", "grid": "#eeeeee", "font": "sans-serif"}

# A figure, what Plotly was asked to paint (the name of its first curve), and the means to let it
# finish. `step(n)` notes the state, whether the sketch covers the painting, and what was painted.
STAGE = """
    const asked = [];
    let finish = () => {};
    window.Plotly = {
        purge: () => {},
        react: (node, data, layout) => {
            asked.push(data[0].name);
            node.layout = { xaxis: { range: [0, 1], autorange: true }, yaxis: { range: [0, 1] } };
            node._fullLayout = { _size: { l: 10, t: 10, w: 200, h: 100 } };
            return new Promise((done, fail) => {
                finish = (error) => (error ? fail(error) : done());
            });
        },
    };
    const root = document.body.appendChild(document.createElement("div"));
    const figure = new LiveFigure(root);
    Object.assign(figure.plot.style, { width: "300px" });
    const beat = () => new Promise((done) => setTimeout(done, 30));
    const steps = [];
    const step = async (act) => {
        act();
        await beat();
        steps.push([figure.state, root.classList.contains("lab-moving"), asked.join("")]);
    };
    const tell = (name) => figure.tell({ name: "f", figure: given[name], alt: "a", caption: "c",
                                         height: "200px", plotly: "plotly.js" });
    const look = given.look;
"""


def payload(name: str, **more) -> str:
    trace = {
        "type": "scatter",
        "mode": "lines",
        "name": name,
        "x": [0.0, 1.0],
        "y": [0.0, 1.0],
        "line": {"color": "#cc0000", "width": 2},
        **more,
    }
    return json.dumps({"data": [trace], "layout": frame("x", "y")})


GIVEN = {
    "A": payload("A"),
    "B": payload("B"),
    "C": payload("C"),
    "bars": payload("D", type="bar"),
    "lying": payload("D", type="bar", orientation="h"),
    "look": LOOK,
}


def steps(browser, acts: str) -> list:
    module = "ui/live/browser/stage/live_figure"
    return evaluate(
        browser, [module], f"async (given) => {{ {STAGE} {acts} return steps; }}", GIVEN
    )


def test_at_rest_plotly_paints_and_a_hand_sketches_over_it(browser):
    assert steps(
        browser,
        """
        await step(() => { tell("A"); figure.draw(look, false); });
        await step(() => finish());
        await step(() => { tell("B"); figure.draw(look, true); });
        await step(() => { tell("C"); figure.draw(look, true); });
        await step(() => { tell("C"); figure.draw(look, false); });
        await step(() => finish());
        await step(() => { tell("C"); figure.draw(look, false); });
        """,
    ) == [
        ["painting", False, "A"],
        ["painted", False, "A"],
        ["sketched", True, "A"],
        ["sketched", True, "A"],
        ["painting", False, "AC"],
        ["painted", False, "AC"],
        ["painted", False, "AC"],
    ], "and a repeated payload is not painted again"


def test_what_comes_while_plotly_is_at_work_is_painted_after_it_the_newest_only(browser):
    assert steps(
        browser,
        """
        await step(() => { tell("A"); figure.draw(look, false); });
        await step(() => { tell("B"); figure.draw(look, false); });
        await step(() => { tell("C"); figure.draw(look, false); });
        await step(() => finish());
        await step(() => finish());
        """,
    ) == [
        ["painting", False, "A"],
        ["outdated", False, "A"],
        ["outdated", False, "A"],
        ["painting", False, "AC"],
        ["painted", False, "AC"],
    ]


def test_a_hand_that_moves_while_plotly_is_at_work_is_followed(browser):
    assert steps(
        browser,
        """
        await step(() => { tell("A"); figure.draw(look, false); });
        await step(() => { tell("B"); figure.draw(look, true); });
        await step(() => finish());
        await step(() => finish());
        """,
    ) == [
        ["painting", False, "A"],
        ["sketched", True, "A"],
        ["painting", False, "AB"],
        ["painted", False, "AB"],
    ]


def test_a_new_theme_or_size_is_painted_and_bars_are_never_sketched(browser):
    assert steps(
        browser,
        """
        await step(() => { tell("A"); figure.draw(look, false); });
        await step(() => finish());
        await step(() => figure.draw({ ...look, text: "#ffffff" }, false));
        await step(() => finish());
        await step(() => { figure.plot.style.width = "250px"; });
        await step(() => finish());
        await step(() => { tell("bars"); figure.draw(look, true); });
        """,
    ) == [
        ["painting", False, "A"],
        ["painted", False, "A"],
        ["painting", False, "AA"],
        ["painted", False, "AA"],
        ["painting", False, "AAA"],
        ["painted", False, "AAA"],
        ["painting", False, "AAAD"],
    ]


def test_while_plotly_is_on_its_way_the_sketch_has_the_size_of_the_page(browser):
    """A page that is laid out late would have a third of a picture until then."""
    assert steps(
        browser,
        """
        delete window.Plotly;
        document.head.append = () => {};  // such a script never comes
        await step(() => { tell("A"); figure.draw(look, false); });
        steps.push(figure.canvas.style.width);
        await step(() => { figure.plot.style.width = "450px"; });
        steps.push(figure.canvas.style.width);
        """,
    ) == [["sketched", True, ""], "300px", ["sketched", True, ""], "450px"]


USES = {
    "a mouse that moves": 'fire(document.body, "pointermove", { pointerType: "mouse" })',
    "a finger on it": 'fire(figure.plot, "pointerdown", { pointerType: "touch" })',
    "the focus": "figure.saves.button.focus()",
    "one that no canvas can draw": 'tell("lying"); figure.draw(look, false)',
}


@pytest.mark.parametrize("use", USES)
def test_a_sketch_rests_until_somebody_uses_the_page(browser, use):
    """A finger elsewhere, or on a handle, is no use of it; what changes meanwhile is sketched."""
    assert steps(
        browser,
        f"""
        const fire = (node, type, how) =>
            node.dispatchEvent(new PointerEvent(type, {{ bubbles: true, ...how }}));
        const own = window.Plotly;
        delete window.Plotly;
        let loads = 0;
        document.head.append = (script) => {{
            loads += 1;
            window.Plotly = own;
            script.onload();
        }};
        root.className = "lab-figure";
        await step(() => {{ tell("A"); figure.draw(look, false); }});
        await step(() => fire(document.body, "pointerdown", {{ pointerType: "touch" }}));
        await step(() => fire(figure.handles.root, "pointerdown", {{ pointerType: "touch" }}));
        await step(() => fire(document.body, "pointermove", {{ pointerType: "touch" }}));
        const before = figure.revision;
        await step(() => {{ tell("B"); figure.draw(look, false); }});
        steps.splice(0, 4, [loads, figure.revision - before]);
        await step(() => {{ {USES[use]} }});
        await new Promise((done) => setTimeout(done, 100));
        await step(() => finish());
        steps.splice(2, 1);
        steps.push(loads);
        """,
    ) == [
        [0, 1],
        ["sketched", True, ""],
        ["painted", False, "D" if use == "one that no canvas can draw" else "B"],
        1,
    ]


def test_a_picture_that_could_not_be_drawn_says_so_and_is_tried_again(browser):
    said = steps(
        browser,
        """
        await step(() => { tell("A"); figure.draw(look, false); });
        await step(() => finish(new Error("no pen")));
        steps.push(figure.caption.textContent);
        await step(() => { tell("A"); figure.draw(look, false); });
        await step(() => finish());
        steps.push(figure.caption.textContent);
        """,
    )
    assert said == [
        ["painting", False, "A"],
        ["outdated", False, "A"],
        "This picture could not be drawn: no pen. Reload the page.",
        ["painting", False, "AA"],
        ["painted", False, "AA"],
        "c",
    ]


ORDERS = """async ({ orders, figure }) => {
    const root = document.body.appendChild(document.createElement("div"));
    const figures = new Figures(root);
    const common = { height: "200px", plotly: "", pick: null };
    const seen = [];
    for (const names of orders) {
        const pictures = names.map((name) => ({ name, figure, alt: "", caption: "" }));
        figures.tell({ pictures }, common);
        seen.push([...root.children].map((node) => node.dataset.figure));
    }
    const labels = [...root.querySelectorAll("[data-figure=regret] .lab-saves button")];
    return [seen, labels.map((button) => button.ariaLabel)];
}"""


def test_figures_stand_in_the_order_they_are_told_in(browser):
    orders = [
        ["truncation", "regret", "sparsity"],
        ["truncation", "suboptimality", "sparsity"],
        ["sparsity", "truncation", "regret"],
    ]
    given = {"orders": orders, "figure": GIVEN["A"]}
    seen, labels = evaluate(browser, ["ui/live/browser/stage/stage"], ORDERS, given)
    assert seen == orders
    assert labels == ["Save regret", None, None, None], "one button, and the items of its menu"


def test_an_axis_is_held_while_a_hand_moves_and_let_go_at_rest(browser):
    held = steps(
        browser,
        """
        const ranges = () => steps.push(figure.held && figure.held.ranges.yaxis);
        await step(() => { tell("A"); figure.draw(look, false); });
        await step(() => finish());
        figure.plot.layout.yaxis.range = [0, 7];
        figure.painting.painted.yaxis = [0, 7];
        await step(() => { tell("B"); figure.draw(look, true); });
        ranges();
        await step(() => { tell("C"); figure.draw(look, true); });
        ranges();
        await step(() => figure.draw(look, false));
        ranges();
        """,
    )
    assert [entry for entry in held if entry is None or len(entry) == 2] == [[0, 7], [0, 7], None]


def test_a_picture_that_leaves_the_page_while_it_is_dimmed_reports_nothing(browser):
    """Plotly's update of a node that was purged meanwhile fails."""
    assert steps(
        browser,
        """
        let fail;
        const failed = [];
        window.addEventListener("unhandledrejection", (event) => {
            event.preventDefault();
            failed.push(event.reason.message);
        });
        let updates = 0;
        window.Plotly.update = () => {
            updates += 1;
            return new Promise((_, no) => { fail = () => no(new Error("gone")); });
        };
        await step(() => { tell("A"); figure.draw(look, false); });
        await step(() => finish());
        const light = (meant) => figure.light({ ...look, meant });
        await step(() => light(["A"]));
        await step(() => { root.remove(); fail(); });
        await step(() => light(null));
        steps.splice(0, steps.length, [failed, updates]);
        """,
    ) == [[[], 1]]
