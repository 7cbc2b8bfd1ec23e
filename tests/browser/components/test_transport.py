"""The transport, on a stage without the app: what is drawn while a run plays, and what ends it."""

from __future__ import annotations

import json

import pytest

from charts.layout import frame
from tests.support.modules import evaluate, trace

pytestmark = pytest.mark.browser

# A stage whose frames come when the test says so. `step(act)` notes after it: whether the film
# plays, what Plotly has painted so far, and how far across the run's picture is drawn.
STAGE = """async (given) => {
    const painted = [];
    const sent = [];
    window.matchMedia = () => ({ matches: given.still });
    window.Plotly = {
        purge: () => {},
        react: async (node, data) => {
            painted.push(data[0].name);
            node.layout = { xaxis: { range: [0, 10] }, yaxis: { range: [0, 10] } };
            node._fullLayout = { _size: { l: 56, t: 8, w: node.clientWidth - 78, h: 110 } };
        },
    };
    let frames = [];
    window.requestAnimationFrame = (draw) => frames.push(draw);
    let now = 0;
    const tick = (times) => {
        for (let i = 0; i < times; i++) {
            now += 100;
            frames.splice(0).forEach((draw) => draw(now));
        }
    };
    const parentElement = document.body.appendChild(document.createElement("div"));
    const root = parentElement.appendChild(document.createElement("div"));
    root.className = "lab-stage";
    const pictures = ["run", "other"].map((name) => (
        { name, figure: given[name], alt: "", caption: "", heading: "" }
    ));
    const data = { element: "stage", rows: [{ kind: "figures", pictures }], headline: "",
                   height: "160px", plotly: "", moving: false, picks: false, start: -1,
                   clock: { last: 100, unit: "example" } };
    let run = 0;
    const tell = (more) => show({ data: { ...data, run: ++run, ...more }, parentElement,
                                  setStateValue: (...state) => sent.push(state) });
    const across = () => {
        const canvas = root.querySelector("[data-figure=run] canvas");
        if (!canvas.width) return 0;
        const { data } = canvas.getContext("2d").getImageData(0, 80, canvas.width, 1);
        let last = 0;
        for (let x = 0; x < canvas.width; x++) {
            if (data[4 * x] > 150 && data[4 * x + 1] < 90) last = x;
        }
        return Math.round(10 * last / (canvas.width - 22)) / 10;
    };
    const button = () => root.querySelector(".lab-play");
    const slider = () => root.querySelector(".lab-transport input");
    const press = (key, node = document.body) =>
        node.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    const steps = [];
    const step = async (act) => {
        act();
        await new Promise((done) => setTimeout(done, 20));
        steps.push([button().textContent[0], painted.sort().join(" "), across()]);
    };
    const rest = () => new Promise((done) => setTimeout(done, 350));
    ACTS
    return { steps, sent: sent.length, hidden: button().parentElement.hidden,
             at: root.querySelector(".lab-transport output").textContent };
}"""


def figure(name: str, **meta) -> str:
    axis = {"range": [0.0, 10.0], "showgrid": False}
    layout = frame("x", "y", xaxis=axis, yaxis=axis) | {"meta": meta}
    curve = trace(name, "#cc0000", 5.0, line={"color": "#cc0000", "width": 60})
    return json.dumps({"data": [curve], "layout": layout})


def stage(browser, acts: str, still: bool = False, **meta) -> dict:
    given = {"run": figure("run", **({"progress": 10.0} | meta)), "other": figure("other")}
    page = STAGE.replace("ACTS", acts)
    return evaluate(browser, ["ui/live/browser/stage/stage"], page, given | {"still": still})


def test_a_run_is_drawn_from_left_to_right_and_then_painted(browser):
    film = stage(
        browser,
        """
        await step(() => { tell({ reveal: true }); });
        await step(() => tick(11));
        await step(() => { tell({ reveal: true }); });
        await step(() => tick(31));
        await rest();
        await step(() => {});
        """,
    )
    assert film["steps"][0][:2] == ["❚", "other"], "the other picture stands complete"
    plays, painted, across = film["steps"][1]
    assert plays == "❚" and painted == "other" and 0.2 <= across <= 0.4
    assert film["steps"][2] == film["steps"][1], "a repeated payload changes nothing"
    assert film["steps"][3] == ["▶", "other", 1.0] and film["steps"][4][1] == "other run"
    assert film["sent"] == 0 and not film["hidden"]


@pytest.mark.parametrize(
    "act",
    [
        'document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }))',
        'press("a")',
        "tell({ moving: true })",
    ],
    ids=["click", "key", "drag"],
)
def test_whatever_a_hand_does_ends_a_film_that_nobody_asked_for(browser, act):
    film = stage(
        browser,
        f"""
        await step(() => {{ tell({{ reveal: true }}); }});
        tick(3);
        await step(() => {{ {act}; }});
        await step(() => button().click());
        await step(() => tick(3));
        """,
    )
    _, ended, again, plays = film["steps"]
    assert ended[0] == "▶" and ended[2] == 1.0, "the whole run at once"
    assert again[0] == plays[0] == "❚" and plays[2] < 0.3


def test_who_presses_pause_stays_there_and_goes_on_from_there(browser):
    film = stage(
        browser,
        """
        await step(() => { tell({ reveal: true }); });
        await step(() => tick(11));
        await step(() => button().click());
        await step(() => tick(5));
        await step(() => { tell({ reveal: false, moving: true }); });
        await step(() => press(" "));
        await step(() => tick(9));
        """,
    )
    plays, pauses, stays, under_a_hand, goes_on, later = film["steps"][1:]
    assert plays[0] == "❚" and pauses[0] == stays[0] == "▶"
    assert pauses[2] == stays[2] == under_a_hand[2] and 0.2 <= stays[2] <= 0.4
    assert goes_on[0] == later[0] == "❚" and later[2] > stays[2]


def test_a_scrub_shows_the_run_as_far_as_that_example(browser):
    film = stage(
        browser,
        """
        await step(() => { tell({ reveal: false }); });
        await step(() => {
            slider().value = 50;
            slider().dispatchEvent(new Event("input"));
            tick(1);
        });
        await step(() => { press("ArrowLeft", slider()); tick(1); });
        await step(() => { press("End"); });
        """,
    )
    assert film["steps"][1] == ["▶", "other run", 0.5]
    assert film["at"] == "example 49 of 100"


def test_it_begins_where_the_address_says(browser):
    film = stage(browser, "await step(() => { tell({ reveal: true, start: 20 }); });")
    assert film["at"] == "example 20 of 100" and film["steps"][0][0] == "▶"
    assert film["steps"][0][2] == 0.2


def test_a_passing_key_does_not_end_it(browser):
    tab = 'new KeyboardEvent("keydown", { key: "Tab", bubbles: true })'
    acts = f"""
        await step(() => {{ tell({{ reveal: true }}); }});
        await step(() => document.body.dispatchEvent({tab}));
    """
    assert stage(browser, acts)["steps"][1][0] == "❚"


def test_who_wants_no_motion_sees_the_whole_run(browser):
    film = stage(browser, "await step(() => { tell({ reveal: true }); });", still=True)
    assert film["steps"] == [["▶", "other run", 0.0]]


def test_without_a_picture_of_a_run_there_is_no_button(browser):
    film = stage(browser, "await step(() => { tell({ reveal: true }); });", progress=None)
    assert film["hidden"] and film["steps"][0][1] == "other run"
