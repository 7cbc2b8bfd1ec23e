"""Geometry under the hand, in a browser without the app, on the payload the app would send."""

from __future__ import annotations

import pytest

from tests.support.modules import evaluate
from tests.support.views import open_lesson, payload_of

pytestmark = pytest.mark.browser

# The element `name` shown, then a panel moved: texts before and after.
FOLLOWED = """async ({ name, payload, source, values }) => {
    const parentElement = document.body;
    parentElement.innerHTML = `<div class="lab-${name}" style="width: 900px"></div>`;
    const root = parentElement.firstChild;
    const close = show({ data: payload, parentElement, setStateValue: () => {} });
    const texts = [root.textContent];
    for (const panel of ["another", source]) {
        dispatchEvent(new CustomEvent("lab-moved", { detail: { source: panel, values } }));
        texts.push(root.textContent);
    }
    close();
    return texts;
}"""


@pytest.mark.parametrize(
    ("key", "element", "values", "sentence"),
    [
        ("l1_ball", "l1_ball", {"radius": 0.5}, "− 0.50)/"),
        ("shrinking", "shrinker", {"alpha": 0.15}, "0.50 → 0.35"),
    ],
)
def test_the_knobs_of_the_lesson_move_its_geometry_at_once(browser, key, element, values, sentence):
    app = open_lesson(
        key,
        step="0",
        point={"l1_ball": "1.6_0.5_1.2_1.1_0.35_0.6_0.4"}.get(key, "1_0.9_0.5_0.2_0.1_0.3_0.4"),
    )
    (panel,) = payload_of(app, f"panels_{key}")["panels"]
    assert set(values) <= set(panel["values"]), "a knob that the lesson shows"
    given = {
        "name": element,
        "payload": payload_of(app, element),
        "source": panel["source"],
        "values": values,
    }
    before, elsewhere, after = evaluate(
        browser, [f"pages/lessons/{key}/{element}"], FOLLOWED, given
    )
    assert sentence not in before and elsewhere == before
    assert sentence in after


# The ball in two steps of its story, with the point dragged in between: texts and hidden sides.
STEPPED = """async ({ payload, scenes }) => {
    const parentElement = document.body;
    parentElement.innerHTML = `<div class="lab-l1_ball" style="width: 900px"></div>`;
    const root = parentElement.firstChild;
    const seen = [];
    for (const scene of scenes) {
        const data = { ...payload, scene, run: scenes.indexOf(scene) };
        show({ data, parentElement, setStateValue: () => {} });
        const [plane, space] = root.querySelectorAll(".lab-balls > div");
        seen.push([plane.querySelector("p").textContent, space.hidden]);
        root.ball.take(() => root.ball.put(0, [0.1, 0.2]));
        seen.push([plane.querySelector("p").textContent, space.hidden]);
    }
    root.ball.close();
    return seen;
}"""


def test_a_step_shows_its_part_of_the_ball_from_its_own_point(browser):
    app = open_lesson("l1_ball", step="2", bet="1")
    payload = payload_of(app, "l1_ball")
    walked = payload["scene"]
    assert walked["parts"] == ["diamond", "ends", "distances", "walk"]
    start = {**walked, "key": "another", "parts": ["diamond"]}
    (first, dragged, second, again) = evaluate(
        browser,
        ["pages/lessons/l1_ball/l1_ball"],
        STEPPED,
        {"payload": payload, "scenes": [walked, start]},
    )
    assert first == ["Before the walk: 1.60, 0.50. After it: 1.00, 0.00.", True]
    assert dragged == ["Before the walk: 0.10, 0.20. After it: 0.10, 0.20.", True]
    assert second == ["1.60 + 0.50 = 2.10: more than the budget of 1.00.", True]
    assert again == ["0.10 + 0.20 = 0.30: within the budget of 1.00.", True]


def test_a_step_shows_one_rule_and_no_other(browser):
    given = {
        "name": "shrinker",
        "payload": payload_of(open_lesson("shrinking", step="1"), "shrinker"),
        "source": "shrinking",
        "values": {"theta": 1.3},
    }
    before, _, after = evaluate(browser, ["pages/lessons/shrinking/shrinker"], FOLLOWED, given)
    assert "Rounding1.20 becomes 1.20" in before and "Keep-k" not in before
    assert "1.20 becomes 0.00" in after


# The labels of handles after each telling, on the page and in the order in which they are stacked.
TOLD = """(tellings) => {
    const handles = new Handles();
    return tellings.map((labels) => {
        const made = (label) => ({ source: label, knob: "", label, colour: "#000", at: 1 });
        handles.tell(labels.map(made), () => {});
        return [
            [...handles.root.children].map((node) => node.title),
            [...handles.all.values()].map(({ label }) => label),
        ];
    });
}"""


def test_handles_stand_as_they_are_told_whichever_came_first(browser):
    """Else a page that was moved to an address shows rings in another order than a fresh one."""
    tellings = [["b", "d"], ["a", "b", "c", "d"], ["c", "d"], ["a", "d"]]
    stood = evaluate(browser, ["ui/live/browser/stage/handles"], TOLD, tellings)
    assert stood == [[labels, labels] for labels in tellings]


# Beside a panel with a slider that is seen, one that is not, and none: the handles' places in the
# order of the Tab key, then again with both sliders seen.
PASSED = """() => {
    document.body.innerHTML = `<div class="lab-panel" data-source="runs.0">
        <label data-knob="gravity"><input type="range"></label>
        <label data-knob="threshold" style="display: none"><input type="range"></label></div>`;
    const handles = new Handles();
    const made = (knob) => ({ source: "runs.0", knob, label: knob, colour: "#000", at: 1 });
    handles.tell(["gravity", "threshold", "period"].map(made), () => {});
    const places = () => [...handles.root.children].map(({ tabIndex }) => tabIndex);
    const press = () => document.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab" }));
    press();
    const seen = [places()];
    document.querySelector("[data-knob=threshold]").style.display = "";
    press();
    seen.push(places());
    return seen;
}"""


def test_the_tab_key_passes_handles_whose_sliders_it_reaches(browser):
    seen = evaluate(browser, ["ui/live/browser/stage/handles"], PASSED, None)
    assert seen == [[-1, 0, 0], [-1, -1, 0]]


# Of handles on a curve, the place in pixels, and whether each is filled.
ALONG = """() => {
    const handles = new Handles();
    const along = { x: [-4, 0, 4], y: [0, 1, 4] };
    const made = (at) => ({ source: "s", knob: `${at}`, label: "", colour: "#000", at, per: 1 });
    const both = [{ ...made(-4), along }, { ...made(2), along, filled: true }];
    handles.tell(both, () => {});
    const ranges = { xaxis: [-4, 4], yaxis: [0, 5] };
    handles.stand(ranges, { left: 0, right: 80, top: 0, bottom: 100 });
    return [...handles.root.children].map(({ style, dataset }) => [
        style.transform, "filled" in dataset,
    ]);
}"""


def test_a_handle_stands_on_its_curve(browser):
    stood = evaluate(browser, ["ui/live/browser/stage/handles"], ALONG, None)
    assert stood == [["translate(0px, 100px)", False], ["translate(60px, 50px)", True]]
