"""Panels, the log of movements, the pacer and single controls, in a browser without the app."""

from __future__ import annotations

import math
from math import inf

import pytest

from algorithms import CATALOGUE
from charts.run import show
from knobs import knobs_of
from tests.support.modules import evaluate
from tests.support.views import make
from ui.live.panel import Panel, Selection, _declaration, wire
from ui.view import Display

pytestmark = pytest.mark.browser

BROWSER = "ui/live/browser/"

# Panels are put on a page; `sent` are their messages, `move` turns the first slider of a panel, and
# firing "change" lets go of it. `answer` is what pictures do when they arrive.
STAGE = """
    const root = document.body.appendChild(document.createElement("div"));
    root.innerHTML = '<div class="lab-panels"></div>';
    const sent = [];
    const setStateValue = (name, entries) => sent.push({ name, entries: structuredClone(entries) });
    let run = 0;
    const put = (panels, heard = 0) => show({
        data: { panels, heard, element: "panels", run: ++run }, parentElement: root, setStateValue,
    });
    const answer = ({ heard, took }) => { acknowledge(heard); pacer.answered(heard, took); };
    const slider = (i) =>
        root.querySelectorAll(".lab-panel")[i].querySelector("input[type=range]");
    const fire = (node, kind) => node.dispatchEvent(new Event(kind, { bubbles: true }));
    const move = (i, by = 1) => {
        slider(i).value = Number(slider(i).value) + by;
        fire(slider(i), "input");
    };
    const free = () => { pacer.underWay = []; pacer.pump(); };  // as if nobody waited any more
    const wait = (ms) => new Promise((done) => setTimeout(done, ms));
    const said = async (n) => { while (sent.length < n) await wait(5); return sent.length; };
"""


def payloads(*keys: str) -> list[dict]:
    """Panels of runs as Python sends them."""
    return [
        Panel(f"run_{i}", f"run {i}", make(key), lambda view, _: view).payload()
        for i, key in enumerate(keys)
    ]


def run(browser, body: str, given=None, *modules: str):
    expression = f"async (given) => {{ {STAGE} {body} }}"
    names = modules or ("panels/panels", "events/log", "events/socket")
    return evaluate(browser, [BROWSER + name for name in names], expression, given)


def numbers(message: dict) -> list[tuple[int, str]]:
    assert message["name"] == "moved"
    return [(entry["n"], entry["source"]) for entry in message["entries"]]


def test_a_message_brings_all_that_is_not_known_to_be_heard(browser):
    """Of messages that wait for it, Streamlit hears the last one only."""
    body = """
        put(given);
        for (const i of [0, 1, 2]) { move(i); fire(slider(i), "change"); }
        await wait(350);
        root.querySelector("button[aria-label='remove run B']").click();
        free();
        answer({ heard: sent.at(-1).entries.at(-2).n, took: 1 });
        fire(slider(1), "change");
        const before = sent.length;
        move(1);
        await said(before + 1);
        return sent;
    """
    cards = payloads("sgd", "fobos", "rda")
    for card, letter in zip(cards, "ABC", strict=True):
        card["heading"] = {
            "letter": letter, "colour": "#123456", "dash": "dot", "algorithm": "sgd", "idea": "",
            "algorithms": [["sgd", "SGD", "one", True]], "removable": True,
        }  # fmt: skip
    *_, full, last = run(browser, body, cards)
    ended = [entry for entry in full["entries"] if not entry["live"]]
    assert [(e["source"], e.get("action")) for e in ended] == [
        ("run_0", None), ("run_1", None), ("run_2", None), ("run_1", "remove"),
    ]  # fmt: skip
    assert all(list(entry["values"]) for entry in ended[:3]) and not ended[3]["values"]
    ns = [entry["n"] for entry in full["entries"]]
    assert ns == sorted(set(ns))
    # All but the removal had been answered.
    assert numbers(last) == [(ns[-1], "run_1"), (ns[-1] + 1, "run_1")]
    assert last["entries"][-1]["live"] and last["entries"][-1]["values"]


