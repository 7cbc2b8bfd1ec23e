"""What the panels send, in a browser without the app: movements that end while others wait."""

from __future__ import annotations

import pytest

from tests.support.modules import evaluate
from tests.support.views import make
from ui.live.panels import Panel

pytestmark = pytest.mark.browser

# Movements of the first slider of each panel, waiting each time until it has been sent; then an
# answer to the second; then one more.
SAID = """async (panels) => {
    const root = document.body.appendChild(document.createElement("div"));
    root.innerHTML = '<div class="lab-panels"></div>';
    const sent = [];
    const setStateValue = (_, told) => sent.push(told);
    show({ data: { panels }, parentElement: root, setStateValue });
    const move = async (i) => {
        const slider = root.querySelectorAll(".lab-panel")[i].querySelector("input[type=range]");
        slider.value = Number(slider.value) + 1;
        slider.dispatchEvent(new Event("change", { bubbles: true }));
        const before = sent.length;
        while (sent.length === before) await new Promise((done) => setTimeout(done, 20));
    };
    await move(0);
    await move(1);
    await move(2);
    dispatchEvent(new CustomEvent("lab-answer", { detail: { mark: sent[1].mark, took: 1 } }));
    await move(0);
    return sent;
}"""


def test_a_movement_brings_along_those_that_were_not_answered(browser):
    runs = [make(key) for key in ("sgd", "fobos", "rda")]
    panels = [Panel(f"run_{i}", f"run {i}", run, lambda _: None) for i, run in enumerate(runs)]
    told = [panel.told() | {"refusals": 0} for panel in panels]
    first, second, third, last = evaluate(browser, ["ui/live/browser/panels/panels"], SAID, told)
    assert [said["source"] for said in (first, second, third, last)] == [
        "run_0", "run_1", "run_2", "run_0",
    ]  # fmt: skip
    assert not any(said["live"] for said in (first, second, third, last))
    brought = [[one["source"] for one in said["earlier"]] for said in (first, second, third, last)]
    assert brought == [[], ["run_0"], ["run_0", "run_1"], ["run_2"]]
    assert third["earlier"][0]["values"] == first["values"]
    assert list(first["values"]) == ["eta"]
