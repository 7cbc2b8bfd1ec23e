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