def test_a_hand_that_is_still_at_it_says_only_where_it_is_now(browser):
    body = """
        put(given);
        move(0); move(0); move(0); move(1); move(1);
        fire(slider(0), "change");
        await wait(350);
        move(1);
        free();
        return sent;
    """
    *_, last = run(browser, body, payloads("sgd", "fobos"))
    assert [(e["source"], e["live"]) for e in last["entries"]] == [
        ("run_0", False),
        ("run_1", True),
    ]


def test_several_knobs_of_a_burst_are_one_entry(browser):
    body = """
        put(given);
        const [first, second] = root.querySelectorAll("input[type=range]");
        for (const node of [first, second]) {
            node.value = Number(node.value) + 1; fire(node, "input"); fire(node, "change");
        }
        await wait(350);
        free();
        return sent.at(-1);
    """
    (entry,) = run(browser, body, payloads("truncated_gradient"))["entries"]
    assert len(entry["values"]) == 2 and not entry["live"]


def test_a_knob_stays_where_the_hand_left_it_until_the_server_has_heard(browser):
    body = """
        put(given);
        const there = Number(slider(0).value);
        move(0, 3);
        put(given);                       // older values, while the hand is at it
        const held = Number(slider(0).value) - there;
        fire(slider(0), "change");
        await wait(400);
        put(given);                       // and after it: the movement is still under way
        const unheard = Number(slider(0).value) - there;
        put(given, 2);                    // it was refused: the values are the old ones
        return [held, unheard, Number(slider(0).value) - there];
    """
    assert run(browser, body, payloads("sgd")) == [3, 3, 0]


def test_what_was_moved_just_before_its_panel_is_made_anew_is_still_reported(browser):
    """A choice that narrows another knob has its panel made anew, while a switch was clicked."""
    body = """
        put([given.before]);
        const box = root.querySelector("input[type=checkbox]");
        box.checked = !box.checked;
        fire(box, "change");
        move(0);
        fire(slider(0), "change");
        put([given.after]);
        const stands = () => root.querySelector("input[type=checkbox]").checked;
        const seen = [box.isConnected, stands() === box.checked];
        await wait(400);
        free();
        return { seen, entries: sent.at(-1).entries, name: box.ariaLabel, value: box.checked };
    """
    before = Panel("view", "view", Display(), lambda view, _: view).payload()
    left = [knob for knob in before["knobs"] if knob["name"] != "at_most"]
    values = {name: v for name, v in before["values"].items() if name != "at_most"}
    after = before | {"knobs": left, "values": values}
    found = run(browser, body, {"before": before, "after": after})
    assert found["seen"] == [False, True]
    last = found["entries"][-1]
    assert last["values"] == {found["name"]: found["value"]} and not last["live"]


def test_panels_and_handles_share_one_log(browser):
    body = """
        put(given);
        move(0);
        report({ source: "handle", values: { k: 2 }, live: false },
            (_, entries) => sent.push({ name: "moved", entries: structuredClone(entries) }));
        move(0);
        free();
        return sent;
    """
    first, last = run(browser, body, payloads("sgd"))
    assert numbers(first) == [(1, "run_0")]
    assert numbers(last) == [(2, "handle"), (3, "run_0")], "by whichever element it goes"


def test_a_window_that_is_loaded_anew_counts_on_from_what_was_heard(browser):
    body = """
        put(given, 41);
        move(0);
        await said(1);
        return sent[0];
    """
    assert numbers(run(browser, body, payloads("sgd"))) == [(42, "run_0")]


# Time runs thirty times as fast: the log waits seconds before it goes again.
FAST = """
    const later = window.setTimeout;
    window.setTimeout = (task, ms) => later(task, ms / 30);
    const seconds = (s) => wait(1000 * s);
"""


