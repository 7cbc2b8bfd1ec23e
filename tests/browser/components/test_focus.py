"""The focus of those who work by keys, in a browser without the app."""

from __future__ import annotations

import pytest

from tests.support.modules import evaluate

pytestmark = pytest.mark.browser

# Four buttons, of which the second is pressed by a key and `caused` happens; the name that then has
# the focus, and nothing where the body has it.
PRESSED = """async (given) => {
    const seen = [];
    const wait = (ms) => new Promise((done) => setTimeout(done, ms));
    for (const { caused, after } of given) {
        document.body.innerHTML =
            ["a", "b", "c", "d"].map((name) => `<button>${name}</button>`).join("");
        const [, pressed] = document.body.children;
        pressed.focus();
        const press = { key: " ", bubbles: true };
        pressed.dispatchEvent(new KeyboardEvent("keydown", press));
        await wait(20);
        new Function("pressed", caused)(pressed);
        await wait(after);
        const { activeElement } = document;
        seen.push(activeElement === document.body ? "" : activeElement.textContent);
        dispatchEvent(new PointerEvent("pointerdown"));
    }
    return seen;
}"""


def test_a_pressed_button_that_goes_leaves_the_focus_to_its_place(browser):
    again = "pressed.outerHTML = '<button>b</button>';"
    gone = "pressed.remove();"
    seen = evaluate(
        browser,
        ["ui/live/browser/focus"],
        PRESSED,
        [
            {"caused": again, "after": 250},
            {"caused": gone, "after": 250},
            {"caused": gone, "after": 1250},
            {"caused": f"{gone} document.body.children[2].focus();", "after": 250},
            {"caused": f"{gone} dispatchEvent(new PointerEvent('pointerdown'));", "after": 1250},
        ],
    )
    assert seen == ["b", "", "c", "d", ""], "made anew; awaited; next to it; chosen; by a pointer"


# A button that opens a part of its own at the end of the page, and Escape there.
OPENED = """async () => {
    document.body.innerHTML = `<div data-testid="stPopover"><button>more</button></div>
        <button>next</button>`;
    const wait = () => new Promise((done) => setTimeout(done, 250));
    const press = (key) => document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true }));
    const name = () => document.activeElement.textContent;
    document.querySelector("button").focus();
    press("Enter");
    const body = document.body.appendChild(document.createElement("div"));
    body.dataset.testid = "stPopoverBody";
    body.innerHTML = "<p>words</p><a href='#'>link</a>";
    await wait();
    const seen = [name()];
    press("Escape");
    return [...seen, name()];
}"""


def test_what_a_button_opens_has_the_focus_until_escape(browser):
    assert evaluate(browser, ["ui/live/browser/focus"], OPENED, None) == ["link", "more"]