def test_a_message_that_is_lost_goes_again_until_it_is_heard(browser):
    """Back, pressed right after a movement, has Streamlit drop it unheard."""
    body = f"""{FAST}
        put(given);
        move(0);
        fire(slider(0), "change");
        await seconds(2);
        const lost = sent.length;
        await seconds(8);
        const again = sent.slice(lost);
        answer({{ heard: again.at(-1).entries.at(-1).n, took: 1 }});
        const heard = sent.length;
        await seconds(8);
        return [sent[lost - 1], again, sent.length - heard];
    """
    lost, again, more = run(browser, body, payloads("sgd"))
    assert len(again) >= 2 and more == 0
    assert all(numbers(message) == numbers(lost) for message in again)
    assert all(message["entries"] != lost["entries"] for message in again), (
        "Streamlit passes on only what differs"
    )


def test_what_is_lost_on_a_page_that_was_left_goes_by_the_panels_of_the_next(browser):
    body = f"""{FAST}
        put(given);
        move(0);
        root.remove();
        await seconds(8);
        const gone = sent.length;
        document.body.append(root);
        put(given);
        await seconds(4);
        return [gone, sent];
    """
    gone, messages = run(browser, body, payloads("sgd"))
    assert gone == 1, "nobody is there to send it"
    assert [numbers(message) for message in messages] == 2 * [[(1, "run_0")]]


def test_what_one_server_missed_goes_to_the_next_at_once_and_by_its_panels(browser):
    body = f"""{FAST}
        const stage = document.body.appendChild(document.createElement("div"));
        const byStage = [];
        put(given);
        const set = (_, entries) => byStage.push(structuredClone(entries));
        leadBy(stage, set, 1, {{ heard: 0, page: "" }});
        move(0);  // the stage may be one that the server does not know
        free();
        sendAnew();
        put(given);
        const before = sent.length;
        put(given);
        return [byStage.at(-1), sent.at(-1).entries, before, sent.length];
    """
    lost, anew, before, after = run(browser, body, payloads("sgd"))
    assert [entry["n"] for entry in anew] == [entry["n"] for entry in lost]
    assert before == after >= 1, "once"


# An app of Streamlit's, as far as it says how it stands; a page of the visit "a" is shown.
APP = """
    const app = document.body.appendChild(document.createElement("div"));
    app.className = "stApp";
    const become = (state, script) => {
        Object.assign(app.dataset, { testConnectionState: state, testScriptState: script });
        return wait(20);
    };
    await become("CONNECTED", "notRunning");
    meet("a");
"""
CONNECTION = ("panels/panels", "events/log", "events/socket", "connection")


def test_what_one_server_missed_goes_to_the_next_when_its_page_is_whole(browser):
    """Its panels say the same, so that they are not shown anew."""
    body = f"""{APP}
        put(given);
        move(0);
        free();
        await become("CONNECTING", "notRunning");
        await become("CONNECTED", "running");
        const before = sent.length;
        meet("b");
        await wait(40);
        const early = sent.length - before;
        await become("CONNECTED", "notRunning");
        await wait(40);
        const there = sent.slice(before);
        await become("CONNECTED", "running");
        await become("CONNECTED", "notRunning");
        await wait(40);
        return [sent[0], early, there, sent.length - before];
    """
    lost, early, there, all_of_them = run(browser, body, payloads("sgd"), *CONNECTION)
    assert early == 0, "the server does not know these panels yet"
    assert [numbers(message) for message in there] == [numbers(lost)] and all_of_them == 1


def test_a_rule_is_reported_once_it_is_one(browser):
    """After a pause, or at once by an example; the sentence stands under the field until then."""
    payload = Panel("run_0", "run 0", make("your_rule"), lambda view, _: view,
                    Selection(("rule", "gravity"), ("rule",))).payload()  # fmt: skip
    body = """
        const asked = [];
        window.fetch = async (address) => {
            const text = address.searchParams.get("text");
            asked.push(text);
            return { json: async () => ({ problem: text.endsWith("*") ? "column 3: no" : "" }) };
        };
        put(given);
        const area = root.querySelector("textarea"), note = root.querySelector(".lab-problem");
        const type = (text) => { area.value = text; fire(area, "input"); };
        const rules = () => sent.flatMap(({ entries }) => entries.map(({ values }) => values.rule));
        type("w"); type("w *");
        await wait(100);
        const early = asked.length;
        await wait(350);
        const wrong = [note.textContent, area.getAttribute("aria-invalid"), rules().length];
        put(given, 0);  // another answer of the server: what is half typed stays
        const stays = [area.value, note.textContent];
        type("w * 2");
        await wait(650);
        free();
        const right = [note.textContent, area.getAttribute("aria-invalid"), rules().at(-1)];
        root.querySelector(".lab-rule-examples button:last-of-type").click();
        await wait(350);
        free();
        const example = [area.value, rules().at(-1)];
        given[0].values.rule = "w / 2";
        put(given, sent.at(-1).entries.at(-1).n);  // Back led to another rule
        return { early, asked, wrong, stays, right, example, back: area.value };
    """
    found = run(browser, body, [payload])
    assert found == {
        "early": 0,
        "asked": ["w *", "w * 2", "w"],
        "wrong": ["column 3: no", "true", 0],
        "stays": ["w *", "column 3: no"],
        "right": ["", "false", "w * 2"],
        "example": ["w", "w"],
        "back": "w / 2",
    }


def test_two_messages_are_under_way_and_all_that_waits_is_one(browser):
    body = """
        let n = 0;
        const sends = [];
        const offer = () => { n += 1; const mine = n; pacer.offer(() => (sends.push(mine), n)); };
        pacer.took = 0;
        offer();
        await wait(40);
        offer();
        await wait(40);
        offer(); offer(); offer();
        await wait(40);
        const stuck = [...sends];
        pacer.answered(1, 20);
        await wait(60);
        return { stuck, sends, took: pacer.took, underWay: pacer.underWay };
    """
    outcome = run(browser, body, None, "events/socket")
    assert outcome == {"stuck": [1, 2], "sends": [1, 2, 5], "took": 20, "underWay": [2, 5]}


def test_the_second_message_waits_while_the_server_is_likely_to_compute_the_first(browser):
    body = """
        const sends = [];
        const offer = (n) => pacer.offer(() => (sends.push(n), n));
        pacer.took = 100;
        offer(1);
        offer(2);
        await wait(60);
        const early = [...sends];
        await wait(150);
        return [early, sends];
    """
    assert run(browser, body, None, "events/socket") == [[1], [1, 2]]


def test_an_answer_settles_the_messages_it_overtook_and_a_late_one_nothing(browser):
    body = """
        const sends = [];
        const offer = (n) => pacer.offer(() => (sends.push(n), n));
        pacer.took = 0;
        offer(1);
        await wait(30);
        offer(2);
        await wait(30);
        pacer.answered(2, 5);
        const left = [...pacer.underWay];
        pacer.answered(1, 999);
        return [left, pacer.took];
    """
    assert run(browser, body, None, "events/socket") == [[], 5]


def test_without_an_answer_the_next_message_leaves_after_a_while(browser):
    body = """
        const sends = [];
        const offer = (n) => pacer.offer(() => (sends.push(n), n));
        pacer.took = 0;
        for (const n of [1, 2, 3]) { offer(n); await wait(30); }
        const before = [...sends];
        await wait(1600);
        return [before, sends, pacer.took];
    """
    assert run(browser, body, None, "events/socket") == [[1, 2], [1, 2, 3], 0]


TYPED = {
    **dict.fromkeys(("∞", "inf", "Infinity", " INF "), "inf"),
    **dict.fromkeys(("0,5", "0.5", " .5 ", "5e-1"), 0.5),
    **dict.fromkeys(("−2", "-2", "-2.0"), -2),
    **{"3·10⁻⁶": 3e-6, "10⁷": 1e7, "1,5·10¹²": 1.5e12},
    **dict.fromkeys(("", "much", "1,5,2", "--1", "1 2"), "no number"),
}


def test_numbers_as_people_type_them(browser):
    body = """
        const number = (text) => toWire(typedNumber(text));
        return given.map((text) => (Number.isNaN(number(text)) ? "no number" : number(text)));
    """
    assert run(browser, body, list(TYPED), "panels/panel", "lib/numbers") == list(TYPED.values())


@pytest.mark.parametrize("value", [3e-6, 1.5e-12, 1e-5, 1e-4, 0.25, 123456.0, 1e6, 2.5e7, inf, 0])
def test_a_number_is_written_as_python_shows_it_and_read_back(browser, value):
    body = "return [formatNumber(given), toWire(typedNumber(formatNumber(given)))];"
    given = "inf" if value == inf else value
    body = body.replace("formatNumber(given)", "formatNumber(fromWire(given))")
    text, back = run(browser, body, given, "panels/panel", "lib/numbers")
    assert text == show(float(value)) and back == given


def test_the_word_for_no_bound_stands_for_0(browser):
    body = """
        const reports = [];
        const range = new Range(given, (value) => reports.push(value));
        range.show(0);
        const shown = range.entry.value;
        for (const text of ["8", "any", "7", ""]) {
            range.entry.value = text; range.entry.oninput(); range.entry.onchange();
        }
        return [shown, range.entry.value, reports];
    """
    knob = knobs_of(Display)["at_most"]
    shown = run(browser, body, _declaration("at_most", knob), "panels/panel", "lib/numbers")
    assert shown == ["any", "any", [8, 0, 7, 0]]


SLIDERS = [
    (key, name)
    for key in ("truncated_gradient", "rounding", "l0_sgd", "projected_gradient")
    for name, knob in knobs_of(CATALOGUE[key]).items()
    if not (knob.flag or knob.choices)
]


def test_a_typed_value_is_clamped_as_python_clamps_it(browser):
    asked = []
    for key, name in SLIDERS:
        knob = knobs_of(CATALOGUE[key])[name]
        for value in (-1.0, 0.0, 1e-9, 0.013, 1.0, 2.4, 17.0, 1e9, math.inf):
            asked.append((_declaration(name, knob), value, wire(knob.clamp(value))))
    body = """
        return given.map(([knob, value]) =>
            toWire(new Range(knob, () => {}).clamped(fromWire(value))));
    """
    given = [(declaration, wire(value)) for declaration, value, _ in asked]
    clamped = run(browser, body, given, "panels/panel")
    for (declaration, value, expected), now in zip(asked, clamped, strict=True):
        assert now == pytest.approx(expected), (declaration["name"], value)


def test_a_slider_passes_its_stops_and_shows_what_lies_between(browser):
    knob = knobs_of(CATALOGUE["rounding"])["threshold"]
    body = """
        const reports = [];
        const range = new Range(given, (value, live) => reports.push([toWire(value), live]));
        const at = (i) => { range.slider.value = i; range.slider.oninput(); };
        const last = Number(range.slider.max);
        at(0); at(last); at(last - 1);
        range.slider.onchange();
        range.show(range.stops[3] * 1.01);
        const between = [Number(range.slider.value), range.entry.value];
        range.entry.value = "nonsense"; range.entry.oninput(); range.entry.onchange();
        const invalid = [range.entry.getAttribute("aria-invalid"), range.entry.value];
        range.show(Infinity);
        const end = [range.entry.value, Number(range.slider.value), last];
        return { reports, between, invalid, end };
    """
    shown = run(browser, body, _declaration("threshold", knob), "panels/panel")
    stops = knob.stops()
    assert shown["reports"] == [
        [stops[0], True], ["inf", True], [stops[-2], True], [stops[-2], False],
    ]  # fmt: skip
    assert shown["between"] == [3, f"{stops[3] * 1.01:.6g}"]
    assert shown["invalid"] == ["true", shown["between"][1]]
    assert shown["end"] == ["∞", len(stops) - 1, len(stops) - 1]


def test_what_is_half_typed_is_not_overwritten(browser):
    body = """
        const range = new Range(given, () => {});
        range.show(given.stops[2]);
        range.entry.value = "0.0"; range.entry.oninput();
        range.show(given.stops[5]);
        const typing = range.entry.value;
        range.entry.onkeydown({ key: "Escape" });
        return [typing, Number(range.entry.value) === given.stops[5]];
    """
    knob = knobs_of(CATALOGUE["sgd"])["eta"]
    assert run(browser, body, _declaration("eta", knob), "panels/panel") == ["0.0", True]
